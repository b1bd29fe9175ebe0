"""What can be written at the prompt of a text game, what is answered, and how results are told."""

import io
import sys

import pytest
from ludolux import command
from ludolux.puzzles.solve import solve_grid
from ludolux.text.draw import Look
from ludolux.text.words import REASONS, result_lines

import shared_rules as rules
from shared_rules.state import COUNT, DRAW, RESIGN, State


@pytest.fixture
def typed_in(monkeypatch, capsys):
    """What a game prints when these lines are typed; in this process, which is quicker."""

    def answer(game, lines, *arguments):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join([line + "\n" for line in lines])))
        assert command.run(["text", game, *arguments]) == 0
        shown = capsys.readouterr()
        assert shown.err == ""
        return shown.out

    return answer


def test_refusals_change_nothing_and_say_why(typed_in):
    typed = [
        "c3c5",
        "c1d1",
        "c1c1",
        "zz",
        "c1 c5",
        "resign now",
        "c1c5",
        "c5c1",
        "pass",
        "position",
    ]
    shown = typed_in("quixo", typed)
    for words in (
        "Not possible: only cubes at the edge",
        "Not possible: a cube from c1 goes back in at",
        "Not possible: a cube may not go back where it was taken.",
        "'zz' is not a move.",
        "'c1 c5' is not a move.",
        "'resign now' is not a move.",
        "Not possible: that cube is the opponent's.",
        "Not possible: you can move, so you may not pass.",
        "...../...../...../...../..X.. 1",
    ):
        assert words in shown


def test_why_and_the_list_of_moves(typed_in):
    typed = ["why c3c5", "why c1c5", "why zz", "why", "why draw"]
    shown = typed_in("quixo", [*typed, "?", "? c1", "? 5", "?zz", "help"], "size=5")
    for words in (
        "c3c5 is not possible: only cubes at the edge",
        "c1c5 is legal here.",
        "'zz' is not a move of this game.",
        "Write why and a move, as why c1c5.",
        "draw is legal here, if the others agree.",
        "44 legal moves:",
        "  b1: b1a1 b1e1 b1b5\n",
        "Besides these: draw, resign.",
        "3 legal moves:\n  c1: c1a1 c1e1 c1c5\n",
        "No legal move has 'zz' in it.",
        "takes the last move back; undo 3 the last three",
    ):
        assert words in shown
    assert "count" not in shown


def test_long_lists_are_short_unless_asked(typed_in):
    shown = typed_in("olix", ["?", "? all"])
    assert "  row 1 (11): a1 b1 c1 d1 e1 f1 …\n" in shown
    assert "  row 11: a11 b11 c11 d11 e11 f11 g11 h11 i11 j11 k11\n" in shown
    shown = typed_in("lixso", ["? e5", "?e5"], "grid=" + "/".join(["." * 9] * 9))
    assert "  X: Xe5ne Xe5se Xe5sw Xe5nw\n" in shown
    assert "Not possible: there is no tile on e5." in shown


def test_undo_several_times_and_from_the_end(typed_in):
    typed = ["a1", "b1", "c1", "undo", "undo 2", "undo", "undo x", "a1", "resign", "undo"]
    shown = typed_in("olix", [*typed, "position"])
    for words in (
        "Taken back: c1.",
        "Taken back: b1, a1.",
        "There is no move to take back.",
        "Write undo, or undo and how many moves",
        "Seat 1 (red) wins: seat 2 (blue) resigned.",
        "Taken back: resign.",
        "\nr........../........",
    ):
        assert words in shown
    assert "Only 1 can be taken back." in typed_in("olix", ["a1", "undo 9"])


def test_agreements(typed_in):
    shown = typed_in("quixo", ["draw", "perhaps", "no", "draw", "yes"], "--players", "4")
    for words in (
        "Seat 1 (X) offers a draw. Seats 2 and 4 (O), do you agree?",
        "Please write yes or no.",
        "Seats 2 and 4 (O) do not agree: the game goes on.",
        "A draw: agreed by all.",
    ):
        assert words in shown
    shown = typed_in("olix", ["a1", "count", "no", "count", "yes", "draw", "a2", "why a2"])
    assert "Seat 1 (red) does not agree: the game goes on." in shown
    assert "A draw: both agreed to count. 0 markers each" in shown
    assert shown.count("the game is over.") == 3
    shown = typed_in("lixso", ["draw", "count", "pass", "resign"])
    assert "This game has no draw." in shown
    assert "This game has no count." in shown


def test_olix_tells_what_a_move_scored(typed_in):
    reds = ["a1", "b1", "c1", "d1", "a2", "a3", "b2"]
    blues = ["a11", "b11", "c11", "d11", "f6", "h9"]
    typed = [cell for pair in zip(reds, blues + [""], strict=True) for cell in pair]
    shown = typed_in("olix", typed)
    for words in (
        "  I-4: takes the column, row 1.",
        "  I-4: shares the column, row 1.",
        "  I  4, row 1: red and blue",
        "  L-6: takes the column, row 2.",
        "  O-4: takes the column, row 1.",
        "Markers: red 3, blue 1.",
    ):
        assert words in shown


def test_lot_swaps_and_stacks(typed_in):
    shown = typed_in("lot", ["d4", "swap", "swap", "a1", "e4", "b1", "f4", "f4:d4e4f4=e4"])
    for words in (
        "Seat 2 swapped the colours: seat 1 is now dark, seat 2 light.",
        "Not possible: colours are only swapped in reply to the first piece.",
        "Not possible: that makes three in line: say which piece stays, as",
        " 4  . . . . W . .",
        "In reserve: light 38, dark 38.",
    ):
        assert words in shown


