"""The type stubs of shared_rules: they agree with the code, and a client sees the right types."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIFFERENCES = ROOT / "tests" / "data" / "stubtest.txt"

# What people write against the package. A type checker fails on a line whose type is another.
CLIENT = """
from typing import assert_type

import shared_rules as rules
from shared_rules import lixso, lixso_duel, lot, olix, quixo, xtiles
from shared_rules.state import State

game = rules.load("quixo")
state = game.new(players=2, seed=1, size=5)
assert_type(state, State)
assert_type(state.turn, int | None)
assert_type(state.teams, tuple[tuple[int, ...], ...])
assert_type(state.moves(), list[int])
assert_type(state.text(state.moves()[0]), str)
assert_type(state.parse("a1a5"), int)
assert_type(state.steps(4), tuple[int, ...])
assert_type(state.why(4), rules.IllegalMove | None)
assert_type(state.pop(), int)
assert_type(state.result, rules.Result | None)
if state.result:
    assert_type(state.result.winners, tuple[int, ...])
    assert_type(state.result.reason, str)
try:
    state.play(4)
except rules.IllegalMove as refusal:
    assert_type(refusal.reason, str)
assert_type(game.from_position(state.position()), State)

assert_type(quixo.new(size=4).cube(0, 0), str)
assert_type(olix.new().columns(), list[tuple[int, tuple[int, ...]]])
assert_type(lot.new().reserve, list[int])
assert_type(lixso.new(grid="").stuck, bool)
assert_type(lixso_duel.new(clues_touch=False).tiles(), list[str])
assert_type(xtiles.new(6).hand(0), list[str])
assert_type(xtiles.new().table(), list[tuple[int, int, str, int]])

modules: "list[rules.Game]" = [quixo, lot, olix, lixso, lixso_duel, xtiles]
"""

# Each of these lines is a mistake, and the checkers must say so.
MISTAKES = """
from shared_rules import load, quixo

load(3)
load("lot").new(seed="1")
load("lot").new().moves().upper()
load("lot").new().result.winners
quixo.new(size="5")
quixo.new().columns()
"""


def test_stubs_agree_with_the_code():
    done = run("mypy.stubtest", "shared_rules", "--allowlist", DIFFERENCES)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_client_sees_the_types(tmp_path):
    done = check(tmp_path, CLIENT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_client_is_told_its_mistakes(tmp_path):
    done = check(tmp_path, MISTAKES)
    wrong = {number for number, line in enumerate(MISTAKES.split("\n"), 1) if "(" in line}
    found = {int(number) for number in re.findall(r"client\.py:(\d+).* error: ", done.stdout)}
    assert found == wrong, done.stdout + done.stderr


def check(folder, source):
    """Run mypy over a client that is not part of the repository; pyright runs in `make lint`."""
    client = folder / "client.py"
    client.write_text(source)
    return run("mypy", "--strict", "--config-file", os.devnull, client)


def run(*command):
    caches = {"MYPY_CACHE_DIR": str(ROOT / ".cache" / "mypy"), "MYPYPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=ROOT, env={**os.environ, **caches}, capture_output=True, text=True,
    )  # fmt: skip
