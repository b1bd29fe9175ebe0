"""`ludolux replay LOG…`: prove, show, export and redact records of games.

One record is played where somebody watches; several give a table. Status 0: all verify, 1: one
does not, 2: one cannot be read.
"""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ludolux.failure import Failure
from ludolux.records.export import as_json, as_text, clock
from ludolux.records.look import Look
from ludolux.records.player import SPEEDS, Player
from ludolux.records.reading import Verdict, result_words, verify
from ludolux.records.timeline import Timeline

WIDE = 200


def run(
    logs: Annotated[list[Path], typer.Argument(metavar="LOG", help="Records of games.")],
    verify_only: Annotated[
        bool, typer.Option("--verify", help="Only say whether the rules agree.")
    ] = False,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play it here.")] = False,
    browser: Annotated[bool, typer.Option("--browser", help="Play it on a page.")] = False,
    port: Annotated[
        int, typer.Option(metavar="N", help="Of the page; 0 takes a free one.")
    ] = 8766,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="With --browser: only say where the page is.")
    ] = False,
    gif: Annotated[
        Path | None, typer.Option(metavar="FILE.gif", help="The game as an animation.")
    ] = None,
    png: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="A moment as a picture.")
    ] = None,
    at: Annotated[
        int | None, typer.Option(metavar="N", help="After move N; otherwise the end.")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Print it to be read.")] = False,
    as_data: Annotated[bool, typer.Option("--json", help="Print it for programs.")] = False,
    hide_undone: Annotated[
        bool, typer.Option("--hide-undone", help="Leave out what was taken back.")
    ] = False,
    speed: Annotated[float, typer.Option(metavar="X", help="So many times as fast.")] = 1.0,
    even: Annotated[
        bool, typer.Option("--even", help="One event a second, however long they thought.")
    ] = False,
    peek: Annotated[
        bool, typer.Option("--peek", help="X-Tiles: show the hand of the seat to move.")
    ] = False,
    as_seat: Annotated[
        int | None, typer.Option(metavar="N", help="X-Tiles: redact; what seat N saw.")
    ] = None,
    public: Annotated[
        bool, typer.Option("--public", help="X-Tiles: redact; what everybody saw.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the redacted record goes.")
    ] = None,
) -> int:
    if not SPEEDS[0] <= speed <= SPEEDS[-1]:
        raise Failure(f"--speed goes from {SPEEDS[0]:g} to {SPEEDS[-1]:g}")
    if terminal and browser:
        raise Failure("--terminal and --browser exclude each other", "leave one out")
    if text and as_data:
        raise Failure("--text and --json exclude each other", "leave one out")
    redacts = public or as_seat is not None or out is not None
    shows = terminal or browser or text or gif is not None or png is not None
    if verify_only and (shows or redacts):
        raise Failure("--verify only verifies", "show or export the record with a second command")
    if redacts and (shows or as_data):
        raise Failure("a redacted record is written first", "show or export it when it is there")
    if len(logs) > 1 and (shows or redacts):
        raise Failure("only one record at a time can be shown or exported", "name one")
    if redacts:
        return redacted(logs[0], as_seat, public, out)
    if len(logs) > 1 or verify_only:
        return summary(logs, as_data)
    if terminal and not at_terminal():
        raise Failure(
            "this is no terminal that a game could be played in",
            "leave --terminal out to verify it, or print it with --text",
        )
    if not shows and not as_data:
        if not at_terminal():
            return summary(logs, False)
        terminal = True
    timeline = Timeline.load(logs[0], hide_undone)
    look = Look(timeline, peek=peek)
    moment = len(timeline.events) if at is None else moment_after(timeline, at)
    if text:
        print(as_text(timeline), end="")
    if as_data:
        print(json.dumps(as_json(timeline), indent=1))
    if png is not None:
        save_png(timeline, look, png, moment)
    if gif is not None:
        save_gif(timeline, look, gif, speed, even)
    if terminal:
        from ludolux.records.terminal import run as run_terminal

        timeline.go(0 if at is None else moment)
        run_terminal(Player(timeline, look, speed, even))
    if browser:
        from ludolux.records.web import serve

        serve(lambda: fresh_player(logs[0], hide_undone, peek, speed, even), port, not no_browser)
    for note in (timeline.torn, timeline.damage):
        if note:
            print(f"ludolux: {note}", file=sys.stderr)
    return 1 if timeline.damage else 0


