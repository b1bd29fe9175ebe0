"""LIXSO: where tiles may lie, doubt, the duel's ends. The shipped grids: test_grids.py."""

import pytest
from kinds import inside
from naive import near, tile_cells

from shared_rules import IllegalMove, NotAMove, lixso, lixso_duel

EMPTY = "/".join(["........."] * 9)


def grid(rows):
    """A grid from its first rows; the others have no clues."""
    lines = [line + "." * (9 - len(line)) for line in rows.split("/")]
    return "/".join(lines + ["........."] * (9 - len(lines)))


def after(state, *texts):
    for text in texts:
        state.play(state.parse(text))
    return state


def reason(state, text):
    before = inside(state)
    with pytest.raises(IllegalMove) as refused:
        state.play(state.parse(text))
    assert inside(state) == before
    return refused.value.reason


def test_an_empty_grid_has_1024_placements():
    moves = lixso.new(grid=EMPTY).moves()
    assert len(moves) == 1024
    assert len(lixso_duel.new(grid=EMPTY).moves()) == 512


@pytest.mark.parametrize(
    ("rows", "played", "move", "says"),
    [
        ("", ["Xe5ne"], "Xe4ne", "e4 is covered already"),
        ("", ["Xe5ne"], "Xd6se", "two X tiles would touch at d6"),
        ("", ["Xe5ne"], "Xg4se", "two X tiles would touch at g4"),
        ("", ["Xe5ne"], "Xg6se", "two X tiles would touch at g6"),
        ("X", [], "Ia1se", "the clue on a1 asks for X"),
        ("", [], "Xa1ne", "that tile would stick out of the grid"),
        ("", ["Xa1se", "Xd1se", "Xg1se", "Xa4se", "Xd4se", "Xg4se", "Xa7se"], "Xd7se",
         "all seven X tiles are used"),
    ],
)  # fmt: skip
def test_refusals(rows, played, move, says):
    assert reason(after(lixso.new(grid=grid(rows)), *played), move) == says


def test_tiles_of_different_symbols_may_touch():
    state = after(lixso.new(grid=EMPTY), "Xe5ne", "Id6ne", "Sf6se")
    assert state.tiles() == ["Xe5ne", "Id6ne", "Sf6se"] and state.scores() == [3]
    assert state.left == [6, 6, 6, 7]
    # The elbow, the arm to the north, the arm to the east.
    assert state.tile_on(40) == state.parse("Xe5ne") and state.tile_on(0) is None
    assert set(state.tile_cells(state.parse("Xe5ne"))) == {40, 31, 41}


def test_doubt():
    state = after(lixso.new(grid=EMPTY), "Xe5ne", "Ib2se?", "Sh8nw?", "Oe8se")
    assert state.position().split(" ")[1] == "Xe5ne,Ib2se?,Sh8nw?,Oe8se"
    after(state, "?e5", "?b2")
    assert state.tiles() == ["Xe5ne?", "Ib2se", "Sh8nw?", "Oe8se"]
    before = inside(state)
    assert state.text(state.parse("--")) == "--"
    after(state, "--")
    assert state.tiles() == ["Ib2se", "Oe8se"] and state.left == [6, 7, 7, 6]
    state.pop()
    assert inside(state) == before
    after(state, "-f5")
    assert state.tiles() == ["Ib2se", "Sh8nw?", "Oe8se"]
    state.pop()
    assert inside(state) == before
    state.pop()
    assert state.tiles()[1] == "Ib2se?"
    again = lixso.from_position(state.position())
    assert again.position() == state.position() and again.moves() == state.moves()


def test_what_cannot_be_taken_off():
    state = after(lixso.new(grid=EMPTY), "Xe5ne")
    assert reason(state, "--") == "no tile is in doubt"
    assert reason(state, "-a1") == "there is no tile on a1"
    assert reason(state, "?a1") == "there is no tile on a1"


