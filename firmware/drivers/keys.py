"""Key events from any key driver: ghosts rejected, bounces filtered, stuck keys masked.

A change acts at once, on its leading edge; then that key is ignored until its contact has been
quiet for the debounce time. Events wait as small ints in a fixed ring buffer:
x | y << 4 | PRESSED. When it is full a change is taken a scan later, never lost.
"""

from array import array

from .. import clock
from .rows import find_active, ghosted, keep_common

PRESSED = 256
_ROOM = 64


class Keys:
    def __init__(self, driver, profile, side=None):
        self.driver = driver
        self.side = side
        self.w = driver.w
        self.h = driver.h
        timing = profile.timing
        self.down = array("H", [0] * self.h)  # what the events say, bit x of down[y]
        self.masked = array("H", [0] * self.h)  # closed since power-up: held or stuck
        self.ghosts = 0  # scans set aside by the rectangle rule
        self.stuck = False  # whether `masked` now means stuck for good
        self._rectangles = profile.keys["ghosts"] == "rectangle"
        self._quiet = (timing["debounce_ms"] + timing["scan_ms"] - 1) // timing["scan_ms"]
        self._stuck_ms = timing["stuck_ms"]
        none = [0] * self.h
        self._side = array("H", none) if side is None else side.rows
        self._seen = array("H", none)  # the last reading
        self._busy = array("H", none)  # keys that are not quiet yet
        self._bounced = array("H", none)
        self._active = array("H", none)
        self._wait = bytearray(self.w * self.h)
        self._events = array("H", [0] * _ROOM)
        self._first = 0
        self._count = 0
        self._started = False
        self._started_at = clock.ticks_ms()

    def update(self):
        """Scans once; gives back how many events wait. Call it every scan_ms."""
        rows = self.driver.rows
        self.driver.scan()
        if self.side is not None:
            self.side.scan()
        if self._rectangles and ghosted(rows, self.h):
            self.ghosts += 1
            return self._count
        if not self.stuck:
            self._find_held(rows)
        if find_active(
            rows,
            self._side,
            self.masked,
            self._seen,
            self.down,
            self._busy,
            self._bounced,
            self._active,
            self.h,
        ):
            for y in range(self.h):
                if self._active[y]:
                    self._settle(y)
        return self._count

    def next(self):
        """The oldest event, or -1 when there is none."""
        if not self._count:
            return -1
        event = self._events[self._first]
        self._first = (self._first + 1) % _ROOM
        self._count -= 1
        return event

    def is_down(self, x, y):
        return bool(self.down[y] >> x & 1)

    def held_at_start(self, x, y):
        """Whether this key has been closed ever since power-up: MENU asks for safe mode so."""
        return bool(self.masked[y] >> x & 1)

    def deinit(self):
        self.driver.deinit()

    def _find_held(self, rows):
        """Keys closed since the first scan are silent; after stuck_ms they stay so."""
        keep_common(self.masked, rows, self._side, 0 if self._started else 1, self.h)
        if not self._started:
            self._started = True
            self._started_at = clock.ticks_ms()
        elif clock.ticks_diff(clock.ticks_ms(), self._started_at) >= self._stuck_ms:
            self.stuck = True

    def _settle(self, y):
        raw = self._seen[y]
        bounced = self._bounced[y]
        active = self._active[y]
        at = y * self.w
        bit = 1
        while active:
            if active & 1:
                wait = self._wait[at]
                if wait:
                    wait = self._quiet if bounced & bit else wait - 1
                if not wait and (raw ^ self.down[y]) & bit and self._count < _ROOM:
                    self.down[y] ^= bit
                    last = (self._first + self._count) % _ROOM
                    self._events[last] = at - y * self.w | y << 4 | (PRESSED if raw & bit else 0)
                    self._count += 1
                    wait = self._quiet
                self._wait[at] = wait
                if wait:
                    self._busy[y] |= bit
                else:
                    self._busy[y] &= ~bit
            active >>= 1
            bit <<= 1
            at += 1
