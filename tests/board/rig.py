"""A virtual board with the real drivers on it, or others in their place; for both interpreters."""

import json
import sys

_ROOT = __file__.rsplit("/", 1)[0] + "/../.."
for _folder in (_ROOT + "/host", _ROOT):
    if _folder not in sys.path:
        sys.path.insert(0, _folder)

from ludolux.virtual.board import Board  # noqa: E402

BOARD_JSON = _ROOT + "/hardware/board.json"


def board_data():
    with open(BOARD_JSON) as file:
        return json.load(file)


class Rig:
    """board: the virtual one; hw: lights, keys, buzzer as the firmware has them."""

    def __init__(self, build, mcu="esp32", data=None, board=None, start_us=0, **drivers):
        data = data or board_data()
        self.board = board or Board(data, build, mcu, start_us=start_us)
        self.board.switch_on()
        from firmware import boards
        from firmware.drivers.assemble import Hardware

        self.profile = boards.load(data, build, mcu)
        kind = _with(Hardware, drivers) if drivers else Hardware
        self.hw = kind(self.profile)
        if "logic" in drivers:
            self.hw.keys = drivers["logic"](self.hw.keys.driver, self.profile, self.hw.keys.side)
        self.lights = self.hw.lights
        self.keys = self.hw.keys
        self.driver = self.hw.keys.driver

    def scan(self, times=1, ms=None):
        """Time passes and the keys are read, so many times; the events since then."""
        events = []
        for _ in range(times):
            self.board.clock.sleep_ms(ms or self.profile.timing["scan_ms"])
            self.keys.update()
            events += self.events()
        return events

    def events(self):
        found = []
        while True:
            event = self.keys.next()
            if event < 0:
                return found
            found.append(("press" if event & 256 else "release", event & 15, event >> 4 & 15))

    def pressed(self):
        """The cells whose keys the driver itself reads closed, without any filter."""
        self.driver.scan()
        return cells(self.driver.rows)

    def show(self, frame):
        """Shows a frame and waits until the lights have taken it; what they show then."""
        self.lights.show(frame)
        self.board.clock.sleep_ms(1)
        return self.board.lights()

    @property
    def flags(self):
        return self.board.flags.raised


def cells(rows):
    return [(x, y) for y in range(len(rows)) for x in range(16) if rows[y] >> x & 1]


def frame(w, h, lit):
    """A frame from {(x, y): (red, green, blue)}."""
    data = bytearray(3 * w * h)
    for x, y in lit:
        for i in range(3):
            data[3 * (y * w + x) + i] = lit[x, y][i]
    return data


def _with(kind, drivers):
    """Hardware that takes other classes for its lights, keys or tiles."""

    class Changed(kind):
        def _tile_bus(self):
            if self._tiles is None and "tiles" in drivers:
                self._tiles = drivers["tiles"](self.profile, self._bus())
            return kind._tile_bus(self)

        def _open_lights(self):
            if "lights" not in drivers:
                return kind._open_lights(self)
            if self.profile.lights["driver"] == "ws2812":
                return drivers["lights"](self.profile)
            return drivers["lights"](self.profile, self._tile_bus())

        def _open_keys(self):
            if "keys" not in drivers:
                return kind._open_keys(self)
            driver = self.profile.keys["driver"]
            if driver == "mpr121":
                return drivers["keys"](self.profile, self._bus())
            if driver == "neotrellis":
                return drivers["keys"](self.profile, self._tile_bus())
            return drivers["keys"](self.profile)

    return Changed
