"""A record played through the rules line by line: the firmware's reader, with two things more.

The move that a text means is remembered, so that long records are quick, and a redacted record is
played as far as its view allows (seen.py). Memory does not grow with the record.
"""

from __future__ import annotations

from typing import Any

import shared_rules
from firmware import record  # pyright: ignore
from firmware.course import ENDINGS, trim  # pyright: ignore
from ludolux.records import seen

PLAYED = ("move", *ENDINGS)
TRIM_EVERY = 64  # lines, as the firmware does
# What a text means does not depend on the position: the moves of each kind of game by their text.
REMEMBERED, KINDS = 4096, 32
_moves: dict[tuple[object, ...], dict[str, int]] = {}


class Replay:
    """`state` is None before the header. A whole record that is to be walked through both ways
    keeps all its moves: `forget=False`."""

    def __init__(self, forget: bool = True) -> None:
        self.reader: Any = record.Reader()
        self.state: Any = None
        self._forget = forget
        self._moves: dict[str, int] = {}  # shared by all records of this kind

    def take(self, raw: bytes) -> Any:
        """The next line: the Header, or (ms, kind, text) of an event, or None for a last line
        that was cut. RecordError: the state is that of the line before."""
        before = self.reader.ms
        item = self.reader.read(raw)
        if item is None:
            return None
        try:
            if self.state is None:
                self.state = begin(item)
                self._moves = moves_of(item)
            else:
                if self.reader.header.view is not None:
                    seen.check_order(self.state, item[1], item[0] - before)
                self._advance(item[1], item[2])
        except ValueError as error:
            raise record.RecordError(self.reader.lines, str(error)) from None
        if self._forget and self.reader.lines % TRIM_EVERY == 0:
            trim(self.state)
        return item

    def _advance(self, kind: str, text: str) -> None:
        if kind not in PLAYED:
            advance(self.state, kind, text)
            return
        word = text or kind
        known = self._moves.get(word)
        if known is not None and self.state.why(known) is None:
            self.state.push(known)
            return
        # The first time, or refused: then this says why.
        advance(self.state, kind, text)
        if len(self._moves) < REMEMBERED:
            self._moves[word] = last_move(self.state)


def moves_of(header: Any) -> dict[str, int]:
    """The moves known by their text, for games of this kind."""
    if len(_moves) > KINDS:
        _moves.clear()
    kind = (header.game, header.players, *sorted(header.options.items()))
    return _moves.setdefault(kind, {})


def begin(header: Any) -> Any:
    """The state that a header describes; ValueError says why there is none."""
    if header.view is None:
        return record.begin(header, shared_rules)
    return seen.begin(header)


def advance(state: Any, kind: str, text: str) -> None:
    """Bring a state one event further; ValueError says why not, and nothing has changed."""
    if kind == "deal":
        seen.deal(state, text)
    else:
        record.advance(state, kind, text)


def last_move(state: Any) -> int:
    """The move played last, without a list of all of them."""
    return state._past[1] >> 3
