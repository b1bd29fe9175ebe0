"""An I2C bus: start, address, bytes with their acknowledge, stop. Chips hang on by address.

A chip is an object with `address`, start(read, repeated) -> ack, write(byte) -> ack,
read() -> byte and stop(). Two chips at one address both answer and pull each other's ones low.
"""

NO_ANSWER = 19  # ENODEV, as the ESP32 reports a missing acknowledge


class Bus:
    def __init__(self, clock, call_us, flags):
        self.chips = []
        self._clock = clock
        self._call_us = call_us
        self._flags = flags
        self._refusals = {}

    def refuse(self, address, times):
        """The next so many transfers to this address are not acknowledged."""
        self._refusals[address] = times

    def mend(self):
        self._refusals = {}

    def write(self, address, data, freq):
        """start, address, data, stop."""
        chips = self._begin(address, False, False, freq)
        sent = self._put(chips, data, freq)
        self._end(chips)
        if sent < len(data):
            raise OSError(NO_ANSWER)

    def read(self, address, into, freq):
        chips = self._begin(address, True, False, freq)
        self._get(chips, into, freq)
        self._end(chips)

    def read_register(self, address, register, into, freq):
        """start, register, repeated start, data, stop: no stop in between."""
        chips = self._begin(address, False, False, freq)
        self._put(chips, register, freq)
        chips = [chip for chip in chips if chip.start(True, True)]
        self._pass(10, freq)
        self._get(chips, into, freq)
        self._end(chips)

    def scan(self, freq):
        found = []
        for address in range(8, 0x78):
            try:
                self.write(address, b"", freq)
                found.append(address)
            except OSError:
                pass
        return found

    def _begin(self, address, reading, repeated, freq):
        self._clock.advance(self._call_us)
        self._pass(10, freq)
        if freq > 400000:
            self._flags.report("The I2C clock of %d Hz is beyond the 400 kHz of the chips." % freq)
            raise OSError(NO_ANSWER)
        if self._refusals.get(address, 0) > 0:
            self._refusals[address] -= 1
            self._pass(1, freq)
            raise OSError(NO_ANSWER)
        chips = [
            chip
            for chip in self.chips
            if chip.address == address and chip.start(reading, repeated)
        ]
        if not chips:
            self._pass(1, freq)
            raise OSError(NO_ANSWER)
        return chips

    def _put(self, chips, data, freq):
        for sent in range(len(data)):
            self._pass(9, freq)
            if not any([chip.write(data[sent]) for chip in chips]):
                return sent
        return len(data)

    def _get(self, chips, into, freq):
        for i in range(len(into)):
            self._pass(9, freq)
            into[i] = 0xFF
            for chip in chips:
                into[i] &= chip.read()

    def _end(self, chips):
        for chip in chips:
            chip.stop()

    def _pass(self, bits, freq):
        self._clock.advance_ns(bits * (1000000000 // freq))
