"""Six push buttons to ground: a cursor pad that plays the part of a key grid.

The cursor pad makes the six buttons look like the keys of a whole board: the directions move a
cursor, OK closes the key under it, MENU closes the menu key. So nothing behind it differs.
"""

from array import array

from .pins import closed_at_rest, input_pin
from .rows import clear

MOVES = ((0, -1), (0, 1), (-1, 0), (1, 0))  # up, down, left, right
NAMES = ("up", "down", "left", "right", "ok", "menu")
OK = 4
MENU = 5


class Buttons:
    def __init__(self, profile):
        spec = profile.keys
        timing = profile.timing
        scan_ms = timing["scan_ms"]
        self.w = spec["w"]
        self.h = spec["h"]
        self.rows = array("H", [0] * self.h)
        self.cursor_x, self.cursor_y = spec["start"]
        self._pressed_x, self._pressed_y = spec["start"]
        self._menu_x, self._menu_y = spec["menu_key"]
        self._signals = [spec[name] for name in NAMES]
        self._pins = [input_pin(profile, signal) for signal in self._signals]
        self._quiet = (timing["debounce_ms"] + scan_ms - 1) // scan_ms
        self._after = timing["repeat_after_ms"] // scan_ms
        self._every = timing["repeat_ms"] // scan_ms
        self._open = bytearray([self._quiet] * len(NAMES))  # scans a button has been open
        self._held = array("H", [0] * len(NAMES))  # scans since it last acted

    def scan(self):
        """Moves the cursor and fills `rows` with the keys that OK and MENU stand for."""
        rows = self.rows
        clear(rows, self.h)
        for i in range(4):
            if self._acts(i):
                move = MOVES[i]
                self.cursor_x = (self.cursor_x + move[0]) % self.w
                self.cursor_y = (self.cursor_y + move[1]) % self.h
        if self._open[OK] >= self._quiet:
            # The key stays the one first pressed, whatever the cursor does or OK bounces.
            self._pressed_x = self.cursor_x
            self._pressed_y = self.cursor_y
        if self._closed(OK):
            rows[self._pressed_y] |= 1 << self._pressed_x
        if self._closed(MENU):
            rows[self._menu_y] |= 1 << self._menu_x

    def check(self):
        return closed_at_rest(self._signals, self._pins)

    def deinit(self):
        pass

    def _closed(self, i):
        if self._pins[i]():
            if self._open[i] < self._quiet:
                self._open[i] += 1
            return False
        self._open[i] = 0
        return True

    def _acts(self, i):
        """True on the leading edge of a press, and again and again while it is held."""
        fresh = self._open[i] >= self._quiet
        if not self._closed(i):
            return False
        if fresh:
            self._held[i] = 0
            return True
        self._held[i] += 1
        if self._held[i] >= self._after:
            self._held[i] = self._after - self._every
            return True
        return False
