"""Entering moves by touches: every legal move of every game can be entered, and no other."""

import random

import pytest
from kinds import KINDS, ids, random_game

from firmware.pick import Pick
from shared_rules import IllegalMove, lixso, lixso_duel, lot, quixo


def touched(pick, state, choice):
    """A touch, and what the board thinks of after it has shown it."""
    move = pick.touch(state, choice)
    pick.think(state)
    return move


def enter(pick, state, steps):
    """Touch the choices of a move until they name it; what was chosen for us is not touched."""
    move = None
    while move is None:
        left = list(steps)
        for choice in pick.chosen:
            left.remove(choice)
        assert left and left[0] in pick.nexts
        move = touched(pick, state, left[0])
    return move


@pytest.mark.parametrize("kind", KINDS, ids=ids(KINDS))
def test_every_move_can_be_entered(kind):
    chance = random.Random(1)
    for count, state in enumerate(random_game(kind, 13, longest=60)):
        if state.turn is None or count % 6:
            continue
        moves = state.moves()
        for move in chance.sample(moves, min(6, len(moves))):
            steps = list(state.steps(move))
            loose = steps[state.any_order_from :]
            chance.shuffle(loose)
            pick = Pick()
            pick.begin(state)
            assert enter(pick, state, steps[: state.any_order_from] + loose) == move


@pytest.mark.parametrize("kind", KINDS, ids=ids(KINDS))
def test_what_is_not_lit_is_refused_with_a_reason(kind):
    for count, state in enumerate(random_game(kind, 14, longest=40)):
        if state.turn is None or count % 8:
            continue
        pick = Pick()
        pick.begin(state)
        before = (pick.chosen, pick.nexts)
        cells = range(81) if kind.game != "xtiles" else range(4656, 4666)
        for cell in cells:
            if cell < state.width**2 and cell not in pick.nexts and cell not in pick.chosen:
                with pytest.raises(IllegalMove) as refused:
                    touched(pick, state, cell)
                assert refused.value.reason
                assert (pick.chosen, pick.nexts) == before


def test_touching_again_takes_back():
    state = quixo.new()
    pick = Pick()
    pick.begin(state)
    assert touched(pick, state, 2) is None and pick.chosen == (2,) and pick.nexts == {0, 4, 22}
    assert touched(pick, state, 2) is None and pick.chosen == () and len(pick.nexts) == 16
    touched(pick, state, 2)
    assert pick.cancel(state) and pick.chosen == () and not pick.cancel(state)


def test_touching_another_cube_begins_anew():
    state = quixo.new()
    pick = Pick()
    pick.begin(state)
    touched(pick, state, 2)
    assert touched(pick, state, 3) is None and pick.chosen == (3,)
    with pytest.raises(IllegalMove, match="goes back in at"):
        touched(pick, state, 12)
    assert pick.chosen == (3,) and touched(pick, state, 23) == state.parse("d1d5")


def test_choices_in_any_order_are_taken_back_alone():
    state = lot.from_position("ww.ww../" + "/".join(["......."] * 6) + " 0 0")
    pick = Pick()
    pick.begin(state)
    touched(pick, state, 2)
    assert pick.nexts == {0, 1, 2, 3, 4}
    # The piece just placed stays; which of the lines is it?
    touched(pick, state, 2)
    touched(pick, state, 1)
    assert pick.chosen == (2, 2, 1) and pick.nexts == {0, 3}
    touched(pick, state, 1)
    assert pick.chosen == (2, 2) and pick.nexts == {0, 1, 3, 4}
    touched(pick, state, 1)
    assert state.text(touched(pick, state, 3)) == "c1:b1c1d1=c1"


def test_the_puzzle_by_touches_doubt_and_all():
    empty = "/".join(["........."] * 9)
    state = lixso.new(grid=empty)
    pick = Pick()

    def touch(*choices):
        for choice in choices:
            move = touched(pick, state, choice)
            if move is not None:
                state.play(move)
                pick.begin(state)

    pick.begin(state)
    x, doubt, take, turn, sweep = 0x4001, *range(0x4004, 0x4008)
    assert pick.nexts == {0x4000, 0x4001, 0x4002, 0x4003, doubt}
    with pytest.raises(IllegalMove, match="there is no tile on the grid yet"):
        touch(take)
    touch(x, 40, 31, 41)
    assert state.tiles() == ["Xe5ne"] and take in pick.nexts and sweep not in pick.nexts
    touch(doubt, 0x4000, 11, 10, 20)
    assert state.tiles() == ["Xe5ne", "Ic2sw?"]
    touch(turn, 41)
    assert state.tiles() == ["Xe5ne?", "Ic2sw?"]
    touch(turn, 31)
    touch(take, 10)
    assert state.tiles() == ["Xe5ne"]
    touch(doubt, 0x4000, 11, 10, 20, sweep)
    assert state.tiles() == ["Xe5ne"] and sweep not in pick.nexts
    touch(doubt)
    touch(doubt)
    assert pick.chosen == ()


def test_a_symbol_of_the_other_side_is_refused_also_later():
    state = lixso_duel.new(grid="/".join(["........."] * 9))
    pick = Pick()
    pick.begin(state)
    touched(pick, state, 0x4000)
    with pytest.raises(IllegalMove, match="S is not yours"):
        touched(pick, state, 0x4002)
    touched(pick, state, 0x4001)
    assert pick.chosen == (0x4001,)
