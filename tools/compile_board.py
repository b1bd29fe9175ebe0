#!/usr/bin/env python3
"""Compile what runs on the board to .mpy files, as they lie on its flash.

    python tools/compile_board.py OUT [--arch xtensawin] [FOLDER …]

Folders are taken from the project's root: by default shared_rules and firmware. `--arch x86` is
for the 32-bit MicroPython of the tests.
"""

import argparse
import sys
from pathlib import Path

from ludolux.compiled import PACKAGES, compile_folders
from ludolux.failure import Failure

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    arguments = argparse.ArgumentParser(description="Compile the board's code to .mpy files.")
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--arch", default="xtensawin")
    arguments.add_argument("folders", nargs="*", default=list(PACKAGES))
    given = arguments.parse_args()
    try:
        size = compile_folders(
            {folder: ROOT / folder for folder in given.folders}, given.out, given.arch
        )
    except Failure as failure:
        sys.exit(str(failure))
    print(size, "bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
