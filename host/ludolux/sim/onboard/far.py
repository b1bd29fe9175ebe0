"""The firmware's end of the pipe to its chips: requests out, answers in, and what time it is.

The chips live on the host, so that the heap here is the firmware's alone. A request is its kind
in one byte, the length of what follows in two, and that; host/ludolux/sim/child.py answers. What
needs no answer is posted: it leaves with the next request. Every answer says what time it is;
in between no time passes.
"""

import struct
import sys

from micropython import const

# Numbers of far_kinds.py: names of constants would fill the board's own table of names.
_WAIT = const(15)
_NOW = const(16)
_REST = const(17)
_LINK = const(18)
_FAILED = const(1)
_REFUSED = const(2)

_PERIOD = const(1 << 30)  # where ticks wrap around
_PATIENCE = const(100)  # as host/ludolux/virtual/clock.py: who only reads the clock waits for it

_out = bytearray(96)
_posted = 0
_answer = bytearray(11)
_us = _ms = _reads = 0
_from_host = sys.stdin.buffer
_to_host = sys.stdout.buffer


def post(kind, one, two):
    """A request of two bytes whose answer nobody needs."""
    global _posted
    if _posted > 90:
        request(_NOW)
    at = _posted
    _out[at] = kind
    _out[at + 1] = 2
    _out[at + 2] = 0
    _out[at + 3] = one
    _out[at + 4] = two
    _posted = at + 5


def request(kind, head=b"", data=b"", into=None):
    """Ask and wait. The bytes of the answer, or None when they went into `into`."""
    global _posted, _us, _ms
    if _posted:
        _to_host.write(_out[:_posted])
        _posted = 0
    _to_host.write(struct.pack("<BH", kind, len(head) + len(data)) + head)
    if data:
        _to_host.write(data)
    _read(_answer)
    status, size, _us, _ms = struct.unpack("<BHII", _answer)
    if into is None or status:
        into = bytearray(size)
    _read(into)
    if status == _FAILED:
        raise OSError(into[0])
    if status == _REFUSED:
        raise ValueError(into.decode())
    return into


def _read(into):
    got = _from_host.readinto(into) if into else 0
    while got != len(into):
        more = _from_host.read(len(into) - (got or 0))
        if not more:
            sys.exit(1)  # the host is gone
        into[got : got + len(more)] = more
        got += len(more)


def time_passed():
    """Whoever does something does not only wait."""
    global _reads
    _reads = 0


class Clock:
    """The virtual clock; firmware/clock.py looks for it."""

    def ticks_us(self):
        global _reads
        _reads += 1
        if _reads > _PATIENCE:
            request(_WAIT, struct.pack("<I", 1))
        elif _posted:
            request(_NOW)
        return _us

    def ticks_ms(self):
        self.ticks_us()
        return _ms

    def ticks_add(self, ticks, delta):
        return (ticks + delta) % _PERIOD

    def ticks_diff(self, later, earlier):
        return (later - earlier + _PERIOD // 2) % _PERIOD - _PERIOD // 2

    def sleep_us(self, us):
        time_passed()
        request(_WAIT, struct.pack("<I", max(us, 0)))

    def sleep_ms(self, ms):
        self.sleep_us(1000 * ms)


class Port:
    """The link; what the host said comes with the answer to `rest`."""

    def __init__(self):
        self.came = None

    def read(self):
        came = self.came
        self.came = None
        return came

    def write(self, line):
        return bool(request(_LINK, line)[0])

    def rest(self, cursor):
        """The end of a scan: the host lets time pass, and goes on when it likes."""
        time_passed()
        self.came = request(_REST, bytes([cursor.cursor_x, cursor.cursor_y]) if cursor else b"")


port = Port()
