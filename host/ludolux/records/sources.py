"""Where journals are: on a board at the other end of a link, or in a folder that stands for its
flash. Both are only ever read."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from ludolux.boardlink import linked
from ludolux.failure import Failure
from ludolux.linkclient import Client, LinkError
from ludolux.ports import choose

PIECE = 192


class Source(Protocol):
    """`journals` are names and sizes; `piece` is some bytes from an offset on, and the size of
    the whole. LinkError says in a sentence what the board refuses or the link lost."""

    title: str

    def journals(self) -> dict[str, int]: ...

    def piece(self, name: str, offset: int) -> tuple[bytes, int]: ...


class Board:
    """A board at the other end of a link."""

    def __init__(self, client: Client, hello: Mapping[str, str]) -> None:
        self.client = client
        self.title = f"{hello.get('name', 'a board')} (firmware {hello.get('firmware', '?')})"

    def journals(self) -> dict[str, int]:
        return self.client.journals()

    def piece(self, name: str, offset: int) -> tuple[bytes, int]:
        return self.client.piece(name, offset, PIECE)


class Folder:
    """The flash of a simulated board, or the `games` folder in it, or a copy of either."""

    def __init__(self, folder: Path) -> None:
        self._named = folder
        self.title = str(folder)
        if not folder.is_dir():
            raise Failure(
                f"there is no folder {folder}",
                "`ludolux sim` keeps its games in one; --folder names another",
            )

    @property
    def folder(self) -> Path:
        """Where the journals are; a flash that is new has no folder for them yet."""
        games = self._named / "games"
        return games if games.is_dir() else self._named

    def journals(self) -> dict[str, int]:
        found = {}
        for path in sorted(self.folder.iterdir()):
            with contextlib.suppress(FileNotFoundError):  # a game ended between the two looks
                found[path.name] = path.stat().st_size
        return found

    def changed(self, name: str) -> int:
        """When a file was last written to, in nanoseconds; 0 for one that is not there."""
        try:
            return (self.folder / name).stat().st_mtime_ns
        except FileNotFoundError:
            return 0

    def piece(self, name: str, offset: int) -> tuple[bytes, int]:
        try:
            with (self.folder / name).open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                file.seek(offset)
                return file.read(1 << 16), size
        except OSError as error:
            raise LinkError(f"{name} cannot be read: {error.strerror}.") from None


@contextlib.contextmanager
def open_board(port: str | None) -> Iterator[Board]:
    """A board at a serial port, a pty or a URL such as socket://127.0.0.1:5000; without a name
    the one on USB."""
    with linked(choose(port)) as (client, hello):
        yield Board(client, hello)
