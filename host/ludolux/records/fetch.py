"""Journals into a folder: piece by piece, going on where an earlier try stopped, checked whole.

A record has its name only when the reader has found it good; until then it is NAME.part. A game
under way is two files on the board; here it is one. Nothing is ever changed on the board, and no
file here is overwritten by another game.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware import record  # pyright: ignore
from ludolux.failure import Failure, sentence
from ludolux.linkclient import LinkError, Refused
from ludolux.records.sources import Source

ENDS = {".rec": "over", ".play": "under way", ".bad": "damaged"}
# The end of what is here is fetched again: its checksum proves that the rest is of the same game.
SEAL = len("1234abcd\n")
Progress = Callable[[int, int], object]


@dataclass
class Fetched:
    """What became of one journal. `status` is 1 when it is not here whole."""

    name: str
    told: str
    path: Path | None = None
    status: int = 0


def records(source: Source) -> dict[str, int]:
    """The records among the journals, with the size of a tail added to its record."""
    found = source.journals()
    sizes = {}
    for name, size in found.items():
        stem, end = split(name)
        if end in ENDS:
            tail = found.get(stem + ".tail", 0) if end != ".rec" else 0
            sizes[name] = size + tail
    return sizes


def split(name: str) -> tuple[str, str]:
    stem, dot, end = name.rpartition(".")
    return stem, dot + end


def fetch(source: Source, name: str, out: Path, progress: Progress) -> Fetched:
    """One record into the folder. Failure: the folder cannot be written to."""
    try:
        return _fetch(source, name, out, progress)
    except Refused as error:
        return Fetched(name, sentence(f"stays on the board: {error}"))
    except LinkError as error:
        return Fetched(name, sentence(str(error)), status=1)
    except OSError as error:
        raise Failure(
            f"{out} cannot be written to: {error.strerror}", "Make room, or name another folder",
            status=1,
        ) from None  # fmt: skip


def _fetch(source: Source, name: str, out: Path, progress: Progress) -> Fetched:
    stem, end = split(name)
    if "/" in name or "\\" in name or name.startswith("."):
        return Fetched(name, "has a name that no journal has; it is left on the board.", status=1)
    out.mkdir(parents=True, exist_ok=True)
    part = out / (name + ".part")
    kept = part.read_bytes() if part.exists() else b""
    known = _known(out, name)
    start = max([kept, *[path.read_bytes() for path in known]], key=len)[:-SEAL]
    data = _whole(source, name, start, part, progress)
    if start and trouble(data):
        # What was here before may be of another game: then all of it is fetched anew.
        data = _whole(source, name, b"", part, progress)
    damage = "" if end == ".bad" else trouble(data)
    if damage:
        part.unlink(missing_ok=True)
        kept_as = _put(out, stem + ".bad", data)
        return Fetched(name, f"is damaged on the board: {damage}.", kept_as, status=1)
    path = _put(out, name, data)
    part.unlink(missing_ok=True)
    if end == ".rec":
        # What was fetched of this game while it was played is all in here.
        before = out / (stem + ".play")
        if before.exists() and data.startswith(before.read_bytes()):
            before.unlink()
    whole = "as the board set it aside, damaged" if end == ".bad" else "whole"
    return Fetched(name, f"is here {whole}, {len(data)} bytes.", path)


def _whole(source: Source, name: str, have: bytes, part: Path, progress: Progress) -> bytes:
    """All bytes of a record; what arrives is on disk at once."""
    data = have
    piece, size = source.piece(name, len(data))
    if len(data) > size:
        return b""  # what was here is longer: another game
    with part.open("wb") as file:
        file.write(data)
        while True:
            file.write(piece)
            file.flush()
            data += piece
            progress(len(data), max(size, len(data)))
            if len(data) >= size:
                break
            if not piece:
                raise LinkError(f"{name} ends early on the board. Fetch it again.")
            piece, size = source.piece(name, len(data))
    if split(name)[1] == ".rec":
        return data
    data += _tail(source, name, data)
    # What comes after the last newline was cut; it is there again when it is whole.
    return data[: data.rfind(b"\n") + 1] if split(name)[1] == ".play" else data


def _tail(source: Source, name: str, data: bytes) -> bytes:
    """Those lines of the tail beside a record that the record does not end with already."""
    tail_name = split(name)[0] + ".tail"
    if tail_name not in source.journals():
        return b""
    tail, _ = source.piece(tail_name, 0)
    lines = tail.splitlines(keepends=True)
    last = data[-9:-1]
    for number, line in enumerate(lines):
        if line[-9:-1] == last:
            return b"".join(lines[number + 1 :])
    return tail


def trouble(data: bytes) -> str:
    """Why the reader does not trust a record, or "". A torn last line is tolerated."""
    reader: Any = record.Reader()
    try:
        for raw in record.lines_of(io.BytesIO(data)):
            reader.read(raw)
        reader.end()
    except record.RecordError as error:
        return str(error)
    return ""


def _known(out: Path, name: str) -> list[Path]:
    """What is here of this journal, or of one with the same name."""
    stem, end = split(name)
    return [path for path in (out / (stem + ".play"), out / (stem + end)) if path.exists()]


def _put(out: Path, name: str, data: bytes) -> Path:
    """Give it its name. A file of another game keeps its own: this one gets a number."""
    stem, end = split(name)
    number = 1
    while True:
        path = out / (name if number == 1 else f"{stem}~{number}{end}")
        if not path.exists() or data.startswith(path.read_bytes()):
            break
        number += 1
    draft = path.with_name(path.name + ".new")
    draft.write_bytes(data)
    draft.replace(path)
    return path
