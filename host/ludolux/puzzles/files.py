"""LIXSO grids from the words of a command line and from files; files written whole or not at all.

A file of grids is text: a grid a line, after it a blank and any remark. Empty lines and lines that
begin with # say nothing.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ludolux.failure import Failure
from ludolux.puzzles.cover import GridError, standard
from shared_rules import grids
from shared_rules.cells import write_rows

WAYS = (
    "Say a grid as nine rows of . I X S O joined by /, a file of them, - for standard input,"
    " 4-12 for grid 12 of level 4, 4 for all of level 4, or daily"
)
ELSEWHERE = "Choose another place with --to"


class Named(NamedTuple):
    name: str  # what to call it in a sentence or a title
    grid: str


def read(words: Iterable[str]) -> list[Named]:
    """The grids that the words name, or a Failure that says which word or line is wrong."""
    found = [named for word in words for named in one_word(word)]
    if not found:
        raise Failure("there is no grid", WAYS)
    return found


def one_word(word: str) -> list[Named]:
    if re.fullmatch(r"\d+", word):
        return [shipped(int(word), number) for number in range(1, grids.COUNT + 1)]
    if match := re.fullmatch(r"(\d+)-(\d+)", word):
        return [shipped(int(match[1]), int(match[2]))]
    if word == "daily":
        # By UTC, as on the board: it is the same grid wherever one plays it.
        return [shipped(*grids.daily(int(time.time()) // 86400))]
    if word == "-":
        return from_lines(sys.stdin, "standard input")
    if os.path.exists(word):
        return from_file(word)
    if set(word) <= set("./IXSO"):
        return [Named("the grid", checked(word, "the grid"))]
    raise Failure(f"{word!r} is no grid, and there is no file of that name", WAYS)


def shipped(level: int, number: int) -> Named:
    try:
        clues, _ = grids.read(level, number)
    except ValueError as error:
        raise Failure(str(error), WAYS) from None
    return Named(f"grid {level}-{number}", write_rows(clues, 9))


def from_file(path: str) -> list[Named]:
    try:
        with open(path, encoding="utf-8") as file:
            return from_lines(file, path)
    except UnicodeDecodeError:
        raise Failure(f"the file {path} is not text", WAYS) from None
    except OSError as error:
        raise Failure(f"the file {path} cannot be read: {error.strerror}") from None


def from_lines(lines: Iterable[str], source: str) -> list[Named]:
    found = []
    for number, line in enumerate(lines, 1):
        grid = line.strip().partition(" ")[0]
        if grid and not grid.startswith("#"):
            where = f"{source}, line {number}"
            found.append(Named(where, checked(grid, where)))
    return found


def checked(grid: str, where: str) -> str:
    try:
        standard().parse_grid(grid)
    except GridError as error:
        raise Failure(f"{where}: {error}", WAYS) from None
    return grid


def check_place(path: Path) -> None:
    """Can a file be written there? Asked before the work, which may take long."""
    if path.exists() and not path.is_file():
        raise Failure(f"there is a {path}, and it is no file", ELSEWHERE, status=1)
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise not_written(path, error) from None


def write(contents: dict[Path, bytes]) -> None:
    """Write files, each whole, and none before all are on the disk under another name."""
    drafts: dict[Path, Path] = {}
    path = Path()
    try:
        for path, data in contents.items():
            handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
            drafts[path] = Path(draft)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(draft, 0o666 & ~umask())
        for path, draft in drafts.items():
            draft.replace(path)
    except OSError as error:
        raise not_written(path, error) from None
    finally:
        for draft in drafts.values():
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)


def not_written(path: Path, error: OSError) -> Failure:
    return Failure(f"the file {path} cannot be written: {error.strerror}", ELSEWHERE, status=1)


def umask() -> int:
    """What a new file is not allowed; the system only tells it when it is set."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
