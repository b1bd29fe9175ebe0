"""The LIXSO lab: grids a second, the uniqueness proof beside OR-tools, hints on the board."""

import random
import re
import shutil
import time
from statistics import median

import board_runs
from counting import HEAP, PER_MILLISECOND
from report import NotMeasured, progress, section

GRIDS_A_LEVEL = 10
PROOFS = 500
FASTER = 10
HINT_MS = 300
# One grid of each level, a hint at the start and after every third tile.
HINTED, EVERY = (3, 11), 3


@section("puzzles-make", "LIXSO grids made on one core")
def measure_make(report):
    from ludolux.puzzles.make import SYMMETRIES, make

    rows = []
    for level in range(1, 7):
        row = [f"level {level}"]
        for symmetry in SYMMETRIES:
            start = time.process_time()
            for number in range(GRIDS_A_LEVEL):
                progress(f"level {level}, {symmetry}: {number + 1} of {GRIDS_A_LEVEL}")
                make("bench", level, symmetry, number)
            row.append(GRIDS_A_LEVEL / (time.process_time() - start))
        rows.append(row)
    report.table(f"grids a second, {GRIDS_A_LEVEL} of each", ["", *SYMMETRIES], rows)


@section("puzzles-prove", "The proof that a LIXSO grid has one solution")
def measure_prove(report):
    from ludolux.puzzles import cover, solve

    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise NotMeasured("OR-tools is missing: `make .venv/.bench`") from None
    board = cover.standard()
    theirs = CpSat(cp_model, board)
    ours_ms, theirs_ms, bare_ms = [], [], []
    for number, clues in enumerate(irreducible(board, PROOFS)):
        progress(f"grid {number + 1} of {PROOFS}")
        found = timed(ours_ms, lambda clues=clues: solve.count(board, clues, limit=2))
        other = timed(theirs_ms, lambda clues=clues: theirs.count(clues))
        bare = timed(bare_ms, lambda clues=clues: theirs.count(clues, presolve=False))
        if not found == other == bare:
            raise RuntimeError(f"the provers disagree on {board.grid_text(clues)}")
    rows = [
        [name, median(ms), max(ms)]
        for name, ms in (
            ("Ludolux", ours_ms),
            ("OR-tools CP-SAT", theirs_ms),
            ("CP-SAT, no presolve", bare_ms),
        )
    ]
    report.table(f"{PROOFS} grids that have no clue to spare, ms", ["", "median", "worst"], rows)
    report.note("CP-SAT: one worker, the model built once and copied, building it not counted")
    report.note("without its presolve it is quickest here; the goal is for it as it comes")
    ratio = median(theirs_ms) / median(ours_ms)
    report.goal("CP-SAT's median to ours", ratio, ratio >= FASTER, f"at least {FASTER}")


def timed(into, function):
    start = time.perf_counter()
    found = function()
    into.append((time.perf_counter() - start) * 1000)
    return found


def irreducible(board, number):
    """Grids from which no clue can go: the hardest ones to prove."""
    from ludolux.puzzles import cover, make

    groups = make.groups_of_cells(board)
    for seed in range(number):
        rng = random.Random(f"bench/{seed}")
        yield make.take_away(board, cover.random_covering(board, rng), groups, rng)[0]


class CpSat:
    """The same question as a CP-SAT model: exactly one tile a cell, at most one tile of a symbol
    in each 2×2 window, at most seven of a symbol."""

    def __init__(self, cp_model, board):
        self.cp_model = cp_model
        self.board = board
        self.model = cp_model.CpModel()
        self.tiles = [self.model.new_bool_var("") for _ in range(board.options)]
        for cell in board.cells:
            self.model.add_exactly_one(self.chosen(board.covering[cell]))
        for row in range(board.size - 1):
            for column in range(board.size - 1):
                corner = row * board.size + column
                window = 0
                for cell in (corner, corner + 1, corner + board.size, corner + board.size + 1):
                    window |= board.covering[cell]
                for own in board.of_symbol:
                    self.model.add_at_most_one(self.chosen(window & own))
        for own in board.of_symbol:
            self.model.add(sum(self.chosen(own)) <= board.supply)

    def chosen(self, options):
        from ludolux.puzzles.cover import bits

        return [self.tiles[option] for option in bits(options)]

    def count(self, clues, presolve=True):
        """0, 1, or 2 for more: a second search must differ from the first answer."""
        model = self.model.clone()
        out = self.board.everything & ~self.board.fitting(clues)
        for tile in self.chosen(out):
            model.add(model.get_bool_var_from_proto_index(tile.index) == 0)
        found = 0
        while found < 2:
            solver = self.cp_model.CpSolver()
            solver.parameters.num_workers = 1
            solver.parameters.cp_model_presolve = presolve
            if solver.solve(model) != self.cp_model.OPTIMAL:
                break
            found += 1
            model.add_bool_or(
                ~model.get_bool_var_from_proto_index(tile.index)
                for tile in self.tiles
                if solver.boolean_value(model.get_bool_var_from_proto_index(tile.index))
            )
        return found


@section("puzzles-hints", "Hints on an ESP32, by instruction counts")
def measure_hints(report):
    valgrind = shutil.which("valgrind")
    if not valgrind:
        raise NotMeasured("valgrind is missing; on Debian: apt install valgrind")
    interpreter = board_runs.interpreter("amd64")
    rows = []
    with board_runs.package() as folder:
        command = [
            valgrind, "--tool=callgrind", "--trace-children=yes", "--dump-before=unsetenv",
            "--combine-dumps=yes", f"--callgrind-out-file={folder / 'counts'}", interpreter,
        ]  # fmt: skip
        for level in range(1, 7):
            counts = []
            for number in HINTED:
                progress(f"grid {level}-{number}")
                counts += hint_counts(command, folder, level, number)
            ms = [count / PER_MILLISECOND for count in counts]
            thousands = sum(counts) / len(counts) / 1000
            rows.append([f"level {level}", len(ms), thousands, sum(ms) / len(ms), max(ms)])
    report.table(
        "hint() in positions of two grids a level",
        ["", "positions", "instructions k", "mean ms", "worst ms"],
        rows,
    )
    worst = max(row[4] for row in rows)
    report.goal("a hint of any strength, worst ms", worst, worst <= HINT_MS, f"at most {HINT_MS}")


def hint_counts(command, folder, level, number):
    """Instructions of each call of hint(); `board/hints.py` says how they are told apart."""
    done = board_runs.run(command, folder, HEAP, "hints", level, number, EVERY)
    if done.returncode:
        raise board_runs.Fails(done)
    parts = [
        int(count)
        for count in re.findall(r"^totals: (\d+)", (folder / "counts").read_text(), re.M)
    ]
    marker, *calls = parts[1:-1]
    return [count - marker for count in calls[1::2]]
