"""OLIX: the rulebook's patterns, the score columns, and how it ends."""

import random
from itertools import product

import pytest
from naive import olix_patterns

from shared_rules import IllegalMove, NotAMove, olix

ROWS = "/".join(["..........."] * 11)


def picture(text):
    """Place the `*` of a diagram (`#` own, `o` enemy); returns the state and the columns."""
    rows = [["."] * 11 for _ in range(11)]
    for y, line in enumerate(text.split("/")):
        for x, mark in enumerate(line):
            rows[y + 2][x + 1] = {"#": "r", "o": "b"}.get(mark, ".")
            if mark == "*":
                move = "abcdefghijk"[x + 1] + str(y + 3)
    state = olix.from_position("/".join("".join(row) for row in rows) + " 0 - - - -")
    state.play(state.parse(move))
    return state, tuple(value for value, _ in state.columns())


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("##/#*", (4, 0, 0, 0)),
        ("###/##*", (6, 0, 0, 0)),
        ("####/###*", (8, 0, 4, 0)),
        ("###/#.#/##*", (8, 5, 0, 0)),
        ("###/#o#/##*", (8, 5, 0, 0)),
        ("###/#*#/###", (9, 0, 0, 0)),
        ("#/#/*###", (0, 6, 4, 0)),
        ("#####/#/*", (0, 7, 0, 0)),
        ("..#/..#/##*##", (0, 5, 5, 0)),
        ("..#/..#/..#/##*##", (0, 6, 5, 0)),
        ("###/#.#/#*o", (0, 0, 0, 0)),
        ("#/.#/..*/...#", (0, 0, 0, 4)),
        ("...#/..*/.#/#", (0, 0, 0, 4)),
        ("#.#/.*", (0, 0, 0, 0)),
    ],
)  # fmt: skip
def test_patterns(text, values):
    state, found = picture(text)
    assert found == values and state.result is None
    assert state.scores() == [sum(value > 0 for value in values), 0]


@pytest.mark.parametrize("text", ["####/##o#/###*", "####*###", "#/#/#/#/*####",
                                  "#/.#/..#/...#/....*/.....#/......#/.......#"])  # fmt: skip
def test_beyond_the_last_value_wins_at_once(text):
    state, values = picture(text)
    assert state.result == ((0,), "beyond")
    assert any(value > last[3] for value, last in zip(values, olix.VALUES, strict=True))
    again = olix.from_position(state.position())
    assert again.result == state.result and again.position() == state.position()


def test_patterns_against_trying_them_all():
    chance = random.Random(11)
    scored = [0, 0, 0, 0]
    for _ in range(150):
        wide, high = chance.randrange(3, 9), chance.randrange(3, 9)
        share = chance.uniform(0.5, 0.95)
        left, top = chance.randrange(12 - wide), chance.randrange(12 - high)
        own = {
            (left + x, top + y)
            for x, y in product(range(wide), range(high)) if chance.random() < share
        }  # fmt: skip
        if len(own) > 46 or not own:
            continue
        rows = "/".join(
            "".join("r" if (x, y) in own else "." for x in range(11)) for y in range(11)
        )
        state = olix.from_position(rows + " 1 - - - -")
        for x, y in chance.sample(sorted(own), min(4, len(own))):
            values = olix_patterns(own, x, y)
            assert state.patterns(y * 11 + x, 0) == values, (rows, x, y)
            scored = [count + (value > 0) for count, value in zip(scored, values, strict=True)]
    assert min(scored) > 20


def test_a_column_over_time():
    column = 0
    for holder, value, expected in ((1, 4, (4, 1)), (2, 4, (4, 3)), (1, 5, (5, 1)), (2, 4, (5, 1)),
                                    (2, 5, (5, 3))):  # fmt: skip
        column = olix.mark_column(column, value, holder)
        assert (column >> 2, column & 3) == expected


@pytest.mark.parametrize(
    ("columns", "winners"),
    [
        ("4r 5r 4b -", (0,)),
        ("8r 8b - -", (1,)),
        ("8r 7b - -", ()),
        ("4r 6b 7r 7b", (0, 1)),
        ("9r 6r 5r 7b", (0,)),
        ("8r 6r 7b 5b", (1,)),
        ("- - - -", ()),
        ("4rb 5rb - -", ()),
    ],
)  # fmt: skip
def test_markers_decide(columns, winners):
    """L-8 is in row 4 and beats O-8 in row 3: rows count, not values."""
    state = olix.from_position(f"{ROWS} 0 {columns}")
    state.play(state.parse("count"))
    if winners == (0, 1):
        # 7b and 7r stand in the same row; then row 2 of L against row 1 of O.
        winners = (1,)
    assert state.result == (winners, "count")
    assert olix.from_position(state.position()).result == state.result
    state.pop()
    assert state.result is None and state.turn == 0


def test_rows_4_2_2_beat_3_2_2():
    state = olix.from_position(f"{ROWS} 0 6rb 6rb 7r 6b")
    state.play(state.parse("count"))
    assert state.result.winners == (0,)


def filled(red, blue, seat):
    """So many pieces of each, spread so that nothing is told about patterns."""
    cells = ["r"] * red + ["b"] * blue + ["."] * (121 - red - blue)
    return "/".join("".join(cells[11 * y : 11 * y + 11]) for y in range(11)) + f" {seat} - - - -"


def test_the_last_piece_ends_the_game():
    state = olix.from_position(filled(46, 45, 1).replace("- - - -", "9b 8r 7r 7r"))
    state.play(state.parse("k11"))
    assert state.result == ((0,), "markers")
    state = olix.from_position(filled(46, 30, 0))
    assert [state.text(move) for move in state.moves()] == ["pass"]
    assert state.why(120).reason == "you have placed all your pieces"


def test_refusal_and_words():
    state = olix.new()
    state.play(state.parse("F6"))
    with pytest.raises(IllegalMove, match="there is a piece on f6 already") as refused:
        state.play(state.parse("f6"))
    assert refused.value.cells == (60,) and state.piece(60) == "r" and state.piece(0) == "."
    assert state.side(0) == "red" and state.side(1) == "blue"
    for text in ("l1", "a12", "a0", "6f", "f", "f6 ", "Count"):
        with pytest.raises(NotAMove):
            state.parse(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{ROWS} 0 - - -", "ROWS SEAT O L I X"),
        (f"{ROWS} 0 5r - - -", "column O is - or a value"),
        (f"{ROWS} 0 4 - - -", "column O"),
        (f"{ROWS} 0 - 4r - -", "column L"),
        (f"{ROWS} 0 - - 4br -", "column I"),
        (f"{ROWS} 0 - - - 04r", "column X"),
        (f"{ROWS} 0 - - - 12r", "column X"),
        (f"{ROWS} 0 - - - r", "column X"),
        (f"{ROWS} 0 - - - 4444r", "column X"),
        (f"{ROWS} 0 10r 9b - -", "only one side"),
        (f"{ROWS} 0 10rb - - -", "only one side"),
        (filled(47, 0, 0), "red has more than its 46"),
    ],
)  # fmt: skip
def test_wrong_positions(text, says):
    with pytest.raises(ValueError, match=says):
        olix.from_position(text)
