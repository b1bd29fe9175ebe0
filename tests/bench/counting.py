"""Instruction counts by valgrind on the 64-bit MicroPython, cut into parts by a marker.

The scripts in `board/` mark where a part ends with unsetenv(): a function of the C library, which
valgrind can see and which nothing else calls. It dumps its count there and begins anew, so one run
gives any number of parts, and the same counts every time. An ESP32 at 240 MHz does the work of
about 80 million of these instructions a second, give or take 30 %: for budgets, not for claims.
"""

import re
import shutil

import board_runs
from report import NotMeasured

PER_MILLISECOND = 80_000
# The board has 112 KB for objects that are half the size of these.
HEAP = 224 * 1024


def parts(interpreter, folder, script, *words):
    """What a script printed, and the instructions of each part: the last ends with the script."""
    valgrind = shutil.which("valgrind")
    if not valgrind:
        raise NotMeasured("valgrind is missing; on Debian: apt install valgrind")
    counts = folder / "counts"
    counts.unlink(missing_ok=True)
    # The interpreter may be started by a script: follow it to what it starts.
    command = [
        valgrind, "--tool=callgrind", "--trace-children=yes", "--dump-before=unsetenv",
        "--combine-dumps=yes", f"--callgrind-out-file={counts}", interpreter,
    ]  # fmt: skip
    done = board_runs.run(command, folder, HEAP, script, *words)
    if done.returncode:
        raise board_runs.Fails(done)
    return done.stdout, [int(n) for n in re.findall(r"^totals: (\d+)", counts.read_text(), re.M)]


def named(interpreter, folder, script, *words):
    """(name, instructions) of each part behind a mark; the script prints the names.

    The part called `empty` is the cost of a mark: it is subtracted from the others.
    """
    printed, counts = parts(interpreter, folder, script, *words)
    names = printed.split()
    counts = counts[1:]
    if len(names) != len(counts):
        raise NotMeasured(f"valgrind made {len(counts)} parts of {len(names)}")
    cost = counts[names.index("empty")]
    return [(name, max(0, count - cost)) for name, count in zip(names, counts, strict=True)]
