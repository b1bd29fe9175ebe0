"""The whole board on virtual chips: power-up, play, safe mode, crashes, hours of touching."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from ludolux.linkclient import Client, LinkError, Pipe

ROOT = Path(__file__).parent.parent
BUILDS = ("keys", "tiles", "touch", "lite")
PATH = os.pathsep.join(str(ROOT / part) for part in ("", "host", "tests/board"))


def powered(command, folder, build):
    folder.mkdir()
    done = subprocess.run(
        [*command, "tests/board/powered.py", str(folder), build, "quixo", "2", "4"],
        cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": PATH, "MICROPYPATH": PATH},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:] or done.stdout[-2000:]
    return done.stdout


@pytest.mark.parametrize("build", BUILDS)
def test_a_finger_plays_on_the_chips_the_same_on_both(build, micropython, tmp_path):
    host = powered([sys.executable], tmp_path / "host", build)
    # The models take memory of their own, so this interpreter has more than a board.
    board = powered([micropython, "-X", "heapsize=1m"], tmp_path / "board", build)
    assert host == board
    lines = host.splitlines()
    assert len(lines) == 6 and all(line.endswith("[]") for line in lines), host


@pytest.fixture
def finger(tmp_path, fresh_firmware):
    """A function that switches a virtual board on. Its modules are fresh: no chip is left over."""

    def switch_on(build="keys", before=None, port=None, board=None):
        fresh_firmware()
        from powered import Finger

        return Finger(str(tmp_path), build, board, port, before)

    return switch_on


def test_menu_held_at_power_up_is_safe_mode(finger):
    board = finger(before=lambda chips: chips.press(0, 0))
    assert board.boot.safe
    board.board.release(0, 0)
    board.wait(300)
    assert [value for _, value in board.app.screen.items] == ["check"]
    with pytest.raises(ValueError, match="safe mode"):
        board.app.start("quixo", 2, {})
    board.choose("check")
    assert hasattr(board.app.screen, "test")


def test_a_crash_is_shown_written_down_and_survived(finger):
    board = finger()
    board.wait(1500)
    board.choose("quixo")
    board.app.screen.draw = None  # the next frame crashes
    board.app._dirty = True
    board.wait(100)
    assert "TypeError" in board.boot.log.text()
    board.wait(4000)
    assert len(board.app.screen.items) == 6 and not board.boot.safe


def test_three_crashes_within_a_minute_lead_to_safe_mode(finger):
    board = finger()
    for _ in range(3):
        assert not board.boot.safe
        board.boot.crashed(RuntimeError("wanted"))
        board.wait(3000)
    assert board.boot.safe and [value for _, value in board.app.screen.items] == ["check"]
    assert not finger().boot.safe  # safe mode counts anew


def test_a_game_without_room_goes_on_after_a_fresh_start(finger):
    board = finger()
    board.start("lot", 2)
    board.play_move()
    position = board.app.playing.state.position()

    def no_room(*_):
        raise MemoryError("wanted")

    board.app.screen.draw = no_room
    board.app._dirty = True
    with pytest.raises(SystemExit):  # a soft reset
        board.wait(100)
    board = finger()
    board.wait(1500)
    assert board.app.playing.state.position() == position
    assert "wanted" in board.boot.log.text() and board.boot.crashes == 1


def test_a_crash_that_cannot_be_shown_starts_the_board_anew(finger):
    board = finger()
    board.wait(1500)

    def no_room(*_):
        raise MemoryError("wanted")

    board.app.screen.draw = no_room
    board.app._dirty = True
    from ludolux.virtual.machine import Reset

    with pytest.MonkeyPatch.context() as patch, pytest.raises(Reset):
        patch.setattr("firmware.app.App.show_crash", no_room)
        board.wait(100)
    assert "wanted" in board.boot.log.text()
    board = finger()
    board.wait(1500)
    assert len(board.app.screen.items) == 6 and not board.boot.safe


def test_power_goes_and_comes_back(finger):
    board = finger()
    board.wait(1500)
    board.choose("quixo")
    board.choose(2)
    board.choose(5)
    for cell in (2, 22):
        board.touch(cell)
    position = board.app.playing.state.position()
    assert position == "...../...../...../...../..X.. 1"
    board = finger()
    assert not any(board.board.lights())  # dark first
    board.wait(1500)
    board.choose("resume")
    assert board.app.playing.state.position() == position


def test_a_host_plays_over_the_link(finger):
    """Hello, a game by moves and taps, what all may see, the journal as it lies on flash."""
    pipe = Pipe()
    board = finger(port=pipe.board)
    host = Client(pipe, idle=lambda: board.wait(20))
    assert host.hello()["build"] == "keys"
    host.frames()
    board.wait(1500)
    with pytest.raises(LinkError, match="no game 'chess'"):
        host.ask("start", "chess")
    host.ask("start", "xtiles", "players=3", "seed=4")
    board.wait(100)
    assert host.picture.rgb == bytes(board.app.rgb)
    assert board.app.playing.state.players == 3
    hands = host.ask("view").split(" ")[2]
    assert hands == "#7/#7/#7" and host.ask("view", 1).split(" ")[2].startswith("#7/")
    state = board.app.playing.state
    move = state.text(state.moves()[0])
    host.ask("move", move)
    with pytest.raises(LinkError, match="is not in your hand"):
        host.ask("move", move)
    with pytest.raises(LinkError, match="write tile, cell"):
        host.ask("move", "nonsense")
    assert host.ask("moves", 0) == "1 0 " + move
    host.ask("tap", 8, 8)
    host.ask("set", "palette", "night")
    assert "palette=night" in host.ask("settings")
    assert "ma=" in host.ask("health")
    (name,) = [name for name in host.journals() if name.endswith(".play")]
    with pytest.raises(LinkError, match="there is no journal"):
        host.ask("journal", "../settings", 0, 10)
    with pytest.raises(LinkError, match="tells the hands of a game that is not over"):
        host.fetch(name)
    host.ask("move", "resign")
    host.ask("tap", 8, 8)
    board.wait(1000)
    host.ask("tap", 8, 8)
    (name,) = [name for name in host.journals() if name.endswith(".rec")]
    record = host.fetch(name)
    assert b"xtiles" in record and move.encode() in record
    host.ask("selftest", "start", "bus")
    board.wait(3000)
    assert '"good": true' in host.ask("selftest", "result").lower()


def test_a_board_json_that_breaks_is_told_and_the_last_good_one_serves(finger, tmp_path):
    good = json.loads((ROOT / "hardware" / "board.json").read_text())
    file = tmp_path / "board.json"
    file.write_text(json.dumps(good))
    finger(board=str(file))
    assert json.loads((tmp_path / "board.last").read_text()) == good
    good["builds"]["keys"]["lights"]["gamma_percent"] = 999
    file.write_text(json.dumps(good))
    pipe = Pipe()
    board = finger(board=str(file), port=pipe.board)
    assert board.app.screen.name == "message"
    host = Client(pipe, idle=lambda: board.wait(20))
    host.hello()
    problems = [message.text for message in host.messages(0.1) if message.kind == "problem"]
    assert (
        "lights has gamma_percent = 999" in problems[0]
        and "the last board.json that was good" in problems[0]
    )
    board.wait(3000)
    board.choose("quixo")
    assert board.app.screen.name == "setup"


def test_a_host_sets_the_clock_and_restarts_the_board(finger, tmp_path):
    pipe = Pipe()
    board = finger(port=pipe.board)
    host = Client(pipe, idle=lambda: board.wait(20))
    host.hello()
    with pytest.raises(LinkError, match="seconds since 1970"):
        host.ask("clock", "noon")
    host.ask("clock", 1777666500)
    board.wait(3000)
    with pytest.raises(LinkError, match="players must be 2 or 4, not 9"):
        host.ask("start", "quixo", "players=9")
    host.ask("start", "quixo")
    board.wait(100)
    (record,) = (tmp_path / "games").glob("*.play")
    assert "start=2026-05-01T20:15:0" in record.read_text()
    host.ask("reboot", "safe")
    import machine

    with pytest.raises(machine.Reset):
        board.wait(2000)
    assert finger().boot.safe
    assert not finger().boot.safe


def test_a_second_kind_of_game_starts_the_board_anew(micropython, tmp_path, compiled):
    """On a heap of 112 KB; the wish is kept, and what was left can be resumed."""
    path = os.pathsep.join(map(str, (compiled, compiled / "tests" / "board")))

    def power_up(*words):
        done = subprocess.run(
            [micropython, "-X", "heapsize=112k", "-m", "two_games", str(tmp_path), *words],
            cwd=compiled, env={**os.environ, "MICROPYPATH": path}, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:] or done.stdout[-2000:]
        return done.stdout.split("\n")

    first = power_up("quixo", "lot")
    assert first[:2] == ["shows message", "played quixo"] and first[2] == "starts anew: setup lot"
    second = power_up("", "quixo")
    assert second[:2] == ["shows play", "played lot"]
    assert second[2].startswith("starts anew: resume 00001-quixo")
    assert power_up("")[:2] == ["shows play", "played quixo"]


@pytest.mark.parametrize("build", BUILDS)
def test_touching_at_random_never_stops_the_board(finger, build):
    soak(finger(build), minutes=2)


@pytest.mark.long
def test_two_hours_of_touching(finger):
    soak(finger("keys"), minutes=120)


def soak(board, minutes):
    """Random keys, now and then a fault that comes and goes. No crash, and time goes on."""
    chance = random.Random(4)
    chips = board.board
    end = chips.clock.ticks_ms() + 60000 * minutes
    while chips.clock.ticks_ms() < end:
        x, y = chance.randrange(16), chance.randrange(16)
        if chance.random() < 0.02:
            chips.mend()
            if board.build == "keys":
                chips.fault(chance.choice(("stuck", "open", "bouncing", "no_diode")), x, y)
        board.tap(x, y)
        board.wait(chance.choice((20, 200, 1500)))
    assert board.boot.log.text() == ""
    assert not board.boot.safe
