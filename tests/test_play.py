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


def on_host(words, script="scripted_play"):
    path = os.pathsep.join(map(str, (ROOT, BOARD)))
    return run([sys.executable, BOARD / f"{script}.py", *words], ROOT, {"PYTHONPATH": path})


def on_board(micropython, compiled, words, script="scripted_play"):
    path = os.pathsep.join(map(str, (compiled, compiled / "tests" / "board")))
    command = [micropython, "-X", "heapsize=112k", "-m", script, *words]
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
    assert [value for _, value in board.app.screen.items] == ["resume", "new", "remove"]
    board.choose("resume")
    assert board.app.playing.state.position() == position
    board.tap(15, 0)
    assert board.app.playing.count == 6


def test_a_game_that_could_not_be_tried_before_says_then_what_is_wrong(desk):
    """As on a board that had no room beside its menu to look at the arguments at once."""
    board = desk()
    board.wait(1200)
    told = []
    board.app.tell = lambda kind, text: told.append((kind, text))
    board.app.soon = ("begin", "quixo", 3, {}, 1)
    board.wait(80)
    assert ("problem", "quixo cannot begin: players must be 2 or 4, not 3") in told
    board.wait(2500)
    assert board.app.screen.name == "menu" and not board.app.journal.unfinished()


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
    board.choose("resume")
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


def test_a_hand_goes_to_the_host_only_while_the_host_holds_peek(desk):
    class Link:
        def tell(self, kind, text):
            pass

        def send_frame(self, rgb):
            self.told = rgb is not None

    board = desk()
    board.start("xtiles", 2)
    board.tap(8, 8)
    app = board.app
    app.link = link = Link()
    app.press(0, 15, True)
    assert not link.told
    app.press(0, 15, False)
    assert link.told
    app.press(0, 15, True, True)
    app.press(2, 2, True, True)
    app.press(2, 2, False)
    assert app.playing.pick.peek and link.told
    app.press(0, 15, True)
    assert not link.told


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


def test_a_game_that_was_left_can_be_removed(desk):
    board = desk()
    board.start("lot", 2)
    board.play_move()
    board = desk()
    board.wait(1200)
    board.choose("remove")
    board.choose(False)
    assert "lot" in board.app.screen.marked
    board.choose("lot")
    board.choose("remove")
    board.choose(True)
    assert "lot" not in board.app.screen.marked and board.app.journal.unfinished() == []


class Heard:
    """A link that remembers what it was told, and whether the last frame was for it."""

    def __init__(self):
        self.lines = []
        self.frame = None

    def tell(self, kind, text=""):
        self.lines.append((kind, text))

    def send_frame(self, rgb):
        self.frame = rgb

    def said(self, kind):
        return [text for what, text in self.lines if what == kind]


def test_of_a_damaged_record_the_good_part_goes_on(desk, tmp_path):
    board = desk()
    board.start("quixo", 2)
    for _ in range(12):
        board.play_move()
    (record,) = (tmp_path / "games").glob("*.play")
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:4]) + lines[4].replace(b"move", b"mauve") + lines[5])
    board = desk()
    board.app.link = Heard()
    board.wait(1200)
    assert "line 5: the checksum does not fit" in board.app.link.said("problem")[0]
    board.choose("resume")
    assert board.app.playing.count == 3
    assert sorted(path.suffix for path in (tmp_path / "games").iterdir() if "1-" in path.name) == [
        ".bad", ".tail",
    ]  # fmt: skip
    board.play_move()
    assert board.app.playing.count == 4 and board.app.journal.kept


def test_a_record_of_a_newer_version_is_told_and_left_alone(desk, tmp_path):
    board = desk()
    board.start("quixo", 2)
    board.play_move()
    (record,) = (tmp_path / "games").glob("*.play")
    text = record.read_bytes().replace(b"ludolux-record 1", b"ludolux-record 9")
    record.write_bytes(text)
    board = desk()
    board.wait(1200)
    assert board.app.screen.name == "menu"
    assert "this Ludolux reads up to 1" in board.app.journal.problems[0]
    board.start("lot", 2)
    board.play_move()
    assert record.read_bytes() == text


def test_a_full_flash_is_shown_and_the_game_goes_on(desk, monkeypatch):
    from firmware import files, journal, recovery

    board = desk()
    board.app.link = Heard()
    board.start("quixo", 2)
    board.play_move()

    def put(path, mode, data):
        raise OSError(28, "no space left")

    for module in (files, journal, recovery):
        monkeypatch.setattr(module, "put", put)
    board.play_move()
    assert board.app.screen.name == "message" and board.app.playing.count == 2
    assert "The flash takes no more" in board.app.link.said("problem")[0]
    board.wait(2500)
    assert board.app.screen is board.app.playing
    board.play_move()  # it is shown once, not with every move
    assert board.app.screen is board.app.playing and board.app.playing.count == 3
    monkeypatch.undo()
    board.play_move()
    assert board.app.journal.kept


def test_the_screens_are_told(desk):
    board = desk()
    board.app.link = heard = Heard()
    board.start("quixo", 2)
    board.tap(0, 0)
    board.choose("resign")
    board.choose(True)
    assert heard.said("screen") == [
        "menu",
        "setup",
        "setup",
        "play",
        "pause",
        "agree",
        "play",
        "end",
    ]


def test_a_hand_that_somebody_at_the_table_looks_at_is_not_for_the_host(desk):
    board = desk()
    board.app.link = heard = Heard()
    board.start("xtiles", 2)
    board.tap(8, 8)
    assert heard.frame is board.app.rgb
    board.hold(0, 15, True)
    assert heard.frame is None
    board.hold(0, 15, False)
    assert heard.frame is board.app.rgb
    board.app.press(0, 15, True, True)  # the host holds the key itself
    board.wait()
    assert heard.frame is board.app.rgb


def test_a_light_runs_along_the_push_and_then_is_gone(desk):
    from firmware import signs

    board = desk()
    board.start("quixo", 2)
    play = board.app.playing
    play.play(play.state.parse("c1c5"))
    seen = set()
    for _ in range(20):
        board.wait()
        seen |= {light for light in range(256) if board.app.frame[light] == signs.INK}
    column = [
        light for cell in range(2, 25, 5) for light in play.scene.lights(cell, play.state, None)
    ]
    assert seen == set(column)
    assert signs.INK not in board.app.frame