def fresh_player(path: Path, hide_undone: bool, peek: bool, speed: float, even: bool) -> Player:
    timeline = Timeline.load(path, hide_undone)
    return Player(timeline, Look(timeline, peek=peek), speed, even)


def at_terminal() -> bool:
    """Does somebody watch, and have keys?"""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def moment_after(timeline: Timeline, number: int) -> int:
    moment = timeline.after_move(number)
    if moment is None:
        most = max([event.number for event in timeline.events], default=0)
        raise Failure(
            f"there is no move {number} in {timeline.path}",
            f"its moves go from 1 to {most}; 0 is the start",
        )
    return moment


def save_png(timeline: Timeline, look: Look, file: Path, moment: int) -> None:
    from ludolux.records import pictures

    timeline.go(moment)
    pictures.save_png(timeline, look, file)


def save_gif(timeline: Timeline, look: Look, file: Path, speed: float, even: bool) -> None:
    from rich.progress import Progress

    from ludolux.records import pictures

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(file.name, total=len(timeline.events) + 1)
        pictures.save_gif(
            timeline, look, file, speed, even,
            lambda done, total: bar.update(task, completed=done),
        )  # fmt: skip


def redacted(log: Path, as_seat: int | None, public: bool, out: Path | None) -> int:
    from ludolux.records.redact import redact
    from ludolux.records.rewrite import rewrite

    if public == (as_seat is not None):
        raise Failure("say whose view it shall be", "--as-seat N or --public")
    if out is None:
        raise Failure("say where the redacted record shall go", "--out FILE")
    seat = None if as_seat is None else as_seat - 1
    rewrite(log, out, lambda lines: redact(lines, seat))
    print(verify(out).sentences())
    return 0


def summary(logs: list[Path], as_data: bool) -> int:
    """What can be said of the files: a sentence for one, a table for many."""
    verdicts = [verify(path) for path in logs]
    status = max(verdict.status for verdict in verdicts)
    if as_data:
        print(json.dumps([verdict_json(verdict) for verdict in verdicts], indent=1))
    elif len(verdicts) == 1:
        only = verdicts[0]
        print(only.sentences() if not only.status else "", end="\n" * (not only.status))
        if only.status:
            print(f"ludolux: {only.sentences()}", file=sys.stderr)
    else:
        print_table(verdicts)
    return status


def verdict_json(verdict: Verdict) -> dict[str, object]:
    header = verdict.header
    return {
        "file": str(verdict.path),
        "verdict": verdict.word,
        "game": header.game if header else None,
        "moves": verdict.moves,
        "undone": verdict.undone,
        "ms": verdict.ms,
        "result": verdict.result or None,
        "problem": verdict.problem or None,
        "line": verdict.line or None,
        "notes": list(verdict.notes),
    }


def print_table(verdicts: list[Verdict]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("record", "game", "players", "moves", "undone", "time"):
        right = heading not in ("record", "game")
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    table.add_column("verdict")
    names = [verdict.path.name for verdict in verdicts]
    if len(set(names)) < len(names):  # boards number their games alike
        names = [str(verdict.path) for verdict in verdicts]
    for name, verdict in zip(names, verdicts, strict=True):
        header = verdict.header
        known = [header.game, str(header.players)] if header else ["", ""]
        counts = (
            [str(verdict.moves), str(verdict.undone), clock(verdict.ms)] if header else [""] * 3
        )
        end = f", {result_words(verdict.result)}" if verdict.result and not verdict.status else ""
        table.add_row(name, *known, *counts, verdict.word + end)
    # What goes into a file or a pipe is not folded to somebody's window.
    Console(width=None if sys.stdout.isatty() else WIDE).print(table)
    for verdict in verdicts:
        if verdict.status:
            print(f"ludolux: {verdict.sentences()}", file=sys.stderr)
        for note in verdict.notes:
            print(f"{verdict.path}: {note}.")
    good = sum(not verdict.status for verdict in verdicts)
    print(f"{good} of {len(verdicts)} verified.")
