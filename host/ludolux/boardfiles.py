"""What lies in the file system of a board: the app in its slot, what starts it, what is kept.

/main.py, /slots.mpy    start the app of a slot (firmware/slots.py)
/slot                   which one
/a/, /b/                the app, compiled, with its board.json
/games/, /settings, …   what the board and its people made: never overwritten
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware import slots
from ludolux.boardsource import BoardSource
from ludolux.compiled import PACKAGES, compiled
from ludolux.espimage import SECTOR
from ludolux.trouble import trouble

REAL, VIRTUAL = "xtensawin", "x86"
START = ("main.py", "slots.mpy")
# What a new app brings along, or what belongs to a start that is over.
OURS = {*START, "slot", "slot.new", "a", "b", "board.json", "board.last", "next", "safe"}
GEOMETRY: dict[str, Any] = {
    "block_size": SECTOR, "prog_size": 32, "read_size": 32, "cache_size": 256,
}  # fmt: skip
DISK_VERSION = 0x00020000  # older MicroPythons read it too


def board_text(source: BoardSource, build: str, chip: str) -> bytes:
    """board.json for one build on one chip: nothing else of it takes room on the board."""
    data = dict(source.data)
    data["build"], data["mcu"] = build, chip
    data["builds"] = {build: data["builds"][build]}
    data["mcus"] = {chip: data["mcus"][chip]}
    data.pop("$schema", None)
    return json.dumps(data, separators=(",", ":")).encode()


def app_files(
    arch: str, board: bytes, packages: Mapping[str, Path] = PACKAGES
) -> dict[str, bytes]:
    """The app, by its names inside a slot."""
    code = compiled(dict(packages), arch)
    files = {
        str(path.relative_to(code)): path.read_bytes()
        for place in packages
        for path in sorted((code / place).rglob("*.mpy"))
    }
    for name in ("firmware/main.mpy", "firmware/slots.mpy"):
        files.pop(name, None)
    return {**files, "board.json": board}


def start_files(arch: str, packages: Mapping[str, Path] = PACKAGES) -> dict[str, bytes]:
    """What starts the app of a slot. MicroPython wants main.py as source."""
    code = compiled(dict(packages), arch)
    return {
        "main.py": (packages["firmware"] / "main.py").read_bytes(),
        "slots.mpy": (code / "firmware" / "slots.mpy").read_bytes(),
    }


def fingerprint(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def whole(files: Mapping[str, bytes]) -> str:
    """One SHA-256 for a slot: over the sorted lines `SHA-256 NAME` of its files."""
    lines = [f"{fingerprint(files[name])} {name}\n" for name in sorted(files)]
    return fingerprint("".join(lines).encode())


def make_image(files: Mapping[str, bytes], size: int) -> bytes:
    """A LittleFS image of a partition."""
    from littlefs import LittleFS, LittleFSError

    fs = LittleFS(block_count=size // SECTOR, disk_version=DISK_VERSION, mount=False, **GEOMETRY)
    fs.format()
    fs.mount()
    try:
        for name, data in files.items():
            if "/" in name:
                fs.makedirs(name.rpartition("/")[0], exist_ok=True)
            with fs.open(name, "wb") as file:
                file.write(data)
    except LittleFSError:
        needs = sum(-(-len(data) // SECTOR) * SECTOR for data in files.values())
        raise trouble("no-room", needs=needs, free=size) from None
    fs.unmount()
    return bytes(fs.context.buffer)


def runs(image: bytes, offset: int) -> list[tuple[int, bytes]]:
    """The written sectors of an image, neighbours together; the rest is erased flash."""
    found: list[tuple[int, bytearray]] = []
    blank = b"\xff" * SECTOR
    for at in range(0, len(image), SECTOR):
        sector = image[at : at + SECTOR]
        if sector == blank:
            continue
        if found and found[-1][0] + len(found[-1][1]) == offset + at:
            found[-1][1].extend(sector)
        else:
            found.append((offset + at, bytearray(sector)))
    return [(at, bytes(data)) for at, data in found]


class _Reader:
    """The blocks of a file system somewhere else, each fetched once, when it is needed."""

    def __init__(self, fetch: Callable[[int, int], bytes]) -> None:
        self._fetch = fetch
        self._blocks: dict[int, bytes] = {}

    def read(self, cfg: Any, block: int, off: int, size: int) -> bytearray:
        if block not in self._blocks:
            self._blocks[block] = self._fetch(block * SECTOR, SECTOR)
        return bytearray(self._blocks[block][off : off + size])

    def prog(self, *_: object) -> int:
        return -5

    def erase(self, *_: object) -> int:
        return -5

    def sync(self, _: object) -> int:
        return 0


@dataclass(frozen=True)
class Lying:
    """What lies on a board: what it and its people made, and the build it was made for, if any."""

    kept: dict[str, bytes]
    build: str = ""


def read_board(fetch: Callable[[int, int], bytes], size: int) -> Lying:
    """Read block by block, only what is needed; nothing when there is no file system. A file that
    is damaged is left out."""
    from littlefs import LittleFS, LittleFSError

    if b"littlefs" not in fetch(0, SECTOR) and b"littlefs" not in fetch(SECTOR, SECTOR):
        return Lying({})
    reader: Any = _Reader(fetch)
    fs = LittleFS(context=reader, block_count=size // SECTOR, mount=False, **GEOMETRY)
    try:
        fs.mount()
    except LittleFSError:
        return Lying({})
    found: dict[str, bytes] = {}
    try:
        for folder, folders, names in fs.walk("/"):
            if folder == "/":
                folders[:] = [name for name in folders if name not in OURS]
            for name in names:
                path = f"{folder.rstrip('/')}/{name}".lstrip("/")
                if path.split("/")[0] not in OURS:
                    data = _read(fs, path)
                    if data is not None:
                        found[path] = data
    except LittleFSError:
        pass  # the rest of a damaged file system
    good = slots.read((_read(fs, slots.FILE) or b"").decode(errors="replace"))[0]
    try:
        build = json.loads(_read(fs, f"{good}/board.json") or b"{}").get("build", "")
    except ValueError:
        build = ""
    return Lying(found, build)


def _read(fs: Any, path: str) -> bytes | None:
    from littlefs import LittleFSError

    try:
        with fs.open(path, "rb") as file:
            return file.read()
    except (LittleFSError, OSError):
        return None
