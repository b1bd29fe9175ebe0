"""Makes LIXSO grids: a full coloured covering, then clues taken away while it stays the only one.

A grid is a pure function of (seed, number, level, symmetry): grid 17 of seed 7 is the same whether
or not the others are made, in whatever order and by however many processes.
"""

import random
from typing import NamedTuple

from .cover import GridError, bits, random_covering, standard
from .grade import LEVELS, grade
from .solve import prover_locks, search

# With more clues than this a grid is a colouring book; start again from another covering.
MOST_CLUES = 40

# Far beyond what any level takes, so only a defect gets here; it must not run for ever.
MOST_COVERINGS = 2000


class Puzzle(NamedTuple):
    level: int
    grid: str  # the grid text
    solution: list  # tile texts


def _half_turn(row, column, last):
    return last - row, last - column


def _left_right(row, column, last):
    return row, last - column


SYMMETRIES = {"none": None, "rotate": _half_turn, "mirror": _left_right}


def groups_of_cells(board, symmetry="none"):
    """The cells in groups that are clues only together, in the order of their first cell."""
    if symmetry not in SYMMETRIES:
        raise GridError(f"no symmetry {symmetry!r}; there are {', '.join(SYMMETRIES)}")
    partner = SYMMETRIES[symmetry]
    if partner is None:
        return [(cell,) for cell in board.cells]
    groups = set()
    for cell in board.cells:
        row, column = partner(*divmod(cell, board.size), board.size - 1)
        groups.add(tuple(sorted({cell, row * board.size + column})))
    return sorted(groups)


def take_away(board, covering, groups, rng):
    """Take groups of clues away, in random order, until no other one can go.

    Returns (clues, groups taken away). The clues have `covering` as their only solution.
    """
    symbols = board.symbols_by_cell(covering)
    clues = dict(enumerate(symbols))
    locks = prover_locks(board)
    gone, rivals = [], []
    for group in rng.sample(groups, len(groups)):
        rest = {cell: symbol for cell, symbol in clues.items() if cell not in group}
        # A rival is a solution seen before, kept as the cells where it differs. Clues that meet
        # none of these cannot tell the two apart, and no search is needed.
        if any(rival.isdisjoint(rest) for rival in rivals):
            continue
        rival = _rival(board, rest, symbols, group, locks)
        if rival:
            rivals.append(rival)
        else:
            clues = rest
            gone.append(group)
    return clues, gone


def _rival(board, clues, symbols, group, locks):
    """The cells where some other solution of `clues` differs, or None.

    With clues on `group` too the solution was the only one, so another must differ there: in the
    first cell, or in the second one but not in the first.
    """
    alive = board.fitting(clues)
    for cell in group:
        known = board.covering[cell] & board.of_symbol[symbols[cell]]
        for other in search(board, alive & ~known, locks):
            found = board.symbols_by_cell(bits(other))
            return {cell for cell in board.cells if found[cell] != symbols[cell]}
        alive &= ~board.covering[cell] | known
    return None


def make(seed, level, symmetry="none", number=0):
    """Grid `number` of a seed: a Puzzle with exactly one solution and exactly this level."""
    if level not in LEVELS:
        raise GridError(f"no level {level!r}; levels go from {LEVELS[0]} to {LEVELS[-1]}")
    board = standard()
    groups = groups_of_cells(board, symmetry)
    rng = random.Random(f"lixso/{seed}/{number}/{level}/{symmetry}")
    for _ in range(MOST_COVERINGS):
        covering = random_covering(board, rng)
        clues = with_level(board, covering, *take_away(board, covering, groups, rng), level, rng)
        if clues:
            solution = [board.tile_text(option) for option in covering]
            return Puzzle(level, board.grid_text(clues), solution)
    raise GridError(f"no grid of level {level} in {MOST_COVERINGS} coverings of seed {seed!r}")


def with_level(board, covering, clues, gone, level, rng):
    """Give clues back until the grid is as easy as `level`; None when it is easier then."""
    symbols = board.symbols_by_cell(covering)
    clues = dict(clues)
    waiting = rng.sample(gone, len(gone))
    while len(clues) <= MOST_CLUES:
        graded = grade(board, clues, at_most=level).level
        if graded is not None:
            return clues if graded == level else None
        clues.update((cell, symbols[cell]) for cell in waiting.pop())
    return None
