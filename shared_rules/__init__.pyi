from collections.abc import Mapping, Sequence
from typing import Any, Protocol, type_check_only

from .state import IllegalMove as IllegalMove
from .state import NotAMove as NotAMove
from .state import Result as Result
from .state import State

VERSION: int
GAMES: tuple[str, ...]
SECRETS: tuple[str, ...]

@type_check_only
class Game(Protocol):
    """What the module of every game has. For annotations only: no such name at run time."""

    @property
    def PLAYERS(self) -> Sequence[int]:
        """The allowed numbers of players, the default first."""
    @property
    def OPTIONS(self) -> Mapping[str, Sequence[int]]:
        """The allowed values of each option, the default first."""
    def new(self, players: int | None = None, seed: int = 0, **options: Any) -> State:
        """A new game. ValueError says which argument is wrong and what is allowed."""
    def from_position(self, text: str) -> State:
        """The state that `position()` wrote. ValueError says what is wrong with the text."""

def load(name: str) -> Game:
    """The module of one game. ValueError when there is no game of this name."""
