"""How the board looked at a moment of a record: the firmware's own scenes and palette.

A replay has no fingers: nothing is chosen, no reason flashes. The table of X-Tiles is moved into
sight as players would; a hidden hand shows only when it is asked for and known.
"""

from __future__ import annotations

from typing import Any

from firmware import scenes, signs  # pyright: ignore
from firmware.palette import Palette  # pyright: ignore
from firmware.pick import Pick  # pyright: ignore
from firmware.scenes import common  # pyright: ignore
from ludolux.records.timeline import Timeline
from ludolux.sim.scene import BEAT
from shared_rules.state import PASS
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
        pick: Any = Pick()
        pick.begin(state)
        pick.last = self._timeline.last
        hidden = hasattr(state, "hand")
        if hidden:
            self._show_table(pick, state)
        frame = self._frame
        self._scene.draw(frame, state, pick)
        # The corner keys that the play screen leaves dark while they mean nothing.
        if self._timeline.at == 0:
            frame[15] = signs.OFF
        if not hidden:
            frame[240] = signs.OFF
        if not pick.chosen:
            frame[255] = signs.OFF
        if pick.nexts == {PASS}:
            common.edge(frame, state.turn, state.players, signs.WARNING)
        return bytes(frame)

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

    def _show_table(self, pick: Any, state: Any) -> None:
        known = getattr(state, "seat", state.turn) == state.turn
        pick.peek = self._peek and known and not state.result
        xs = [cell % WIDE - WIDE // 2 for cell in state._table]
        ys = [cell // WIDE - WIDE // 2 for cell in state._table]
        rows = WINDOW // 2 if pick.peek else WINDOW
        pick.look = (middle(xs, WINDOW), middle(ys, rows))


def middle(places: list[int], room: int) -> int:
    """Where the window of so many places stands: in the middle of all or, where they do not fit,
    near the last one."""
    low, high = min(places), max(places)
    if high - low < room:
        return (low + high + 1) // 2
    return max(low + room // 2, min(places[-1], high - room // 2 + 1))
