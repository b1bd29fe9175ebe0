"""Fingers on the switches: however quickly a face clicks, a contact stays long enough to count.

A press acts at once when it can. A release, and a press after it, wait until a real finger could
have done it. On the build `lite`, which has no keys on its cells, the finger walks the cursor
there with the buttons and presses OK.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from typing import Any

DOWN_US = 60_000  # how long a contact stays closed at least
UP_US = 50_000  # and open
MENU_KEY = (0, 0)


class Fingers:
    """`work` is called before every scan; `busy` while there is something left to do."""

    def __init__(self, chips: Any, cursor: Callable[[], tuple[int, int] | None]) -> None:
        self._chips = chips
        self._cursor = cursor
        self._wanted: dict[Hashable, deque[tuple[Callable[[], object], bool]]] = {}
        self._free_at: dict[Hashable, int] = {}
        self._walks: deque[tuple[int, int, bool]] = deque()
        self._walk: Iterator[int] | None = None
        self._walk_at = 0
        has_cells = chips.matrix is not None or chips.tiles or chips.touch_chips
        self.walks = not has_cells
        # Foil rows and columns take one finger at a time for one; more would look like others.
        self._one_finger = bool(chips.touch_chips)

    @property
    def busy(self) -> bool:
        return bool(self._walk or self._walks or self._wanted)

    def cell(self, x: int, y: int, down: bool) -> None:
        if not (0 <= x < 16 and 0 <= y < 16):
            raise ValueError(f"there is no key at {x}, {y}; both go from 0 to 15")
        if self.walks:
            self._walks.append((x, y, down))
            self.work()
            return
        move = self._chips.press if down else self._chips.release
        self._want("finger" if self._one_finger else (x, y), lambda: move(x, y), down)

    def button(self, signal: str, down: bool) -> None:
        buttons = [name for name in self._chips._chip["pins"] if name.startswith("BTN_")]
        if signal not in buttons:
            raise ValueError(f"there is no button {signal}; the buttons are {', '.join(buttons)}")
        self._want(signal, lambda: self._chips.button(signal, down), down)

    def let_go(self) -> None:
        """Nothing is wanted any more; what is pressed stays so."""
        self._wanted.clear()
        self._walks.clear()
        self._walk = None

    def work(self) -> None:
        now = self._chips.clock.us
        for key in list(self._wanted):
            queue = self._wanted[key]
            while queue and now >= self._free_at.get(key, 0):
                act, down = queue.popleft()
                act()
                self._free_at[key] = now + (DOWN_US if down else UP_US)
            if not queue:
                del self._wanted[key]
        if self.walks and now >= self._walk_at:
            if self._walk is None and self._walks:
                self._walk = self._steer(*self._walks.popleft())
            if self._walk is not None:
                pause = next(self._walk, None)
                if pause is None:
                    self._walk = None
                    self.work()
                else:
                    self._walk_at = now + pause

    def _want(self, key: Hashable, act: Callable[[], object], down: bool) -> None:
        self._wanted.setdefault(key, deque()).append((act, down))
        self.work()

    def _steer(self, x: int, y: int, down: bool) -> Iterator[int]:
        """The way of the cursor to a cell, the shorter one round; MENU has its own button."""
        push = self._chips.button
        signal = "BTN_MENU" if (x, y) == MENU_KEY else "BTN_OK"
        if down and signal == "BTN_OK":
            for _ in range(40):
                at = self._cursor()
                if at is None or at == (x, y):
                    break
                along, ways = (0, ("BTN_RIGHT", "BTN_LEFT")) if at[0] != x else (
                    1, ("BTN_DOWN", "BTN_UP"))  # fmt: skip
                away = ((x, y)[along] - at[along]) % 16
                step = ways[0] if away <= 8 else ways[1]
                push(step, True)
                yield DOWN_US
                push(step, False)
                yield UP_US
        push(signal, down)
        yield DOWN_US if down else UP_US
