"""What runs a firmware: the one interface of both runtimes, and how each can end."""

from __future__ import annotations

from typing import Protocol


class Restarted(Exception):
    """The chip started anew, by brown-out or because the firmware asked for it."""


class Died(Exception):
    """The firmware runs no more; the text says why, for a person."""


class Runtime(Protocol):
    """The firmware on the virtual chips. Only the chips' clock is its time."""

    name: str

    def power_on(self) -> None:
        """Boot from the folder. Restarted or Died when that fails."""
        ...

    def power_off(self) -> None:
        """Dead at once: nothing is flushed."""
        ...

    def step(self) -> None:
        """One scan of the firmware and its sleep after it. Restarted or Died may come."""
        ...

    @property
    def cursor(self) -> tuple[int, int] | None:
        """Where the cursor of a board without keys is."""
        ...

    def close(self) -> None: ...
