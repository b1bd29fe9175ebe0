"""Both interpreters play the same games and print the same to the byte; golden games stay so."""

from pathlib import Path

import pytest
from kinds import KINDS, ids

import shared_rules as rules

DATA = Path(__file__).parents[1] / "data"


def words(kind):
    return [kind.game, kind.players], ["%s=%s" % pair for pair in kind.options.items()]


def same(kind, on_board, on_host, first, last):
    game, options = words(kind)
    board = on_board("transcript.py", *game, first, last, *options)
    assert board == on_host("transcript.py", *game, first, last, *options)
    lines = board.decode().splitlines()
    assert len(lines) == 2 * (last - first), "\n".join(lines[-4:])


@pytest.mark.parametrize("kind", KINDS, ids=ids(KINDS))
def test_fifty_games_are_the_same_on_both(kind, on_board, on_host):
    same(kind, on_board, on_host, 0, 50)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("kind", KINDS, ids=ids(KINDS))
def test_two_thousand_games_are_the_same_on_both(kind, part, on_board, on_host):
    same(kind, on_board, on_host, 200 * part, 200 * part + 200)


@pytest.mark.parametrize("game", rules.GAMES)
def test_golden_game(game, on_host):
    """A whole game with every position; `make golden` when the rules change on purpose."""
    players = rules.load(game).PLAYERS[-1]
    golden = (DATA / "golden" / f"{game}.txt").read_bytes()
    assert on_host("transcript.py", game, players, 7, 8, "full") == golden
