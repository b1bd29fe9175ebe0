"""The virtual `machine` module: what an ESP32 offers, on the pins of the board in `board`.

Like the real one there is one of it; the board that was switched on last is behind it.
"""

from .wires import IN, OPEN_DRAIN, OUT

board = None

PWRON_RESET, HARD_RESET, WDT_RESET, DEEPSLEEP_RESET, SOFT_RESET = 1, 2, 3, 4, 5


class Reset(BaseException):
    """The chip starts anew; argument: the reset cause. Nothing on the board may catch it."""


class _Clock:
    """The clock of whichever board is on; firmware/clock.py looks for it."""

    def ticks_ms(self):
        return board.clock.ticks_ms()

    def ticks_us(self):
        return board.clock.ticks_us()

    def ticks_add(self, ticks, delta):
        return board.clock.ticks_add(ticks, delta)

    def ticks_diff(self, later, earlier):
        return board.clock.ticks_diff(later, earlier)

    def sleep_ms(self, ms):
        board.clock.sleep_ms(ms)

    def sleep_us(self, us):
        board.clock.sleep_us(us)


clock = _Clock()


class Pin:
    IN = IN
    OUT = OUT
    OPEN_DRAIN = OPEN_DRAIN
    PULL_DOWN = 1
    PULL_UP = 2

    def __init__(self, number, mode=None, pull=-1, value=None):
        self.number = number.number if isinstance(number, Pin) else number
        self.wire = board.wire(self.number)
        self.init(mode, pull, value)

    def init(self, mode=None, pull=-1, value=None):
        if mode in (OUT, OPEN_DRAIN) and not self.wire.can_drive:
            raise ValueError("pin can only be input")
        levels = {None: None, -1: None, Pin.PULL_UP: 1, Pin.PULL_DOWN: 0}
        self.wire.set_mode(mode, levels[pull], value)

    def value(self, level=None):
        board.clock.advance(board.pin_call_us)
        if level is None:
            return self.wire.level()
        self.wire.drive(level)
        return None

    def __call__(self, level=None):
        return self.value(level)

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    def __repr__(self):
        return "Pin(%d)" % self.number


class SPI:
    MSB = 0
    LSB = 1

    def __init__(
        self,
        number,
        baudrate=500000,
        polarity=0,
        phase=0,
        bits=8,
        firstbit=0,
        sck=None,
        mosi=None,
        miso=None,
    ):
        self._bus = board.spi_bus(sck.number, mosi.number, miso.number)
        self.init(baudrate, polarity, phase, bits, firstbit)

    def init(self, baudrate=500000, polarity=0, phase=0, bits=8, firstbit=0):
        self._how = (baudrate, polarity, phase, firstbit == SPI.LSB)
        self._bus.idle(polarity)

    def deinit(self):
        pass

    def write(self, data):
        self._bus.transfer(data, None, *self._how)

    def readinto(self, into, write=0):
        self._bus.transfer(bytes([write]) * len(into), into, *self._how)

    def read(self, count, write=0):
        into = bytearray(count)
        self.readinto(into, write)
        return bytes(into)

    def write_readinto(self, data, into):
        if len(data) != len(into):
            raise ValueError("buffers must be the same length")
        self._bus.transfer(data, into, *self._how)


class I2C:
    def __init__(self, number, scl=None, sda=None, freq=400000, timeout=50000):
        self._bus = board.i2c_bus(scl.number, sda.number)
        self._freq = freq

    def scan(self):
        return self._bus.scan(self._freq)

    def writeto(self, address, data, stop=True):
        self._bus.write(address, data, self._freq)
        return len(data)

    def readfrom_into(self, address, into, stop=True):
        self._bus.read(address, into, self._freq)

    def readfrom(self, address, count, stop=True):
        into = bytearray(count)
        self._bus.read(address, into, self._freq)
        return bytes(into)

    def writeto_mem(self, address, register, data, addrsize=8):
        self._bus.write(address, bytes([register]) + bytes(data), self._freq)

    def readfrom_mem_into(self, address, register, into, addrsize=8):
        self._bus.read_register(address, self._register(register, addrsize), into, self._freq)

    def readfrom_mem(self, address, register, count, addrsize=8):
        into = bytearray(count)
        self.readfrom_mem_into(address, register, into, addrsize)
        return bytes(into)

    def _register(self, register, addrsize):
        return bytes([register]) if addrsize == 8 else bytes([register >> 8, register & 0xFF])


class PWM:
    def __init__(self, pin, freq=5000, duty_u16=32768):
        self._pin = pin
        self._freq = freq
        self.duty_u16(duty_u16)

    def freq(self, hz=None):
        if hz is None:
            return self._freq
        self._freq = hz
        self.duty_u16(self._duty)
        return None

    def duty_u16(self, duty=None):
        if duty is None:
            return self._duty
        self._duty = duty
        board.sound(self._pin.number, self._freq if duty else 0)
        return None

    def deinit(self):
        self.duty_u16(0)


def bitstream(pin, encoding, timing, data):
    board.bitstream(pin.number, timing, data)


def freq(hz=None):
    if hz is None:
        return board.hz
    if hz not in (80000000, 160000000, 240000000):
        raise ValueError("frequency must be 80MHz, 160MHz or 240MHz")
    board.hz = hz
    return None


def reset_cause():
    return board.reset_cause


def reset():
    board.restart(SOFT_RESET)
    raise Reset(SOFT_RESET)


def soft_reset():
    """MicroPython alone starts anew: no pin is touched."""
    board.reset_cause = SOFT_RESET
    raise SystemExit


def unique_id():
    return b"\x24\x6f\x28\x00\x00\x01"


def idle():
    board.clock.advance(1)


def lightsleep(ms=0):
    board.clock.sleep_ms(ms)


def disable_irq():
    return 0


def enable_irq(state):
    pass
