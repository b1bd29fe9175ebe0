"""74HC165: eight inputs, serial out. While SH/LD is low it follows its inputs and ignores the
clock; then it shifts on rising edges, input H (bit 7) first."""


class HC165:
    def __init__(self):
        self.power_on()

    def power_on(self):
        self.bits = 0x39  # whatever the flip-flops wake up with

    def load(self, inputs):
        self.bits = inputs

    def clock(self, serial):
        """One rising clock edge; gives back QH as it was before, for the next chip."""
        out = self.bits >> 7
        self.bits = (self.bits << 1 | serial) & 0xFF
        return out
