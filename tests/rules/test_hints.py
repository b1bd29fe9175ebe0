"""Hints for the puzzle: they lead to the solution, say truly why and leave the state alone."""

from itertools import combinations

import pytest
from kinds import inside
from naive import legal_texts, tile_cells

from shared_rules import grids, lixso, lixso_hints
from shared_rules.cells import write_rows
from shared_rules.chance import Chance

EMPTY = "/".join(["........."] * 9)
IDS = [(level, number) for level in range(1, 7) for number in (1, 8, 15, 20)]


def begin(level, number):
    state = lixso.new(level=level, number=number)
    return state, state.solution


def place(cell):
    return cell % 9, cell // 9


def fitting(state, cell):
    """The tiles that fit on a cell, found the naive way."""
    return {text for text in legal_texts("lixso", state) if place(cell) in tile_cells(text)}


def bare(state):
    covered = {c for tile in state.tiles() for c in tile_cells(tile)}
    legal = [tile_cells(text) for text in legal_texts("lixso", state)]
    reached = {c for cells in legal for c in cells}
    return {place(cell) for cell in range(81)} - covered - reached


def check(state, found, solution):
    """The reason is true: by the naive generator, not by the engine's own tables."""
    tiles = fitting(state, found.cell)
    others = tiles - {state.text(found.tile)}
    assert found.tile in solution and len(others) == len(tiles) - 1
    assert (found.technique == "single") == (not others)
    if found.technique == "locked":
        for tile in others:
            state.push(state.parse(tile))
            assert bare(state)
            state.pop()
    if found.technique == "what if":
        for tile in others:
            before = len(state.history())
            state.push(state.parse(tile))
            while not bare(state):
                singles = [only for cell in range(81) if len(only := fitting(state, cell)) == 1]
                assert singles, "no single, and no dead end"
                state.push(state.parse(min(singles[0])))
            while len(state.history()) > before:
                state.pop()


@pytest.mark.parametrize(("level", "number"), [(1, 3), (3, 9), (4, 3), (6, 14)])
def test_every_hint_is_true_and_leads_on(level, number):
    state, solution = begin(level, number)
    seen = set()
    while not state.result:
        before = inside(state)
        found = lixso_hints.hint(state, solution)
        assert inside(state) == before
        check(state, found, solution)
        seen.add(found.technique)
        assert found.cell in lixso_hints.area(found.cell)
        assert found.cell in state.tile_cells(found.tile)
        assert lixso_hints.solvable(state, solution) is True
        state.play(found.tile)
    assert {"single", "locked"} <= seen and state.result.reason == "solved"
    assert lixso_hints.hint(state, solution) is None


def test_all_techniques_occur_and_hints_solve_every_kind_of_grid():
    seen = set()
    for level, number in IDS:
        state, solution = begin(level, number)
        while not state.result:
            found = lixso_hints.hint(state, solution)
            seen.add(found.technique)
            state.play(found.tile)
        assert state.result.reason == "solved"
    assert seen == {"single", "locked", "what if", "long what if"}


def test_from_any_correct_position_of_any_grid_the_hint_is_a_tile_of_the_solution():
    """So following hints leads to the solution from there, whatever was laid in which order."""
    chance = Chance(7)
    for level in grids.LEVELS:
        for number in range(1, grids.COUNT + 1):
            state, solution = begin(level, number)
            order = list(solution)
            while order:
                found = lixso_hints.hint(state, solution)
                assert found.tile in order and state.why(found.tile) is None
                for _ in range(1 + chance.below(12)):
                    if order:
                        state.play(order.pop(chance.below(len(order))))


@pytest.mark.parametrize("number", [2, 19])
def test_hints_are_the_same_on_both(number, on_board, on_host):
    board = on_board("hints.py", number)
    assert board == on_host("hints.py", number)
    assert board.count(b"technique='wrong') False") == 6


def test_a_wrong_tile():
    state, solution = begin(3, 4)
    for tile in solution[:9]:
        state.play(tile)
    wrong = next(move for move in state.moves() if move not in solution)
    state.play(lixso.DOUBTED + wrong)
    state.play(next(move for move in state.moves() if move in solution))
    assert lixso_hints.solvable(state, solution) is False
    assert lixso_hints.wrong_tiles(state, solution) == [wrong]
    assert lixso_hints.hint(state, solution) == (state.steps(wrong)[1], wrong, "wrong")
    state.play(state.parse("--"))
    assert lixso_hints.solvable(state, solution) is True
    assert lixso_hints.hint(state, solution).tile in solution


def test_a_grid_of_ones_own():
    """Without a solution at hand: hints that need none, and only what the cells show."""
    shipped, solution = begin(1, 1)
    state = lixso.new(grid=write_rows(shipped.clues, 9))
    assert state.solution is None and lixso_hints.wrong_tiles(state, None) == []
    while found := lixso_hints.hint(state, None):
        assert found.tile in solution and found.technique != "long what if"
        assert lixso_hints.solvable(state, None) is None
        state.play(found.tile)
    assert len(state.tiles()) > 9
    empty = lixso.new(grid=EMPTY)
    assert lixso_hints.hint(empty, None) is None and lixso_hints.solvable(empty, None) is None


def test_cells_that_nothing_fits_on():
    # Between two I tiles with S and X clues around it, a1 stays bare.
    state = lixso.new(grid="IS......./XO......./" + "/".join(["........."] * 7))
    assert lixso_hints.solvable(state, None) is False
    assert lixso_hints.hint(state, None) is None
    while state.moves():
        state.push(state.moves()[0])
    assert state.stuck and lixso_hints.solvable(state, None) is False


def test_areas_are_the_ninths_of_the_grid():
    areas = {tuple(lixso_hints.area(cell)) for cell in range(81)}
    assert len(areas) == 9 and sorted(cell for area in areas for cell in area) == list(range(81))
    for area in areas:
        assert all(
            abs(a % 9 - b % 9) < 3 and abs(a // 9 - b // 9) < 3 for a, b in combinations(area, 2)
        )


def test_the_last_tile_of_a_symbol_is_felt_far_away():
    """The X clue on i9 takes the seventh X tile, so that one can lie nowhere else."""
    state = lixso.new(grid="/".join(["........."] * 8 + ["........X"]))
    for text in ("Xa1se", "Xd1se", "Xg1se", "Xa4se", "Xd4se", "Xg4se"):
        state.play(state.parse(text))
    assert lixso_hints._leaves_bare(state, state.parse("Xa7se"))
    assert not lixso_hints._leaves_bare(state, state.parse("Ia7se"))
    assert not lixso_hints._leaves_bare(state, state.parse("Xi9nw"))
