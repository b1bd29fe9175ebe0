"""MPR121: twelve touch electrodes. Settings are taken only while it is stopped; the baseline is
what it measures in the moment it starts to run."""

IDLE_COUNT = 600  # what an electrode reads untouched, of 1023

BASELINE_US = 100000  # how long the rising baseline filter takes
REST_US = 8 * 18 * 16000  # by then the slowest settings have shown every touch

STATUS_END = 0x2A
RUN = 0x5E
SOFT_RESET = 0x80


class MPR121:
    def __init__(self, address, clock, flags):
        self.address = address
        self._clock = clock
        self._flags = flags
        self._fingers = {}  # electrode: how deep it sinks
        self._damp = set()  # electrodes that read touched for good
        self.power_on()

    def power_on(self):
        self._registers = bytearray(0x81)
        self._registers[0x5C] = 0x10
        self._registers[0x5D] = 0x24
        self._baseline = [0] * 12
        self._touched = 0
        self._since = self._clock.us
        self._at_rest = False  # nothing will change until a finger moves
        self._interrupt = False
        self._pointer = 0
        self._fresh = True

    def touch(self, electrode, depth):
        """A finger changes what this electrode reads; depth 0 takes it off."""
        self.catch_up()
        if self._fingers.get(electrode, 0) != depth:
            self._fingers[electrode] = depth
            self._since = self._clock.us
            self._at_rest = False

    def stick(self, electrode):
        self._damp.add(electrode)
        self._at_rest = False

    def mend(self):
        self._damp = set()
        self._at_rest = False

    def interrupt(self):
        self.catch_up()
        return 0 if self._interrupt else None

    def running(self):
        return bool(self._registers[RUN] & 0x3F)

    def catch_up(self):
        """Touch bits follow the electrodes once the chip has taken its samples."""
        if self._at_rest or not self.running():
            return
        waited = self._clock.us - self._since
        config = self._registers[0x5D]
        samples = (4, 6, 10, 18)[config >> 3 & 3]
        period_us = samples * (1000 << (config & 7))
        debounce = self._registers[0x5B]
        status = 0
        for electrode in range(12):
            sunk = self._baseline[electrode] - self._filtered(electrode)
            was = self._touched >> electrode & 1
            steps = 1 + (debounce >> 4 if was else debounce) % 8
            limit = self._registers[0x41 + 2 * electrode + was]
            now = sunk > limit if not was else sunk >= limit
            if waited < steps * period_us:
                now = was
            status |= (1 if now else 0) << electrode
            if sunk < 0 and self._registers[0x2B] and waited > BASELINE_US:
                # The rising filter brings a baseline taken under a finger up again.
                self._baseline[electrode] = self._filtered(electrode)
        if status != self._touched:
            self._touched = status
            self._interrupt = True
        elif waited > REST_US:
            self._at_rest = True

    def _filtered(self, electrode):
        depth = max(self._fingers.get(electrode, 0), 200 if electrode in self._damp else 0)
        return IDLE_COUNT + electrode - depth

    def start(self, reading, repeated):
        self.catch_up()
        if not reading:
            self._fresh = True
        return True

    def write(self, byte):
        if self._fresh:
            self._fresh = False
            self._pointer = byte
            return byte <= SOFT_RESET
        self._set(self._pointer, byte)
        self._pointer += 1
        return self._pointer <= SOFT_RESET + 1

    def read(self):
        value = self._get(self._pointer)
        self._pointer = (self._pointer + 1) % (SOFT_RESET + 1)
        return value

    def stop(self):
        pass

    def _set(self, register, value):
        if register == SOFT_RESET:
            if value == 0x63:
                self.power_on()
        elif register == RUN:
            starts = not self.running() and value & 0x3F
            self._registers[RUN] = value
            self._at_rest = False
            if starts:
                self._since = self._clock.us
                self._touched = 0
                for electrode in range(12):
                    # An electrode that is damp sinks below whatever it started from.
                    self._baseline[electrode] = (
                        IDLE_COUNT + electrode - self._fingers.get(electrode, 0)
                    )
        elif register > STATUS_END:
            if self.running() and not 0x73 <= register <= 0x7A:
                self._flags.report(
                    "MPR121 register 0x%02x was written while it runs; ignored." % register
                )
            else:
                self._registers[register] = value

    def _get(self, register):
        if register == 0x00:
            self._interrupt = False
            return self._touched & 0xFF
        if register == 0x01:
            return self._touched >> 8
        if 0x04 <= register < 0x1C:
            value = self._filtered((register - 4) // 2) if self.running() else 0
            return value >> 8 if register & 1 else value & 0xFF
        if 0x1E <= register < 0x2A:
            return self._baseline[register - 0x1E] >> 2
        return self._registers[register]
