"""The grids that come with the games: unique by both provers, graded right, no two alike."""

from pathlib import Path

import pytest
from ludolux.puzzles import cover, grade, make, packs, sat, solve
from ludolux.puzzles.alike import canonical
from ludolux.puzzles.make import Puzzle
from test_puzzles import ALLOWED, alive_texts, replay

from shared_rules import grids

ROOT = Path(__file__).parent.parent
BOARD = cover.standard()


def shipped():
    """{(level, number): Puzzle} as the text has them; tests/rules holds the packs against it."""
    found = {}
    for line in (ROOT / "tests" / "data" / "packs.txt").read_text().splitlines():
        level, number, grid, tiles = line.split(" ")
        found[int(level), int(number)] = Puzzle(int(level), grid, tiles.split(","))
    return found


SHIPPED = shipped()
# Two of each level in every run, all of them in the long one.
EVERY = [
    pytest.param(key, marks=() if key[1] in (1, 9) else pytest.mark.long, id="%d-%d" % key)
    for key in SHIPPED
]


@pytest.mark.parametrize("key", EVERY)
def test_a_shipped_grid_is_proved_again(key):
    """One solution, by both provers; and the grader's steps, replayed, lead to it."""
    puzzle = SHIPPED[key]
    (ours,) = solve.solve_grid(puzzle.grid)
    assert [sorted(ours)] == sat.solutions(puzzle.grid) == [sorted(puzzle.solution)]
    clues = BOARD.parse_grid(puzzle.grid)
    graded = grade.grade(BOARD, clues)
    assert graded.level == puzzle.level == key[0]
    start = alive_texts(BOARD.fitting(clues))
    alive, placed = replay(graded.steps, start, set(), ALLOWED[puzzle.level])
    assert alive == placed == set(ours)


def test_no_two_are_alike():
    assert len(SHIPPED) == 120
    assert len({canonical(puzzle.grid) for puzzle in SHIPPED.values()}) == 120
    assert len({canonical(packs.solved_text(p.solution)) for p in SHIPPED.values()}) == 120


def test_most_have_symmetric_clues():
    for level in grids.LEVELS:
        layouts = [
            ["".join(".#"[symbol != "."] for symbol in row) for row in puzzle.grid.split("/")]
            for puzzle in SHIPPED.values()
            if puzzle.level == level
        ]
        turned = sum(rows == [row[::-1] for row in reversed(rows)] for rows in layouts)
        mirrored = sum(rows == [row[::-1] for row in rows] for rows in layouts)
        assert turned >= 10 and mirrored >= 5


@pytest.mark.parametrize("level", grids.LEVELS)
def test_packs_are_written_as_they_are(level):
    """The modules in the package are what the grids in the text give, to the byte."""
    puzzles = [puzzle for puzzle in SHIPPED.values() if puzzle.level == level]
    text = packs.module_text(level, packs.pack(puzzles))
    assert text == (ROOT / "shared_rules" / f"grids_{level}.py").read_text()


@pytest.mark.parametrize(
    "level", [pytest.param(n, marks=() if n == 1 else pytest.mark.long) for n in grids.LEVELS]
)
def test_the_seed_makes_the_shipped_grids_again(level):
    made = packs.choose(level, make.make)
    assert [(p.grid, sorted(p.solution)) for p in made] == [
        (p.grid, p.solution) for p in SHIPPED.values() if p.level == level
    ]


def test_alikes_are_left_out():
    """A maker that gives the same grid several times, turned, is asked on."""
    puzzles = [p for p in SHIPPED.values() if p.level == 1]

    def stutter(seed, level, symmetry, number):
        at = list(packs.LAYOUTS).index(symmetry) * 7 + number // 3
        puzzle = puzzles[at]
        return puzzle if number % 3 else Puzzle(level, puzzle.grid[::-1], puzzle.solution)

    chosen = packs.choose(1, stutter)
    assert len(chosen) == 20
    assert len({canonical(puzzle.grid) for puzzle in chosen}) == 20
    assert [packs.effort(puzzle) for puzzle in chosen] == sorted(map(packs.effort, chosen))