def test_lixso_is_drawn_with_outlines(typed_in):
    grid = "grid=X......../" + "/".join(["." * 9] * 8)
    shown = typed_in("lixso-duel", ["Ib2ne"], grid)
    assert " 1 │(X)│ I │ .   .   .   .   .   .   . │" in shown
    assert "Tiles left: I 6, X 7, S 7, O 7." in shown
    plain = typed_in("lixso-duel", ["Ib2ne"], grid, "--ascii")
    assert " 1 |(X)| I | .   .   .   .   .   .   . |" in plain
    assert plain.isascii()


def test_a_position_to_begin_with(typed_in):
    shown = typed_in("quixo", ["a5a1"], "--position", ".XXXX/O..../.OOOO/...../..... 0")
    assert "Seat 2 (O) wins: seat 1 completed a line of O, the opponent's symbol." in shown
    shown = typed_in("quixo", ["undo"], "--position", "XXXXX/...../...../...../..... 1")
    assert "Seat 1 (X) wins: a line of X is complete." in shown
    assert "There is no move to take back." in shown


class Sixth(State):
    """A game that the text look has never heard of."""

    def __init__(self, shown):
        super().__init__(((0,), (1,)))
        self.shown = shown

    def view(self, seat):
        return self.shown


def test_a_game_that_is_new_is_drawn_at_once():
    assert Look().board(Sixth("x.o/.x. 0"), 0) == ["    a b c", " 1  x . o", " 2  . x ."]
    assert Look().board(Sixth("seven;eight 0"), 0) == ["seven;eight 0"]


def rows(width, *first):
    """A board of which only the first rows are not empty."""
    return "/".join(
        [row.ljust(width, ".") for row in first] + ["." * width] * (width - len(first))
    )


ALL_PLACED = rows(11, *["rrrrbbbbrrb", "bbbbrrrrbbr"] * 4, "rbrb")
FULL_LOT = "wbwwbww/bwbbwbb/wbwwbww/bwbbwbb/wbwwbww/bwbbwbb/wbwwbw. 0 0"
NO_RESERVE = "WWBBWWB/BBWWBBW/WWBBWWB/BBWWBBW/WWBBWWB/.BWWBB./....... 0 0"
# Clues of which no three in an L are the same: nobody can lay a tile.
CLOSED = "/".join(["IXSOIXSOI", "SOIXSOIXS"] * 4 + ["IXSOIXSOI"])
CORNER = CLOSED.replace("IXSOIXSOI/S", "IISOIXSOI/I", 1)
GRID = rules.load("lixso").new(1, 3).position().split(" ")[0]
DEALT = rules.load("xtiles").new(2, 5).position().split(" ")
WON_MATCH = " ".join([*DEALT[:4], "10,3", *DEALT[5:]])

ENDS = [
    # reason, game, position, moves, what is said
    ("line", "quixo", "XXXX./...../...../...../..... 0", ["e5e1"], "a line of X is complete"),
    ("line", "lot", rows(7, "WW", "..w", "..w") + " 0 0", ["c1:c1c2c3=c1"], "three light stacks"),
    ("full", "lot", FULL_LOT, ["g7"], "A draw: every cell is occupied"),
    ("reserve", "lot", NO_RESERVE, [], "A draw: both reserves are empty"),
    ("beyond", "olix", rows(11, "rrrrrrr") + " 0 - - 7r -", ["h1"], "its column: I-8, above 7"),
    (
        "markers",
        "olix",
        ALL_PLACED + " 0 4r 5r 4b -",
        [],
        "2 markers on the score board against",
    ),
    ("markers", "olix", ALL_PLACED + " 0 6b 5r - -", [], "Seat 2 (blue) wins: all pieces"),
    (
        "markers",
        "olix",
        ALL_PLACED + " 0 6b 6r - -",
        [],
        "A draw: all pieces are placed. 1",
    ),
    ("count", "olix", rows(11) + " 0 4r - - -", [COUNT], "1 marker on the score board against 0"),
    ("resign", "quixo", rows(5) + " 1 players=4", [RESIGN], "Seats 1 and 3 (X) win: seat"),
    ("resign", "lixso", GRID + " - 0", [RESIGN], "The puzzle stays unsolved: you gave up."),
    ("draw", "lot", rows(7) + " 0 0", [DRAW], "A draw: agreed by all."),
    ("solved", "lixso", f"{GRID} {','.join(solve_grid(GRID)[0])} 0", [], "Solved: every cell"),
    ("tiles", "lixso-duel", CLOSED + " - 0", [], "A draw: nobody can lay a tile any more"),
    ("tiles", "lixso-duel", CORNER + " - 0", ["Ia1se"], "it is 1 tile against 0"),
    ("target", "xtiles", WON_MATCH, [], "Seat 1 wins: first to reach the target of 10 points."),
]


@pytest.mark.parametrize(("reason", "game", "position", "moves", "words"), ENDS)
def test_every_end_is_told(reason, game, position, moves, words):
    state = rules.load(game).from_position(position)
    mover = None
    for move in moves:
        mover = state.turn
        state.play(move if isinstance(move, int) else state.parse(move))
    assert state.result.reason == reason
    assert words in result_lines(state, mover)[0]


def test_every_reason_is_tested_and_a_new_one_is_told_too():
    assert {case[0] for case in ENDS} == set(REASONS)
    state = Sixth("")
    assert result_lines(state, None) == []
    state._end((1,), "magic")
    assert result_lines(state, None) == ["Seat 2 wins: the game ended by magic."]