def test_choices_of_the_puzzle():
    state = after(lixso.new(grid=EMPTY), "Xe5ne?")
    texts = ["Ib2se", "Ib2se?", "-e5", "?e5", "--"]
    names = [[state.name(step) for step in state.steps(state.parse(text))] for text in texts]
    assert names == [["I", "b2", "c2", "b3"], ["?", "I", "b2", "c2", "b3"], ["-", "e5"],
                     ["turn", "e5"], ["--"]]  # fmt: skip
    for text in texts:
        steps = state.steps(state.parse(text))
        for length in range(1, len(steps) + 1):
            assert state.why_not(steps[:length]) is None, text
    assert state.steps(state.parse("resign")) == (state.parse("resign"),)
    assert state.why_not((0,)).reason == "choose a symbol first"
    assert state.why_not((0x4000, 0x4001)).reason == "now choose the cells of the tile"
    assert state.why_not((lixso.TAKE_CHOICE, 0x4001)).reason == "now choose a tile on the grid"
    assert state.extras() == sorted(state.extras()) and len(state.extras()) == 7
    assert all(state.why(move) is None for move in state.extras())
    assert state.why_not((lixso.TAKE_CHOICE, 0)).reason == "there is no tile on a1"
    assert state.why_not((lixso.TURN_CHOICE, 0)).reason == "there is no tile on a1"
    state.pop()
    assert state.why_not((lixso.TAKE_CHOICE,)).reason == "there is no tile on the grid yet"
    assert state.why_not((lixso.SWEEP_CHOICE,)).reason == "no tile is in doubt"


@pytest.mark.parametrize("state", [
    after(lixso.new(grid=grid("X..I/.S..O")), "Xe5ne", "Ig7se", "Sc4ne"),
    after(lixso_duel.new(grid=grid("X..I/.S..O"), clues_touch=False), "Xe5ne", "Sg7se"),
], ids=["puzzle", "duel"])  # fmt: skip
def test_a_cell_can_be_touched_exactly_when_a_tile_has_it(state):
    placed = [state.steps(move) for move in state.moves()]
    for symbol in {steps[0] for steps in placed}:
        for cell in range(81):
            some = any(steps[0] == symbol and cell in steps[1:] for steps in placed)
            assert (state.why_not((symbol, cell)) is None) == some
            for other in (40, 41, 50):
                some = any(
                    steps[0] == symbol and {cell, other} <= set(steps[1:]) for steps in placed
                )
                assert (state.why_not((symbol, cell, other)) is None) == some


def test_stuck_is_when_nothing_fits_and_cells_are_open():
    state = lixso.new(grid=EMPTY)
    assert not state.stuck
    while state.moves():
        state.push(state.moves()[0])
    assert state.stuck and state.turn == 0 and state.moves() == []


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("....", "9 rows"),
        (EMPTY[:-1], "row 9 needs 9 cells, it has 8"),
        (EMPTY.replace(".", "Z", 1), "row 1: 'Z' is not a cell, write one of . I X S O"),
        (7, "a grid is a text of nine rows"),
    ],
)  # fmt: skip
def test_wrong_grids(wrong, says):
    for game in (lixso, lixso_duel):
        with pytest.raises(ValueError, match=says):
            game.new(grid=wrong)
    with pytest.raises(ValueError, match="a grid or a level, not both"):
        lixso.new(grid=EMPTY, level=3)


@pytest.mark.parametrize("text", ["Ze5ne", "Xe5", "Xj5ne", "Xe5NE", "xe5ne", "Xe5ne??", "?", "-",
                                  "-e", "e5", "?Xe5ne", "---", "draw", "pass"])  # fmt: skip
def test_not_a_move(text):
    with pytest.raises(NotAMove):
        lixso.new().parse(text)


