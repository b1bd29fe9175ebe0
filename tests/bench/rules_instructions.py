"""What moves() and play() cost on the board: instruction counts, and the ESP32 time they mean.

Counted by valgrind on the 64-bit MicroPython, the same every time. `board/instructions.py` says
how single calls are told apart. An ESP32 at 240 MHz does the work of about 80 million of these
instructions a second, give or take 30 %: good for budgets, not for claims.
"""

import re
import shutil

import board_runs
from cases import CASES, record
from report import NotMeasured, progress, section

SEEDS = range(1, 4)
PER_MILLISECOND = 80_000
# The board has 112 KB for objects that are half the size of these.
HEAP = 224 * 1024


@section("rules-instructions", "moves() and play() on an ESP32, by instruction counts")
def measure(report):
    valgrind = shutil.which("valgrind")
    if not valgrind:
        raise NotMeasured("valgrind is missing; on Debian: apt install valgrind")
    interpreter = board_runs.interpreter("amd64")
    rows, goals = [], []
    with board_runs.package() as folder:
        # The interpreter may be started by a script: follow it to what it starts.
        command = [
            valgrind, "--tool=callgrind", "--trace-children=yes", "--dump-before=unsetenv",
            "--combine-dumps=yes", f"--callgrind-out-file={folder / 'counts'}", interpreter,
        ]  # fmt: skip
        for case in CASES:
            counts = []
            try:
                for seed in SEEDS:
                    progress(f"{case.label}, seed {seed}")
                    counts += one_game(command, folder, case, seed)
            except board_runs.Fails as reason:
                report.not_measured(case.label, str(reason))
                continue
            rows.append([case.label, len(counts), *figures(counts)])
            goals.append((case, rows[-1][6]))
    report.table(
        f"{len(SEEDS)} random games each: thousands of instructions, then ESP32 milliseconds",
        ["game", "positions", "moves() k", "play() k", "both k", "both ms", "worst ms",
         "worst moves()", "worst play()", "collection ms"],
        rows,
    )  # fmt: skip
    report.note("both: the mean; worst: the dearest position; collection: not part of the others")
    for case, worst in goals:
        if case.milliseconds:
            report.goal(
                f"{case.label}, moves() + play() in the dearest position, ms",
                worst, worst <= case.milliseconds, f"at most {case.milliseconds}",
            )  # fmt: skip


def one_game(command, folder, case, seed):
    """(collection, moves, play) in instructions for each move of a random game."""
    recorded = record(case, seed)
    moves = folder / "moves"
    moves.write_text(" ".join(map(str, recorded)))
    done = board_runs.run(command, folder, HEAP, "instructions", moves, *case.arguments(seed))
    if done.returncode:
        raise board_runs.Fails(done)
    written = (folder / "counts").read_text()
    parts = [int(count) for count in re.findall(r"^totals: (\d+)", written, re.M)]
    # First the start of the program, then the parts that the script made, last its end.
    if len(parts) != 3 + 3 * len(recorded):
        raise NotMeasured(f"valgrind cut {len(recorded)} moves into {len(parts)} parts")
    marker, *calls = parts[1:-1]
    calls = [count - marker for count in calls]
    return list(zip(calls[0::3], calls[1::3], calls[2::3], strict=True))


def figures(counts):
    """The row of a game: means of the calls in thousands, then milliseconds."""
    collect, moves, play = zip(*counts, strict=True)
    both = [one + other for one, other in zip(moves, play, strict=True)]
    return [
        mean(moves) / 1000, mean(play) / 1000, mean(both) / 1000,
        mean(both) / PER_MILLISECOND, max(both) / PER_MILLISECOND,
        max(moves) / PER_MILLISECOND, max(play) / PER_MILLISECOND,
        mean(collect) / PER_MILLISECOND,
    ]  # fmt: skip


def mean(numbers):
    return sum(numbers) / len(numbers)
