"""`ludolux hardware check|make|try|stl`: a board of one's own: check it, make its lists and its
parts, switch it on as a virtual board."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ludolux.failure import Failure, command_name, sentence
from ludolux.hardware import files, lint, make, printing

ACTIONS = ("check", "make", "try", "stl")
FOUND = 1


def run(
    action: Annotated[
        str, typer.Argument(metavar="check|make|try|stl", help="What to do with the board file.")
    ],
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="A board.json; without it the project's own."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where to write; else beside FILE.")
    ] = None,
    build: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="try, stl: which build; else the file's own."),
    ] = None,
    mcu: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="make, try: which chip; else the file's own."),
    ] = None,
) -> int:
    if action not in ACTIONS:
        raise Failure(
            f'"{action}" is none of {", ".join(ACTIONS)}',
            f"`{command_name()} hardware --help` says more",
        )
    path = file or files.HOME / "board.json"
    if path.is_dir():
        path = path / "board.json"
    # What is about to be made anew need not be right yet.
    found = lint.check_file(path, lists=action in ("check", "try"))
    for finding in found:
        print(finding, file=sys.stdout if action == "check" else sys.stderr)
    if found:
        board_itself = action != "try" or lint.check_board(files.board(path), path.name)
        count = f"{len(found)} thing{'s' if len(found) > 1 else ''}"
        print(f"{path}: {count} to put right.", file=sys.stderr)
        if board_itself:
            return FOUND
    board = files.board(path)
    if action == "check":
        builds = ", ".join(board["builds"])
        print(f"{path}: nothing to put right in {builds} on {', '.join(board['mcus'])}.")
        return 0
    if action == "make":
        chip = chosen(board, "mcus", mcu or board["mcu"])
        library = files.library(path.parent)
        written = make.write(out or path.parent, board, chip, library)
        for name in written:
            print(out / name if out else path.parent / name)
        if not written:
            print(sentence("everything is up to date"))
        return 0
    name = chosen(board, "builds", build or board["build"])
    if action == "try":
        from ludolux.hardware import trial

        # Wrong lists do not keep the board from being tried: the self-test shows what they do.
        status = trial.run(board, name, chosen(board, "mcus", mcu or board["mcu"]), path)
        return FOUND if found else status
    return solids(board, name, path, out)


def chosen(board: dict, group: str, name: str) -> str:
    if name not in board[group]:
        raise Failure(f'there is no "{name}"; the file has {", ".join(board[group])}')
    return name


def solids(board: dict, build: str, path: Path, out: Path | None) -> int:
    """The STL files of a build, one after another; each takes seconds to minutes."""
    folder = out or path.parent / build / "stl"
    folder.mkdir(parents=True, exist_ok=True)
    beside = path.parent / "scad"
    scad = beside if beside.is_dir() else scad_for(board, folder)
    pieces = list(printing.wanted(board, build))
    for number, (part, at, name) in enumerate(pieces, 1):
        times = printing.copies(board, build, part)
        printing.render(folder / name, part, build, at, scad)
        often = f", print it {times} times" if times > 1 else ""
        print(f"{number} of {len(pieces)}: {folder / name}{often}", flush=True)
    return 0


def scad_for(board: dict, folder: Path) -> Path:
    """The project's parts with the parameters of this board."""
    from ludolux.hardware import enclosure

    scad = folder / "scad"
    scad.mkdir(exist_ok=True)
    for source in (files.HOME / "scad").glob("*.scad"):
        make.put(scad / source.name, files.read(source))
    make.put(scad / "params.scad", enclosure.params(board))
    return scad
