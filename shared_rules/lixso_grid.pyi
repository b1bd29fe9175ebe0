from collections.abc import Sequence

from .state import State

SIZE: int
CELLS: int
SYMBOLS: str
SUPPLY: int
DIRECTIONS: tuple[str, ...]
PLACEMENTS: int
SYMBOL_CHOICE: int
RIM: int
AT: bytes
ARMS: tuple[tuple[int, int], ...]
ARM_CELLS: tuple[tuple[int, int], ...]
AROUND: tuple[tuple[int, ...], ...]
WAYS: bytes

def choose_grid(
    grid: str | None, level: int, seed: int, levels: Sequence[int], number: int | None = None
) -> tuple[str, tuple[int, int] | None]:
    """(clues, id): the grid that is given and None, or one of the package's and its id."""

def read_grid(text: str) -> str:
    """The clues of a grid as one text of 81 symbols."""

class TileState(State):
    clues: str
    """The grid as one text of 81 symbols."""
    grid_id: tuple[int, int] | None
    """(level, number) of a grid of the package; None of any other."""
    left: list[int]
    """How many tiles of I, X, S and O are left."""
    clues_touch: bool
    """May a tile lie beside a clue of its symbol that it does not cover?"""
    def __init__(
        self,
        clues: str,
        teams: tuple[tuple[int, ...], ...],
        grid_id: tuple[int, int] | None = None,
    ) -> None: ...
    def tiles(self) -> list[str]:
        """The tiles on the grid as texts, in the order played."""
    def tile_cells(self, tile: int) -> tuple[int, int, int]:
        """The elbow and the two arms of a tile, as cells."""
    def tile_on(self, cell: int) -> int | None:
        """The tile that covers a cell, or None."""
    def first(self, move: int) -> int: ...
    def steps(self, move: int) -> tuple[int, ...]:
        """The symbol, then the three cells: elbow first, or in any order."""
