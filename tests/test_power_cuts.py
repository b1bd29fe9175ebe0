"""Power cuts at every single write, on 32-bit MicroPython and its LittleFS.

board/power_cuts.py tells how. The heap is larger than a board's because the flash is in it.
"""

import subprocess

import pytest
from conftest import ROOT

GAMES = [
    "quixo 2 38", "quixo 4 37", "lot 2 20", "olix 2 1 agreed=24", "lixso 1 12", "lixso-duel 2 4",
    "lixso-duel 4 37", "xtiles 5 47", "settings", "progress",
    "quixo 2 1 size=3 twice",
]  # fmt: skip
LONG = [
    "quixo 2 1", "quixo 4 1", "quixo 2 3 size=4", "lot 2 1", "olix 2 1", "settings twice",
    "lixso 1 1 level=6",
    "lixso-duel 2 1 clues_touch=False", "lixso-duel 4 1", "xtiles 2 22", "xtiles 3 44",
    "xtiles 4 45", "xtiles 6 10", "lixso-duel 2 4 twice",
]  # fmt: skip
# Each works as long as nobody cuts the power; these arguments let it fail.
WRONG = ["NoSync", "InPlace", "TailFirst", "RepairInPlace twice"]


def cuts(micropython, words):
    path = ":".join(str(ROOT / part) for part in ("", "tests/board"))
    done = subprocess.run(
        [micropython, "-X", "heapsize=4m", "tests/board/power_cuts.py", *words.split()],
        cwd=ROOT, env={"MICROPYPATH": path}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr or done.stdout
    print(done.stdout)
    lines = done.stdout.splitlines()
    assert lines[-2] == "without a cut: all is well", done.stdout
    numbers = [int(word) for word in lines[-1].split() if word.isdigit()]
    return numbers, done.stdout


def survives(micropython, record_property, words):
    (once, again, wrong), said = cuts(micropython, words)
    record_property("cut points", once + again)
    assert wrong == 0, said
    assert "PROBLEM" not in said
    assert once > 50
    assert (again > 1000) == ("twice" in words), said


@pytest.mark.parametrize("words", GAMES)
def test_every_cut_leaves_what_was_shown(words, micropython, record_property):
    survives(micropython, record_property, words)


@pytest.mark.long
@pytest.mark.parametrize("words", LONG)
def test_every_cut_of_longer_games(words, micropython, record_property):
    survives(micropython, record_property, words)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_journal_is_found_out(name, micropython):
    (_, _, wrong), said = cuts(micropython, "quixo 2 1 size=3 wrong=" + name)
    assert wrong > 0, said


def test_a_full_flash_delays_and_never_loses(micropython):
    path = ":".join(str(ROOT / part) for part in ("", "tests/board"))
    done = subprocess.run(
        [micropython, "-X", "heapsize=4m", "tests/board/full_flash.py"],
        cwd=ROOT, env={"MICROPYPATH": path}, capture_output=True, text=True,
    )  # fmt: skip
    print(done.stdout, done.stderr)
    assert done.stdout.splitlines() == [
        "kept: True, finished games: 2",
        "with a full flash: 0 finished games, not kept: True, told: True",
        "with room again: True, 41 moves: True",
        "after a reboot: True",
    ]
