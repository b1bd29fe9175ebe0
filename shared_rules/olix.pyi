from collections.abc import Sequence

from .state import State

PLAYERS: tuple[int, ...]
OPTIONS: dict[str, tuple[int, ...]]
SIZE: int
PIECES: int
TYPES: str
COLOURS: str
VALUES: tuple[tuple[int, ...], ...]
HIGHEST: tuple[int, ...]

def new(players: int | None = None, seed: int = 0, **options: int) -> Olix:
    """A new game; there are no options."""

def from_position(text: str) -> Olix: ...

class Olix(State):
    placed: list[int]
    """How many pieces each seat has on the grid."""
    def __init__(self) -> None: ...
    def piece(self, cell: int) -> str:
        """`.` empty, `r` red, `b` blue."""
    def columns(self) -> list[tuple[int, tuple[int, ...]]]:
        """(value, holders) for O, L, I and X; a column without markers is (0, ())."""
    def patterns(self, cell: int, seat: int) -> tuple[int, int, int, int]:
        """The best values of O, L, I and X that contain this piece; 0 for none."""
    def first(self, move: int) -> int: ...
    def steps(self, move: int) -> tuple[int, ...]:
        """The cell."""

def mark_column(column: int, value: int, holder: int) -> int:
    """A score column after a pattern of this value."""

def read_column(kind: int, text: str) -> int: ...
def reach(rows: Sequence[int], x: int, y: int, dx: int, dy: int) -> int:
    """How many own pieces stand in a row from here on, this one not counted."""

def best_run(
    rows: Sequence[int], x: int, y: int, directions: Sequence[tuple[int, int]]
) -> int: ...
def best_corner(rows: Sequence[int], x: int, y: int) -> int:
    """The best L."""

def best_rectangle(rows: Sequence[int], x: int, y: int) -> int:
    """The best O around or through the piece."""
