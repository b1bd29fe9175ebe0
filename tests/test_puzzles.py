"""The LIXSO lab: coverings, the prover, the grader's reasoning, and grids from a seed.

The geometry here is written once more from the rulebook, in sets of cells, so that the bit masks
of the lab are not checked against themselves.
"""

import random
from functools import cache

import pytest
from ludolux.puzzles import alike, cover, grade, make, sat, solve

STEPS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
BOARD = cover.standard()

# One grid a level; `test_graded_grids_have_one_solution` proves them again.
GRADED = {
    1: ".O...X..I/....S.X.I/.S.II.O../.SO.X..X./X......../S....O.S./..OO.S..S/O...I..../.O.X.IX..",
    2: ".SSOX..../..S....X./.....II../O.......S/........O/..I...X../X..I.I.O./.....X.../.........",
    3: "SS....OII/.IX..S.../II...I.S./........./.OO....I./X..I...I./X..I...O./.S.....X./O.......I",
    4: ".O..S..../.X......./........./.S.I...SX/.....I.X./X.I....../......O../.S...X.I./.X.......",
    5: "..X....../..I....../....S..../.X...OO.X/I......S./.......S./.......I./.......X./.X....X.S",
    6: "..S....../.XO....../.......S./.......I./..SI....I/......O../........./.....IS../.X.S.....",
}


@cache
def cells(tile):
    """The three cells (row, column) of a tile text."""
    row, column = int(tile[2]) - 1, "abcdefghi".index(tile[1])
    return frozenset(
        [(row, column)] + [(row + STEPS[arm][0], column + STEPS[arm][1]) for arm in tile[3:]]
    )


@cache
def clash(one, other):
    """Whether two different tiles overlap, or touch while having the same symbol."""
    if cells(one) & cells(other):
        return True
    return one[0] == other[0] and any(
        abs(r - s) <= 1 and abs(c - d) <= 1 for r, c in cells(one) for s, d in cells(other)
    )


def all_tiles(size):
    names = [
        symbol + "abcdefghi"[column] + str(row + 1) + arms
        for symbol in "IXSO"
        for row in range(size)
        for column in range(size)
        for arms in ("ne", "se", "sw", "nw")
    ]
    inside = range(size)
    return [name for name in names if all(r in inside and c in inside for r, c in cells(name))]


def naive_solutions(size, supply, grid):
    """All solutions by plain backtracking over the first bare cell."""
    clues = {
        (r, c): symbol
        for r, row in enumerate(grid.split("/"))
        for c, symbol in enumerate(row)
        if symbol != "."
    }
    tiles = [t for t in all_tiles(size) if all(clues.get(x, t[0]) == t[0] for x in cells(t))]
    found = []

    def extend(laid, bare, left):
        if not bare:
            found.append(sorted(laid))
            return
        first = min(bare)
        for tile in left:
            if first in cells(tile) and sum(t[0] == tile[0] for t in laid) < supply:
                rest = [t for t in left if t != tile and not clash(tile, t)]
                extend([*laid, tile], bare - cells(tile), rest)

    extend([], {(r, c) for r in range(size) for c in range(size)}, tiles)
    return sorted(found)


def texts(options, board=BOARD):
    return {board.tile_text(option) for option in options}


def alive_texts(mask):
    return texts(cover.bits(mask))


# The board and its coverings


def test_the_empty_grid_has_1024_placements():
    assert BOARD.options == 1024
    assert texts(range(BOARD.options)) == set(all_tiles(9))


def test_options_exclude_each_other_as_the_rulebook_says():
    for option in range(0, BOARD.options, 23):
        tile = BOARD.tile_text(option)
        excluded = alive_texts(BOARD.everything & ~BOARD.compatible[option])
        assert excluded == {t for t in all_tiles(9) if t != tile and clash(tile, t)}


def test_tile_texts_are_read_back():
    assert all(BOARD.option_of(BOARD.tile_text(o)) == o for o in range(BOARD.options))
    with pytest.raises(cover.GridError, match="not a tile"):
        BOARD.option_of("Xa1nw")