def test_the_duel_knows_no_doubt():
    for text in ("Xe5ne?", "-e5", "--"):
        with pytest.raises(NotAMove):
            lixso_duel.new().parse(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{EMPTY} Xe5ne,Xe5ne 0", "tile 'Xe5ne': e5 is covered already"),
        (f"{EMPTY} Xe5ne,,Ia1se 0", "tile '': that is not a tile"),
        (f"{EMPTY} --,- 0", "tile '--': that is not a tile"),
        (f"{EMPTY} x 0", "tile 'x': write symbol, elbow"),
        (f"{EMPTY} - 1", "from 0 to 0, not '1'"),
        (f"{EMPTY} -", "GRID TILES SEAT"),
        (f"{EMPTY} - 0 draw", "cannot end with 'draw'"),
    ],
)  # fmt: skip
def test_wrong_positions(text, says):
    with pytest.raises(ValueError, match=says):
        lixso.from_position(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{EMPTY} - 0 players=2", "only players=4"),
        (f"{EMPTY} - 0 clues_touch=True", "only players=4"),
        (f"{EMPTY} - 4", "from 0 to 1"),
        (f"{EMPTY} Xe5ne? 0", "tile 'Xe5ne\\?'"),
        (f"{EMPTY} , 0", "tile ''"),
    ],
)  # fmt: skip
def test_wrong_duel_positions(text, says):
    with pytest.raises(ValueError, match=says):
        lixso_duel.from_position(text)


def test_who_has_which_symbols():
    two, four = lixso_duel.new(), lixso_duel.new(players=4)
    assert [two.side(seat) for seat in range(2)] == ["I and X", "S and O"]
    assert [four.side(seat) for seat in range(4)] == ["I", "S", "O", "X"]
    assert four.teams == ((0, 3), (1, 2))
    assert reason(lixso_duel.new(grid=EMPTY), "Se5ne") == "S is not yours: you lay I and X"
    assert reason(lixso_duel.new(grid=EMPTY, players=4), "Xe5ne") == "X is not yours: you lay I"


def test_both_readings_of_clues_touch():
    clue = grid("....X")
    loose = lixso_duel.new(grid=clue)
    strict = lixso_duel.new(grid=clue, clues_touch=False)
    text = "Xf2se"
    assert loose.why(loose.parse(text)) is None
    assert reason(strict, text) == "the tile would touch the X clue on e1"
    for state in (loose, strict):
        # Covering the clue is always allowed, and so is a tile of another symbol beside it.
        assert state.why(state.parse("Xe1se")) is None
        assert state.why(state.parse("If2se")) is None
    texts = {strict.text(move) for move in strict.moves()}
    dropped = {loose.text(move) for move in loose.moves()} - texts
    assert dropped and all(
        near(tile_cells(text), {(4, 0)}) and (4, 0) not in tile_cells(text) for text in dropped
    )


def test_most_tiles_win_and_equal_is_a_draw():
    tiles = {"I": ["Ia1se", "Id1se", "Ig1se"], "S": ["Sa4se", "Sd4se"]}

    def ended(first, second):
        """Nearly all cells ask for a symbol that is used up nearby: nobody can lay any more."""
        texts = tiles["I"][:first] + tiles["S"][:second]
        state = lixso_duel.from_position(f"{EMPTY} {','.join(texts)} 0")
        state._can_place = lambda symbols: False
        state._judge()
        return state.result

    assert ended(3, 2) == ((0,), "tiles")
    assert ended(1, 2) == ((1,), "tiles")
    assert ended(2, 2) == ((), "tiles")


def test_a_seat_that_cannot_lay_passes():
    """Every cell asks for I or X: seat 1 can never lay."""
    state = lixso_duel.from_position("/".join(["IXIXIXIXI"] * 9) + " - 1")
    assert state.turn is None and state.result == ((), "tiles")
    state = lixso_duel.from_position("/".join(["IIIIIIIII"] * 9) + " - 1")
    assert [state.text(move) for move in state.moves()] == ["pass"]
    state.play(state.parse("pass"))
    assert state.turn == 0 and len(state.moves()) == 256


def test_the_duel_is_played_on_grids_of_level_3_to_6():
    from shared_rules import lixso_duel

    assert lixso_duel.OPTIONS["level"] == (0, 3, 4, 5, 6)
    levels = {lixso_duel.new(players=2, seed=seed).grid_id[0] for seed in range(60)}
    assert levels == {3, 4, 5, 6}
    for level in (1, 2, 7):
        with pytest.raises(ValueError, match="level"):
            lixso_duel.new(players=2, level=level)
    assert lixso_duel.new(players=4, level=5).grid_id[0] == 5
