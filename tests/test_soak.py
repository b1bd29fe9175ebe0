"""The heap does not grow, however long the board is touched: it is the same in the menu again.

board/heap_soak.py touches, on 32-bit MicroPython without chips. When each game has been played
once, the names in its code are in memory for good; from then on nothing may be added. A round
that ends with more than usual is not a leak if the next ones do not.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# More than a board has, so that a leak is seen as growth and not as a lack of memory.
HEAP = "160k"
GAMES = 6
# Bytes: over 600 rounds it moved within 128.
BOUND = 512


@pytest.fixture(scope="module")
def soak(micropython, tmp_path_factory):
    """A function that soaks a board: for each round game, touches, bytes in use, crashes."""
    code = tmp_path_factory.mktemp("code")
    subprocess.run(
        [sys.executable, ROOT / "tools" / "compile_board.py", code, "shared_rules", "firmware",
         "tests/board", "--arch", "x86"],
        check=True, capture_output=True,
    )  # fmt: skip
    (code / "hardware").mkdir()
    (code / "hardware" / "board.json").symlink_to(ROOT / "hardware" / "board.json")

    def run(rounds, *words):
        flash = tmp_path_factory.mktemp("flash")
        done = subprocess.run(
            [micropython, "-X", f"heapsize={HEAP}", "-m", "heap_soak", flash, str(rounds), *words],
            cwd=code, capture_output=True, text=True,
            env={**os.environ, "MICROPYPATH": f"{code}:{code / 'tests' / 'board'}"},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-500:] + done.stderr
        assert "FAILED" not in done.stdout
        print(done.stdout)
        rows = [line.split() for line in done.stdout.splitlines()]
        return [(game, int(touches), int(used), int(bad)) for _, game, touches, used, bad in rows]

    return run


def growth(rows):
    """How much more is in use at the end than when each game had been played once, in bytes."""
    used = [row[2] for row in rows]
    settled = used[GAMES : 2 * GAMES]
    return min(used[-GAMES:]) - min(settled)


def check(rows, touches):
    assert rows[-1][1] >= touches
    assert not any(row[3] for row in rows), "the board crashed"
    assert growth(rows) <= BOUND, rows


def test_the_heap_in_the_menu_stays_the_same(soak):
    check(soak(60), touches=4000)


def test_a_leak_is_noticed(soak):
    """64 bytes a round."""
    assert growth(soak(60, "leak")) > BOUND


@pytest.mark.long
def test_the_heap_stays_the_same_for_long(soak):
    check(soak(600), touches=40000)
