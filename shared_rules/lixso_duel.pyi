from .lixso_grid import TileState

PLAYERS: tuple[int, ...]
OPTIONS: dict[str, tuple[int, ...]]
SEATS: dict[int, tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]]

def new(players: int | None = None, seed: int = 0, **options: int | str) -> Duel:
    """A duel on `grid=TEXT`, or on a grid of a `level` that the seed picks; `clues_touch`."""

def from_position(text: str) -> Duel: ...

class Duel(TileState):
    symbols: tuple[tuple[int, ...], ...]
    """The symbols of each seat."""
    def __init__(
        self,
        clues: str,
        players: int,
        clues_touch: bool,
        grid_id: tuple[int, int] | None = None,
    ) -> None: ...
