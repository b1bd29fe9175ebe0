"""74HC595: serial in, eight latched outputs. Shifts on the clock's rising edge; the outputs take
over the shift register on the latch's rising edge only. Output A is bit 0."""


class HC595:
    def __init__(self):
        self.power_on()

    def power_on(self):
        self.bits = 0x5C  # whatever the flip-flops wake up with
        self.outputs = 0xA3

    def clock(self, serial):
        """One rising clock edge; gives back QH' as it was before, for the next chip."""
        out = self.bits >> 7
        self.bits = (self.bits << 1 | serial) & 0xFF
        return out

    def latch_rises(self):
        self.outputs = self.bits
