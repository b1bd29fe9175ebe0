"""The app by keys only: whole games on both interpreters, and what people do in between."""

import filecmp
import os
import subprocess
import sys
from pathlib import Path

import pytest
from kinds import KINDS, ids

ROOT = Path(__file__).parent.parent
BOARD = ROOT / "tests" / "board"
# The target of X-Tiles is a long run of numbers: the menu does not offer it.
OFFERED = [kind for kind in KINDS if "target" not in kind.options]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    """The board's code and these scripts as .mpy files, as they lie on flash."""
    out = tmp_path_factory.mktemp("board")
    subprocess.run(
        [sys.executable, ROOT / "tools" / "compile_board.py", out, "shared_rules", "firmware",
         "tests/board", "--arch", "x86"],
        check=True, capture_output=True,
    )  # fmt: skip
    return out


def on_host(words):
    path = os.pathsep.join(map(str, (ROOT, BOARD)))
    return run([sys.executable, BOARD / "scripted_play.py", *words], ROOT, {"PYTHONPATH": path})


def on_board(micropython, compiled, words):
    path = os.pathsep.join(map(str, (compiled, compiled / "tests" / "board")))
    command = [micropython, "-X", "heapsize=112k", "-m", "scripted_play", *words]
    return run(command, compiled, {"MICROPYPATH": path})


def run(command, folder, environment):
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:] or done.stdout[-2000:]
    return done.stdout


@pytest.mark.parametrize("kind", OFFERED, ids=ids(OFFERED))
def test_a_whole_game_by_keys_is_the_same_on_both(kind, micropython, compiled, tmp_path):
    folders = [tmp_path / name for name in ("host", "board")]
    for folder in folders:
        folder.mkdir()
    words = [kind.game, kind.players, 3, *("%s=%s" % pair for pair in kind.options.items())]
    host = on_host([folders[0], *words])
    assert host == on_board(micropython, compiled, [folders[1], *words])
    assert "frames" in host
    games = [sorted(path.name for path in (folder / "games").iterdir()) for folder in folders]
    assert games[0] == games[1] and games[0]
    for name in games[0]:
        assert filecmp.cmp(*(folder / "games" / name for folder in folders), shallow=False)


@pytest.fixture
def desk(tmp_path, fresh_firmware):
    """A function that switches the board on: the same flash every time."""
    fresh_firmware()
    from desk import Desk

    return lambda seed=1: Desk(str(tmp_path), seed)


def test_the_plug_is_pulled_and_nobody_loses_a_move(desk):
    board = desk()
    board.start("quixo", 2)
    for _ in range(7):
        board.play_move()
    position = board.app.playing.state.position()
    del board
    board = desk()
    board.wait(1200)
    assert [value for _, value in board.app.screen.items] == [True, False]
    board.choose(True)
    assert board.app.playing.state.position() == position
    board.tap(15, 0)
    assert board.app.playing.count == 6


def test_a_refused_touch_flashes_at_the_reason_and_changes_nothing(desk):
    from firmware import signs

    board = desk()
    board.start("quixo", 2)
    before = board.app.playing.state.position()
    board.tap(8, 8)  # the cube in the middle
    play = board.app.playing
    assert play.reason == "only cubes at the edge of the board can be taken"
    assert signs.REASON in board.app.frame and play.state.position() == before
    board.wait(1000)
    assert signs.REASON not in board.app.frame


def test_touching_again_takes_back(desk):
    board = desk()
    board.start("quixo", 2)
    play = board.app.playing
    board.touch(2)
    assert play.pick.chosen == (2,)
    board.touch(2)
    assert play.pick.chosen == () and play.count == 0


def test_resign_and_an_agreed_draw(desk):
    board = desk()
    board.start("lot", 2)
    board.play_move()
    board.tap(0, 0)
    board.choose("draw")
    board.choose(True)
    board.choose(False)
    assert board.app.screen is board.app.playing and board.app.playing.state.result is None
    board.tap(0, 0)
    board.choose("draw")
    board.choose(True)
    board.choose(True)
    assert board.app.playing.state.result == ((), "draw")
    board.wait(1000)
    board.tap(15, 0)  # undo: the game goes on
    assert board.app.playing.state.result is None
    board.tap(0, 0)
    board.choose("resign")
    board.choose(True)
    assert board.app.playing.state.result == ((0,), "resign")
    board.wait(1000)
    board.tap(8, 8)
    assert board.app.playing is None and len(board.app.screen.items) == 6
    assert board.app.journal.unfinished() == []


def test_leave_and_come_back(desk):
    board = desk()
    board.start("olix", 2)
    for _ in range(3):
        board.play_move()
    position = board.app.playing.state.position()
    board.tap(0, 0)
    board.choose("leave")
    assert board.app.playing is None and "olix" in board.app.screen.marked
    board.choose("olix")
    board.choose(True)
    assert board.app.playing.state.position() == position


def test_hands_are_seen_only_while_peek_is_held(desk):
    board = desk()
    board.start("xtiles", 2)
    play = board.app.playing
    assert play._hand_over
    hidden = bytes(board.app.frame)
    board.tap(8, 8)
    closed = bytes(board.app.frame)
    board.hold(0, 15, True)
    assert bytes(board.app.frame) != closed
    board.hold(0, 15, False)
    assert bytes(board.app.frame) == closed != hidden


def test_settings_last(desk):
    board = desk()
    board.wait(1200)
    board.tap(0, 0)
    board.choose("palette")
    board.choose("night")
    assert board.app.palette.name == "night"
    assert desk().app.palette.name == "night"


def test_the_picture_can_be_turned_for_a_seat(desk):
    board = desk()
    board.start("quixo", 2)
    app = board.app
    app.change_setting("rotation1", 180)
    board.wait(40)
    straight = bytearray(768)
    app.palette.paint(app.frame, straight, app.beat)
    pixels = [bytes(straight[i : i + 3]) for i in range(0, 768, 3)]
    assert [bytes(app.rgb[i : i + 3]) for i in range(0, 768, 3)] == pixels[::-1]
    play = app.playing
    light = play.scene.lights(2, play.state, play.pick)[0]
    board.tap(15 - light % 16, 15 - light // 16)  # c1, seen from the other side
    assert play.pick.chosen == (2,)
