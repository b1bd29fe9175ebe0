"""`ludolux flash`: MicroPython and the app onto a board, from a bare chip to its hello."""

from pathlib import Path
from typing import Annotated

import typer

from ludolux.boardsource import BUILDS, board_source


def run(
    port: Annotated[
        str | None, typer.Option(metavar="PORT", help="Which board; the only one if left out.")
    ] = None,
    build: Annotated[
        str | None,
        typer.Option(metavar=BUILDS, help="What you have built; else as it was, or keys."),
    ] = None,
    board_file: Annotated[
        Path | None, typer.Option("--board", metavar="FILE", help="A board file of your own.")
    ] = None,
    firmware: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A MicroPython .bin; else the pinned release."),
    ] = None,
) -> None:
    source = board_source(board_file)
    if build is not None:
        source.build(build)
    from ludolux.flashing import flash
    from ludolux.ports import choose

    flash(choose(port), build, firmware, source=source)
