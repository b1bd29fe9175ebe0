"""Plays a timeline by the clock, for the terminal and the page: pause, step, back, jump, speed.

It knows no time of its own: whoever shows it says what time it is, in seconds.
"""

from __future__ import annotations

from typing import Any

from firmware import signs  # pyright: ignore
from firmware.screens.play import TRAIL, TRAIL_STEP  # pyright: ignore
from ludolux.records.export import clock
from ludolux.records.look import Look
from ludolux.records.timeline import Timeline
from ludolux.sim.terminal.lights import GAIN

BEATS = 25  # a second
SPEEDS = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0)
EVEN_S = 1.0
# The simulator's faces brighten what a wire carries; the palette's values are meant for the eye.
AS_FACES_TAKE_IT = bytes(round(level / GAIN) for level in range(256))


class Player:
    """`version` grows with everything that stands beside the board."""

    def __init__(
        self, timeline: Timeline, look: Look, speed: float = 1.0, even: bool = False
    ) -> None:
        self.timeline = timeline
        self.look = look
        self.speed = speed
        self.even = even
        self.playing = bool(timeline.events)
        self.version = 0
        self._since: float | None = None  # when this moment began to be shown
        self._frame: bytes | None = None
        self._trail: list[int] = []
        self._trail_since = 0.0

    @property
    def at(self) -> int:
        return self.timeline.at

    @property
    def count(self) -> int:
        return len(self.timeline.events)

    # What a person does

    def toggle(self) -> None:
        """Pause or play; at the end from the start again."""
        if not self.playing and self.at == self.count:
            self.timeline.go(0)
        self.playing = not self.playing and self.count > 0
        self._changed()

    def step(self, by: int) -> None:
        """So many events on or back; that pauses."""
        self.jump(self.at + by)

    def jump(self, at: int) -> None:
        one_on = at == self.at + 1
        self.playing = False
        self.timeline.go(at)
        self._changed()
        if one_on:
            self._trail = self.look.trail()

    def set_speed(self, speed: float) -> None:
        self.speed = max(SPEEDS[0], min(speed, SPEEDS[-1]))
        self.version += 1

    def faster(self) -> None:
        self.set_speed(min([x for x in SPEEDS if x > self.speed] or [SPEEDS[-1]]))

    def slower(self) -> None:
        self.set_speed(max([x for x in SPEEDS if x < self.speed] or [SPEEDS[0]]))

    def set_even(self, even: bool) -> None:
        self.even = even
        self.version += 1

    # What time does

    def tick(self, now: float) -> None:
        """Go on to what is due by now."""
        if self._since is None:
            self._since = self._trail_since = now
        if not self.playing:
            return
        while self.at < self.count:
            due = self._since + self._lasts()
            if now < due:
                return
            self.timeline.go(self.at + 1)
            self._changed()
            self._trail = self.look.trail()
            self._since = due
            self._trail_since = now
        self.playing = False
        self.version += 1

    def _lasts(self) -> float:
        event = self.timeline.events[self.at]
        return (EVEN_S if self.even else event.thought / 1000) / self.speed

    def _changed(self) -> None:
        self.version += 1
        self._since = None
        self._frame = None
        self._trail = []

    # What is shown

    def signs(self, now: float) -> bytes:
        """The signs of the lights now, the spot along the last move included."""
        if self._frame is None:
            self._frame = self.look.frame()
        at = TRAIL_STEP * int((now - self._trail_since) * BEATS)
        if at >= len(self._trail):
            return self._frame
        frame = bytearray(self._frame)
        for light in self._trail[max(at, 0) : at + TRAIL]:
            frame[light] = signs.INK
        return bytes(frame)

    def light(self, now: float) -> bytes:
        """The lights now, for the faces of the simulator with a gamma of 1."""
        return self.look.light(self.signs(now), int(now * BEATS)).translate(AS_FACES_TAKE_IT)

    def facts(self) -> dict[str, Any]:
        """What stands beside the board, as JSON has it."""
        said, then = self.timeline.captions()
        events = self.timeline.events
        return {
            "title": self.timeline.title,
            "said": said,
            "then": then,
            "at": self.at,
            "count": self.count,
            "time": clock(events[self.at - 1].ms if self.at else 0),
            "whole": clock(events[-1].ms if events else 0),
            "playing": self.playing,
            "speed": self.speed,
            "even": self.even,
            "note": " ".join(n for n in (self.timeline.torn, self.timeline.damage) if n),
        }
