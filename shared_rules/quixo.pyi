from .state import State

PLAYERS: tuple[int, ...]
OPTIONS: dict[str, tuple[int, ...]]
SEAT_CHOICE: int

def new(players: int | None = None, seed: int = 0, **options: int) -> Quixo:
    """A new game; the option is `size`."""

def from_position(text: str) -> Quixo: ...

class Quixo(State):
    size: int
    seats: tuple[tuple[int, ...], ...]
    def __init__(self, size: int) -> None: ...
    def cube(self, x: int, y: int) -> str:
        """`.` blank, `X` or `O`; with four players the number of the seat that the point faces."""
    def first(self, move: int) -> int: ...
    def steps(self, move: int) -> tuple[int, ...]:
        """The cube, then the end where it goes back in; with four players the seat as well."""

class TeamQuixo(Quixo): ...
