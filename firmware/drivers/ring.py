"""A diode key matrix on a ring of 74HC595 (rows out) and 74HC165 (columns in) over SPI.

MOSI feeds the 595s, the last 595 feeds the first 165, the last 165 feeds MISO. One latch line
serves all: while low the 165s load the columns of the row that is active now; its rising edge
puts the next row on the 595s. So a transfer sends row k + 2 and receives the columns of row k.
Rows and columns are active low. The ring returns its own row pattern: that proves it whole.
"""

from array import array

import machine

from .. import clock
from ..memory import briefly
from .rows import clear

LAYOUT = "firmware.drivers.layout"
_PATTERNS = (b"\x5a\x5a\xa5\xa5", b"\xa5\xa5\x5a\x5a")


class Ring:
    def __init__(self, profile):
        spec = profile.keys
        pins = profile.pins
        self.w = spec["w"]
        self.h = spec["h"]
        self.rows = array("H", [0] * self.h)
        self.broken = False
        self.breaks = 0
        self._cells = briefly(LAYOUT, "cell_table", spec)
        self._outs, self._ins = briefly(LAYOUT, "lines", spec)
        self._check_ms = profile.timing["bus_check_ms"]
        self._checked_at = clock.ticks_ms()

        outs, ins = (self._outs + 7) // 8, (self._ins + 7) // 8
        # The columns rise slowly over their pull-ups. A transfer lies between a change of row
        # and the next load: it is made long enough to be that pause.
        pause = (spec["settle_us"] * (spec["baud"] // 1000) + 7999) // 8000
        size = max(outs, ins, pause)
        self._rx = bytearray(size)
        self._one_byte = ins == 1
        # What to send for each line, and twice all rows low for the end of a scan.
        self._patterns = [self._pattern(line, size) for line in range(self._outs + 2)]
        self._test = bytearray(outs + ins)
        self._back = bytearray(outs + ins)
        self._in_bytes = ins
        self._words = array("H", [0] * self._outs)
        self._all_open = (1 << self._ins) - 1

        self._latch = machine.Pin(pins["KEY_LATCH"], machine.Pin.OUT, value=1)
        self._spi = machine.SPI(
            profile.spi_id,
            baudrate=spec["baud"],
            polarity=0,
            phase=0,
            sck=machine.Pin(pins["KEY_SCK"]),
            mosi=machine.Pin(pins["KEY_MOSI"]),
            miso=machine.Pin(pins["KEY_MISO"]),
        )
        self.rest()

    def scan(self):
        """Fills `rows`: bit x of rows[y] is set while the key at x, y is closed."""
        clear(self.rows, self.h)
        if clock.ticks_diff(clock.ticks_ms(), self._checked_at) >= self._check_ms:
            self.prove()
        if self.broken:
            return
        # At rest all rows are low: one look at the columns tells whether any key is down.
        self.pulse()
        if self._exchange(self._outs):
            self.walk()

    def walk(self):
        """Reads row after row; _pulse and _exchange written out, for it is done so often."""
        latch = self._latch
        spi = self._spi
        rx = self._rx
        patterns = self._patterns
        self._exchange(0)
        self.pulse()
        self._exchange(1)
        for line in range(self._outs):
            latch(0)
            latch(1)
            spi.write_readinto(patterns[line + 2], rx)
            word = rx[0] if self._one_byte else rx[0] << 8 | rx[1]
            word = word & self._all_open ^ self._all_open
            self._words[line] = word
            if word:
                self._place(line, word)

    def check(self):
        """What the self-test finds wrong, as sentences; no key may be down meanwhile."""
        return briefly("firmware.drivers.ring_check", "check", self)

    def deinit(self):
        self._spi.deinit()

    def _pattern(self, line, size):
        """The bytes that pull this row line low, or all of them from the last line on."""
        pattern = bytearray([0xFF if line < self._outs else 0] * size)
        if line < self._outs:
            pattern[size - 1 - line // 8] ^= 1 << line % 8
        return pattern

    def pulse(self):
        self._latch(0)
        self._latch(1)

    def _exchange(self, line):
        """Sends the pattern of a line and gives back the closed columns."""
        rx = self._rx
        self._spi.write_readinto(self._patterns[line], rx)
        word = rx[0] if self._one_byte else rx[0] << 8 | rx[1]
        return word & self._all_open ^ self._all_open

    def _place(self, line, word):
        at = line * self._ins
        while word:
            if word & 1:
                cell = self._cells[at]
                self.rows[cell >> 4] |= 1 << (cell & 15)
            word >>= 1
            at += 1

    def rest(self):
        """All rows low, on the outputs and in the shift registers, ready for the next scan."""
        self._exchange(self._outs)
        self.pulse()
        self._exchange(self._outs)

    def prove(self):
        """Sends two patterns around the whole ring; nothing is latched, so no row changes."""
        self._checked_at = clock.ticks_ms()
        whole = self._returns(_PATTERNS[0]) and self._returns(_PATTERNS[1])
        if self.broken != (not whole):
            self.broken = not whole
            if self.broken:
                self.breaks += 1
        self.rest()

    def _returns(self, pattern):
        test, back = self._test, self._back
        for i in range(len(test)):
            test[i] = pattern[i & 3]
        self._spi.write_readinto(test, back)
        self._spi.write_readinto(test, back)
        return test == back
