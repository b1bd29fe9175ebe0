from typing import Any

class Chance:
    """A small seeded generator that is the same on both interpreters."""

    state: int
    """All there is: keep it to go on from here."""
    def __init__(self, seed: int) -> None: ...
    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
    def shuffle(self, items: list[Any]) -> None:
        """Bring a list into random order, in place."""
