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
AROUND: tuple[tuple[int, ...], ...]

def choose_grid(grid: str | None, level: int, seed: int, levels: Sequence[int]) -> str:
    """The clues of the grid that is given, or of one of the package's that the seed picks."""

def read_grid(text: str) -> str:
    """The clues of a grid as one text of 81 symbols."""

class TileState(State):
    clues: str
    """The grid as one text of 81 symbols."""
    left: list[int]
    """How many tiles of I, X, S and O are left."""
    clues_touch: bool
    """May a tile lie beside a clue of its symbol that it does not cover?"""
    def __init__(self, clues: str, teams: tuple[tuple[int, ...], ...]) -> None: ...
    def tiles(self) -> list[str]:
        """The tiles on the grid as texts, in the order played."""
    def tile_cells(self, tile: int) -> tuple[int, int, int]:
        """The elbow and the two arms of a tile, as cells."""
    def tile_on(self, cell: int) -> int | None:
        """The tile that covers a cell, or None."""
    def steps(self, move: int) -> tuple[int, ...]:
        """The symbol, then the three cells: elbow first, or in any order."""
