"""The `machine` of a firmware whose chips live on the host: each call goes down the pipe.

It has what the firmware uses of an ESP32's; host/ludolux/virtual/machine.py is the other end.
"""

import struct

import far
from micropython import const

# Numbers of far_kinds.py: names of constants would fill the board's own table of names.
_PIN = const(1)
_SET = const(2)
_GET = const(3)
_SPI = const(4)
_EXCHANGE = const(5)
_I2C = const(6)
_WRITE = const(7)
_READ = const(8)
_READ_REGISTER = const(9)
_SCAN = const(10)
_PWM = const(11)
_HZ = const(12)
_DUTY = const(13)
_BITS = const(14)
_CAUSE = const(19)
_RESET = const(20)
_FREQ = const(21)
_ANEW = const(22)
_NONE = const(255)

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
    PULL_UP = 2

    def __init__(self, number, mode=None, pull=-1, value=None):
        self.number = number
        self.handle = _handle()
        self.init(mode, pull, value)

    def init(self, mode=None, pull=-1, value=None):
        far.request(
            _PIN,
            bytes(
                [
                    self.handle,
                    self.number,
                    _NONE if mode is None else mode,
                    _NONE if pull in (None, -1) else pull,
                    _NONE if value is None else value,
                ]
            ),
        )

    def value(self, level=None):
        far.time_passed()
        if level is None:
            return far.request(_GET, bytes([self.handle]))[0]
        far.post(_SET, self.handle, 1 if level else 0)
        return None

    __call__ = value


class SPI:
    def __init__(
        self, number, baudrate=500000, polarity=0, phase=0, bits=8, firstbit=0,
        sck=None, mosi=None, miso=None,
    ):  # fmt: skip
        self._head = bytes([_handle()])
        far.request(
            _SPI,
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
        far.request(_EXCHANGE, self._head, data, into)


class I2C:
    def __init__(self, number, scl=None, sda=None, freq=400000, timeout=50000):
        self._handle = _handle()
        head = bytes([self._handle, scl.handle, sda.handle])
        far.request(_I2C, head + struct.pack("<I", freq))

    def scan(self):
        return list(self._ask(_SCAN, 0))

    def writeto(self, address, data, stop=True):
        self._ask(_WRITE, address, data)
        return len(data)

    def readfrom_into(self, address, into, stop=True):
        self._ask(_READ, address, struct.pack("<H", len(into)), into)

    def readfrom_mem_into(self, address, register, into, addrsize=8):
        self._ask(_READ_REGISTER, address, struct.pack("<BH", register, len(into)), into)

    def _ask(self, kind, address, data=b"", into=None):
        far.time_passed()
        return far.request(kind, bytes([self._handle, address]), data, into)


class PWM:
    def __init__(self, pin, freq=5000, duty_u16=32768):
        self._handle = _handle()
        head = bytes([self._handle, pin.handle])
        far.request(_PWM, head + struct.pack("<IH", freq, duty_u16))

    def freq(self, hz):
        far.request(_HZ, bytes([self._handle]) + struct.pack("<I", hz))

    def duty_u16(self, duty):
        far.request(_DUTY, bytes([self._handle]) + struct.pack("<H", duty))

    def deinit(self):
        self.duty_u16(0)


def bitstream(pin, encoding, timing, data):
    far.time_passed()
    far.request(_BITS, bytes([pin.handle]) + struct.pack("<HHHH", *timing), data)


def freq(hz):
    far.request(_FREQ, struct.pack("<I", hz))


def reset_cause():
    return far.request(_CAUSE)[0]


def reset():
    far.request(_RESET)


def soft_reset():
    """What came from the host and was not read yet is not lost, as in a real board's buffer."""
    far.request(_ANEW, far.port.read() or b"")


def unique_id():
    return b"\x24\x6f\x28\x00\x00\x01"
