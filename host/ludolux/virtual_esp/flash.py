"""The flash of the virtual ESP32: a file of its size. A bare chip is a file of 0xFF."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from ludolux.espimage import SECTOR
from ludolux.failure import Failure


class Flash:
    """Bytes that can be erased to 0xFF by sectors and written; held by one chip at a time."""

    def __init__(self, path: Path, size: int) -> None:
        self.path = path
        try:
            if not path.exists():
                path.write_bytes(b"\xff" * size)
            self._file = path.open("r+b", buffering=0)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Failure(
                f"another virtual board is running on {path}", "Stop it or give another file",
                status=1,
            ) from None  # fmt: skip
        except OSError as error:
            raise Failure(
                f"{path} cannot be used as flash: {error.strerror}", "Give another file", status=1
            ) from None
        self.size = os.fstat(self._file.fileno()).st_size
        if self.size not in (1 << 20, 1 << 21, 1 << 22, 1 << 23, 1 << 24):
            self._file.close()
            raise Failure(
                f"{path} has {self.size} bytes", "a flash has 1, 2, 4, 8 or 16 MB",
                "Give the file of a virtual board, or one that does not exist yet",
            )  # fmt: skip

    def read(self, offset: int, size: int) -> bytes:
        return os.pread(self._file.fileno(), size, offset)

    def write(self, offset: int, data: bytes) -> None:
        os.pwrite(self._file.fileno(), data[: max(0, self.size - offset)], offset)

    def erase(self, offset: int, size: int) -> None:
        """Whole sectors, from the one of the first byte to the one of the last."""
        first = offset // SECTOR * SECTOR
        last = min(self.size, -(-(offset + size) // SECTOR) * SECTOR)
        self.write(first, b"\xff" * (last - first))

    def close(self) -> None:
        self._file.close()
