"""The SPI ring: MOSI, the 595s, the 165s, MISO, all on one clock and one latch line."""

from .hc165 import HC165
from .hc595 import HC595


class Ring:
    def __init__(self, matrix, outs, ins):
        self._matrix = matrix
        self._drivers = [HC595() for _ in range((outs + 7) // 8)]
        self._readers = [HC165() for _ in range((ins + 7) // 8)]
        self._chips = self._drivers + self._readers
        # Inputs beyond the matrix have pull-ups too.
        self._spare = ((1 << 8 * len(self._readers)) - 1) ^ ((1 << ins) - 1)
        self._loading = False
        self.clock_level = 0
        self._breaks = {}  # joint: level; joint 0 is MOSI's, the last is MISO's

    def power_on(self):
        for chip in self._chips:
            chip.power_on()
        self._loading = False
        self._drive()

    def break_joint(self, joint, level):
        """The wire before chip `joint` (counted from MOSI) is stuck at 0 or 1."""
        self._breaks[joint] = level

    def mend(self):
        self._breaks = {}

    def latch(self, level):
        """The shared line: SH/LD of the 165s and RCLK of the 595s."""
        if not level:
            self._loading = True
            return
        if self._loading:
            # The last moment of the load comes before the row outputs change.
            self._load()
            self._loading = False
            if self.clock_level:
                # CLK high when SH/LD rises counts as a clock edge: only SPI mode 0 is safe.
                carry = 0
                for chip in self._readers:
                    carry = chip.clock(carry)
        for chip in self._drivers:
            chip.latch_rises()
        self._drive()

    def output(self):
        """The level at MISO."""
        if self._loading:
            self._load()
        return self._through(len(self._chips), self._chips[-1].bits >> 7)

    def clock_edge(self, level, mosi):
        rising = level and not self.clock_level
        self.clock_level = level
        if rising:
            carry = self._through(0, mosi)
            for number, chip in enumerate(self._chips):
                if self._loading and chip in self._readers:
                    carry = chip.bits >> 7
                else:
                    carry = chip.clock(carry)
                carry = self._through(number + 1, carry)

    def exchange(self, data):
        """Whole bytes in SPI mode 0, highest bit first: the same as their clock edges one by
        one, but faster. None where only the edges tell the truth."""
        if self._loading or self.clock_level or self._breaks:
            return None
        ring = bytes([chip.bits for chip in reversed(self._chips)]) + bytes(data)
        place = len(ring)
        for chip in self._chips:
            place -= 1
            chip.bits = ring[place]
        return ring[: len(data)]

    def _through(self, joint, level):
        return self._breaks.get(joint, level)

    def _load(self):
        columns = self._matrix.columns() | self._spare
        for chip in self._readers:
            chip.load(columns & 0xFF)
            columns >>= 8

    def _drive(self):
        pattern = 0
        for chip in reversed(self._drivers):
            pattern = pattern << 8 | chip.outputs
        self._matrix.drive_rows(pattern)
