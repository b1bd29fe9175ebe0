from collections.abc import Container

from .xtiles import XTiles

FORM: str

def write(state: XTiles, turn: int, seen: Container[int | None], chance: str) -> str:
    """The text of a position; hands of seats that are not `seen` are only counted."""

def read(text: str) -> XTiles:
    """The state that `position()` wrote. ValueError says what is wrong with the text."""
