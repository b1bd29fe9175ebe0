"""The MicroPython for each chip: one pinned release, downloaded once, the same ever after.

Nobody could verify a hash for this source, so none stands here: the SHA-256 of the first download
is kept beside it, and a later one must equal it. What the file itself proves (checksums, appended
SHA-256, chip) is checked every time, in espimage.py.
"""

from __future__ import annotations

import hashlib
import os
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from ludolux.interpreter import cache_folder
from ludolux.trouble import trouble

VERSION = "v1.25.0"
PLACE = "https://micropython.org/resources/firmware/"
NAMES = {
    "esp32": "ESP32_GENERIC-20250415-v1.25.0.bin",
    "esp32s3": "ESP32_GENERIC_S3-20250415-v1.25.0.bin",
    "esp32s3, 4 MB": "ESP32_GENERIC_S3-FLASH_4M-20250415-v1.25.0.bin",
    "esp32s3, octal PSRAM": "ESP32_GENERIC_S3-SPIRAM_OCT-20250415-v1.25.0.bin",
}
MOST = 16 << 20


def name_for(chip: str, flash_mb: int, psram_mb: int) -> str:
    """The file for a module. The S3 has its PSRAM on eight wires from 8 MB on."""
    if chip == "esp32s3" and flash_mb < 8:
        return NAMES["esp32s3, 4 MB"]
    if chip == "esp32s3" and psram_mb >= 8:
        return NAMES["esp32s3, octal PSRAM"]
    return NAMES[chip]


def fetch(name: str, progress: Callable[[int, int], object] | None = None) -> Path:
    """The file in the cache; downloaded when it is not there or is not what it was."""
    folder = cache_folder() / "firmware"
    path, kept = folder / name, folder / (name + ".sha256")
    had = kept.read_text().strip() if kept.exists() else ""
    if had and path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == had:
        return path
    url = os.environ.get("LUDOLUX_FIRMWARE_URL", PLACE) + name
    data = _download(url, progress)
    has = hashlib.sha256(data).hexdigest()
    if had and has != had:
        raise trouble("bad-hash", file=name, has=has, had=had, kept=kept)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".draft")
        draft.write_bytes(data)
        draft.replace(path)
        kept.write_text(has + "\n")
    except OSError as error:
        raise trouble("no-file", file=folder, why=error.strerror) from None
    return path


def _download(url: str, progress: Callable[[int, int], object] | None) -> bytes:
    data = b""
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            size = int(answer.headers.get("Content-Length") or 0)
            while piece := answer.read(1 << 16):
                data += piece
                if progress is not None:
                    progress(len(data), size)
                if len(data) > MOST:
                    raise trouble("no-download", why="it is far too large", url=url)
    except (OSError, ValueError, urllib.error.URLError) as error:
        raise trouble("no-download", why=getattr(error, "reason", error), url=url) from None
    if size and len(data) != size:
        raise trouble("no-download", why=f"only {len(data)} of {size} bytes came", url=url)
    return data
