"""The record of the game under way, as text: from the flash of a simulated board into a file."""

from __future__ import annotations

import threading
from pathlib import Path

from ludolux.failure import Failure

EVERY_S = 0.5


def record_text(flash: Path) -> str:
    """The whole lines of the game that was played last, its tail included; "" before any."""
    games = flash / "games"
    found = sorted((*games.glob("*.play"), *games.glob("*.rec")), key=lambda path: path.name)
    if not found:
        return ""
    text = _read(found[-1])
    if found[-1].suffix == ".play":
        tail = _read(found[-1].with_suffix(".tail")).splitlines(keepends=True)
        # After a power cut the record may hold the first lines of the tail already.
        known = [line.split()[-1] for line in text.splitlines()[-1:]]
        for number, line in enumerate(tail):
            if known and line.split()[-1:] == known:
                tail = tail[number + 1 :]
                break
        text += "".join(tail)
    return text[: text.rfind("\n") + 1]


def _read(path: Path) -> str:
    try:
        return path.read_text("ascii", errors="replace")
    except FileNotFoundError:
        return ""


class Recorder:
    """Keeps FILE the same as the record while it grows."""

    def __init__(self, flash: Path, file: Path) -> None:
        self._flash = flash
        self._file = file
        self._written: str | None = None
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self.write()

    def write(self) -> None:
        text = record_text(self._flash)
        if text == self._written:
            return
        try:
            self._file.write_text(text, "ascii")
        except OSError as error:
            raise Failure(
                f"the record cannot be written to {self._file}: {error.strerror}", status=1
            ) from None
        self._written = text

    def follow(self) -> None:
        """Look again and again, in a thread of its own, until `stop`."""
        self._thread = threading.Thread(target=self._live, name="record", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        self.write()

    def _live(self) -> None:
        while not self._over.wait(EVERY_S):
            try:
                self.write()
            except Failure:
                return  # stop() says it
