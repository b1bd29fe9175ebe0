"""Time that only passes when somebody waits, for boards without chips."""


class Clock:
    def __init__(self):
        self.us = 0

    def ticks_ms(self):
        return self.us // 1000

    def ticks_us(self):
        return self.us

    def ticks_diff(self, a, b):
        return a - b

    def ticks_add(self, a, b):
        return a + b

    def sleep_ms(self, ms):
        self.us += 1000 * ms

    def sleep_us(self, us):
        self.us += us
