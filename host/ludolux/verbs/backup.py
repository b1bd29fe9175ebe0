"""`ludolux backup FILE`: games, settings and logs of a board into a zip on this computer."""

from pathlib import Path
from typing import Annotated

import typer


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .zip that is written.")],
    port: Annotated[
        str | None, typer.Option(metavar="PORT", help="Which board; the only one if left out.")
    ] = None,
) -> None:
    from ludolux import keep
    from ludolux.boardcopy import read_all
    from ludolux.ports import choose

    files = read_all(choose(port))
    keep.write(file, keep.pack(files, {"from": "backup"}))
    size = sum(len(data) for data in files.values())
    print(f"{file}: {len(files)} files of the board, {size} bytes")
