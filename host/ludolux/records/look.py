"""How the board looked at a moment of a record: the firmware's own play screen and palette.

A replay has no fingers: nothing is chosen, no reason flashes. The table of X-Tiles is moved into
sight as players would; a hidden hand shows only when it is asked for and known.
"""

from __future__ import annotations

from typing import Any

from firmware import scenes  # pyright: ignore
from firmware.palette import Palette  # pyright: ignore
from firmware.screens.play import PEEK_KEY, Play  # pyright: ignore
from ludolux.records.timeline import Timeline
from ludolux.sim.scene import BEAT
from shared_rules.xtiles import WIDE

WINDOW = 6  # tiles of X-Tiles in sight each way


class Look:
    """Draws the moments of one timeline. `peek` shows the hand of the seat to move."""

    def __init__(self, timeline: Timeline, palette: str = "normal", peek: bool = False) -> None:
        self._timeline = timeline
        self._palette = Palette(palette)
        self._scene = scenes.load(timeline.header.game)
        self._peek = peek
        self._frame = bytearray(256)

    def frame(self) -> bytes:
        """The signs of the lights at the timeline's moment."""
        state = self._timeline.state
        screen = Play(_Desk(), self._timeline.header.game, state, self._scene)
        if hasattr(state, "hand"):
            self._show_table(screen, state)
        screen.pick.last = self._timeline.last
        screen.draw(self._frame)
        return bytes(self._frame)

    def trail(self) -> list[int]:
        """The lights that a spot runs along after this moment's move."""
        event, state = self._timeline.event, self._timeline.state
        if event is None or event.kind != "move" or event.move is None:
            return []
        if not hasattr(self._scene, "trail") or event.move >= state.limit:
            return []
        return list(self._scene.trail(state, event.move))

    def light(self, frame: bytes, beat: int = BEAT) -> bytes:
        """Red, green and blue of a frame at a beat, as the palette means it for the eye."""
        rgb = bytearray(768)
        self._palette.paint(frame, rgb, beat)
        return bytes(rgb)

    def _show_table(self, screen: Any, state: Any) -> None:
        if not state.result:
            screen.key(7, 7, True)  # past the screen that asks to hand the board over
            known = getattr(state, "seat", state.turn) == state.turn
            screen.key(*PEEK_KEY, self._peek and known)
        xs = [cell % WIDE - WIDE // 2 for cell in state._table]
        ys = [cell // WIDE - WIDE // 2 for cell in state._table]
        rows = WINDOW // 2 if screen.pick.peek else WINDOW
        screen.pick.look = (middle(xs, WINDOW), middle(ys, rows))


def middle(places: list[int], room: int) -> int:
    """Where the window of so many places stands: in the middle of all or, where they do not fit,
    near the last one."""
    low, high = min(places), max(places)
    if high - low < room:
        return (low + high + 1) // 2
    return max(low + room // 2, min(places[-1], high - room // 2 + 1))


class _Desk:
    """Stands in for the app behind the play screen: nobody touches, nothing is kept or told."""

    players = 1
    now = 0
    beat = 0

    def __init__(self) -> None:
        self.journal = self
        self.undoable = 0

    def keep(self, *_: object) -> None: ...

    tell = sound = finished = pause = leave = go = keep
