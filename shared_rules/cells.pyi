from collections.abc import Iterable

def cell_name(cell: int, width: int) -> str:
    """`c1` for cell 2: a column letter and a row number, a1 at the top left."""

def names(cells: Iterable[int], width: int) -> str:
    """Several cells in a sentence: `a1, b2 and c3`."""

def number(text: str) -> int | None:
    """The number that a text without sign, blank or leading zero writes, or None."""

def read_cell(text: str, width: int, height: int) -> int:
    """The cell that a name means; NotAMove says what a name looks like on this board."""

def split_cells(text: str) -> list[str]:
    """Cut `b4c4d4` before each letter."""

def read_rows(text: str, width: int, height: int, symbols: str) -> str:
    """The symbols of a board written as rows joined by `/`, as one string."""

def write_rows(symbols: str, width: int) -> str:
    """Cut one string of symbols into rows joined by `/`."""

def read_seat(text: str, players: int) -> int:
    """The seat to move in a position text."""
