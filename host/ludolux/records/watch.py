"""Follows a game while it is played, line by line, until it is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from ludolux.failure import Failure
from ludolux.linkclient import Message
from ludolux.records.reading import result_words
from ludolux.records.sources import Board, Folder
from ludolux.records.timeline import Timeline

LOOK_S = 0.2
WAIT_S = 0.5
WAITING = "No game is under way: waiting for one."
PATIENCE = 10  # looks at a record that cannot be read


def watch(source: Board | Folder, say: Callable[[str], object]) -> None:
    """Say what happens; returns when a game has ended."""
    lines = watch_board(source) if isinstance(source, Board) else watch_folder(source)
    for line in lines:
        say(line)


def watch_board(board: Board) -> Iterator[str]:
    """What the board tells, beginning with the moves so far."""
    client = board.client
    client.ask("status", tries=3)
    told_moves = said_waiting = False
    while True:
        for message in client.messages(WAIT_S):
            line = in_words(message)
            if message.kind == "game":
                yield line
                if not told_moves:
                    yield from moves_so_far(board)
                told_moves = True
            elif line:
                yield line
            if message.kind == "result":
                return
        if not told_moves and not said_waiting:
            said_waiting = True
            yield WAITING


def moves_so_far(board: Board) -> Iterator[str]:
    count, known = 1, 0
    while known < count:
        total, first, *texts = board.client.ask("moves", known, tries=3).split()
        count = int(total)
        if not texts:
            return
        for number, text in enumerate(texts, int(first) + 1):
            yield f"{number}. {text}"
        known = int(first) + len(texts)


def in_words(message: Message) -> str:
    """A message of the link as a line, "" for what is no part of a game."""
    words = message.words
    if message.kind == "game" and words:
        return " ".join(words)
    if message.kind == "move" and len(words) >= 2:
        text = " ".join(words[2:])
        return f"{words[1]}. seat {int(words[0]) + 1}: {text}".rstrip(": ")
    if message.kind == "undo" and len(words) >= 2:
        return f"move {int(words[1]) + 1} is taken back"
    if message.kind == "result" and words:
        return f"the game is over, {result_words(' '.join(words))}"
    return ""


def watch_folder(folder: Folder) -> Iterator[str]:
    """The record that is written now, read again whenever it has grown."""
    stem, seen, size = "", 0, -1
    patience = PATIENCE
    said_waiting = False
    while True:
        name, now = latest(folder, stem)
        if not name and not said_waiting:
            said_waiting = True
            yield WAITING
        if name and (name.rpartition(".")[0], now) != (stem, size):
            try:
                timeline = Timeline.load(folder.folder / name)
            except Failure:
                # It may be in the middle of a write; what stays unreadable is said.
                patience -= 1
                if not patience:
                    raise
                time.sleep(LOOK_S)
                continue
            patience = PATIENCE
            if name.rpartition(".")[0] != stem:
                stem, seen = name.rpartition(".")[0], 0
                yield timeline.title
            size = now
            for event in timeline.events[seen:]:
                yield event.said if event.kind != "result" else f"{event.said}. {event.then}"
            seen = len(timeline.events)
            if timeline.events and timeline.events[-1].kind == "result":
                return
        time.sleep(LOOK_S)


def latest(folder: Folder, followed: str) -> tuple[str, int]:
    """The record that was written to last and its size, both with its tail; "" when no game is
    under way. The game that is followed may be over."""
    sizes = folder.journals()
    if followed + ".rec" in sizes:
        return followed + ".rec", sizes[followed + ".rec"]
    found = ("", 0)
    newest = (0, "")
    for name, size in sizes.items():
        stem, _, end = name.rpartition(".")
        if end == "play":
            tail = stem + ".tail"
            when = max(folder.changed(name), folder.changed(tail)), name
            if when > newest:
                newest, found = when, (name, size + sizes.get(tail, 0))
    return found
