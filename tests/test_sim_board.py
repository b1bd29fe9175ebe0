"""The simulated board: power, cable, fingers, faults, time, and what its link told."""

import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from ludolux.failure import Failure
from ludolux.linkclient import Client, Message, NoAnswer
from ludolux.sim.board import HEAP, SimBoard
from ludolux.sim.listener import Listener
from ludolux.sim.onboard import far_kinds
from ludolux.sim.told import Move, Result, Told, catch_up

RUNTIMES = ("cpython", "micropython")


@pytest.fixture
def board(tmp_path, fresh_firmware):
    """A function that makes a board which is switched on; all are closed afterwards."""
    made = []

    def make(build="keys", runtime="cpython", heap=HEAP):
        if not made:
            fresh_firmware()
        made.append(SimBoard(build, folder=tmp_path, seed=3, runtime=runtime, heap=heap))
        made[-1].power(True)
        return made[-1]

    yield make
    for one in made:
        one.close()


def listen(one):
    return Client(one.stream, idle=lambda: one.advance(10))


def take_all(client, told):
    for message in client.messages():
        told.take(message)


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_power_can_go_at_any_moment_and_the_game_goes_on(board, runtime):
    """Cut at many instants of a move: afterwards it was played, or it was not."""
    one = board(runtime=runtime)
    one.advance(1500)
    client = listen(one)
    client.ask("start", "quixo", "players=2", "size=3", "seed=1")
    one.advance(100)
    played = 0
    for instant in (0.01, 2, 10.4, 14, 30):
        one.press(4, 4)
        one.release(4, 4)
        one.settle()
        one.advance(100)
        one.press(4, 10)
        one.power(False, after_ms=instant)
        one.advance(60)
        assert one.state == "off" and one.wire().milliamps == 0 and not any(one.wire().rgb)
        one.release(4, 10)
        one.chips.release(4, 10)
        one.power(True)
        one.advance(1500)
        one.press(3, 3)  # go on with the game
        one.release(3, 3)
        one.settle()
        one.advance(300)
        turn = client.ask("view").split()[-1]
        played += turn == "1"
        if turn == "1":
            break
    assert played == 1  # too early an instant plays nothing, a later one does


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_an_unplugged_board_goes_on(board, runtime):
    one = board(runtime=runtime)
    client = listen(one)
    client.hello()
    one.unplug()
    frames = one.wire().frames
    with pytest.raises(NoAnswer):
        client.ask("status", timeout=0.05)
    one.advance(2000)
    assert one.wire().frames > frames
    one.plug()
    assert client.hello()["build"] == "keys"


def test_a_brown_out_starts_the_board_anew(board):
    one = board()
    client, told = listen(one), Told()
    one.advance(1500)
    take_all(client, told)
    told.hello = {}
    one.fault("brownout")
    one.advance(300)
    take_all(client, told)
    assert one.state == "on" and told.hello["build"] == "keys"
    assert "reset=wdt_reset" in client.ask("health")


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_another_kind_of_game_may_start_the_board_anew_and_nothing_is_lost(board, runtime):
    """On MicroPython each kind of game gets fresh memory; who listens sees only the game."""
    one = board(runtime=runtime)
    client, told = listen(one), Told()
    client.hello()
    for game in ("quixo", "olix", "lot", "quixo"):
        client.ask("start", game, "seed=1")
        # What is asked at the very moment of the restart is answered after it.
        client.ask("settings", timeout=20)
        one.advance(100)
        take_all(client, told)
        catch_up(client, told)
        assert (told.game, told.screen, told.turn) == (game, "play", 0)
    left = sorted(path.name for path in one.folder.glob("games/*.play"))
    assert [name.partition("-")[2] for name in left] == [
        "quixo.play", "olix.play", "lot.play", "quixo.play"
    ]  # fmt: skip
    assert one.state == "on" and one.complaints == []
    if runtime == "micropython":
        assert "reset=soft" in client.ask("health")


def test_a_firmware_without_memory_dies_in_a_sentence_and_can_be_switched_on(board):
    one = board(runtime="micropython", heap=40 * 1024)
    assert one.state == "dead" and "MemoryError" in one.trouble
    assert one.trouble.endswith("start it anew.")
    one.advance(100)
    one.power(False)
    one.power(True)
    assert one.state == "dead"


def test_two_boards_do_not_share_a_flash(board, tmp_path):
    board()
    with pytest.raises(Failure, match="(?i)another simulated board is running"):
        SimBoard(folder=tmp_path)


