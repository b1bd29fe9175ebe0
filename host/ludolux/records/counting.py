"""What many records tell together: games, winners, lengths, thinking times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from firmware import record  # pyright: ignore
from ludolux.records.reading import WRONG, Unreadable, feed, reason
from ludolux.records.replay import PLAYED, Replay

# The classes of thinking times: up to so many seconds, and what is longer.
BOUNDS = (1, 2, 5, 10, 20, 60, 180)


@dataclass
class Kind:
    """One game with one number of players. Times are in milliseconds, winners by seat."""

    game: str
    players: int
    games: int = 0
    finished: int = 0
    draws: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    moves: list[int] = field(default_factory=list)
    lasted: list[int] = field(default_factory=list)
    undone: int = 0
    thought: dict[int, list[int]] = field(default_factory=dict)

    @property
    def all_thought(self) -> list[int]:
        return [ms for times in self.thought.values() for ms in times]

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "finished": self.finished,
            "draws": self.draws,
            "wins": [self.wins[seat] for seat in range(self.players)],
            "reasons": dict(sorted(self.reasons.items())),
            "moves": {"median": median(self.moves), "most": max(self.moves)},
            "ms": {"median": median(self.lasted), "most": max(self.lasted)},
            "undone": self.undone,
            "thinking_ms": [
                {"median": median(times), "most": max(times)} if times else None
                for times in (self.thought.get(seat, []) for seat in range(self.players))
            ],
        }


@dataclass
class Counts:
    """`problems` are (status, sentence) of the files that are left out."""

    kinds: dict[tuple[str, int], Kind] = field(default_factory=dict)
    problems: list[tuple[int, str]] = field(default_factory=list)

    @property
    def status(self) -> int:
        return max([status for status, _ in self.problems], default=0)


def count(paths: Iterable[Path]) -> Counts:
    counts = Counts()
    for path in paths:
        one = _One()
        try:
            feed(path, one.replay, one.take)
        except Unreadable as failure:
            counts.problems.append((failure.status, str(failure)))
        except record.RecordError as error:
            why = reason(error, one.replay.reader)
            counts.problems.append((WRONG, f"{path} does not verify: {why}."))
        else:
            one.add_to(counts)
    return counts


class _One:
    """Counts along one record; moves that were taken back are thinking too."""

    def __init__(self) -> None:
        self.replay = Replay()
        self.thought: dict[int, list[int]] = {}
        self.undone = 0
        self._turn: int | None = None
        self._ms = 0

    def take(self, item: Any, raw: bytes) -> None:
        if item is None:
            return
        if self.replay.reader.lines > 1:
            ms, kind, _ = item
            if kind in PLAYED and self._turn is not None:
                self.thought.setdefault(self._turn, []).append(ms - self._ms)
            self.undone += kind == "undo"
            self._ms = ms
        self._turn = self.replay.state.turn

    def add_to(self, counts: Counts) -> None:
        reader, state = self.replay.reader, self.replay.state
        header = reader.header
        key = (header.game, header.players)
        kind = counts.kinds.setdefault(key, Kind(*key))
        kind.games += 1
        kind.moves.append(reader.plies)
        kind.lasted.append(reader.ms)
        kind.undone += self.undone
        for seat, times in self.thought.items():
            kind.thought.setdefault(seat, []).extend(times)
        if reader.ended:
            kind.finished += 1
            kind.draws += not state.result.winners
            kind.wins.update(state.result.winners)
            kind.reasons[state.result.reason] += 1


def classes(times: Iterable[int]) -> list[tuple[str, int]]:
    """How many thinking times fall into each class, with the name of the class."""
    found = [0] * (len(BOUNDS) + 1)
    for ms in times:
        found[sum(ms > 1000 * bound for bound in BOUNDS)] += 1
    names = [f"to {bound} s" for bound in BOUNDS] + [f"over {BOUNDS[-1]} s"]
    return list(zip(names, found, strict=True))
