"""A hint on the board from the key to the frame: instructions, and the time of an ESP32.

Everything is in it but the wire and the flash chip: reading the code of the helper, the search,
the line of the journal, the picture. `counting.py` says how instructions are counted.
"""

from statistics import median

import board_runs
from counting import PER_MILLISECOND, named
from report import progress, section

HINT_MS = 300


@section("firmware-hints", "A LIXSO hint by its key, on an ESP32")
def measure(report):
    interpreter = board_runs.interpreter("amd64")
    rows = []
    worst = 0
    with board_runs.firmware_package("x64") as folder:
        for level in range(1, 7):
            progress(f"level {level}")
            flash = folder / f"hints{level}"
            flash.mkdir()
            found = named(interpreter, folder, "firmware_hints", flash, level)
            row = [f"level {level}"]
            for strength in ("hint1", "hint2", "hint3"):
                counts = [count for name, count in found if name == strength]
                ms = [count / PER_MILLISECOND for count in counts]
                if strength == "hint1":
                    row += [len(ms), median(counts) / 1000]
                    worst = max(worst, max(ms))
                row += [median(ms), max(ms)]
            rows.append(row)
    report.table(
        "from the key to the frame; strength 1, then 2 and 3, ms",
        ["", "asked", "instructions k", "1 p50", "worst", "2 p50", "worst", "3 p50", "worst"],
        rows,
    )
    report.note("stub bus: without wire and flash chip; reading the helper's code is in")
    report.goal("strength 1, worst ms", worst, worst <= HINT_MS, f"at most {HINT_MS}")