@pytest.mark.parametrize("size, tilings", [(3, 0), (6, 162), (9, 1_193_600)])
def test_tilings_without_symbols(size, tilings):
    assert cover.count_tilings(size) == tilings


@pytest.mark.parametrize("seed", range(5))
def test_a_random_covering_keeps_the_rules(seed):
    covering = cover.random_covering(BOARD, random.Random(seed))
    tiles = sorted(texts(covering))
    assert len(tiles) == 27
    assert not any(clash(a, b) for a in tiles for b in tiles if a < b)
    assert sorted(sum(t[0] == s for t in tiles) for s in "IXSO") == [6, 7, 7, 7]
    assert covering == cover.random_covering(BOARD, random.Random(seed))


# The prover


def test_coloured_coverings_of_6x6():
    assert solve.count(cover.Board(6, supply=None), {}) == 96_672


@pytest.mark.parametrize("supply", [3, 4, 7])
@pytest.mark.parametrize("seed", range(6))
def test_prover_agrees_with_plain_backtracking(seed, supply):
    board = cover.Board(6, supply)
    rng = random.Random(seed)
    symbols = board.symbols_by_cell(cover.random_covering(board, rng))
    grid = board.grid_text({c: symbols[c] for c in rng.sample(board.cells, 5 + seed)})
    found = [sorted(texts(s, board)) for s in solve.solutions(board, board.parse_grid(grid), None)]
    assert sorted(found) == naive_solutions(6, supply, grid)


def test_solutions_are_counted_no_further_than_asked():
    assert solve.count(BOARD, {}, limit=2) == 2
    one, other = solve.solve_grid("/".join(["........."] * 9))
    assert one != other


# The second prover


def any_grid(number):
    """A grid text from a number: no clue to spare, one less, one wrong, or clues at random.

    So most of them have one solution, several, none, and whatever comes.
    """
    rng = random.Random(f"provers/{number}")
    covering = cover.random_covering(BOARD, rng)
    symbols = BOARD.symbols_by_cell(covering)
    kind = number % 4
    if kind == 3:
        return BOARD.grid_text({c: symbols[c] for c in rng.sample(BOARD.cells, 27)})
    clues, _ = make.take_away(BOARD, covering, make.groups_of_cells(BOARD), rng)
    cell = rng.choice(sorted(clues))
    if kind == 1:
        del clues[cell]
    elif kind == 2:
        clues.update((c, symbols[c]) for c in rng.sample(BOARD.cells, 10))
        clues[cell] = (clues[cell] + rng.randrange(1, 4)) % 4
    return BOARD.grid_text(clues)


@pytest.mark.parametrize(
    "part", [pytest.param(n, marks=pytest.mark.long if n else ()) for n in range(50)]
)
def test_two_provers_agree(part):
    """1 000 grids in all: as many solutions, the same ones, counted to twelve."""
    numbers = []
    for number in range(20 * part, 20 * part + 20):
        grid = any_grid(number)
        ours, theirs = solve.solve_grid(grid, 12), sat.solutions(grid, 12)
        assert len(ours) == len(theirs), grid
        if len(ours) < 12:
            assert sorted(map(sorted, ours)) == sorted(theirs), grid
        numbers.append(len(ours))
    assert 1 in numbers and 12 in numbers and min(numbers) == 0, "unique and not"


def test_the_second_prover_counts_6x6_as_the_naive_one_does():
    board, formula = cover.Board(6, 4), sat.Formula(6, 4)
    symbols = board.symbols_by_cell(cover.random_covering(board, random.Random(1)))
    for clues in (
        {c: symbols[c] for c in cells} for cells in ((0, 8, 14, 27), (3, 12, 20, 28, 33))
    ):
        grid = board.grid_text(clues)
        assert sorted(sat.solutions(grid, None, formula)) == naive_solutions(6, 4, grid)


