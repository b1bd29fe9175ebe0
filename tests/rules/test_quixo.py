"""Quixo: the rulebook's cases, pushes against a naive board, and 3×3 solved."""

from itertools import product

import pytest
from kinds import KINDS, ids, random_game
from naive import push_quixo, quixo_lines

from shared_rules import IllegalMove, NotAMove, quixo

KINDS = [kind for kind in KINDS if kind.game == "quixo"]


def played(position, *texts):
    state = quixo.from_position(position)
    for text in texts:
        state.play(state.parse(text))
    return state


def refusal(position, text):
    state = quixo.from_position(position)
    with pytest.raises(IllegalMove) as refused:
        state.play(state.parse(text))
    assert state.position() == position
    return refused.value


EMPTY = "...../...../...../...../..... 0"


@pytest.mark.parametrize("kind", KINDS, ids=ids(KINDS))
def test_pushes_and_lines_against_a_naive_board(kind):
    for seed in range(5):
        rows = before = None
        for state in random_game(kind, seed):
            if rows and before:
                move = state.text(state.history()[-1])
                seat = int(before.split(" ")[1])
                symbol = "XO"[seat] if kind.players == 2 else move[-1]
                rows = push_quixo(rows, move, symbol) if move != "pass" else rows
                assert state.position().split(" ")[0] == "/".join(rows)
                mine, theirs = ("XO", "OX")[seat % 2] if kind.players == 2 else (
                    ("13", "24") if seat % 2 == 0 else ("24", "13")
                )  # fmt: skip
                winners = None
                if quixo_lines(rows, theirs):
                    winners = state.teams[1 - seat % 2]
                elif quixo_lines(rows, mine):
                    winners = state.teams[seat % 2]
                assert state.result == (None if winners is None else (winners, "line"))
            before = state.position()
            rows = before.split(" ")[0].split("/")


def test_the_opponents_line_is_looked_at_first():
    state = played(".XXXX/O..../.OOOO/...../..... 0", "a5a1")
    assert state.position() == "XXXXX/...../OOOOO/...../..... 1"
    assert state.result == ((1,), "line")
    assert state.scores() == [0, 1]


def test_an_own_line_wins():
    state = played(".XXXX/O..../...../...../..... 0", "a5a1")
    assert state.result == ((0,), "line")


def test_a_corner_has_two_ways_back_any_other_edge_cell_three():
    state = quixo.new()
    ways = [state.text(move) for move in state.moves()]
    assert [way for way in ways if way.startswith("a1")] == ["a1e1", "a1a5"]
    assert [way for way in ways if way.startswith("c1")] == ["c1a1", "c1e1", "c1c5"]
    assert len(ways) == 44


@pytest.mark.parametrize(
    ("position", "move", "reason", "cells"),
    [
        (EMPTY, "c3c5", "only cubes at the edge of the board can be taken", (12,)),
        ("O..../...../...../...../..... 0", "a1a5", "that cube is the opponent's", (0,)),
        (EMPTY, "c1c1", "a cube may not go back where it was taken", (2,)),
        (EMPTY, "c1d4", "a cube from c1 goes back in at a1, e1 and c5", (0, 4, 22)),
        ("3..../...../...../...../..... 0", "a1a5/1", "the point of that cube faces your partner",
         (0,)),
        ("2..../...../...../...../..... 0", "a1a5/1", "that cube is the opponent's", (0,)),
        ("1..../...../...../...../..... 0", "a1a5/2",
         "turn the point to yourself or to your partner: 1 or 3", (20,)),
        ("XXXXX/...../...../...../..... 1", "a5a1", "the game is over", ()),
        (EMPTY, "pass", "you can move, so you may not pass", ()),
    ],
)  # fmt: skip
def test_refusals(position, move, reason, cells):
    refused = refusal(position, move)
    assert (refused.reason, tuple(refused.cells)) == (reason, cells)


@pytest.mark.parametrize("text", ["", "c1", "c1c5c5", "c1c6", "f1a1", "c1-c5", "c1c5/1", "c01c5",
                                  "c1 c5", "PASS", "count", "11c5", "c1ç5", "c1c٥"])  # fmt: skip
def test_not_a_move(text):
    with pytest.raises(NotAMove):
        quixo.new().parse(text)


def test_cell_names_may_be_large():
    state = quixo.new()
    assert state.parse("C1c5") == state.parse("c1c5")
    assert state.text(state.parse("C1C5")) == "c1c5"


@pytest.mark.parametrize("text", ["c1c5", "c1c5/0", "c1c5/5", "c1c5/", "/1", "c1c5/1/1"])
def test_four_players_say_where_the_point_faces(text):
    with pytest.raises(NotAMove):
        quixo.new(players=4).parse(text)


