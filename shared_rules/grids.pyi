LEVELS: tuple[int, ...]
COUNT: int
"""How many grids each level has; their numbers go from 1."""
HEAD: bytes
GRID_BYTES: int
CELLS: int
ELBOW: tuple[int, ...]
ARMS: tuple[tuple[int, int], ...]

def read(level: int, number: int) -> tuple[str, list[int]]:
    """A grid by its id: its clues as one text of 81 symbols, and its solution as tile codes."""

def one_of(pack: bytes, level: int, number: int) -> bytes:
    """The 24 bytes of one grid, out of a pack that is whole; else a ValueError says so."""

def unpack(packed: bytes) -> tuple[str, list[int]]:
    """(clues, solution) of the 24 bytes of a grid."""

def daily(days: int) -> tuple[int, int]:
    """The id (level, number) of the grid of a day, given in days since 1970-01-01."""
