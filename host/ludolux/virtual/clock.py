"""The virtual clock: every bus transfer and every sleep advances it, nothing else does."""

PERIOD = 1 << 30  # MicroPython's ticks wrap around here
PATIENCE = 100


class Clock:
    def __init__(self, start_us=0):
        self.us = start_us
        self._ns = 0
        self._reads = 0
        self._alarms = []

    def advance(self, us):
        self._reads = 0
        end = self.us + us
        while self._alarms and self._alarms[0][0] <= end:
            at, ring = self._alarms.pop(0)
            self.us = max(self.us, at)
            ring()
        self.us = end

    def advance_ns(self, ns):
        ns += self._ns
        self._ns = ns % 1000
        self.advance(ns // 1000)

    def alarm(self, at_us, ring):
        """Calls ring() when the time has come; it may raise, as a power cut does."""
        self._alarms.append((at_us, ring))
        self._alarms.sort(key=lambda alarm: alarm[0])

    def ticks_us(self):
        # Whoever only ever reads the clock is waiting for it: let time pass, or it hangs.
        self._reads += 1
        if self._reads > PATIENCE:
            reads = self._reads
            self.advance(1)
            self._reads = reads
        return self.us % PERIOD

    def ticks_ms(self):
        self.ticks_us()
        return self.us // 1000 % PERIOD

    def ticks_add(self, ticks, delta):
        return (ticks + delta) % PERIOD

    def ticks_diff(self, later, earlier):
        return (later - earlier + PERIOD // 2) % PERIOD - PERIOD // 2

    def sleep_us(self, us):
        self.advance(max(us, 0))

    def sleep_ms(self, ms):
        self.advance(max(ms, 0) * 1000)
