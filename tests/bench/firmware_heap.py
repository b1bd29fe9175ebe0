"""How much of a plain ESP32's heap is free while the whole firmware plays, on 32-bit MicroPython.

Everything is there but the chips: rules, scene, app, journal, port, drivers on a stub bus, and on
the right the link with a host that mirrors the board. It runs in the board's heap, and the stub's
own share counts as free; with a host the heap is larger by about that share, which is subtracted.
"""

import board_runs
from cases import CASES
from report import progress, section

BOARD_KB = 112
HAND_KB = 8
GOAL = 25


@section("firmware-heap", "Heap that the whole firmware leaves free")
def measure(report):
    command = board_runs.interpreter("i386")
    rows = []
    with board_runs.firmware_package("x86") as code:
        for case in [case for case in CASES if not case.options]:
            progress(case.label)
            flash = code / case.label.replace(" ", "")
            flash.mkdir()
            alone = free(command, code, flash, case, "none")
            rows.append([case.label, *alone, *free(command, code, flash, case, "mirror")])
    report.table(
        f"KB free of {BOARD_KB}, one random game by keys, build keys; right: a host sees frames",
        ["game", "lowest", "after the end", "lowest", "after the end"],
        rows,
    )
    for label, _, end, _, _ in rows:
        report.goal(f"{label}, KB free after the end", end, end >= GOAL, f"at least {GOAL}")


def free(command, code, flash, case, host):
    """The lowest and the last free KB of a run; negative: so much is missing."""
    words = [flash, "keys", case.game, case.players, 3, host]
    spare = HAND_KB if host != "none" else 0
    done = board_runs.run([command], code, (BOARD_KB + spare) * 1024, "full_heap", *words)
    if done.returncode:
        raise board_runs.Fails(done)
    words = done.stdout.split()
    return [
        round(int(words[words.index(name) + 1]) / 1024 - spare, 1) for name in ("lowest", "end")
    ]
