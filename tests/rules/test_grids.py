"""The grids that come with LIXSO: packs, ids, the seed's choice, the grid of a day, and that the
rules take every solution. That each is the only one is proved in tests/test_packs.py."""

from collections import Counter
from pathlib import Path

import pytest

from shared_rules import grids, lixso, lixso_duel

SOURCE = Path(__file__).parents[1] / "data" / "packs.txt"
IDS = [(level, number) for level in range(1, 7) for number in range(1, 21)]


def source():
    """What the packs were made from: {id: (grid text, tile texts)}."""
    lines = [line.split(" ") for line in SOURCE.read_text().splitlines()]
    return {(int(a), int(b)): (grid, tiles.split(",")) for a, b, grid, tiles in lines}


def test_packs_hold_what_they_were_made_from_on_both(on_board, on_host):
    text = SOURCE.read_text()
    assert list(source()) == IDS
    assert on_host("packs.py").decode() == text
    assert on_board("packs.py").decode() == text


@pytest.mark.parametrize("level", range(1, 7))
def test_every_solution_solves_its_grid(level):
    for (own_level, number), (grid, tiles) in source().items():
        if own_level != level:
            continue
        state = lixso.new(level=level, number=number)
        assert state.grid_id == (level, number)
        assert state.position().split(" ")[0] == grid
        for index, tile in enumerate(tiles):
            assert state.result is None and not state.stuck
            state.play(state.parse(tile + "?" * (index % 2)))
        assert state.result == ((0,), "solved") and state.moves() == [] and not state.stuck
        assert state.extras() == []
        assert lixso.from_position(state.position()).result == state.result
        used = Counter(tile[0] for tile in tiles)
        assert sorted(used.values()) == [6, 7, 7, 7]


def test_the_seed_picks_a_grid_of_the_level():
    for level in range(1, 7):
        picked = {lixso.new(seed=seed, level=level).grid_id for seed in range(200)}
        assert picked == {(level, number) for number in range(1, 21)}
    assert {lixso.new(seed=seed).grid_id[0] for seed in range(99)} == {1, 2, 3, 4, 5, 6}
    assert {lixso_duel.new(seed=seed).grid_id[0] for seed in range(99)} == {3, 4, 5, 6}
    assert lixso_duel.new(level=5, seed=1).grid_id[0] == 5


def test_a_grid_of_ones_own_has_no_id():
    state = lixso.new(level=2, number=7)
    grid = state.position().split(" ")[0]
    for own in (lixso.new(grid=grid), lixso_duel.new(grid=grid)):
        assert own.grid_id is None and own.clues == state.clues
    assert lixso.from_position(state.position()).grid_id is None


def test_the_grid_of_a_day():
    # 2026-01-05 was a Monday.
    monday = 20458
    levels = [grids.daily(monday + day)[0] for day in range(6)]
    assert levels == [1, 2, 3, 4, 5, 6]
    assert grids.daily(0) == (4, 1)
    days = range(monday, monday + 7 * 60)
    assert {grids.daily(day) for day in days} == set(IDS)
    assert {grids.daily(day)[0] for day in days if (day - monday) % 7 == 6} == {1, 2, 3, 4, 5, 6}
    last = {}
    for day in days:
        grid = grids.daily(day)
        assert day - last.get(grid, 0) >= 63
        last[grid] = day
    state = lixso.new(daily=monday, seed=5)
    assert state.grid_id == grids.daily(monday) == lixso.new(daily=monday, seed=6).grid_id


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"level": 3, "number": 21}, "the grids of a level go from 1 to 20, not 21"),
        ({"level": 3, "number": 0}, "go from 1 to 20, not 0"),
        ({"level": 3, "number": "7"}, "go from 1 to 20, not '7'"),
        ({"number": 7}, "the levels go from 1 to 6, there is no 0"),
        ({"grid": "x", "number": 7}, "a grid or a level, not both"),
        ({"daily": 9, "level": 2}, "the day says which grid"),
        ({"daily": 9, "number": 2}, "the day says which grid"),
        ({"daily": 9, "grid": "x"}, "the day says which grid"),
        ({"daily": -1}, "the number of days since 1970-01-01, not -1"),
        ({"daily": "today"}, "not 'today'"),
        ({"daily": True}, "not True"),
    ],
)
def test_wrong_wishes(wrong, says):
    with pytest.raises(ValueError, match=says):
        lixso.new(**wrong)
    if "level" not in wrong and "grid" not in wrong:
        with pytest.raises(ValueError, match="there is no option"):
            lixso_duel.new(**wrong)


def test_every_wrong_byte_of_a_pack_is_found():
    from shared_rules.grids_4 import PACK

    assert grids.one_of(PACK, 4, 20) == PACK[-28:-4]
    with pytest.raises(ValueError, match="the grids of level 3 are damaged"):
        grids.one_of(PACK, 3, 1)
    with pytest.raises(ValueError, match="damaged"):
        grids.one_of(PACK, 4, 21)
    for at in range(len(PACK)):
        wrong = PACK[:at] + bytes([PACK[at] ^ 1 << at % 8]) + PACK[at + 1 :]
        for damaged in (wrong, PACK[:at]):
            with pytest.raises(ValueError, match="damaged: copy or install Ludolux once more"):
                grids.one_of(damaged, 4, 1)
