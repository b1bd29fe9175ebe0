"""Push buttons to ground beside the grid, each of which closes the key it stands for."""

from array import array

from .pins import closed_at_rest, input_pin


class SideButtons:
    def __init__(self, profile):
        self.w = profile.keys["w"]
        self.h = profile.keys["h"]
        self.rows = array("H", [0] * self.h)
        self._signals = sorted(profile.side_buttons)
        self._pins = [input_pin(profile, signal) for signal in self._signals]
        self._x = bytes([profile.side_buttons[signal][0] for signal in self._signals])
        self._y = bytes([profile.side_buttons[signal][1] for signal in self._signals])

    def scan(self):
        for y in self._y:
            self.rows[y] = 0
        for i in range(len(self._pins)):
            if not self._pins[i]():
                self.rows[self._y[i]] |= 1 << self._x[i]

    def check(self):
        return closed_at_rest(self._signals, self._pins)

    def deinit(self):
        pass
