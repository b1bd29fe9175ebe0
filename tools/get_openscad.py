#!/usr/bin/env python3
"""Sees to it that the program `openscad` is there; installs Debian's package where it may.

It is a program with a hundred libraries, so unlike MicroPython it cannot live in .cache.
"""

import os
import shutil
import subprocess
import sys

ADVICE = (
    "The tests and pictures of the printed parts need the program openscad, which is not there. "
    "On Debian and Ubuntu: sudo apt install openscad; elsewhere its own site has it. "
    "Then try again."
)


def main() -> int:
    if shutil.which("openscad"):
        return 0
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        print(ADVICE, file=sys.stderr)
        return 1
    print("installing openscad …", file=sys.stderr)
    command = [apt, "install", "-y", "--no-install-recommends", "openscad"]
    # The package lists may be missing or old; fetch them only if it does not work without.
    for before in ([], [apt, "update"]):
        if before:
            subprocess.run(before, check=False, capture_output=True)
        subprocess.run(command, check=False, capture_output=True)
        if shutil.which("openscad"):
            return 0
    print(ADVICE, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
