"""`ludolux restore FILE`: what `ludolux backup` saved, back onto a board."""

from pathlib import Path
from typing import Annotated

import typer


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `ludolux backup` wrote.")],
    port: Annotated[
        str | None, typer.Option(metavar="PORT", help="Which board; the only one if left out.")
    ] = None,
) -> None:
    from ludolux import keep
    from ludolux.boardcopy import write_all
    from ludolux.ports import choose

    files = keep.unpack(file)
    write_all(choose(port), files)
    print(f"{len(files)} files are back on the board; what it had besides them stayed")
