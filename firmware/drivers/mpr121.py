"""Touch rows and columns on MPR121 capacitive chips, twelve electrodes each.

One finger at a time: two fingers light two rows and two columns, which make four crossings.
While that lasts the last clear reading is held. A finger covers neighbouring lines, so the line
that sank furthest below its baseline is the one meant.
"""

from array import array

from .. import clock
from .rows import clear

STATUS = 0x00
FILTERED = 0x04
BASELINE = 0x1E
BASELINE_FILTER = 0x2B
THRESHOLDS = 0x41
DEBOUNCE = 0x5B
FILTER_1 = 0x5C
FILTER_2 = 0x5D
RUN = 0x5E
SOFT_RESET = 0x80

AFTER_RESET = 0x24  # what FILTER_2 reads after a reset: the chip's proof of identity
PALM = 4  # that many neighbouring lines at once are no finger


class MPR121:
    def __init__(self, profile, i2c):
        spec = profile.keys
        self.w = spec["w"]
        self.h = spec["h"]
        self.rows = array("H", [0] * self.h)
        self.unclear = 0  # readings set aside because of a second finger or a palm
        self.errors = 0  # readings that failed on the bus
        self._i2c = i2c
        self._addresses = profile.i2c["addresses"]
        self._columns = bytes(spec["columns"])
        self._rows = bytes(spec["rows"])
        self._touch = spec["touch"]
        self._release = spec["release"]
        chips = len(self._addresses)
        self._status = array("H", [0] * chips)
        self._two = bytearray(2)
        self._at_x = self._at_y = -9
        self._filtered = [bytearray(24) for _ in range(chips)]
        self._baseline = [bytearray(12) for _ in range(chips)]
        self._alive = bytearray(chips)
        self._check_ms = profile.timing["bus_check_ms"]
        self._tried_at = clock.ticks_ms()
        for chip in range(chips):
            self._start(chip)

    def scan(self):
        """Fills `rows` with the one cell under the finger, if any."""
        touched = False
        if clock.ticks_diff(clock.ticks_ms(), self._tried_at) >= self._check_ms:
            self._try_again()
        for chip in range(len(self._addresses)):
            status = 0
            if self._alive[chip] and self._fetch(chip, STATUS, self._two):
                status = (self._two[0] | self._two[1] << 8) & 0xFFF
            self._status[chip] = status
            touched = touched or status
        if not touched:
            clear(self.rows, self.h)
            self._at_x = -9
            return
        for chip in range(len(self._addresses)):
            if self._status[chip]:
                self._fetch(chip, FILTERED, self._filtered[chip])
                self._fetch(chip, BASELINE, self._baseline[chip])
        x = self._line(self._columns)
        y = self._line(self._rows)
        if x == -1 or y == -1:
            self.unclear += 1
            return
        if near(x, self._at_x) and near(y, self._at_y):
            # A finger that is lifted leaves its lines one after the other: it has not moved.
            return
        clear(self.rows, self.h)
        if x >= 0 and y >= 0:
            self.rows[y] = 1 << x
            self._at_x = x
            self._at_y = y

    def check(self):
        """Starts all chips anew and says what is wrong, as sentences; no finger meanwhile."""
        found = []
        for chip in range(len(self._addresses)):
            address = self._addresses[chip]
            if not self._start(chip):
                found.append(
                    "No MPR121 answers as expected at 0x%02x: it has no power or its "
                    "ADDR pin is wired otherwise. Check both, then the two I2C wires." % address
                )
        clock.sleep_ms(50)
        for chip in range(len(self._addresses)):
            if self._alive[chip] and self._fetch(chip, STATUS, self._two):
                if self._two[1] & 0x80:
                    found.append(
                        "The MPR121 at 0x%02x reports a wrong current at its REXT pin. "
                        "Check its 75k resistor." % self._addresses[chip]
                    )
                status = (self._two[0] | self._two[1] << 8) & 0xFFF
                for line in range(12):
                    if status >> line & 1:
                        found.append(
                            "Electrode %d of the MPR121 at 0x%02x is touched at rest: "
                            "its foil is shorted or damp. Dry it or cut it free."
                            % (line, self._addresses[chip])
                        )
        return found

    def deinit(self):
        for chip in range(len(self._addresses)):
            self._write(chip, RUN, 0)

    def _start(self, chip):
        """Resets and configures a chip. It takes settings only while stopped, so RUN is last."""
        self._alive[chip] = 1
        good = self._write(chip, SOFT_RESET, 0x63) and self._write(chip, RUN, 0)
        good = good and self._fetch(chip, FILTER_2, self._two) and self._two[0] == AFTER_RESET
        if good:
            for line in range(12):
                self._write(chip, THRESHOLDS + 2 * line, self._touch)
                self._write(chip, THRESHOLDS + 2 * line + 1, self._release)
            # Baseline: up at once (a finger at power-up), down slowly, still while touched.
            for i, value in enumerate((1, 1, 0x0E, 0, 1, 5, 1, 0, 0, 0, 0)):
                self._write(chip, BASELINE_FILTER + i, value)
            self._write(chip, DEBOUNCE, 0)
            self._write(chip, FILTER_1, 0x10)
            self._write(chip, FILTER_2, 0x20)  # sample every ms instead of every 16 ms
            good = self._write(chip, RUN, 0x8F)
        self._alive[chip] = 1 if good else 0
        return good

    def _try_again(self):
        self._tried_at = clock.ticks_ms()
        for chip in range(len(self._addresses)):
            if not self._alive[chip]:
                self._start(chip)

    def _line(self, electrodes):
        """The line of the touched ones that sank most; -1 unclear, -2 none."""
        best = -1
        depth = -1
        run = runs = 0
        for i in range(len(electrodes)):
            chip = electrodes[i] // 12
            pin = electrodes[i] % 12
            if self._status[chip] >> pin & 1:
                run += 1
                if run == 1:
                    runs += 1
                if run >= PALM:
                    return -1
                values = self._filtered[chip]
                sunk = (self._baseline[chip][pin] << 2) - (
                    values[2 * pin] | values[2 * pin + 1] << 8
                )
                if sunk > depth:
                    depth = sunk
                    best = i
            else:
                run = 0
        if runs == 0:
            return -2
        return best if runs == 1 else -1

    def _fetch(self, chip, register, into):
        for _ in range(3):
            try:
                self._i2c.readfrom_mem_into(self._addresses[chip], register, into)
                return True
            except OSError:
                clock.sleep_us(300)
        return self._failed(chip)

    def _write(self, chip, register, value):
        self._two[0] = register
        self._two[1] = value
        for _ in range(3):
            try:
                self._i2c.writeto(self._addresses[chip], self._two)
                return True
            except OSError:
                clock.sleep_us(300)
        return self._failed(chip)

    def _failed(self, chip):
        self.errors += 1
        self._alive[chip] = 0
        return False


def near(line, last):
    """Whether a finger that was on the line `last` can still be what is felt, or felt no more."""
    return last >= 0 and (line == -2 or -1 <= line - last <= 1)
