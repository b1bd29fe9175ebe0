"""Printed parts by OpenSCAD: find the program, render a piece to STL, say what a build needs."""

import hashlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludolux.failure import Failure
from ludolux.hardware import enclosure, files

# In the folder of the pictures: what they were made from, to tell when they are stale.
PICTURES_FROM = "made-from.txt"


def source_hash() -> str:
    """Of the files that all parts and pictures are made from."""
    sources = sorted((files.HOME / "scad").glob("*.scad"))
    return hashlib.sha256("".join(files.read(path) for path in sources).encode()).hexdigest()[:16]


def openscad() -> str:
    """The OpenSCAD program, or a sentence that says how to get it."""
    found = shutil.which("openscad")
    if not found:
        raise Failure(
            "the program openscad is not there",
            "it turns the parts into files for a printer, and it is no Python package",
            "On Debian and Ubuntu: apt install openscad; elsewhere its own site has it",
            status=1,
        )
    return found


def render(
    out: Path,
    part: str,
    build: str,
    at: tuple[int, int] = (0, 0),
    scad: Path | None = None,
    more: tuple[str, ...] = (),
) -> None:
    """One piece of a part as an STL file. `more` sets other values, as "n_x=2"."""
    source = (scad or files.HOME / "scad") / f"{part}.scad"
    settings = [f'build="{build}"', f"piece_x={at[0]}", f"piece_y={at[1]}", *more]
    done = subprocess.run(
        [openscad(), "-q", *[word for one in settings for word in ("-D", one)],
         "-o", str(out), str(source)],
        capture_output=True, text=True,
    )  # fmt: skip
    said = done.stderr.strip().splitlines()
    # It goes on without a layer that it could not make, and calls that a success.
    wrong = [line for line in said if line.startswith(("ERROR", "WARNING"))]
    if done.returncode or not out.exists() or wrong:
        lines = [*wrong, *said, "it gave no reason"]
        raise Failure(
            f"OpenSCAD could not make {part} of the build {build}: {lines[0]}",
            "a value in scad/params.scad does not fit the others",
            "Undo the last change there and try again", status=1,
        )  # fmt: skip


def wanted(board: dict[str, Any], build: str) -> Iterator[tuple[str, tuple[int, int], str]]:
    """The pieces that a build is printed from: part, piece, name of the file."""
    for part in enclosure.parts_of(board, build):
        across, down = enclosure.pieces(board, build, part)
        for y in range(down):
            for x in range(across):
                name = f"{part}.stl" if across * down == 1 else f"{part}-{x + 1}-{y + 1}.stl"
                yield part, (x, y), name


def copies(board: dict[str, Any], build: str, part: str) -> int:
    """How often a piece is printed: a cap for each key."""
    keys = board["builds"][build]["keys"]
    return keys["w"] * keys["h"] if part == "cap" else 1
