"""What moves() and play() cost on the board: instruction counts, and the ESP32 time they mean.

`counting.py` says how they are counted, `board/instructions.py` how single calls are told apart.
"""

import board_runs
from cases import CASES, record
from counting import PER_MILLISECOND, parts
from report import NotMeasured, progress, section

SEEDS = range(1, 4)


@section("rules-instructions", "moves() and play() on an ESP32, by instruction counts")
def measure(report):
    interpreter = board_runs.interpreter("amd64")
    rows, goals = [], []
    with board_runs.package() as folder:
        for case in CASES:
            counts = []
            try:
                for seed in SEEDS:
                    progress(f"{case.label}, seed {seed}")
                    counts += one_game(interpreter, folder, case, seed)
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


def one_game(interpreter, folder, case, seed):
    """(collection, moves, play) in instructions for each move of a random game."""
    recorded = record(case, seed)
    moves = folder / "moves"
    moves.write_text(" ".join(map(str, recorded)))
    _, counts = parts(interpreter, folder, "instructions", moves, *case.arguments(seed))
    # First the start of the program, then the parts that the script made, last its end.
    if len(counts) != 3 + 3 * len(recorded):
        raise NotMeasured(f"valgrind cut {len(recorded)} moves into {len(counts)} parts")
    marker, *calls = counts[1:-1]
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
