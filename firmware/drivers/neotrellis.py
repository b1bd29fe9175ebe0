"""NeoTrellis tiles (4x4 keys and lights each, seesaw chip): both a key and a light driver.

A tile's key FIFO holds 127 edges; a tile's 48 light bytes wait in its memory until SHOW.
"""

from array import array

from .. import clock
from ..native import micropython, ptr8
from .light import Light
from .pins import input_pin
from .rows import clear, merge

# Module and function bytes that start a command.
LIGHT_PIN = b"\x0e\x01\x03"
LIGHT_SPEED = b"\x0e\x02\x01"
LIGHT_LENGTH = b"\x0e\x03\x00\x30"
SHOW = b"\x0e\x05"
INTERRUPT = b"\x10\x02\x01"
COUNT = b"\x10\x04"
FIFO = b"\x10\x10"

HALF = 24  # a tile's 48 light bytes go in two halves: more than 29 at once are refused
PRESSED = 3  # edges as the chip names them
RELEASED = 2
BOTH_EDGES = 0x19
FULL = 100  # from here on events may have been dropped


class NeoTrellisKeys:
    def __init__(self, profile, tiles):
        spec = profile.keys
        self.w = spec["w"]
        self.h = spec["h"]
        self.rows = array("H", [0] * self.h)
        self.overflows = 0
        self._tiles = tiles
        self._across = self.w // 4
        self._down = array("H", [0] * self.h)
        count = len(tiles.addresses)
        self._alive = bytearray(count)
        self._counts = bytearray(count)
        self._one = bytearray(1)
        self._few = bytearray(4)
        self._many = bytearray(32)
        self._enable = bytearray((0x10, 0x01, 0, BOTH_EDGES))
        self._check_ms = profile.timing["bus_check_ms"]
        self._polled_at = clock.ticks_ms()
        # Low while any tile has events: all tiles pull the same wire.
        self._waiting = input_pin(profile, "KEY_INT")
        for tile in range(count):
            self._start(tile)

    def scan(self):
        """Fills `rows`. A key pressed and released since the last scan shows once."""
        clear(self.rows, self.h)
        self._collect()
        merge(self.rows, self._down, self.h)

    def _collect(self):
        # A lost interrupt wire must not mean a dead board: look anyway now and then.
        due = clock.ticks_diff(clock.ticks_ms(), self._polled_at) >= self._check_ms
        if self._waiting() and not due:
            return
        if due:
            self._polled_at = clock.ticks_ms()
            for tile in range(len(self._alive)):
                if not self._alive[tile]:
                    self._start(tile)
        # Ask all tiles first, so that they work at the same time, then collect.
        self._ask_all(COUNT, 500)
        for tile in range(len(self._alive)):
            if self._alive[tile] and self._tiles.read(tile, self._one) and self._one[0] < 128:
                self._counts[tile] = self._one[0]
            else:
                self._counts[tile] = 0
        self._ask_all(FIFO, 1000)
        for tile in range(len(self._alive)):
            count = self._counts[tile]
            if not count:
                continue
            if count > FULL:
                self._start_over(tile)
                continue
            events = self._few if count <= len(self._few) else self._many
            if self._tiles.read(tile, events):
                for i in range(len(events)):
                    self._take(tile, events[i])
            else:
                self._lose(tile)

    def check(self):
        return self._tiles.check()

    def deinit(self):
        pass

    def _ask_all(self, command, wait):
        asked = False
        for tile in range(len(self._alive)):
            if self._alive[tile] and (command is COUNT or self._counts[tile]):
                asked = True
                if not self._tiles.write(tile, command):
                    self._counts[tile] = 0
                    self._lose(tile)
        if asked:
            clock.sleep_us(wait)

    def _take(self, tile, event):
        number = event >> 2
        column = number & 7
        row = number >> 3
        if column > 3 or row > 3:
            return  # 0xFF: read past the end
        x = tile % self._across * 4 + column
        y = tile // self._across * 4 + row
        if event & 3 == PRESSED:
            self._down[y] |= 1 << x
            self.rows[y] |= 1 << x
        elif event & 3 == RELEASED:
            self._down[y] &= ~(1 << x)

    def _start(self, tile):
        """Asks for both edges of all keys; a new or returned tile knows nothing of it."""
        command = self._enable
        good = True
        for key in range(16):
            command[2] = (key >> 2) * 8 + (key & 3)
            good = good and self._tiles.write(tile, command)
        self._alive[tile] = 1 if good and self._tiles.write(tile, INTERRUPT) else 0

    def _lose(self, tile):
        self._alive[tile] = 0
        self._release_all(tile)

    def _start_over(self, tile):
        """Events were dropped, so what is down is unknown: empty the FIFO, release all."""
        self.overflows += 1
        for _ in range(4):
            self._tiles.read(tile, self._many)
            self._tiles.write(tile, FIFO)
            clock.sleep_us(1000)
        self._release_all(tile)

    def _release_all(self, tile):
        four = 15 << tile % self._across * 4
        y = tile // self._across * 4
        for i in range(4):
            self._down[y + i] &= ~four
            self.rows[y + i] &= ~four


@micropython.viper
def half_changed(wire: ptr8, sent: ptr8, start: int, command: ptr8) -> int:
    """Copies one half tile behind the command's four bytes; 1 if it differs from what is out."""
    changed = 0
    for i in range(24):
        value = int(wire[start + i])
        if int(sent[start + i]) != value:
            changed = 1
        command[4 + i] = value
    return changed


@micropython.viper
def tile_light(levels: ptr8, start: int) -> int:
    total = 0
    for i in range(48):
        total += int(levels[start + i])
    return total


@micropython.viper
def keep_half(sent: ptr8, start: int, command: ptr8):
    for i in range(24):
        sent[start + i] = command[4 + i]


class NeoTrellisLights(Light):
    def __init__(self, profile, tiles):
        super().__init__(profile)
        self._tiles = tiles
        self._sent = bytearray(3 * self.lights)
        # Tiles that must be set up and sent in full: new ones and those that did not answer.
        self._unknown = bytearray([1] * len(tiles.addresses))
        self._half = bytearray(4 + HALF)
        self._half[0] = 0x0E
        self._half[1] = 0x04

    def refresh(self):
        super().refresh()
        for tile in range(len(self._unknown)):
            self._unknown[tile] = 1

    def dark(self):
        self.refresh()
        super().dark()

    def check(self):
        return self._tiles.check()

    def _send(self):
        # Tiles that get darker go first: half old, half new must not exceed the budget either.
        return self._send_tiles(False) & self._send_tiles(True)

    def _send_tiles(self, brighter):
        good = True
        for tile in range(len(self._unknown)):
            start = tile * 48
            if brighter == (tile_light(self._wire, start) > tile_light(self._sent, start)):
                sent = self._send_tile(tile)
                self._unknown[tile] = 0 if sent else 1
                good = good and sent
        return good

    def _send_tile(self, tile):
        """Sends the halves that changed and lets the tile show them."""
        tiles = self._tiles
        unknown = self._unknown[tile]
        if unknown and not (
            tiles.write(tile, LIGHT_PIN)
            and tiles.write(tile, LIGHT_SPEED)
            and tiles.write(tile, LIGHT_LENGTH)
        ):
            return False
        touched = False
        for part in range(2):
            start = tile * 48 + part * HALF
            if half_changed(self._wire, self._sent, start, self._half) or unknown:
                self._half[3] = part * HALF
                if not tiles.write(tile, self._half):
                    return False
                keep_half(self._sent, start, self._half)
                touched = True
        return not touched or tiles.write(tile, SHOW)
