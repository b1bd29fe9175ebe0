"""A record as a row of moments that can be walked both ways: what happened, and how it stood.

timeline = Timeline.load(path)      # hide_undone=True leaves out what was taken back
timeline.go(12)                     # 0 is the start, len(timeline.events) the end
timeline.state, timeline.last       # the position, and the move to be marked in it
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware import record  # pyright: ignore
from ludolux.failure import sentence
from ludolux.records import seen
from ludolux.records.reading import Damaged, Verdict, feed, reason
from ludolux.records.replay import PLAYED, Replay, advance, begin, last_move
from ludolux.text import words

HELP = {
    "1": "A hint: where to look",
    "2": "A hint: which cell",
    "3": "A hint: which tile",
    "solvable": "Asked whether it can still be solved",
    "where": "Shown which tiles lie wrong",
}


@dataclass
class Event:
    """One event of a record. `seat` did it, None for nobody; `number` counts the moves that stand
    after it; `thought` is the time since the event before."""

    line: int
    ms: int
    kind: str
    text: str
    seat: int | None = None
    number: int = 0
    thought: int = 0
    undone: bool = False
    said: str = ""
    then: str = ""  # whose turn it is after it, or how the game ended
    move: int | None = None
    deal: str = ""  # what was seen of the round that this move ended with dealing
    takes_back: Event | None = field(default=None, repr=False)

    @property
    def word(self) -> str:
        """The move as it is written, or what else happened."""
        return self.text if self.kind == "move" else self.kind


class Timeline:
    """`damage` says why the record is not good after these events, or is ""; `torn` likewise of a
    last line that was cut. `path` is only a name here."""

    def __init__(self, path: Path, header: Any, events: list[Event], first_deal: str) -> None:
        self.path = path
        self.header = header
        self.events = events
        self.damage = ""
        self.torn = ""
        self._first_deal = first_deal
        self._restart()

    @classmethod
    def load(cls, path: Path, hide_undone: bool = False) -> Timeline:
        """Unreadable when the file is no record; a damaged one is loaded as far as it is good."""
        loading = _Loading()
        damage = torn = ""
        try:
            torn = feed(path, loading.replay, loading.take)
        except record.RecordError as error:
            damage = reason(error, loading.replay.reader)
            header = loading.header
            if header is None or header.view is not None and not loading.first_deal:
                raise Damaged(Verdict(path, problem=damage, line=error.line)) from None
        events = loading.events
        if hide_undone:
            events = [e for e in events if not e.undone and e.kind != "undo"]
            for before, event in zip([None, *events], events, strict=False):
                event.thought = event.ms - (before.ms if before else 0)
        timeline = cls(path, loading.header, events, loading.first_deal)
        timeline.damage = damage and sentence(f"{path} does not verify: {damage}")
        timeline.torn = torn and sentence(f"{path}: {torn}; it is left out")
        return timeline

    # The walk

    def go(self, at: int) -> None:
        """To the moment after so many events; beyond an end is that end."""
        at = max(0, min(at, len(self.events)))
        if at < self.at // 2:
            self._restart()
        while self.at < at:
            self._forward(self.events[self.at])
            self.at += 1
        while self.at > at:
            self.at -= 1
            self._back(self.events[self.at])

    @property
    def event(self) -> Event | None:
        """The last one before this moment; None at the start."""
        return self.events[self.at - 1] if self.at else None

    @property
    def last(self) -> int | None:
        """The move that the board marks as the last: none after an undo."""
        for at in range(self.at - 1, -1, -1):
            event = self.events[at]
            if event.kind in PLAYED:
                return event.move
            if event.kind == "undo":
                return None
        return None

    def after_move(self, number: int) -> int | None:
        """The moment after the move of this number, rather the one that stands than one that was
        taken back; None when there is none, and 0 is the start."""
        if number == 0:
            return 0
        found = None
        for at, event in enumerate(self.events, 1):
            if event.number == number and event.kind in PLAYED:
                if not event.undone:
                    return at
                found = found or at
        return found

    def captions(self) -> tuple[str, str]:
        """What has just happened, and whose turn it is now or how it ended."""
        event = self.event
        if event is None:
            return self.title, turn_words(self.state, None)
        return event.said, event.then

    @property
    def title(self) -> str:
        header = self.header
        options = "".join(f", {name} {value}" for name, value in sorted(header.options.items()))
        one = "player" if header.players == 1 else "players"
        when = "" if header.start == "-" else header.start.replace("T", " ")[:16] + "  "
        return f"{when}{header.game}, {header.players} {one}{options}"

    def _restart(self) -> None:
        self.at = 0
        self.state = begin(self.header)
        if self._first_deal:
            seen.deal(self.state, self._first_deal)

    def _forward(self, event: Event) -> None:
        if event.kind in PLAYED:
            _play(self.state, event)
        else:
            advance(self.state, event.kind, event.text)

    def _back(self, event: Event) -> None:
        if event.kind in PLAYED:
            self.state.pop()
        elif event.takes_back is not None:
            _play(self.state, event.takes_back)


def _play(state: Any, event: Event) -> None:
    state.push(event.move)
    if event.deal:
        seen.deal(state, event.deal)


class _Loading:
    """Collects the events while a record is replayed."""

    def __init__(self) -> None:
        self.replay = Replay(forget=False)
        self.header: Any = None
        self.events: list[Event] = []
        self.first_deal = ""
        self._standing: list[Event] = []
        self._results: list[Event] = []
        self._turn: int | None = None

    def take(self, item: Any, raw: bytes) -> None:
        state = self.replay.state
        if item is None:
            return
        if self.header is None:
            self.header = item
        elif item[1] == "deal":
            self._take_deal(item[2])
        else:
            self._take_event(state, *item)
        self._turn = state.turn
        if self.events:
            mover = self._standing[-1].seat if self._standing else None
            self.events[-1].then = turn_words(state, mover)

    def _take_deal(self, text: str) -> None:
        if self.events:
            self.events[-1].deal = text
        else:
            self.first_deal = text

    def _take_event(self, state: Any, ms: int, kind: str, text: str) -> None:
        before = self.events[-1].ms if self.events else 0
        event = Event(self.replay.reader.lines, ms, kind, text, thought=ms - before)
        if kind in PLAYED:
            event.seat = self._turn
            event.move = last_move(state)
            self._standing.append(event)
        elif kind == "undo":
            event.seat = state.turn
            event.takes_back = self._standing.pop()
            event.takes_back.undone = True
            for result in self._results:
                result.undone = True
            self._results.clear()
        elif kind == "result":
            self._results.append(event)
        event.number = len(self._standing)
        event.said = said(state, event)
        self.events.append(event)


def said(state: Any, event: Event) -> str:
    """What happened, in a line: `12. Seat 1 (X): c1c5`."""
    if event.kind in PLAYED:
        assert event.seat is not None
        return f"{event.number}. {words.seat_name(state, event.seat)}: {event.word}"
    if event.kind == "undo":
        taken = event.takes_back
        assert taken is not None
        return f"Move {taken.number} is taken back: {taken.word}"
    if event.kind == "result":
        winners = event.text.split(" ")[0]
        return "The game is over" + (": a draw" if winners == "-" and state.players > 1 else "")
    return HELP[event.text] if event.kind == "hint" else "The game goes on after a break"


def turn_words(state: Any, mover: int | None) -> str:
    """Whose turn it is, or how the game ended."""
    if state.result:
        return words.result_lines(state, mover)[0]
    if state.players == 1:
        return "Your move"
    return f"{words.seat_name(state, state.turn)} to move"
