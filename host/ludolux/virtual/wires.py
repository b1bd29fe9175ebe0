"""A wire at a pin of the ESP32: who drives it, what pulls it, who watches it."""

IN, OUT, OPEN_DRAIN = 1, 3, 7  # as machine.Pin numbers them on an ESP32


class Wire:
    def __init__(self, name, flags, pull=None, can_drive=True):
        self.name = name
        self.pull = pull  # a resistor on the board: 1 up, 0 down, None
        self.can_drive = can_drive  # False: input only, and no pull inside the chip
        self.drivers = []  # functions: 0, 1, or None for letting go
        self.watchers = []  # functions called with the new level
        self._flags = flags
        self._noise = 0
        self.release()

    def release(self):
        """The ESP32's side as after a reset."""
        self.mode = None
        self.value = 0
        self.chip_pull = None

    def set_mode(self, mode, chip_pull, value):
        before = self._driven()
        if mode is not None:
            self.mode = mode
        if chip_pull is not None:
            self.chip_pull = chip_pull
            if not self.can_drive:
                self._flags.report(
                    "%s asks for a pull inside the chip where there is none." % self.name
                )
        if value is not None:
            self.value = value
        self._tell(before)

    def drive(self, value):
        before = self._driven()
        self.value = 1 if value else 0
        self._tell(before)

    def _tell(self, before):
        # Watchers are inputs of other chips: they see levels of the ESP32's output change.
        now = self._driven()
        if now is not None and now != before:
            for watcher in self.watchers:
                watcher(now)

    def _driven(self):
        if self.mode == OUT:
            return self.value
        if self.mode == OPEN_DRAIN and not self.value:
            return 0
        return None

    def level(self):
        levels = [driver() for driver in self.drivers]
        levels.append(self._driven())
        if 0 in levels:
            if 1 in levels:
                self._flags.report("%s is driven high and low at the same time." % self.name)
            return 0
        if 1 in levels:
            return 1
        if self.pull is not None:
            return self.pull
        if self.chip_pull is not None and self.can_drive:
            return self.chip_pull
        # An open input catches hum: it reads one way, then the other.
        self._flags.report("%s was read while it floats." % self.name)
        self._noise = (self._noise * 5 + 3) % 64
        return self._noise >> 4 & 1
