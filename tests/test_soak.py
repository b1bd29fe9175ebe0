"""The heap does not grow, however long the board is touched: it is the same in the menu again.

board/heap_soak.py touches, on 32-bit MicroPython without chips. When a game has been played for
some rounds, the names in all the code that it meets are in memory for good; from then on nothing
may be added. A round that ends with more than usual is not a leak if the next ones do not.
"""

import os
import subprocess

import pytest

# What a board has, and the share of the stub and the hand that touches: see test_heap.py.
HEAP = "120k"
GAMES = ("quixo 4", "lot 2", "olix 2", "lixso 1", "lixso-duel 4", "xtiles 3")
# After these rounds all code has been read once.
SETTLED = 6
# Bytes.
BOUND = 512


@pytest.fixture(scope="module")
def soak(micropython, compiled, tmp_path_factory):
    """A function that soaks a board: for each round touches, bytes in use, crashes."""

    def run(game, rounds, *words):
        flash = tmp_path_factory.mktemp("flash")
        done = subprocess.run(
            [micropython, "-X", f"heapsize={HEAP}", "-m", "heap_soak", flash, str(rounds),
             *game.split(), *words],
            cwd=compiled, capture_output=True, text=True,
            env={**os.environ, "MICROPYPATH": f"{compiled}:{compiled / 'tests' / 'board'}"},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-500:] + done.stderr
        assert "FAILED" not in done.stdout
        print(done.stdout)
        return [tuple(map(int, line.split()[1:])) for line in done.stdout.splitlines()]

    return run


def growth(rows):
    """How much more is in use at the end than when all had been met once, in bytes."""
    used = [row[1] for row in rows]
    return min(used[-SETTLED:]) - min(used[SETTLED : 2 * SETTLED])


def check(rows, touches):
    assert rows[-1][0] >= touches
    assert not any(row[2] for row in rows), "the board crashed"
    assert growth(rows) <= BOUND, rows


@pytest.mark.parametrize("game", GAMES)
def test_the_heap_in_the_menu_stays_the_same(soak, game):
    check(soak(game, 24), touches=1400)


def test_a_leak_is_noticed(soak):
    """64 bytes a round."""
    assert growth(soak("lot 2", 24, "leak")) > BOUND


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_heap_stays_the_same_for_long(soak, game):
    check(soak(game, 200), touches=12000)
