"""An SPI bus master: turns bytes into clock edges and samples in any of the four modes."""


class Bus:
    def __init__(self, clock, call_us):
        self._clock = clock
        self._call_us = call_us
        self._mosi = 0
        self.slave = None  # a ring, if the pins used are those it is wired to

    def transfer(self, data, into, baudrate, polarity, phase, lsb_first):
        """Sends data and, where `into` is given, keeps what comes back."""
        self._clock.advance(self._call_us)
        got = None
        if self.slave is None:
            got = bytes(len(data))
        elif not polarity and not phase and not lsb_first:
            got = self.slave.exchange(data)
        if got is None:
            got = [self._bits(byte, polarity, phase, lsb_first) for byte in data]
        if into is not None:
            for i in range(len(got)):
                into[i] = got[i]
        self._clock.advance_ns(len(data) * 8 * (1000000000 // baudrate))

    def idle(self, polarity):
        """The clock's level between transfers."""
        if self.slave is not None:
            self.slave.clock_edge(polarity, 0)

    def _bits(self, byte, polarity, phase, lsb_first):
        slave = self.slave
        got = 0
        for n in range(8):
            at = n if lsb_first else 7 - n
            mosi = byte >> at & 1
            if phase and not polarity:
                # MOSI changes with the rising edge, too late for chips that look at it then,
                # and MISO is sampled at the falling edge, when it has already moved on.
                slave.clock_edge(1, self._mosi)
                slave.clock_edge(0, mosi)
                bit = slave.output()
            elif phase:
                slave.clock_edge(0, mosi)
                bit = slave.output()
                slave.clock_edge(1, mosi)
            else:
                bit = slave.output()
                slave.clock_edge(1 - polarity, mosi)
                slave.clock_edge(polarity, mosi)
            self._mosi = mosi
            got |= bit << at
        return got
