"""`ludolux stats LOG…`: games, winners, lengths, thinking times, and a plot of them."""

import json
import sys
from pathlib import Path
from statistics import median
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ludolux.failure import Failure
from ludolux.records.counting import Counts, Kind, count
from ludolux.records.export import clock


def run(
    logs: Annotated[list[Path], typer.Argument(metavar="LOG…", help="Records of games.")],
    png: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="The plot as a picture.")
    ] = None,
    as_data: Annotated[bool, typer.Option("--json", help="Print it for programs.")] = False,
) -> int:
    counts = count(logs)
    for _, problem in counts.problems:
        print(f"ludolux: {problem}", file=sys.stderr)
    if not counts.kinds:
        raise Failure("there is no good record among these files", status=counts.status)
    if as_data:
        print(json.dumps([kind.as_json() for kind in ordered(counts)], indent=1))
    else:
        show(counts)
    if png is not None:
        from ludolux.records.plot import save_bars

        save_bars(counts, png)
    return counts.status


def ordered(counts: Counts) -> list[Kind]:
    return [counts.kinds[key] for key in sorted(counts.kinds)]


def show(counts: Counts) -> None:
    from ludolux.records.plot import print_bars

    console = Console()
    games = Table(box=None, pad_edge=False)
    for heading in ("game", "players", "games", "over", "won by seat", "draws", "moves", "time",
                    "taken back"):  # fmt: skip
        games.add_column(heading, justify="left" if heading == "game" else "right", no_wrap=True)
    for kind in ordered(counts):
        wins = " ".join(str(kind.wins[seat]) for seat in range(kind.players))
        draws = str(kind.draws) if kind.players > 1 else "-"
        games.add_row(
            kind.game, str(kind.players), str(kind.games), str(kind.finished), wins, draws,
            f"{median(kind.moves):g}", clock(int(median(kind.lasted))), str(kind.undone),
        )  # fmt: skip
    console.print(games)
    console.print("Moves and time are medians.\n")
    thinking = Table(box=None, pad_edge=False)
    for heading in ("game", "players", "seat", "moves", "median thought", "longest"):
        thinking.add_column(heading, justify="left" if heading == "game" else "right")
    for kind in ordered(counts):
        for seat, times in sorted(kind.thought.items()):
            thinking.add_row(
                kind.game, str(kind.players), str(seat + 1), str(len(times)),
                f"{median(times) / 1000:.1f} s", clock(max(times)),
            )  # fmt: skip
    console.print(thinking)
    console.print()
    print_bars(console, counts)