@pytest.mark.long
def test_the_second_prover_knows_the_colourings_of_6x6():
    empty = "/".join(["......"] * 6)
    assert sum(1 for _ in sat.search(sat.Formula(6, None), empty)) == 96_672


def test_a_grid_without_solution():
    # The two I's need one tile, as tiles of a symbol may not touch; the S's bar its elbow.
    grid = "IS......./SI......./" + "/".join(["........."] * 7)
    assert solve.solve_grid(grid) == []
    with pytest.raises(cover.GridError, match="no solution"):
        grade.grade(BOARD, BOARD.parse_grid(grid))


@pytest.mark.parametrize(
    "grid, reason",
    [
        ("...", "9 rows joined by '/', this one has 1"),
        ("/".join(["........"] * 9), "row 1 has 8 cells"),
        ("/".join(["........."] * 8 + ["....Q...."]), "e9 holds 'Q'"),
    ],
)
def test_malformed_grids_say_why(grid, reason):
    with pytest.raises(cover.GridError, match=reason):
        solve.solve_grid(grid)


# The grader


@pytest.mark.parametrize("level", GRADED)
def test_graded_grids_have_one_solution(level):
    assert len(solve.solve_grid(GRADED[level])) == 1


# What may be used inside the proof of each kind of "what if".
INSIDE = {
    "what if": {"single", "used up"},
    "long what if": {"single", "forced", "used up", "locked"},
    "nested what if": {"single", "forced", "used up", "locked", "long what if"},
}
ALLOWED = {
    1: {"single", "forced"},
    2: INSIDE["long what if"],
    3: INSIDE["long what if"] | {"what if"},
    4: INSIDE["long what if"] | {"what if"},
    5: INSIDE["long what if"] | {"what if", "long what if"},
    6: INSIDE["long what if"] | set(INSIDE),
}


def replay(steps, alive, placed, allowed):
    """Check each step by the rulebook alone; the options and tiles at the end."""
    alive, placed = set(alive), set(placed)
    for step in steps:
        assert step.technique in allowed
        assert alive_texts(step.alive) == alive
        because, excluded = alive_texts(step.because), alive_texts(step.excluded)
        assert excluded <= alive
        if step.cell is not None and not step.technique.endswith("what if"):
            place = divmod(step.cell, 9)
            assert because == {t for t in alive if place in cells(t)}
            assert all(clash(b, x) for b in because for x in excluded)
        if step.technique == "single":
            (tile,) = because
            assert excluded == {t for t in alive if t != tile and clash(tile, t)}
            placed.add(tile)
        elif step.technique == "forced":
            assert len({t[0] for t in because}) == 1 or len({t[1:] for t in because}) == 1
        elif step.technique == "locked":
            assert len(because) <= 8
        elif step.technique == "used up":
            (symbol,) = {t[0] for t in because}
            assert because <= placed and len(because) == 7
            assert excluded == {t for t in alive - placed if t[0] == symbol}
        else:
            (tile,) = because
            assert excluded == because
            check_dead_end(step, tile, alive, placed)
        alive -= excluded
    return alive, placed


def check_dead_end(step, tile, alive, placed):
    *inside, end = grade.proof(BOARD, step)
    alive = {t for t in alive if t == tile or not clash(tile, t)}
    alive, placed = replay(inside, alive, placed | {tile}, INSIDE[step.technique])
    assert end.technique == "dead end"
    if end.cell is None:
        assert max(sum(t[0] == s for t in placed) for s in "IXSO") > 7
    else:
        assert not any(divmod(end.cell, 9) in cells(t) for t in alive)


