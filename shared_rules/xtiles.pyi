from collections.abc import Sequence

from .state import State

PLAYERS: tuple[int, ...]
OPTIONS: dict[str, Sequence[int]]
TARGETS: tuple[int, ...]
TILES: str
COLOURS: str
NAMES: tuple[str, ...]
SIDES: tuple[str, ...]
HAND: int
WIDE: int
ORIGIN: int
STEPS: tuple[int, ...]
TILE_CHOICE: int
TURN_CHOICE: int
FACES: bytes

def tile_code(tile: int) -> str:
    """The colours of a tile, clockwise from a big side."""

def tile_of(code: str) -> int:
    """The number of a tile, or -1 when there is none of this code."""

def table_of(laid: Sequence[int]) -> dict[int, int]:
    """The faces on the table by cell, of the moves that laid them."""

def face_on(cell: int, tile: int, turned: int) -> int:
    """The faces of a tile that lies on a cell."""

def new(players: int | None = None, seed: int = 0, **options: int) -> XTiles:
    """A new match; the option is `target`, 0 for the rulebook's."""

def from_position(text: str) -> XTiles: ...

class XTiles(State):
    target: int
    round: int
    """Counts from 1."""
    starter: int
    """The seat that began the round."""
    rounds: list[tuple[int | None, int]]
    """(winner or None, points) of each past round."""
    drawn: int | None
    """The tile that the starter has to lay first, or None."""
    def __init__(self, players: int, target: int) -> None: ...
    def hand(self, seat: int) -> list[str]:
        """The tiles in a seat's hand. For its own eyes: `view` is what may be shown around."""
    def table(self) -> list[tuple[int, int, str, int]]:
        """(x, y, code, turned) of each tile, in the order laid."""
    def touching(self, cell: int) -> list[int]:
        """The cells with tiles beside a cell."""
    def steps(self, move: int) -> tuple[int, ...]:
        """The tile, turned or not, the cell."""
