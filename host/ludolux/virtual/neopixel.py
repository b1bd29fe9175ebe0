"""The virtual `neopixel` module: MicroPython's own little driver, on the virtual `machine`."""

from . import machine


class NeoPixel:
    ORDER = (1, 0, 2)

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.buf = bytearray(n * 3)
        pin.init(machine.Pin.OUT)

    def __len__(self):
        return self.n

    def __setitem__(self, i, colour):
        for colour_number in range(3):
            self.buf[i * 3 + self.ORDER[colour_number]] = colour[colour_number]

    def __getitem__(self, i):
        return tuple([self.buf[i * 3 + self.ORDER[n]] for n in range(3)])

    def fill(self, colour):
        for i in range(self.n):
            self[i] = colour

    def write(self):
        machine.bitstream(self.pin, 0, (400, 850, 800, 450), self.buf)
