"""L.O.T.: swap, lines, stacks, reserves, and how it ends."""

import pytest

from shared_rules import IllegalMove, NotAMove, lot

EMPTY = "......./......./......./......./......./......./......."


def at(rows, seat=0, light=0):
    """A position from its first rows; the others are empty."""
    lines = rows.split("/")
    lines = [line + "." * (7 - len(line)) for line in lines] + ["......."] * (7 - len(lines))
    return lot.from_position("%s %d %d" % ("/".join(lines), seat, light))


def choices(state, cell):
    texts = [state.text(move) for move in state.moves()]
    return [text for text in texts if text.split(":")[0] == cell]


def test_swap_only_in_reply_to_the_first_piece():
    state = lot.new()
    assert state.why(state.parse("swap")).reason.startswith("colours are only swapped")
    state.play(state.parse("d4"))
    assert len(state.moves()) == 49 and state.text(state.moves()[-1]) == "swap"
    state.play(state.parse("swap"))
    assert (state.turn, state.light, state.side(0), state.side(1)) == (0, 1, "dark", "light")
    state.play(state.parse("a1"))
    assert state.piece(0) == "b" and state.parse("swap") not in state.moves()
    assert state.position().endswith(" 1 1")
    state.pop()
    assert state.pop() == lot.SWAP and state.light == 0


@pytest.mark.parametrize(
    ("rows", "cell", "count"),
    [("ww", "c1", 3), ("ww.w", "c1", 6), ("ww.ww", "c1", 9), ("w.w", "b1", 3), ("www", "d1", 3),
     ("wW.", "c1", 1), ("wwB", "d1", 1), ("wb", "c1", 1), ("w.w/.w/.w", "b1", 6),
     (".w./w.w/.w.", "b2", 6), ("w.w/.../w.w", "b2", 6)],
)  # fmt: skip
def test_a_line_of_three_must_be_resolved(rows, cell, count):
    assert len(choices(at(rows), cell)) == count


def test_a_stack_is_made_and_two_pieces_go_back():
    state = at("ww")
    assert state.reserve == [38, 40]
    assert choices(state, "c1") == ["c1:a1b1c1=a1", "c1:a1b1c1=b1", "c1:a1b1c1=c1"]
    state.play(state.parse("c1:a1b1c1=b1"))
    assert state.position().startswith(".W...../") and state.reserve == [38, 40]
    state.pop()
    assert state.position().startswith("ww...../") and state.reserve == [38, 40]


def test_three_stacks_win_at_once():
    state = at("WW.ww/bb")
    state.play(state.parse("c1:c1d1e1=c1"))
    assert state.result == ((0,), "line") and state.scores() == [1, 0]
    state = at("WW.ww/bb")
    state.play(state.parse("c1:c1d1e1=d1"))
    assert state.result is None
    state = at("ww/W/.W", light=1, seat=1)
    assert state.side(1) == "light"
    state = at("B/.B/bb", seat=1)
    state.play(state.parse("c3:a3b3c3=c3"))
    assert state.result == ((1,), "line")


def test_longer_lines_and_several_lines_ask_which_pieces_go():
    state = at("ww.ww")
    steps = [state.steps(move) for move in state.moves() if state.text(move).startswith("c1:")]
    assert (2, 0) in steps and (2, 4) in steps
    assert (2, 2, 0, 1) in steps and (2, 2, 1, 3) in steps and (2, 2, 3, 4) in steps
    assert state.why_not((2, 2, 0)) is None
    assert state.why_not((2, 2, 0, 4)).reason == "choose pieces of one line of three"


def test_a_full_board_is_a_draw():
    rows = "wbwbwbw/bwbwbwb/bwbwbwb/wbwbwbw/wbwbwbw/bwbwbwb/bwbwbw."
    state = lot.from_position(rows + " 0 1")
    move = [text for text in map(state.text, state.moves()) if ":" not in text]
    assert move == ["g7"]
    state.play(state.parse("g7"))
    assert state.result == ((), "full")