def test_a_killed_board_leaves_no_lock(tmp_path):
    code = (
        "import os, sys; from ludolux.sim.board import SimBoard\n"
        "SimBoard(folder=sys.argv[1]); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)])
    assert done.returncode == -9
    SimBoard(folder=tmp_path).close()


def test_a_click_without_a_pause_is_a_press(board):
    one = board()
    client, told = listen(one), Told()
    client.hello()
    one.advance(1500)
    for _ in range(3):
        one.press(0, 0)
        one.release(0, 0)
    one.settle()
    one.advance(100)
    take_all(client, told)
    assert told.keys == 6


def test_on_lite_a_press_walks_the_cursor(board):
    one = board("lite")
    client, told = listen(one), Told()
    client.hello()
    one.advance(1500)
    one.press(14, 3)
    one.release(14, 3)
    one.settle()
    one.advance(100)
    take_all(client, told)
    assert told.last_key == (14, 3, False) and told.keys == 2
    with pytest.raises(ValueError, match="no button BTN_FOO"):
        one.button("BTN_FOO")


def test_bad_places_are_refused_in_words(board):
    one = board()
    for act in (
        lambda: one.press(16, 0),
        lambda: one.fault("magic"),
        lambda: one.fault("stuck"),
        lambda: one.fault("stuck", 99, 3),
        lambda: one.fault("gone", 3),
    ):
        with pytest.raises(ValueError):
            act()
    one.advance(50)
    assert one.state == "on"


def test_it_follows_the_wall_clock_and_no_viewer_slows_it(board):
    one = board()
    one.run()
    seen = one.wire()
    watcher = threading.Thread(target=lambda: one.wait_for_change(seen, 10))
    watcher.start()
    watcher.join(10)
    assert not watcher.is_alive()
    begin, clock = time.monotonic(), one.now_ms
    while one.now_ms < clock + 300:
        time.sleep(0.01)
        assert time.monotonic() - begin < 30, "the board stands still"
    one.stop()
    stopped = one.now_ms
    time.sleep(0.03)
    assert one.now_ms == stopped


def test_told_follows_moves_undo_and_results():
    told = Told()
    for kind, text in (
        ("game", "quixo players=2 size=3"), ("turn", "0"), ("scores", "0 0"),
        ("move", "0 1 a1a3"), ("turn", "1"), ("move", "1 2 b1b3"), ("refused", "no %7E"),
        ("undo", "1 1"), ("result", "0,2 line"), ("nonsense", "x"), ("turn", "what"),
    ):  # fmt: skip
        told.take(Message(kind, text, tuple(text.split())))
    assert told.game == "quixo" and told.options == {"size": "3"}
    assert told.moves == [Move(0, "a1a3")] and told.result == Result((0, 2), "line")
    assert told.refused == "" and told.turn is None
    told.take(Message("move", "1 4 c1c3", ("1", "4", "c1c3")))
    assert [move.text for move in told.moves] == ["a1a3", "", "", "c1c3"]


def test_who_comes_late_catches_up(board):
    one = board()
    one.advance(1500)
    client = listen(one)
    client.ask("start", "quixo", "players=2", "size=3", "seed=1")
    one.advance(100)
    for move in ("a1a3", "c1c3"):
        client.ask("move", move)
    list(client.messages())
    told = Told()
    catch_up(client, told)
    assert told.game == "quixo" and [move.text for move in told.moves] == ["a1a3", "c1c3"]


def test_both_ends_of_the_pipe_number_requests_alike():
    numbers = {name: value for name, value in vars(far_kinds).items() if name.isupper()}
    found = {}
    for name in ("far.py", "far_machine.py"):
        text = Path(far_kinds.__file__).with_name(name).read_text()
        head = text.partition("# Numbers of far_kinds.py")[2].partition("\n\n")[0]
        found |= {one: int(value) for one, value in re.findall(r"_(\w+) = const\((\d+)\)", head)}
    assert found == numbers


def test_a_face_tells_the_board_what_time_it_is(board):
    """So that a record has its date, and the menu the grid of the day."""
    one = board()
    one.run()
    seen = threading.Event()
    listener = Listener(one.stream, seen.set)
    listener.start()
    try:
        while not listener.facts.linked:
            assert seen.wait(20), "the board does not answer"
            seen.clear()
        assert abs(one.runtime._boot.app.clock - time.time()) < 600
    finally:
        listener.stop()
        one.stop()
