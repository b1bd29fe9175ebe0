"""A record for people and for programs: as plain text, and as JSON."""

from __future__ import annotations

from typing import Any

from ludolux.failure import sentence
from ludolux.records.redact import view_name
from ludolux.records.replay import PLAYED
from ludolux.records.timeline import Event, Timeline
from ludolux.text.draw import look_of


def clock(ms: int) -> str:
    """`1:02:03` or `2:03`."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def as_text(timeline: Timeline) -> str:
    """The game to be read: what happened when, and the last position."""
    header = timeline.header
    lines = [timeline.title, f"played on {header.board}, firmware {header.firmware}"]
    if header.view is not None:
        lines.append(f"as {view_name(header.view)} saw it")
    lines.append("")
    width = max([len(clock(event.ms)) for event in timeline.events] or [0])
    for event in timeline.events:
        mark = "  (taken back)" if event.undone else ""
        lines.append(f"{clock(event.ms):>{width}}  {event.said}{mark}")
    timeline.go(len(timeline.events))
    look, state = look_of(header.game, False), timeline.state
    lines += ["", *look.board(state, None), *look.notes(state, None)]
    lines += ["", sentence(timeline.captions()[1])]
    lines += [note for note in (timeline.torn, timeline.damage) if note]
    return "\n".join(lines) + "\n"


def as_json(timeline: Timeline) -> dict[str, Any]:
    """Everything, with names that need no explanation."""
    header = timeline.header
    timeline.go(len(timeline.events))
    state = timeline.state
    result = state.result and {
        "winners": list(state.result.winners),
        "reason": state.result.reason,
    }
    return {
        "file": timeline.path.name,
        "game": header.game,
        "players": header.players,
        "options": header.options,
        "seed": header.seed,
        "view": header.view,
        "rules": header.rules,
        "board": header.board,
        "firmware": header.firmware,
        "start": None if header.start == "-" else header.start,
        "verified": not timeline.damage,
        "problem": timeline.damage or None,
        "torn": timeline.torn or None,
        "moves": [
            event.word for event in timeline.events if event.kind in PLAYED and not event.undone
        ],
        "events": [event_json(event) for event in timeline.events],
        "position": state.position(),
        "result": result or None,
        "scores": state.scores(),
    }


def event_json(event: Event) -> dict[str, Any]:
    found: dict[str, Any] = {"line": event.line, "ms": event.ms, "kind": event.kind}
    if event.text:
        found["text"] = event.text
    if event.seat is not None:
        found |= {"seat": event.seat, "number": event.number}
    if event.undone:
        found["undone"] = True
    if event.deal:
        found["deal"] = event.deal
    return found
