"""A chain of WS2812B lights: each keeps the first three bytes it hears and passes on the rest.

Only a low level of at least 280 us ends a frame. Data that comes sooner goes on down the chain.
"""

LATCH_US = 280
TOLERANCE_NS = 160
NOMINAL_NS = (400, 850, 800, 450)


class Strip:
    def __init__(self, count, order, clock, flags):
        self.count = count
        self._order = order
        self._clock = clock
        self._flags = flags
        self._cut_at = count
        self._stuck = {}
        self.bursts = 0
        self.power_on()

    def power_on(self):
        self._heard = bytearray(3 * self.count)
        self._shown = bytearray(3 * self.count)
        self._position = 0
        self._ended_us = self._clock.us - LATCH_US

    def cut(self, light):
        """Nothing reaches this light and those behind it."""
        self._cut_at = light

    def stick(self, light, red, green, blue):
        """This light shows one colour for good but still passes data on."""
        self._stuck[light] = (red, green, blue)

    def mend(self):
        self._cut_at = self.count
        self._stuck = {}

    def receive(self, data, timing):
        """One burst of bits on the data wire."""
        self.latch()
        self.bursts += 1
        for i in range(4):
            if abs(NOMINAL_NS[i] - timing[i]) > TOLERANCE_NS:
                self._flags.report(
                    "The light data has bits of %d ns instead of %d." % (timing[i], NOMINAL_NS[i])
                )
                data = bytes([0xFF]) * len(data)  # what a light makes of it is anyone's guess
        if self._position:
            self._flags.report("Light data came without the pause of %d us before it." % LATCH_US)
        for byte in data:
            if self._position < 3 * self._cut_at:
                self._heard[self._position] = byte
            self._position += 1
        self._clock.advance_ns(len(data) * 8 * (timing[0] + timing[1]))
        self._ended_us = self._clock.us

    def latch(self):
        """Shows what was heard, if the wire has been low for long enough."""
        if self._position and self._clock.us - self._ended_us >= LATCH_US:
            self._position = 0
            self._shown[:] = self._heard

    def arriving(self):
        """What they will show after the pause."""
        return self._with_stuck(self._heard)

    def shown(self):
        """What the lights show now, in the order of the wire."""
        self.latch()
        return self._with_stuck(self._shown)

    def _with_stuck(self, levels):
        if not self._stuck:
            return levels
        levels = bytearray(levels)
        for light in self._stuck:
            for i in range(3):
                levels[3 * light + self._order.index("RGB"[i])] = self._stuck[light][i]
        return levels
