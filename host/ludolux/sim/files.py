"""Where the simulator keeps what it needs, and a lock so that two boards never write to one
flash."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from ludolux.failure import Failure


def state_folder() -> Path:
    """Where a simulated board keeps its flash from one time to the next."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "ludolux"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "ludolux"


class Flash:
    """A folder that stands for the flash, held by one board at a time.

    The lock is the kernel's: it ends with the process, however that ends.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        self._lock: IO[str] | None = None

    def hold(self) -> None:
        import fcntl

        path = self.folder / ".held"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = path.open("a+")
        except OSError as error:
            raise Failure(
                f"the folder {self.folder} cannot be used as the board's flash: {error.strerror}",
                "Give another one with --folder", status=1,
            ) from None  # fmt: skip
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise Failure(
                f"another simulated board is running on {self.folder}",
                "Stop that one, or give this one a flash of its own with --folder", status=1,
            ) from None  # fmt: skip
        self._lock = lock

    def let_go(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None
