"""`ludolux logs`: list and fetch the records on a board, or watch the game that it plays.

Nothing is ever removed from the board.
"""

import contextlib
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn
from rich.table import Table

from ludolux.failure import Failure
from ludolux.records import fetch
from ludolux.records.sources import Board, Folder, open_board
from ludolux.sim.files import state_folder


def run(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME…", help="Only these, as 00007-quixo.")
    ] = None,
    port: Annotated[
        str | None,
        typer.Option(metavar="PORT", help="Of the board: /dev/ttyACM0 or socket://HOST:PORT."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The flash of a simulated board.")
    ] = None,
    sim: Annotated[
        str | None, typer.Option(metavar="BUILD", help="The simulator's own board, as keys.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Fetch the records into this folder.")
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Follow the game that is played, until it is over.")
    ] = False,
) -> int:
    if sum(way is not None for way in (port, folder, sim)) != 1:
        raise Failure(
            "say where the records are",
            "--port PORT for a board, --sim keys for the simulator, --folder DIR for its flash",
        )
    with contextlib.ExitStack() as leaving:
        if port is not None:
            source: Board | Folder = leaving.enter_context(open_board(port))
        else:
            source = Folder(folder or state_folder() / "sim" / str(sim))
        if watch:
            from ludolux.records.watch import watch as follow

            follow(source, lambda line: print(line, flush=True))
        if watch and out is None:
            return 0
        found = chosen(fetch.records(source), names or [])
        if out is None:
            show(source, found)
            return 0
        return take(source, found, out)


def chosen(found: dict[str, int], names: list[str]) -> dict[str, int]:
    """Those that were named, with or without their ending."""
    known = {word for name in found for word in (name, fetch.split(name)[0])}
    missing = [name for name in names if name not in known]
    if missing:
        raise Failure(
            f"there is no record {missing[0]}", f"there are {', '.join(found) or 'none'}"
        )
    return {
        name: size
        for name, size in found.items()
        if not names or name in names or fetch.split(name)[0] in names
    }


def show(source: Board | Folder, found: dict[str, int]) -> None:
    if not found:
        print(f"No games are recorded on {source.title} yet.")
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("record", "game", "bytes", ""):
        table.add_column(heading, justify="right" if heading == "bytes" else "left", no_wrap=True)
    for name, size in found.items():
        stem, end = fetch.split(name)
        table.add_row(name, stem.partition("-")[2], str(size), fetch.ENDS[end])
    Console().print(table)
    print("--out DIR fetches them.")


def take(source: Board | Folder, found: dict[str, int], out: Path) -> int:
    """Fetch all; what fails does not keep the others from coming."""
    done: list[fetch.Fetched] = []
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        for name, size in found.items():
            bar = bars.add_task(name, total=size)
            done.append(
                fetch.fetch(
                    source, name, out,
                    lambda have, of, bar=bar: bars.update(bar, completed=have, total=of),
                )
            )  # fmt: skip
    for one in done:
        where = f" {one.path}" if one.path else ""
        if one.status:
            print(f"ludolux: {one.name} {one.told}{where}", file=sys.stderr)
        else:
            print(f"{one.name} {one.told}{where}")
    if not done:
        print(f"No games are recorded on {source.title} yet.")
    return max([one.status for one in done], default=0)