def reserves(light, dark, seat):
    """A quiet position in which light and dark have so many pieces left."""
    cells = [["."] * 7 for _ in range(7)]
    need = {"w": 40 - light, "b": 40 - dark}
    # No three alike in any line: the pattern wwbb, shifted by two from row to row.
    for y in range(7):
        for x in range(7):
            mark = "wwbb"[(x + 2 * y) % 4]
            pieces = min(2, need[mark])
            cells[y][x] = "." if not pieces else mark.upper() if pieces == 2 else mark
            need[mark] -= pieces
    assert need == {"w": 0, "b": 0}
    return lot.from_position("/".join("".join(row) for row in cells) + " %d 0" % seat)


def test_an_empty_reserve_passes_and_two_end_the_game():
    state = reserves(0, 1, 0)
    assert [state.text(move) for move in state.moves()] == ["pass"]
    assert state.why(state.parse("g7")).reason in (
        "your reserve is empty", "a stack blocks g7", "there is a piece on g7 already"
    )  # fmt: skip
    free = [cell for cell in range(49) if state.piece(cell) == "."]
    assert state.why(free[0] << 10).reason == "your reserve is empty"
    state.play(state.parse("pass"))
    plain = [move for move in state.moves() if move & 1023 == 0]
    state.play(plain[0])
    assert state.result == ((), "reserve")


@pytest.mark.parametrize(
    ("rows", "move", "reason"),
    [
        ("w", "a1", "there is a piece on a1 already"),
        ("B", "a1", "a stack blocks a1"),
        ("ww", "c1", "that makes three in line: say which piece stays, as c1:a1b1c1=a1"),
        ("ww", "d1:b1c1d1=d1", "b1, c1 and d1 would not be three singles of yours"),
        ("www", "d4:a1b1c1=a1", "the line must contain the piece just placed"),
    ],
)  # fmt: skip
def test_refusals(rows, move, reason):
    state = at(rows)
    before = state.position()
    with pytest.raises(IllegalMove) as refused:
        state.play(state.parse(move))
    assert refused.value.reason == reason and refused.value.cells
    assert state.position() == before


def test_swap_as_a_choice():
    state = lot.new()
    assert state.why_not((lot.SWAP_CHOICE,)).reason.startswith("colours are only")
    state.play(state.parse("d4"))
    assert state.why_not((lot.SWAP_CHOICE,)) is None
    assert state.name(lot.SWAP_CHOICE) == "swap"


@pytest.mark.parametrize("text", ["h1", "a8", "d4:", "d4:b4c4d4", "d4:b4c4d4=a1", "d4:d4c4b4=c4",
                                  "d4:b4c4e4=c4", "d4:b4c4=c4", "d4:=c4", "d4:f4g4a5=f4", "Swap",
                                  "d4:a6b7c8=a6"])  # fmt: skip
def test_not_a_move(text):
    with pytest.raises(NotAMove):
        lot.new().parse(text)


@pytest.mark.parametrize("number", [1, 589, 1023, 3 * (4 * 5) + 1, 3 * (4 * 48 + 3) + 1,
                                    3 * (4 * 0 + 1) + 1])  # fmt: skip
def test_numbers_between_the_moves_are_none(number):
    state = lot.new()
    if number == 1:
        assert state.text(1) == "a1:a1b1c1=a1"
    else:
        with pytest.raises(NotAMove):
            state.text(number)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (EMPTY + " 0", "ROWS SEAT LIGHT"),
        (EMPTY + " 0 2", "from 0 to 1"),
        (EMPTY.replace(".", "w", 41) + " 0 0", "light has more than its 40 pieces"),
        (EMPTY.replace(".......", "BBBBBBB", 3) + " 0 0", "dark has more than its 40 pieces"),
        (EMPTY.replace(".......", "WWW.BBB", 1) + " 0 0", "both colours have three stacks"),
        (EMPTY[:-1] + "x 0 0", "'x' is not a cell"),
    ],
)  # fmt: skip
def test_wrong_positions(text, says):
    with pytest.raises(ValueError, match=says):
        lot.from_position(text)
