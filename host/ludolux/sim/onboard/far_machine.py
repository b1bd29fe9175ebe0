"""The `machine` of a firmware whose chips live on the host: each call goes down the pipe.

It has what the firmware uses of an ESP32's; host/ludolux/virtual/machine.py is the other end.
"""

import struct

import far
import far_kinds as kinds

PWRON_RESET, HARD_RESET, WDT_RESET, DEEPSLEEP_RESET, SOFT_RESET = 1, 2, 3, 4, 5

clock = far.Clock()
_handles = 0


def _handle():
    global _handles
    _handles += 1
    return _handles


class Pin:
    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2

    def __init__(self, number, mode=None, pull=-1, value=None):
        self.number = number
        self.handle = _handle()
        self.init(mode, pull, value)

    def init(self, mode=None, pull=-1, value=None):
        far.request(
            kinds.PIN,
            bytes(
                [
                    self.handle,
                    self.number,
                    kinds.NONE if mode is None else mode,
                    kinds.NONE if pull in (None, -1) else pull,
                    kinds.NONE if value is None else value,
                ]
            ),
        )

    def value(self, level=None):
        far.time_passed()
        if level is None:
            return far.request(kinds.GET, bytes([self.handle]))[0]
        far.post(kinds.SET, self.handle, 1 if level else 0)
        return None

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)


class SPI:
    MSB = 0
    LSB = 1

    def __init__(
        self, number, baudrate=500000, polarity=0, phase=0, bits=8, firstbit=0,
        sck=None, mosi=None, miso=None,
    ):  # fmt: skip
        self._head = bytes([_handle()])
        far.request(
            kinds.SPI,
            self._head
            + bytes([sck.handle, mosi.handle, miso.handle, polarity, phase, firstbit])
            + struct.pack("<I", baudrate),
        )

    def deinit(self):
        pass

    def write(self, data):
        self._exchange(data, None)

    def readinto(self, into, write=0):
        self._exchange(bytes([write]) * len(into), into)

    def write_readinto(self, data, into):
        if len(data) != len(into):
            raise ValueError("buffers must be the same length")
        self._exchange(data, into)

    def _exchange(self, data, into):
        far.time_passed()
        far.request(kinds.EXCHANGE, self._head, data, into)


class I2C:
    def __init__(self, number, scl=None, sda=None, freq=400000, timeout=50000):
        self._handle = _handle()
        head = bytes([self._handle, scl.handle, sda.handle])
        far.request(kinds.I2C, head + struct.pack("<I", freq))

    def scan(self):
        return list(self._ask(kinds.SCAN, 0))

    def writeto(self, address, data, stop=True):
        self._ask(kinds.WRITE, address, data)
        return len(data)

    def writeto_mem(self, address, register, data, addrsize=8):
        self._ask(kinds.WRITE, address, bytes([register]) + bytes(data))

    def readfrom_into(self, address, into, stop=True):
        self._ask(kinds.READ, address, struct.pack("<H", len(into)), into)

    def readfrom_mem_into(self, address, register, into, addrsize=8):
        self._ask(kinds.READ_REGISTER, address, struct.pack("<BH", register, len(into)), into)

    def _ask(self, kind, address, data=b"", into=None):
        far.time_passed()
        return far.request(kind, bytes([self._handle, address]), data, into)


class PWM:
    def __init__(self, pin, freq=5000, duty_u16=32768):
        self._handle = _handle()
        head = bytes([self._handle, pin.handle])
        far.request(kinds.PWM, head + struct.pack("<IH", freq, duty_u16))

    def freq(self, hz):
        far.request(kinds.HZ, bytes([self._handle]) + struct.pack("<I", hz))

    def duty_u16(self, duty):
        far.request(kinds.DUTY, bytes([self._handle]) + struct.pack("<H", duty))

    def deinit(self):
        self.duty_u16(0)


def bitstream(pin, encoding, timing, data):
    far.time_passed()
    far.request(kinds.BITS, bytes([pin.handle]) + struct.pack("<HHHH", *timing), data)


def freq(hz):
    far.request(kinds.FREQ, struct.pack("<I", hz))


def reset_cause():
    return far.request(kinds.CAUSE)[0]


def reset():
    far.request(kinds.RESET)


def soft_reset():
    """What came from the host and was not read yet is not lost, as in a real board's buffer."""
    far.request(kinds.ANEW, far.port.read() or b"")


def unique_id():
    return b"\x24\x6f\x28\x00\x00\x01"
