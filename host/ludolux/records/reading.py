"""Record files: opened, told apart from what is none, and proved. A sentence for every failure."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware import record, recovery  # pyright: ignore
from ludolux.failure import Failure, sentence
from ludolux.records.redact import view_name
from ludolux.records.replay import Replay
from ludolux.text.words import listed

WRONG, UNREADABLE = 1, 2
MAGIC = record.MAGIC.encode()
# How other files begin that people take for records.
FOREIGN = (
    (b"\x1f\x8b", "a gzip archive: unpack it first"),
    (b"PK", "a zip archive: unpack it first"),
    (b"\x89PNG", "a picture"),
    (b"GIF8", "a picture"),
    (b"%PDF", "a PDF"),
    (b"[Event", "a chess game in PGN"),
    (b"{", "JSON; an export of a record cannot be read back"),
)
EVENT = re.compile(rb"\d+ [a-z]+( [!-~]+)* [0-9a-f]{8}\n")


class Unreadable(Failure):
    """No record, or one that this Ludolux cannot read: status 2."""


class Damaged(Failure):
    """A record that does not verify: status 1."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"{verdict.path} does not verify: {verdict.problem}", status=WRONG)


@dataclass
class Verdict:
    """What can be said of one file. `problem` is "" for a good record; `notes` are sentences
    about what is tolerated: a torn last line, a game without an end."""

    path: Path
    header: Any = None
    moves: int = 0
    undone: int = 0
    ms: int = 0
    result: str = ""
    problem: str = ""
    line: int = 0
    status: int = 0
    notes: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        if self.status:
            return "unreadable" if self.status == UNREADABLE else f"wrong, line {self.line}"
        if self.notes:
            return "verified, torn"
        return "verified" if self.result else "verified, unfinished"

    def sentences(self) -> str:
        """All of it for one file."""
        if self.status == UNREADABLE:
            return self.problem
        if self.status:
            return sentence(f"{self.path} does not verify: {self.problem}")
        count = f"{self.moves} move{'s' * (self.moves != 1)}"
        end = result_words(self.result) if self.result else "unfinished"
        view = self.header.view
        seen = f" as {view_name(view)} saw it" if view is not None else ""
        first = f"{self.path}: verified{seen}: {self.header.game}, {count}, {end}."
        return " ".join([first, *map(sentence, self.notes)])


def result_words(text: str) -> str:
    """A result of a record as people count seats: `won by seats 1 and 3: line`."""
    winners, _, why = text.partition(" ")
    seats = [str(int(seat) + 1) for seat in winners.split(",") if seat.isdigit()]
    if not seats:
        return f"nobody won: {why}"
    return f"won by seat{'s' * (len(seats) > 1)} {listed(seats)}: {why}"


def verify(path: Path) -> Verdict:
    """Replay a file through the rules; nothing is raised for whatever is in it."""
    replay = Replay()
    verdict = Verdict(path)

    def count(item: Any, raw: bytes) -> None:
        if replay.reader.lines > 1 and item is not None:
            verdict.undone += item[1] == "undo"
            verdict.result = item[2] if item[1] == "result" else ""

    try:
        torn = feed(path, replay, count)
    except Unreadable as failure:
        verdict.problem, verdict.status = str(failure), UNREADABLE
        return verdict
    except record.RecordError as error:
        verdict.problem, verdict.line = reason(error, replay.reader), error.line
        verdict.status = WRONG
        torn = ""
    reader = replay.reader
    verdict.header, verdict.moves, verdict.ms = reader.header, reader.plies, reader.ms
    if torn:
        verdict.notes = (f"{torn}, by a power cut say; it is left out",)
    return verdict


def feed(path: Path, replay: Replay, each: Callable[[Any, bytes], object]) -> str:
    """Read a file into a replay. `each` gets what every line gave. Returns what was torn, or "".
    Unreadable: it is no record for this Ludolux; RecordError: it is one, but not good."""
    reader = replay.reader
    try:
        with open_record(path) as file:
            for raw in record.lines_of(file):
                each(replay.take(raw), raw)
        torn = reader.torn or ""
        if path.suffix == ".play" and reader.header:
            # The last lines of a game under way lie beside it.
            reader.torn = None
            whole = reader.lines
            for raw in recovery.tail_lines(_Folder(path), path.stem, reader):
                each(replay.take(raw), raw)
            # A tail that goes on has what was cut.
            torn = reader.torn or ("" if reader.lines > whole else torn)
        reader.end()
        if reader.header.view is not None and reader.lines == 1:
            raise Unreadable(
                f"{path} ends before its first deal: there is no game in it",
                "redact the whole record again",
            )
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror or error}") from None
    except record.NewerVersion as error:
        raise Unreadable(f"{path} was written by a later Ludolux", error.reason) from None
    except record.RecordError as error:
        if reader.header is None:
            raise_unless_record(path, error)
        elif error.line == 1:
            raise Unreadable(
                f"{path} is a record that this Ludolux cannot replay: {error.reason}",
                "The version that recorded it can" if "version" in error.reason else "",
            ) from None
        raise
    return torn


@contextlib.contextmanager
def open_record(path: Path) -> Iterator[Any]:
    if path.is_dir():
        raise Unreadable(f"{path} is a folder", f"name the records in it, as {path}/*.rec")
    with path.open("rb") as file:
        yield file


def raise_unless_record(path: Path, error: Any) -> None:
    """Unreadable with what the file is, if it is no record; a damaged first line is one."""
    with path.open("rb") as file:
        start = file.read(600)
    if not start:
        raise Unreadable(
            f"{path} is empty: nothing was recorded, or it was not copied whole", "Fetch it again"
        )
    if start.startswith(MAGIC) and b"\n" in start:
        return
    if MAGIC.startswith(start[: len(MAGIC)]):
        if len(start) > record.LONGEST:
            return
        raise Unreadable(
            f"{path} ends before its first line is whole: there is no game in it", "Fetch it again"
        )
    what = next((name for magic, name in FOREIGN if start.startswith(magic)), "")
    if not what and EVENT.match(start):
        if path.suffix == ".tail":
            what = f"the tail of a record: name {path.stem}.play"
        else:
            what = "lines of one: the first is missing"
    if not what:
        binary = any(byte < 9 or 13 < byte < 32 for byte in start)
        what = "binary data" if binary else "some other text"
    raise Unreadable(
        f"{path} is not a record of Ludolux but {what}",
        f"a record begins with {record.MAGIC}; `ludolux logs` fetches those of a board",
    )


def reason(error: Any, reader: Any) -> str:
    """Where and why a record is wrong, with the move where there is one."""
    if reader.lines == error.line:
        return f"line {error.line}, move {reader.plies}: {error.reason}"
    return f"line {error.line}, after move {reader.plies}: {error.reason}"


class _Folder:
    """As much of a journal as recovery.py needs to find a tail."""

    def __init__(self, path: Path) -> None:
        self._folder = path.parent

    def path(self, file: str) -> str:
        return str(self._folder / file)