@pytest.mark.parametrize("level", GRADED)
def test_replayed_steps_lead_to_the_solution(level):
    clues = BOARD.parse_grid(GRADED[level])
    graded = grade.grade(BOARD, clues)
    assert graded.level == level
    start = alive_texts(BOARD.fitting(clues))
    alive, placed = replay(graded.steps, start, set(), ALLOWED[level])
    assert alive == placed == set(solve.solve_grid(GRADED[level])[0])
    if level in (3, 4):  # these two grids lie on either side of the border
        assert sum(step.technique == "what if" for step in graded.steps) == level
    hardest = {1: "forced", 2: "locked", 3: "what if", 4: "what if", 5: "long what if"}
    assert any(s.technique == hardest.get(level, "nested what if") for s in graded.steps)


@pytest.mark.parametrize("level", range(2, 7))
def test_a_grid_is_not_solved_below_its_level(level):
    graded = grade.grade(BOARD, BOARD.parse_grid(GRADED[level]), at_most=level - 1)
    assert graded.level is None and graded.solution is None


def test_long_lists_of_tiles_are_cut():
    words = grade._tiles(BOARD, (1 << 12) - 1)
    assert words == " ".join(BOARD.tile_text(n) for n in range(8)) + " and 4 more"
    assert "more" not in grade._tiles(BOARD, (1 << 9) - 1)


def test_steps_in_words():
    level, lines = grade.explain_grid(GRADED[3])
    assert level == 3
    assert sum(line.startswith("What if ") for line in lines) <= 3
    assert sum(": only " in line and not line.startswith(" ") for line in lines) == 27
    assert "  no tile fits " in "\n".join(lines)


# Grids from a seed


@pytest.mark.parametrize("symmetry", make.SYMMETRIES)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_made_grid_keeps_its_promises(level, symmetry):
    puzzle = make.make(11, level, symmetry)
    assert puzzle == make.make(11, level, symmetry)
    clues = BOARD.parse_grid(puzzle.grid)
    assert solve.solve_grid(puzzle.grid) == [puzzle.solution]
    assert grade.grade(BOARD, clues).level == puzzle.level == level
    rows = puzzle.grid.replace("O", "#").replace("I", "#").replace("X", "#").replace("S", "#")
    if symmetry == "rotate":
        assert rows == rows[::-1]
    elif symmetry == "mirror":
        assert all(row == row[::-1] for row in rows.split("/"))


def test_numbers_and_seeds_give_different_grids():
    grids = {make.make(seed, 2, number=number).grid for seed in (1, 2) for number in (0, 1)}
    assert len(grids) == 4


def test_the_same_seed_gives_the_same_grid_for_ever():
    assert make.make(7, 2, number=2).grid == GRADED[2]


def test_no_clue_of_a_reduced_grid_can_go():
    rng = random.Random(3)
    covering = cover.random_covering(BOARD, rng)
    clues, gone = make.take_away(BOARD, covering, make.groups_of_cells(BOARD), rng)
    assert len(clues) + len(gone) == 81
    assert solve.solutions(BOARD, clues) == [covering]
    for cell in clues:
        rest = {c: symbol for c, symbol in clues.items() if c != cell}
        assert solve.count(BOARD, rest, limit=2) == 2


def test_alike_is_turned_mirrored_or_renamed():
    grid = GRADED[4]
    rows = grid.split("/")
    mirrored = "/".join(row[::-1] for row in rows)
    turned = "/".join("".join(row[c] for row in reversed(rows)) for c in range(9))
    renamed = grid.translate(str.maketrans("IXSO", "OSIX"))
    for same in (mirrored, turned, renamed, turned[::-1]):
        assert same != grid and alike.canonical(same) == alike.canonical(grid)
    forms = {alike.turned(rows, turn) for turn in alike.TURNS}
    assert len(forms) == 8 and grid in forms
    moved = "/".join(rows[1:] + rows[:1])
    recoloured = grid.replace("I", "X", 1)
    assert alike.canonical(moved) != alike.canonical(grid) != alike.canonical(recoloured)


def test_impossible_wishes_say_why():
    with pytest.raises(cover.GridError, match="no level 7; levels go from 1 to 6"):
        make.make(1, 7)
    with pytest.raises(cover.GridError, match="there are none, rotate, mirror"):
        make.make(1, 3, "spiral")
