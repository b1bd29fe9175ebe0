"""How long until the menu is there, and what reading the keys costs: ESP32 time.

`counting.py` says how instructions are counted, `board/firmware_boot.py` what the parts are. The
bus is a stub: the chips, their transfers and the flash that code is read from are left out.
"""

import board_runs
from counting import PER_MILLISECOND, named
from report import section

GOAL_S = 2


@section("firmware-boot", "Menu after power-on, and scans, on an ESP32 by instruction counts")
def measure(report):
    with board_runs.firmware_package("x64") as folder:
        flash = folder / "flash"
        flash.mkdir()
        interpreter = board_runs.interpreter("amd64")
        parts = named(interpreter, folder, "firmware_boot", flash)
    ms = {name: count / PER_MILLISECOND for name, count in parts}
    (waits,) = [int(name[5:]) for name in ms if name.startswith("wait=")]
    rows = [[name, ms[name]] for name in ("import", "boot", "menu")] + [["waits", float(waits)]]
    report.table("From power-on to the menu, ms", ["part", "ms"], rows)
    report.note("import: the app's modules; boot: what is read briefly as well, drivers, files;")
    report.note("menu: every scan and frame of the power-on picture; waits: the time that these")
    report.note(
        "leave unused is in here too, so the sum is an upper bound. MicroPython's own start"
    )
    report.note("and reading the flash are left out.")
    report.table(
        "Scans of the key ring in a second, ms", ["keys", "ms"],
        [["none is down", ms["idle"]], ["one is held in every row", ms["held"]]],
    )  # fmt: skip
    report.note("without the transfers themselves; a C function stands for each")
    total = sum(row[1] for row in rows) / 1000
    report.goal("menu ready, seconds", total, total <= GOAL_S, f"at most {GOAL_S}")
