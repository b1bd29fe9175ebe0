from .lixso_grid import TileState

PLAYERS: tuple[int, ...]
OPTIONS: dict[str, tuple[int, ...]]
DOUBTED: int
TAKE: int
TURN: int
SWEEP: int
DOUBT_CHOICE: int
TAKE_CHOICE: int
TURN_CHOICE: int
SWEEP_CHOICE: int

def new(players: int | None = None, seed: int = 0, **options: int | str) -> Lixso:
    """A puzzle: `grid=TEXT`, or the grid of a `level` (0 for any) that the seed picks."""

def from_position(text: str) -> Lixso: ...

class Lixso(TileState):
    def __init__(self, clues: str) -> None: ...
    @property
    def stuck(self) -> bool:
        """No tile fits any more and the grid is not covered: something lies wrong."""