def test_four_players_share_lines_but_not_cubes():
    state = played("13.13/...../...../...../2.... 0", "c5c1/3")
    assert state.result == ((0, 2), "line") and state.scores() == [1, 0, 1, 0]
    assert state.cube(2, 0) == "3"
    state = quixo.new(players=4)
    for text in ("a1a5/3", "b1b5/2"):
        state.play(state.parse(text))
    # The cube that seat 0 turned to its partner now belongs to seat 2 alone.
    assert state.position() == "...../...../...../...../32... 2"
    assert state.parse("a5a1/1") in state.moves()


def test_a_shifted_cube_keeps_its_point():
    state = played("3...1/...../...../...../..... 0", "e1a1/1")
    assert state.position() == "13.../...../...../...../..... 1"


def test_a_seat_with_nothing_to_take_passes():
    blocked = "33433/4...3/3...4/4...3/34343 0"
    state = quixo.from_position(blocked)
    assert [state.text(move) for move in state.moves()] == ["pass"]
    state.play(state.parse("pass"))
    assert state.turn == 1 and state.position() == blocked[:-1] + "1"
    assert [state.text(move) for move in state.moves()] == ["pass"]
    state.play(state.parse("pass"))
    assert all(state.text(move)[-1] in "13" for move in state.moves())
    state.pop()
    assert state.pop() and state.turn == 0 and state.position() == blocked


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("../.. 0", "3, 4 or 5 rows"),
        ("...../...../...../...../.... 0", "row 5 needs 5 cells"),
        ("...../...../...../...../....x 0", "'x' is not a cell"),
        ("X1.../...../...../...../..... 0", "'X' is not a cell, write one of . 1 2 3 4"),
        ("...../...../...../...../..... 4", "from 0 to 1, not '4'"),
        ("...../...../...../...../..... 0 players=3", "players=4 or left out"),
        ("...../...../...../...../..... 0 count", "cannot end with 'count'"),
        ("XXXXX/...../...../...../..... 1 draw", "cannot end with 'draw'"),
        ("...../...../...../...../.....  0", "one blank between"),
    ],
)  # fmt: skip
def test_wrong_positions(text, says):
    with pytest.raises(ValueError, match=says):
        quixo.from_position(text)


def test_three_by_three_is_solved():
    """All 3^9 boards seen from the player to move: 12 748 won, 6 935 lost, none drawn; the start
    is won in 7 plies (Tanaka, Bonnet, Tixeuil, Tamura: Quixo Is Solved, 2020)."""
    value, below = {}, {}
    for marks in product(".XO", repeat=9):
        board = "".join(marks)
        state = quixo.from_position("/".join((board[:3], board[3:6], board[6:])) + " 0")
        if state.result:
            value[board] = (1 if state.result.winners == (0,) else -1, 0)
        else:
            below[board] = set()
            for move in state.moves():
                state.push(move)
                after = state.position().split(" ")[0].replace("/", "")
                state.pop()
                # Seen from the other side the symbols change places.
                below[board].add(after.translate(str.maketrans("XO", "OX")))
    plies = 0
    while True:
        plies += 1
        found = {}
        for board, nexts in below.items():
            if any(value.get(after) == (-1, plies - 1) for after in nexts):
                found[board] = (1, plies)
            elif all(value.get(after, (0,))[0] == 1 for after in nexts):
                found[board] = (-1, plies)
        if not found:
            break
        value.update(found)
        for board in found:
            del below[board]
    won = sum(result == 1 for result, _ in value.values())
    lost = sum(result == -1 for result, _ in value.values())
    assert (won, lost, len(below)) == (12748, 6935, 0)
    assert value["........."] == (1, 7)


def wins_within(state, plies):
    """Can the seat to move force a win in at most so many plies?"""
    mover = state.turn
    for move in state.moves():
        state.push(move)
        if state.result:
            good = mover in state.result.winners
        elif plies < 3:
            good = False
        else:
            good = True
            for reply in state.moves():
                state.push(reply)
                if state.result:
                    good = mover in state.result.winners
                else:
                    good = wins_within(state, plies - 2)
                state.pop()
                if not good:
                    break
        state.pop()
        if good:
            return True
    return False


@pytest.mark.parametrize(
    ("position", "plies"),
    [
        ("XXX./..../..../.... 0", 1),
        ("X.../.X../..X./O... 0", 1),
        (".XXXX/O..../.OOO./...../..... 0", 1),
        ("XX.X/O..O/..../X..O 0", 1),
        (".XXO/..../.X../OXO. 0", 3),
        ("O..X/X.X./O..X/OOX. 0", 3),
        (".OXXX/X...O/XOO.O/X..../..... 0", 3),
        (".O.../...XX/O.O.X/XOO.X/XXOXO 0", 3),
    ],
)  # fmt: skip
def test_short_wins_are_found(position, plies):
    assert wins_within(quixo.from_position(position), plies)
    if plies > 1:
        assert not wins_within(quixo.from_position(position), plies - 2)
