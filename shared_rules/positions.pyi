from collections.abc import Sequence
from typing import TypeVar

from .state import State

_S = TypeVar("_S", bound=State)

def split_position(
    text: str, form: str, options: Sequence[str] = ()
) -> tuple[list[str], dict[str, str], str | None]:
    """The fields of a position text, its options and the word that ended the game."""

def restore_ending(state: _S, ending: str | None) -> _S:
    """End a game that was just read by the word that its position has at the end."""
