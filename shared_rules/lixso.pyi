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
    """A puzzle: `grid=TEXT`; or a grid of a `level` (0 for any) that the seed picks, or `number`
    says; or `daily`, the grid of a day in days since 1970-01-01."""

def from_position(text: str) -> Lixso: ...

class Lixso(TileState):
    solution: tuple[int, ...] | None
    """The tiles that solve the grid if it is one of the package's."""
    def __init__(
        self,
        clues: str,
        grid_id: tuple[int, int] | None = None,
        solution: tuple[int, ...] | None = None,
    ) -> None: ...
    @property
    def stuck(self) -> bool:
        """No tile fits any more and the grid is not covered: something lies wrong."""
