"""How much heap a game takes on a 32-bit MicroPython: when it begins, at its end, at the peak.

The peak is the smallest heap in which the whole run succeeds, less the smallest in which an empty
script does: it has in it what the collector could not free in time and gaps too small for use.
Gaps are a matter of luck, so heaps a little larger must do as well. A program that collects the
garbage before each move, when nobody waits, leaves fewer gaps: that is measured beside it.
"""

import board_runs
from cases import CASES
from report import progress, section

SEEDS = range(1, 11)
GOAL = 40
KB = 1024
LIMIT = 512
# So many KB above the peak must be enough as well.
MARGIN = 8


@section("rules-heap", "Heap of a 32-bit MicroPython")
def measure(report):
    command = [board_runs.interpreter("i386")]
    rows = []
    with board_runs.package() as folder, board_runs.package(compiled=False) as sources:
        for case in CASES:
            try:
                rows.append([case.label, *figures(command, folder, sources, case)])
            except board_runs.Fails as reason:
                report.not_measured(case.label, str(reason))
    report.table(
        f"The largest figures of {len(SEEDS)} random games, moves() and play(), KB",
        ["game", "moves", "begun", "at the end", "peak", "peak if collecting", "from source"],
        rows,
    )
    report.note("begun: the game imported and set up; all from .mpy files, as a board gets them,")
    report.note("but for the last column, which is the first game's peak from source")
    for label, _, _, _, peak, _, _ in rows:
        report.goal(f"{label}, peak in KB", peak, peak <= GOAL, f"at most {GOAL}")


def figures(command, folder, sources, case):
    """The row of one game: the largest number of moves, the largest sizes in KB."""
    games = []
    for seed in SEEDS:
        progress(f"{case.label}, seed {seed}")
        words = case.arguments(seed)
        done = board_runs.run(command, folder, LIMIT * KB, "heap", "lazy", *words)
        if done.returncode:
            raise board_runs.Fails(done)
        begun, end, moves = map(int, done.stdout.split())
        peaks = [peak(command, folder, "heap", way, *words) for way in ("lazy", "tidy")]
        games.append([moves, begun / KB, end / KB, *peaks])
    source = peak(command, sources, "heap", "lazy", *case.arguments(SEEDS[0]))
    return [*map(max, zip(*games, strict=True)), source]


def peak(command, folder, *words):
    """The KB of heap that a script needs, without what MicroPython itself needs."""
    return smallest(command, folder, *words) - smallest(command, folder, "empty")


def smallest(command, folder, *words):
    """The smallest heap in KB in which a script succeeds, found by halving; see MARGIN."""

    def enough(size):
        return not board_runs.run(command, folder, size * KB, *words).returncode

    low, high = 0, LIMIT
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    size = high
    while size < high + MARGIN:
        size += 1
        if not enough(size):
            high = size + 1
    return high
