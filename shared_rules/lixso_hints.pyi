from collections.abc import Sequence
from typing import NamedTuple

from .lixso import Lixso

class Hint(NamedTuple):
    cell: int
    tile: int
    technique: str
    """single, locked, what if, long what if, or wrong."""

MOST: int
COVERED: int
TRIALS: tuple[tuple[str, int], ...]
CORNER: tuple[int, ...]
COVERING: tuple[tuple[int, int, int, int], ...]

def wrong_tiles(state: Lixso, solution: Sequence[int] | None) -> list[int]:
    """The tiles that lie where the solution has another one, in the order played."""

def solvable(state: Lixso, solution: Sequence[int] | None) -> bool | None:
    """Can the puzzle still be solved from here, without taking a tile off? None: not known."""

def area(cell: int) -> list[int]:
    """The ninth of the grid that the cell is in, as nine cells."""

def hint(state: Lixso, solution: Sequence[int] | None) -> Hint | None:
    """The next tile, or None when there is none to give."""
