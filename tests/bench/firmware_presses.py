"""From a press to the frame on the wire, a whole redraw, a line of the journal: ESP32 time.

One game of each kind is played by keys on the whole firmware, compiled, on the 64-bit MicroPython;
`counting.py` says how instructions are counted and `board/firmware_presses.py` where the parts
begin and end. The bus is a stub of a few instructions, so the chips' models are not in the
figures; nor are the wire itself (7.7 ms for 256 lights), the scan that noticed the key, and the
flash chip.
"""

from statistics import median

import board_runs
from cases import CASES
from counting import PER_MILLISECOND, named
from report import progress, section

PRESS_MS = 15
REDRAW_MS = 8


@section("firmware-presses", "Press to frame, redraw and journal on an ESP32")
def measure(report):
    interpreter = board_runs.interpreter("amd64")
    presses, kinds, others = [], [], []
    with board_runs.firmware_package("x64") as folder:
        for case in [case for case in CASES if not case.options]:
            progress(case.label)
            flash = folder / case.label.replace(" ", "")
            flash.mkdir()
            words = (flash, case.game, case.players)
            try:
                found = sort(named(interpreter, folder, "firmware_presses", *words))
            except board_runs.Fails as reason:
                report.not_measured(case.label, str(reason))
                continue
            everything = [ms for kind in found["press"].values() for ms in kind]
            worst, what = max((max(each), kind) for kind, each in found["press"].items())
            presses.append([case.label, len(everything), median(everything), worst, what])
            kinds.append([case.label, *(middle_and_most(found["press"], kind) for kind in KINDS)])
            others.append(
                [case.label, *span(found["redraw"]), *span(found["keep"]), *span(found["think"])]
            )
    report.table(
        "A press until its frame is handed to the wire, one random game each, ms",
        ["game", "presses", "p50", "worst", "the worst is a"], presses,
    )  # fmt: skip
    report.table("The same by what the press does: p50 / worst, ms", ["game", *KINDS], kinds)
    report.table(
        "A whole redraw; a line of the journal, without the flash; what follows a press; ms",
        ["game", "redraw p50", "worst", "journal p50", "worst", "after p50", "worst"], others,
    )  # fmt: skip
    report.note(
        "stub bus: without chips, wire, scan, flash and, in the journal, the system's file"
    )
    report.note("calls; sweeping the memory is in, as it happens")
    for label, _, p50, worst, _ in presses:
        report.goal(
            f"{label}, press to frame, p50 ms", p50, p50 <= PRESS_MS, f"at most {PRESS_MS}"
        )
        report.goal(f"{label}, worst ms", worst, worst <= PRESS_MS, f"at most {PRESS_MS}")
    for label, _, worst, *_ in others:
        report.goal(f"{label}, redraw, ms", worst, worst <= REDRAW_MS, f"at most {REDRAW_MS}")


KINDS = ("choice", "move", "end", "screen", "other")


def sort(parts):
    """Milliseconds: of presses by what they did, of redraws, of lines of the journal."""
    found = {"press": {}, "redraw": [], "keep": [], "think": []}
    press = None
    for name, count in parts:
        ms = count / PER_MILLISECOND
        if name in ("redraw", "keep", "think"):
            found[name].append(ms)
        if name == "press":
            press = ms
        elif name in ("keep", "rest"):
            press += ms
        elif name.startswith("="):
            found["press"].setdefault(name[1:], []).append(press)
    return found


def middle_and_most(found, kind):
    return "%.1f / %.1f" % span(found[kind]) if kind in found else ""


def span(numbers):
    return median(numbers), max(numbers)
