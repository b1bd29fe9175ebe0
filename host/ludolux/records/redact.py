"""A record as one seat saw it, or as everybody did: without the seed, with the deals seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import shared_rules
from firmware import record  # pyright: ignore
from ludolux.records import seen
from ludolux.records.replay import Replay


class NothingHidden(ValueError):
    """The game has no secrets; the text says so."""


def redact(lines: Iterable[bytes], seat: int | None) -> Iterator[bytes]:
    """The lines of the redacted record. RecordError where the record itself is wrong, ValueError
    where there is no such view of it."""
    whole = Replay()
    writer = _Writer()
    dealt = 0
    for raw in lines:
        item = whole.take(raw)
        if item is None:
            break
        state = whole.state
        if whole.reader.lines == 1:
            yield writer.line(view_of(item, seat).text())
        else:
            ms, kind, text = item
            yield writer.line(record.event_text(ms, kind, text))
            if kind != "move":
                dealt = state.round  # an undo may have gone back to an earlier round
        if state.round != dealt:
            dealt = state.round
            yield writer.line(record.event_text(whole.reader.ms, "deal", state.view(seat)))
    whole.reader.end()


def view_of(header: Any, seat: int | None) -> Any:
    """The header of the redacted record."""
    if header.view is not None:
        raise ValueError(f"the record is redacted already: what {view_name(header.view)} saw")
    if header.game not in shared_rules.SECRETS:
        raise NothingHidden(f"{header.game} hides nothing from anybody")
    if seat is not None and not 0 <= seat < header.players:
        raise ValueError(f"the seats of this game go from 1 to {header.players}")
    view = seen.PUBLIC if seat is None else str(seat)
    return record.Header(
        header.game, header.players, header.options, None, header.rules, header.board,
        header.firmware, header.start, view,
    )  # fmt: skip


def view_name(view: str) -> str:
    """Whose view it is, as people count seats."""
    return "everybody" if view == seen.PUBLIC else f"seat {int(view) + 1}"


class _Writer:
    def __init__(self) -> None:
        self._crc = 0

    def line(self, body: str) -> bytes:
        line, self._crc = record.seal(body, self._crc)
        return line
