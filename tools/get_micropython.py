#!/usr/bin/env python3
"""Find or fetch the MicroPython that stands in for the board, and print its command.

python tools/get_micropython.py             a 32-bit interpreter, for tests and heap figures
python tools/get_micropython.py --arch amd64    for instruction counts with valgrind
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "host"))

from ludolux.interpreter import LOADERS, Problem, find  # noqa: E402


def main() -> int:
    arguments = argparse.ArgumentParser(description="Find or fetch MicroPython.")
    arguments.add_argument("--arch", choices=LOADERS, default="i386")
    try:
        print(find(arguments.parse_args().arch))
    except Problem as problem:
        print(f"get_micropython: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
