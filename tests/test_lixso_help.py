"""Help in the LIXSO puzzle by keys and by the link: hints, still solvable, tally, progress."""

import os
from pathlib import Path

import pytest
from test_play import Heard, on_board, on_host
from test_scenes import as_text
from test_vision import SCREENS

from shared_rules import grids, lixso_hints

GOLDEN = Path(__file__).parent / "data" / "screens"
HINT_KEY = (0, 15)
MONDAY = 20_458  # 2026-01-05, in days since 1970


@pytest.fixture
def desk(tmp_path, fresh_firmware):
    """A function that switches the board on: the same flash every time."""
    fresh_firmware()
    from desk import Desk

    def switch_on(seed=1):
        board = Desk(str(tmp_path), seed)
        board.app.link = Heard()
        return board

    return switch_on


def lit(board, sign):
    return {light for light in range(256) if board.app.frame[light] == sign}


def cells(lights):
    return {light // 16 * 9 - 9 + light % 16 - 1 for light in lights}


def solution(board):
    return board.app.playing.state.solution


def lay(board, tile):
    """Lay a tile by touching its symbol and cells."""
    play = board.app.playing
    for choice in play.state.steps(tile):
        if choice not in play.pick.chosen and tile not in play.state._tiles:
            board.touch(choice)
    assert tile in play.state._tiles


def lay_wrong(board):
    right = solution(board)
    tile = next(move for move in board.app.playing.state.moves() if move not in right)
    lay(board, tile)
    return tile


def ask(board, what):
    board.tap(0, 0)
    board.choose(what)


def test_asking_again_makes_a_hint_stronger(desk):
    from firmware import signs

    board = desk()
    board.start("lixso", 1, level=3)
    play = board.app.playing
    assert board.app.frame[240] == signs.PEEK  # the key can be seen
    found = lixso_hints.hint(play.state, solution(board))
    board.tap(*HINT_KEY)
    area = {cell for cell in lixso_hints.area(found.cell) if play.state.clues[cell] == "."}
    assert area and cells(lit(board, signs.URGE)) == area
    board.tap(*HINT_KEY)
    assert cells(lit(board, signs.URGE)) == {found.cell}
    board.tap(*HINT_KEY)
    head = play.scene.lights(play.state.steps(found.tile)[0], play.state, play.pick)[0]
    assert lit(board, signs.URGE) == set(play.marks) and head in play.marks
    assert cells(lit(board, signs.URGE) - {head}) == set(play.state.tile_cells(found.tile))
    said = board.app.link.said("hint")
    technique = found.technique.replace(" ", "-")
    assert [line.split(" ")[:2] for line in said] == [[str(n), technique] for n in (1, 2, 3)]
    assert play.state.text(found.tile) in said[2]
    assert not any(play.state.text(found.tile) in line for line in said[:2])
    lay(board, found.tile)
    assert not lit(board, signs.URGE) and play.help is None


def test_while_a_symbol_is_chosen_only_the_hint_pulses(desk):
    from firmware import signs

    board = desk()
    board.start("lixso", 1, level=1)
    play = board.app.playing
    for _ in range(3):
        board.tap(*HINT_KEY)
    tile = play.help[2]
    board.touch(play.state.steps(tile)[0])
    assert cells(lit(board, signs.URGE)) == set(play.state.tile_cells(tile))


def test_hints_alone_solve_a_grid_by_keys(desk, tmp_path):
    board = desk()
    board.start("lixso", 1, level=2)
    play = board.app.playing
    for count in range(27):
        for _ in range(3 if count % 2 else 1):
            board.tap(*HINT_KEY)
        lay(board, play.help[2])
    assert play.state.result.reason == "solved"
    hints = 14 + 3 * 13
    seconds = board.app.journal.ms // 1000
    assert board.app.link.said("solved") == [f"seconds={seconds} hints={hints} grid=2-1"]
    assert (tmp_path / "lixso.solved").read_text() == f"2-1 {seconds} {hints}\n"
    record = b"".join(path.read_bytes() for path in sorted((tmp_path / "games").glob("*.[pt]*")))
    assert record.count(b" hint ") == hints


def test_the_end_shows_time_hints_and_how_many_are_solved(desk):
    from firmware.screens import icons, tally

    board = desk()
    board.start("lixso", 1, level=4)
    board.tap(*HINT_KEY)
    for tile in solution(board):
        lay(board, tile)
    play = board.app.playing
    seconds = board.app.journal.ms // 1000
    wanted = [
        tally.time_lights(seconds),
        tally.number_lights(icons.HINT, 1),
        tally.number_lights(icons.YES, 1),
    ]
    board.wait(800)
    for page in wanted:
        assert set(page) == {light for light in range(160, 240) if board.app.frame[light]}
        board.wait(2520)
    board.tap(15, 0)  # undo: the puzzle goes on
    assert play.state.result is None and not play._pages


def test_still_solvable_tells_no_place_until_asked_again(desk):
    from firmware import signs

    board = desk()
    board.start("lixso", 1, level=3)
    play = board.app.playing
    lay(board, solution(board)[0])
    ask(board, "solvable")
    assert board.app.screen.name == "message" and signs.GOOD in board.app.frame
    board.wait(2100)
    assert board.app.screen is play
    wrong = lay_wrong(board)
    ask(board, "solvable")
    assert board.app.screen.name == "message" and signs.WARNING in board.app.frame
    board.wait(2100)
    assert not lit(board, signs.REASON)
    ask(board, "solvable")
    assert cells(lit(board, signs.REASON)) == set(play.state.tile_cells(wrong))
    assert board.app.link.said("solvable") == ["yes", "no", "no " + play.state.text(wrong)]
    assert board.app.journal.course.hints == 3


def test_a_hint_beside_a_wrong_tile_says_only_that(desk):
    from firmware import signs

    board = desk()
    board.start("lixso", 1, level=3)
    wrong = lay_wrong(board)
    board.tap(*HINT_KEY)
    assert board.app.screen.name == "message" and signs.WARNING in board.app.frame
    assert board.app.link.said("hint") == [] and board.app.link.said("solvable") == ["no"]
    board.wait(2100)
    board.tap(*HINT_KEY)
    state = board.app.playing.state
    assert cells(lit(board, signs.REASON)) == set(state.tile_cells(wrong))


def test_the_count_of_hints_survives_the_plug(desk):
    board = desk()
    board.start("lixso", 1, level=5)
    board.tap(*HINT_KEY)
    lay(board, solution(board)[0])
    board.tap(*HINT_KEY)
    board = desk()
    board.wait(1200)
    board.choose("resume")
    assert board.app.journal.course.hints == 2
    assert board.app.playing.state.grid_id == (5, 1)


def test_a_grid_of_ones_own_has_no_solution_at_hand(desk):
    board = desk()
    board.wait(1200)
    board.app.start("lixso", 1, {"grid": "/".join(["........."] * 9)}, 1)
    board.wait()
    board.tap(*HINT_KEY)
    assert board.app.link.said("hint") == ["- there is no hint for this grid here"]
    ask(board, "solvable")
    assert board.app.link.said("solvable") == ["unknown"]


def test_a_level_goes_on_with_the_next_grid_that_is_not_solved(desk, tmp_path):
    (tmp_path / "lixso.solved").write_text("3-1 60 0\n3-2 70 1\n3-4 80 0\nnonsense\n")
    board = desk()
    board.start("lixso", 1, level=3)
    assert board.app.playing.state.grid_id == (3, 3)
    assert board.app.link.said("progress") == ["0 0 3 0 0 0"]


def test_a_level_that_is_all_solved_still_plays(desk, tmp_path):
    lines = "".join(f"3-{number} 60 0\n" for number in range(1, 21))
    (tmp_path / "lixso.solved").write_text(lines)
    board = desk()
    board.start("lixso", 1, level=3)
    assert board.app.playing.state.grid_id[0] == 3


def test_the_grid_of_the_day_is_offered_once_the_clock_is_set(desk):
    board = desk()
    board.wait(1200)
    board.choose("lixso")
    assert [value for _, value in board.app.screen.items] == [0, 1, 2, 3, 4, 5, 6]
    board.tap(0, 0)
    board.app.clock = MONDAY * 86400 + 3600
    board.choose("lixso")
    board.choose("daily")

    assert board.app.playing.state.grid_id == grids.daily(MONDAY)
    assert board.app.link.said("game")[-1] == f"lixso players=1 daily={MONDAY}"


def test_other_games_have_no_help(desk):
    from firmware import signs

    board = desk()
    board.start("lixso-duel", 2)
    assert board.app.frame[240] == signs.OFF
    board.tap(*HINT_KEY)
    assert board.app.link.said("hint") == []
    board.tap(0, 0)
    assert "solvable" not in [value for _, value in board.app.screen.items]


def test_no_picture_of_a_choice_leaves_the_board(desk):
    """Each stays on its rows, whatever their number: a light left of the first is on another."""
    from firmware.screens.choose import Choose

    for count in range(1, 9):
        items = [("#####/#####/#####/#####/#####", n) for n in range(count)]
        screen = Choose(desk().app, "menu", items, None)
        for n in range(count):
            left, top, wide = screen._place(n)
            assert left >= 0 and left + wide <= 16 and 0 <= top <= 10, (count, n)


def test_a_flash_that_takes_nothing_is_told_and_the_end_is_shown(desk, tmp_path):
    board = desk()
    board.start("lixso", 1, level=1)
    (tmp_path / "lixso.solved.new").mkdir()
    for tile in solution(board):
        lay(board, tile)
    assert board.app.playing.state.result
    assert "That grid 1-1 is solved cannot be kept" in board.app.link.said("problem")[0]


def test_progress_keeps_the_best_time_of_each_grid(tmp_path):
    from firmware import progress

    folder = str(tmp_path)
    for entry in ((3, 7, 90, 2), (3, 7, 80, 5), (3, 7, 100, 0), (6, 20, 5, 0), (1, 1, 9, 1)):
        progress.note(folder, *entry)
    assert list(progress.entries(folder)) == [(3, 7, 80, 5), (6, 20, 5, 0), (1, 1, 9, 1)]
    assert progress.solved(folder) == [1, 0, 64, 0, 0, 1 << 19]
    assert progress.next_unsolved(0b1011) == 3 and progress.next_unsolved((1 << 20) - 1) is None


@pytest.mark.parametrize(
    "junk", [b"\xff\x00\n", b"7-1 5 0\n", b"1-21 5 0\n", b"1-0 5 0\n", b"1-1 5\n", b"01-1 5 0\n",
             b"1-1 99999999 0\n", b"x" * 500 + b"\n", b"1-2 30 1"]
)  # fmt: skip
def test_lines_that_mean_nothing_are_left_out(junk, tmp_path):
    from firmware import progress

    (tmp_path / "lixso.solved").write_bytes(b"2-2 40 0\n" + junk)
    assert list(progress.entries(str(tmp_path))) == [(2, 2, 40, 0)]


def test_help_on_the_board_is_the_same_and_fits_its_heap(micropython, compiled, tmp_path):
    outputs = []
    for name in ("host", "board"):
        (tmp_path / name).mkdir()
    outputs.append(on_host([tmp_path / "host"], "lixso_help"))
    outputs.append(on_board(micropython, compiled, [tmp_path / "board"], "lixso_help"))
    assert outputs[0] == outputs[1]
    assert "solved seconds=" in outputs[0] and "kept behind" not in outputs[1]


def check_picture(board, name):
    """UPDATE_GOLDEN=1 writes them anew, when a picture changes on purpose."""
    path = GOLDEN / f"{name}.txt"
    text = as_text(board.app.frame)
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert text == path.read_text(), name
    # Only signs that tests/test_vision.py proves to differ without colour stand together. The
    # tally is INK on dark lights of its own.
    frame = bytes(board.app.frame)
    if board.app.screen is board.app.playing:
        tally = set(frame[160:240]) if board.app.screen._pages else set()
        assert tally <= {0, signs_of("INK")}
        rest = frame[:160] + frame[240:] if tally else frame
        assert set(rest) <= set(board.app.playing.scene.SIGNS)
    else:
        assert set(frame) <= set(SCREENS)


def signs_of(name):
    from firmware import signs

    return getattr(signs, name)


def test_golden_pictures_of_the_screens(desk, tmp_path):
    lines = [f"1-{number} 60 0\n" for number in range(1, 21)]
    lines += [f"2-{number} 60 0\n" for number in range(1, 9)] + ["6-1 60 0\n"]
    (tmp_path / "lixso.solved").write_text("".join(lines))
    board = desk()
    board.wait(1200)
    board.app.clock = MONDAY * 86400
    board.choose("lixso")
    check_picture(board, "lixso-levels")
    board.choose(3)
    for strength in (1, 2, 3):
        board.tap(*HINT_KEY)
        check_picture(board, f"lixso-hint-{strength}")
    board.tap(0, 0)
    check_picture(board, "lixso-pause")
    board.choose("solvable")
    check_picture(board, "lixso-solvable")
    board.wait(2200)
    wrong = lay_wrong(board)
    ask(board, "solvable")
    check_picture(board, "lixso-not-solvable")
    board.wait(2200)
    ask(board, "solvable")
    check_picture(board, "lixso-wrong")
    board.wait(6200)
    board.tap(15, 0)
    assert wrong not in board.app.playing.state._tiles
    for tile in solution(board):
        lay(board, tile)
    for page in ("time", "hints", "solved"):
        check_picture(board, f"lixso-end-{page}")
        board.wait(2520)


def test_a_host_can_ask_for_help(desk):
    from firmware.actions import Actions

    board = desk()
    actions = Actions(board)  # all that it wants of a Boot is its app
    with pytest.raises(ValueError, match="no game is being played"):
        actions.hint([])
    board.start("lixso", 1, level=3)
    state = board.app.playing.state
    tile = state.text(lixso_hints.hint(state, solution(board)).tile)
    assert actions.hint([]).startswith("1 ") and actions.hint([]).startswith("2 ")
    assert tile in actions.hint(["3"]) and actions.hint(["1"]).startswith("1 ")
    assert actions.solvable([]) == "yes" and board.app.screen.name == "message"
    board.wait(2200)
    assert actions.solvable(["where"]) == "- no tile is known to lie wrong"
    wrong = state.text(lay_wrong(board))
    assert actions.hint(["3"]) == "no" and actions.solvable(["where"]) == "no " + wrong
    for words in (["4"], ["x"], ["1", "2"]):
        with pytest.raises(ValueError, match="say hint"):
            actions.hint(words)
    with pytest.raises(ValueError, match="say solvable"):
        actions.solvable(["why"])
    board.app.playing.end_by("resign")
    for verb in (actions.hint, actions.solvable):
        with pytest.raises(ValueError, match="not solved yet"):
            verb([])


def test_what_was_told_is_a_sentence_beside_the_board():
    from ludolux.linkclient import Message
    from ludolux.sim.facts import Facts

    facts = Facts()

    def after(kind, text):
        facts.take(Message(kind, text, tuple(text.split(" "))))
        return facts.value()["help"] and facts.value()["help"]["text"]

    facts.take(Message("game", "lixso players=1", ("lixso", "players=1")))
    assert after("hint", "2 what-if c4 can be covered next") == (
        "Hint 2 of 3, what if: c4 can be covered next."
    )
    assert after("key", "3 4 down") and after("move", "0 1 Xe5ne") is None
    assert after("solvable", "no") == "A tile lies wrong."
    assert after("solvable", "no Xe5ne Sa1se") == "These tiles lie wrong: Xe5ne Sa1se."
    assert after("solved", "seconds=754 hints=3 grid=3-7") == "Solved in 12:34, hints: 3."
