"""The game on the board as a script's author sees it: which key a word such as `c3` means now.

The link tells keys and moves; the record on the flash has the rest. The firmware's own play
screen follows them here, so that a key means the same on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import shared_rules
from ludolux.sim.record import record_text

CORNERS = {"menu": (0, 0), "undo": (15, 0), "peek": (0, 15), "done": (15, 15)}


class Mirror:
    def __init__(self, flash: Path) -> None:
        self._flash = flash
        self._play: Any = None

    def refresh(self, game: str, moves: int) -> None:
        """The game that the link tells of, with so many moves; "" when none is on."""
        if not game:
            self._play = None
        elif self._play is None or self._play.game != game or self._play.count != moves:
            self._play = self._rebuild(game)

    def key(self, x: int, y: int, down: bool) -> None:
        """A key event as the link told it."""
        if self._play is not None and (x, y) != CORNERS["menu"]:
            self._play.key(x, y, down)
            self._play.think()

    @property
    def state(self) -> Any:
        return None if self._play is None else self._play.state

    def names(self) -> dict[str, tuple[int, int]]:
        """What can be touched now, by its name in the rules."""
        found: dict[str, tuple[int, int]] = {}
        play = self._play
        if play is not None and not play._hand_over:
            for light in range(256):
                x, y = light % 16, light // 16
                choice = play.scene.choice_at(x, y, play.state, play.pick)
                if choice >= 0:
                    found.setdefault(play.state.name(choice), (x, y))
        return found

    def touches(self, text: str) -> Iterator[tuple[int, int]]:
        """The keys that play a move, one by one: the next is looked for when the last was seen.
        ValueError says what is wrong with the move."""
        play = self._play
        count = play.count
        for choice in play.state.steps(play.state.parse(text)):
            if self._play is not play or play.count != count:
                return
            if choice in play.pick.chosen and choice not in play.pick.nexts:
                continue
            name = play.state.name(choice)
            if name not in self.names():
                raise ValueError(f"no key means {name} now; scroll there, or hold peek, first")
            yield self.names()[name]

    def _rebuild(self, game: str) -> Any:
        from firmware import record, scenes  # pyright: ignore
        from firmware.screens.play import Play  # pyright: ignore

        lines = record_text(self._flash).encode().splitlines(keepends=True)
        try:
            state = record.replay(lines, shared_rules).state
        except record.RecordError:
            return None
        if state is None:
            return None
        play = Play(_Desk(), game, state, scenes.load(game))
        play.helps = play.looks_back = None  # who is not seen helps nobody
        return play


class _Desk:
    """Stands in for the app: a play screen that nobody sees keeps and tells nothing."""

    players = 1
    now = 0
    beat = 0

    def __init__(self) -> None:
        self.journal = self
        self.undoable = True

    def keep(self, *_: object) -> None: ...

    tell = sound = finished = pause = leave = go = keep
