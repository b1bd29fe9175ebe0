"""`ludolux deploy`: the app of this computer onto a board, only what changed."""

import time
from pathlib import Path
from typing import Annotated

import typer

from ludolux.boardsource import BUILDS, board_source
from ludolux.failure import Failure


def run(
    port: Annotated[
        str | None, typer.Option(metavar="PORT", help="Which board; the only one if left out.")
    ] = None,
    build: Annotated[
        str | None, typer.Option(metavar=BUILDS, help="Another build than it has.")
    ] = None,
    board_file: Annotated[
        Path | None, typer.Option("--board", metavar="FILE", help="A board file of your own.")
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Again whenever a source file changes.")
    ] = False,
) -> None:
    source = board_source(board_file)
    if build is not None:
        source.build(build)
    from ludolux.compiled import PACKAGES
    from ludolux.deploying import deploy
    from ludolux.ports import choose

    name = choose(port)
    if not watch:
        deploy(name, build, source=source)
        return
    seen: dict[Path, float] = {}
    while True:
        now = stamps(PACKAGES)
        if now != seen:
            seen = now
            try:
                deploy(name, build, source=source)
            except Failure as failure:
                print(failure)
            print("watching the sources; Ctrl-C ends it", flush=True)
        time.sleep(0.5)


def stamps(packages: dict[str, Path]) -> dict[Path, float]:
    """When each source file was changed last."""
    return {
        path: path.stat().st_mtime for folder in packages.values() for path in folder.rglob("*.py")
    }
