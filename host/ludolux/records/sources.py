"""Where journals are: on a board at the other end of a link, or in a folder that stands for its
flash. Both are only ever read."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from ludolux.failure import Failure
from ludolux.linkclient import Client, LinkError, NoAnswer

PIECE = 192
BOOT_S = 8.0  # opening its port may start a board anew
BAUD = 115200


class Source(Protocol):
    """`journals` are names and sizes; `piece` is some bytes from an offset on, and the size of
    the whole. LinkError says in a sentence what the board refuses or the link lost."""

    title: str

    def journals(self) -> dict[str, int]: ...

    def piece(self, name: str, offset: int) -> tuple[bytes, int]: ...


class Board:
    """A board at the other end of a link."""

    def __init__(self, client: Client) -> None:
        self.client = client
        hello = client.hello(BOOT_S)
        self.title = f"{hello.get('name', 'a board')} (firmware {hello.get('firmware', '?')})"

    def journals(self) -> dict[str, int]:
        return self.client.journals()

    def piece(self, name: str, offset: int) -> tuple[bytes, int]:
        return self.client.piece(name, offset, PIECE)


class Folder:
    """The flash of a simulated board, or the `games` folder in it, or a copy of either."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "games" if (folder / "games").is_dir() else folder
        self.title = str(folder)
        if not self.folder.is_dir():
            raise Failure(
                f"there is no folder {folder}",
                "`ludolux sim` keeps its games in one; --folder names another",
            )

    def journals(self) -> dict[str, int]:
        found = {}
        for path in sorted(self.folder.iterdir()):
            with contextlib.suppress(FileNotFoundError):  # a game ended between the two looks
                found[path.name] = path.stat().st_size
        return found

    def piece(self, name: str, offset: int) -> tuple[bytes, int]:
        try:
            with (self.folder / name).open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                file.seek(offset)
                return file.read(1 << 16), size
        except OSError as error:
            raise LinkError(f"{name} cannot be read: {error.strerror}.") from None


@contextlib.contextmanager
def open_board(port: str) -> Iterator[Board]:
    """A board at a serial port, a pty or a URL such as socket://127.0.0.1:5000."""
    stream = open_stream(port)
    try:
        yield Board(Client(stream))
    except NoAnswer as error:
        raise Failure(
            f"nothing at {port} speaks as a board of Ludolux", str(error),
            "Is it the right port, and is the firmware on it? Close other programs that use it",
            status=1,
        ) from None  # fmt: skip
    except LinkError as error:
        raise Failure(str(error), status=1) from None
    except OSError as error:
        raise Failure(
            f"the link to the board broke: {error.strerror or error}",
            "Plug it in again and repeat the command: what was fetched is kept", status=1,
        ) from None  # fmt: skip
    finally:
        stream.close()


def open_stream(port: str) -> Any:
    try:
        if port.startswith("socket://"):
            # pyserial would read such a socket byte by byte.
            address = urlsplit(port)
            if not address.hostname or not address.port:
                raise ValueError("an address is written socket://HOST:PORT")
            return socket.create_connection((address.hostname, address.port), timeout=BOOT_S)
        import serial

        return serial.serial_for_url(port, BAUD, timeout=1, write_timeout=BOOT_S)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        may_not = "denied" in str(error).lower()
        raise Failure(
            f"the port {port} cannot be opened: {reason}",
            "Your user may not use it: on Debian `sudo usermod -aG dialout $USER`, then log in"
            " again" if may_not else "Is the board plugged in, and is that its port?",
            status=1,
        ) from None  # fmt: skip
