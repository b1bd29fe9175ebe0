"""The serial lines of the virtual ESP32: a pseudo terminal, or a TCP port on loopback.

A TCP client that negotiates as rfc2217 describes has DTR and RTS; any other has a plain stream.
"""

from __future__ import annotations

import errno
import os
import select
import socket
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any

from serial import rfc2217

from ludolux.failure import Failure

MOST = 1 << 22  # what waits for a client that does not read; a real port drops far sooner


class Line:
    """One end of a cable. `read` gives what came, "" for nothing; `wanted` are the descriptors to
    wait for; `hung_up` is called when the other end goes, `lines` when DTR and RTS change."""

    def __init__(self) -> None:
        self.hung_up: Callable[[], None] = lambda: None
        self.lines: Callable[[bool, bool], None] = lambda dtr, rts: None
        self._out = bytearray()

    @property
    def waiting(self) -> bool:
        """Is there something to send?"""
        return bool(self._out)


class PtyLine(Line):
    """A pseudo terminal with a name of its own: a link that is removed at the end."""

    def __init__(self, link: Path) -> None:
        super().__init__()
        self._link = link
        self._master, slave = os.openpty()
        tty.setraw(slave)
        try:
            if link.is_symlink():
                link.unlink()
            link.symlink_to(os.ttyname(slave))
        except OSError as error:
            raise Failure(
                f"{link} cannot be made a name of the port: {error.strerror}",
                "Give --pty another name", status=1,
            ) from None  # fmt: skip
        os.close(slave)
        os.set_blocking(self._master, False)
        self._there = False
        self._poll = select.poll()
        self._poll.register(self._master, select.POLLHUP)

    @property
    def name(self) -> str:
        return str(self._link)

    def descriptors(self) -> list[int]:
        return [self._master] if self._look() else []

    def _look(self) -> bool:
        there = not any(event & select.POLLHUP for _, event in self._poll.poll(0))
        if self._there and not there:
            self._there = False
            self._out = bytearray()
            self.hung_up()
        self._there = there
        return there

    def read(self, ready: list[int]) -> bytes:
        if self._master not in ready:
            return b""
        try:
            return os.read(self._master, 65536)
        except OSError as error:
            if error.errno not in (errno.EIO, errno.EAGAIN):
                raise
            return b""

    def write(self, data: bytes) -> None:
        if self._there:
            self._out += data
            self.send()

    def send(self) -> None:
        del self._out[:-MOST]
        try:
            while self._out:
                del self._out[: os.write(self._master, self._out[:4096])]
        except BlockingIOError:
            pass
        except OSError:
            self._out = bytearray()

    def close(self) -> None:
        os.close(self._master)
        self._link.unlink(missing_ok=True)


class TcpLine(Line):
    """One client at a time; a second one is sent away."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self._door = socket.socket()
        self._door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._door.bind(("127.0.0.1", port))
        except OSError as error:
            self._door.close()
            raise Failure(
                f"port {port} cannot be opened: {error.strerror}", "Give --tcp another", status=1
            ) from None
        self._door.listen()
        self._client: socket.socket | None = None
        self._manager: rfc2217.PortManager | None = None
        self._first = True

    @property
    def negotiated(self) -> bool:
        """Does the client speak rfc2217?"""
        return self._manager is not None

    @property
    def port(self) -> int:
        return self._door.getsockname()[1]

    @property
    def name(self) -> str:
        return f"rfc2217://127.0.0.1:{self.port}?ign_set_control"

    def descriptors(self) -> list[int]:
        client = [self._client.fileno()] if self._client is not None else []
        return [self._door.fileno(), *client]

    def read(self, ready: list[int]) -> bytes:
        if self._door.fileno() in ready:
            self._welcome()
        client = self._client
        if client is None or client.fileno() not in ready:
            return b""
        try:
            data = client.recv(65536)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._lose()
        if self._first and data:
            self._first = False
            if data[0] == 0xFF:
                self._manager = _manager(self)
        if self._manager is not None:
            return b"".join(self._manager.filter(data))
        return data

    def _welcome(self) -> None:
        client, _ = self._door.accept()
        if self._client is not None:
            client.close()
            return
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client, self._first = client, True

    def _lose(self) -> None:
        assert self._client is not None
        self._client.close()
        had_lines = self._manager is not None
        self._client = self._manager = None
        self._out = bytearray()
        if not had_lines:
            self.hung_up()

    def write(self, data: bytes) -> None:
        """To the client: what the chip says, or, already escaped, what the manager does."""
        if self._client is not None:
            self._out += data
            self.send()

    def say(self, data: bytes) -> None:
        if self._manager is not None:
            data = b"".join(self._manager.escape(data))
        self.write(data)

    def send(self) -> None:
        del self._out[:-MOST]
        try:
            while self._out and self._client is not None:
                del self._out[: self._client.send(self._out[:65536])]
        except BlockingIOError:
            pass
        except OSError:
            self._out = bytearray()

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
        self._door.close()


def _manager(line: TcpLine) -> rfc2217.PortManager:
    port: Any = _Port(line)
    connection: Any = line
    return rfc2217.PortManager(port, connection)


class _Port:
    """What pyserial's server side asks of a serial port; only DTR and RTS mean something here."""

    baudrate, bytesize, parity, stopbits = 115200, 8, "N", 1
    xonxoff = rtscts = dsrdtr = break_condition = False
    cts = dsr = ri = cd = True
    timeout = None

    def __init__(self, line: TcpLine) -> None:
        self._line = line
        self._dtr = self._rts = False

    @property
    def dtr(self) -> bool:
        return self._dtr

    @dtr.setter
    def dtr(self, level: bool) -> None:
        self._dtr = bool(level)
        self._line.lines(self._dtr, self._rts)

    @property
    def rts(self) -> bool:
        return self._rts

    @rts.setter
    def rts(self, level: bool) -> None:
        self._rts = bool(level)
        self._line.lines(self._dtr, self._rts)

    def reset_input_buffer(self) -> None:
        pass

    def reset_output_buffer(self) -> None:
        pass
