"""Records for the tests: whole games of every kind as files, made by the script of the board."""

import functools
import sys
from pathlib import Path

from kinds import PLAIN

from firmware import record

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "board"))
from records import endless, lines  # noqa: E402

GAMES = ("quixo", "lot", "olix", "lixso", "lixso-duel", "xtiles")
__all__ = ["GAMES", "data", "endless", "lines", "sealed"]


@functools.cache
def data(game, players=None, seed=3, longest=40):
    """The bytes of a whole game."""
    kind = next(k for k in PLAIN if k.game == game and players in (None, k.players))
    return b"".join(lines(kind.game, kind.players, seed, kind.options, longest))


def sealed(*bodies):
    """A record with the right checksums, whatever is in it."""
    crc, out = 0, b""
    for body in bodies:
        line, crc = record.seal(body, crc)
        out += line
    return out
