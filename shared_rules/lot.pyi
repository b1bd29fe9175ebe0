from .state import State

PLAYERS: tuple[int, ...]
OPTIONS: dict[str, tuple[int, ...]]
SIZE: int
CELLS: int
PIECES: int
SWAP: int
SWAP_CHOICE: int
EMPTY: int
LIGHT: int
DARK: int
STACK: int
OUT: int
SYMBOLS: str
RIM: int
DIRECTIONS: tuple[int, ...]
ON_BOARD: bytes

def new(players: int | None = None, seed: int = 0, **options: int) -> Lot:
    """A new game; there are no options."""

def from_position(text: str) -> Lot: ...

class Lot(State):
    light: int
    """The seat with the light pieces."""
    reserve: list[int]
    """What light and dark have left."""
    def __init__(self) -> None: ...
    def piece(self, cell: int) -> str:
        """`.` empty, `w b` a single, `W B` a stack."""
    def first(self, move: int) -> int: ...
    def steps(self, move: int) -> tuple[int, ...]:
        """The cell; with a line the piece that stays and, if that leaves a choice, the others."""

def line_cells(line: int) -> tuple[int, int, int]:
    """The three cells of a line."""

def fits(line: int) -> bool:
    """Does the line stay on the board?"""
