"""The USB cable between the virtual board and the host: both ends in this process.

The cable itself is the host's stream, for `linkclient.Client`; `board` is the firmware's port.
Unplugged it carries nothing and nobody notices, as with the serial chip of a real board.
"""

from __future__ import annotations

from ludolux.linkclient import Pipe


class Cable:
    def __init__(self) -> None:
        self.plugged = True
        self.board = _Port(self)
        self._pipe = Pipe()

    def read(self) -> bytes:
        """What the board has said since the last time."""
        return self._pipe.read() if self.plugged else b""

    def write(self, data: bytes) -> None:
        if self.plugged:
            self._pipe.write(data)

    def unplug(self) -> None:
        """What is on its way is lost."""
        self.plugged = False
        self._pipe = Pipe()

    def plug(self) -> None:
        self.plugged = True

    def forget(self) -> None:
        """The board lost power: what it had not read is gone; what it had said arrives."""
        while self._pipe.board.read():
            pass


class _Port:
    """read() -> bytes or None, write(line) -> whether it was taken: firmware/link.py's port."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable

    def read(self) -> bytes | None:
        return self._cable._pipe.board.read()

    def unread(self, data: bytes) -> None:
        """What a firmware that starts anew had not looked at yet waits for the next one."""
        self._cable._pipe.board.unread(data)

    def write(self, line: bytes) -> bool:
        return self._cable._pipe.board.write(line) if self._cable.plugged else True
