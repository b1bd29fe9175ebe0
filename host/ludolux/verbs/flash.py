"""`ludolux flash`: MicroPython and the app onto a board, from a bare chip to its hello."""

from pathlib import Path
from typing import Annotated

import typer

from ludolux.failure import Failure
from ludolux.sim.board import BUILDS


def run(
    port: Annotated[
        str | None, typer.Option(metavar="PORT", help="Which board; the only one if left out.")
    ] = None,
    build: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(BUILDS), help="What you have built; else as it was, or keys."
        ),
    ] = None,
    firmware: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A MicroPython .bin; else the pinned release."),
    ] = None,
) -> None:
    if build is not None and build not in BUILDS:
        raise Failure(f"there is no build {build!r}", f"the builds are {', '.join(BUILDS)}")
    from ludolux.flashing import flash
    from ludolux.ports import choose

    flash(choose(port), build, firmware)
