"""The serial port of a real board for the link: the REPL's own port, shared with it.

Nothing here waits. Lines to the host queue in a buffer of fixed size, whole or not at all, and go
out no faster than the wire carries them, so that a write never blocks. Ctrl-C stays what it is:
the interpreter takes it, and if it ever gets here it is raised.
"""

import select
import sys

from . import clock

ROOM = 1024
BURST = 120  # what the chip's own transmit memory of 128 bytes takes at once
BYTES_A_MS = 11  # 115200 baud
CTRL_C = 3
DRAIN_MS = 300


class Port:
    """read() -> bytes or None, write(line) -> whether it was taken."""

    def __init__(self, source=None, sink=None, room=ROOM, burst=BURST, bytes_a_ms=BYTES_A_MS):
        source = sys.stdin.buffer if source is None else source
        # CPython reads ahead into a buffer that poll() knows nothing of; beneath it is `raw`.
        self._source = getattr(source, "raw", source)
        self._sink = sys.stdout.buffer if sink is None else sink
        self._flush = getattr(self._sink, "flush", None)
        self._poll = select.poll()
        self._poll.register(self._source, select.POLLIN)
        self._one = bytearray(1)
        self._in = bytearray(64)
        self._out = bytearray(room)
        self._view = memoryview(self._out)
        self._first = 0
        self._waiting = 0
        self._burst = burst
        self._pace = bytes_a_ms
        self._sent_at = clock.ticks_ms()
        self.closed = False  # the other end is gone for good: only where the port is a pipe

    def read(self):
        """What has arrived, at most 64 bytes; on the way it sends what waits."""
        if self._waiting:
            self._send()
        count = 0
        while count < len(self._in) and self._arrived():
            # One at a time: asking for more would wait for them.
            if not self._source.readinto(self._one):
                self.closed = True
                break
            if self._one[0] == CTRL_C:
                raise KeyboardInterrupt
            self._in[count] = self._one[0]
            count += 1
        return bytes(self._in[:count]) if count else None

    def write(self, line):
        size = len(line)
        room = len(self._out)
        if size > room - self._waiting:
            return False
        if not self._waiting:
            self._first = 0
        at = (self._first + self._waiting) % room
        fits = min(size, room - at)
        self._out[at : at + fits] = line[:fits]
        self._out[: size - fits] = line[fits:]
        self._waiting += size
        return True

    def drain(self):
        """Send what waits, before the board starts anew; who does not take it loses it."""
        for _ in range(DRAIN_MS):
            if not self._waiting:
                break
            self._send()
            clock.sleep_ms(1)

    def _send(self):
        now = clock.ticks_ms()
        due = min(
            clock.ticks_diff(now, self._sent_at) * self._pace,
            self._burst,
            self._waiting,
            len(self._out) - self._first,
        )
        if due <= 0:
            return
        sent = self._sink.write(self._view[self._first : self._first + due]) or 0
        if self._flush is not None:
            self._flush()
        self._sent_at = now
        self._waiting -= sent
        self._first = (self._first + sent) % len(self._out)

    if hasattr(select.poll(), "ipoll"):

        def _arrived(self):
            for _ in self._poll.ipoll(0):
                return True
            return False

    else:

        def _arrived(self):
            return bool(self._poll.poll(0))
