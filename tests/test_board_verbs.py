"""doctor, monitor, selftest, backup, restore, mirror and devices, on a virtual ESP32."""

import asyncio
import json
import shutil
import time

import pytest
from ludolux import command, ports
from ludolux.boardlink import in_words
from ludolux.linkclient import Message
from ludolux.realboard import RealBoard
from ludolux.sim.terminal.app import BoardApp
from ludolux.sim.web.server import Server
from ludolux.verbs import doctor
from ludolux.verbs.selftest import draw
from vboards import linked, plugged, wait_for
from websockets.sync.client import connect

pytestmark = pytest.mark.usefixtures("own_state")


@pytest.fixture(scope="module")
def board(tmp_path_factory, flashed):
    folder = tmp_path_factory.mktemp("board")
    shutil.copy(flashed, folder / "flash.bin")
    with plugged(folder) as board:
        yield board


def ludolux(*words):
    return command.run([str(word) for word in words])


def test_doctor_finds_a_board_well(board, capsys, monkeypatch):
    monkeypatch.setattr(doctor, "running", lambda program: False)
    monkeypatch.setattr(doctor, "without_port", lambda: [])
    assert ludolux("doctor", "--port", board.port) == 0
    said = capsys.readouterr().out
    for words in ("the app runs", "heap are free", "no key is stuck", "MicroPython", "flash are",
                  "All is well"):  # fmt: skip
        assert words in said
    assert "BAD" not in said


def test_doctor_looks_into_a_bare_chip(tmp_path, capsys, monkeypatch):
    from test_flash import quick

    quick(monkeypatch)
    with plugged(tmp_path) as board:
        assert ludolux("doctor", "--port", board.port) == 1
    said = capsys.readouterr()
    assert "the chip answers: ESP32, 4 MB" in said.out
    assert "`ludolux flash` puts it there" in said.out and "wrong" in said.err
    assert all(line[:4] in ("good", "BAD ", "    ") for line in said.out.splitlines()), said.out


def test_doctor_sees_a_missing_driver_and_brltty(tmp_path, capsys, monkeypatch):
    for name, files in {"1-1": ("10c4", "ea60"), "1-2": ("046d", "c31c")}.items():
        (tmp_path / name).mkdir()
        for file, text in zip(("idVendor", "idProduct"), files, strict=True):
            (tmp_path / name / file).write_text(text + "\n")
    assert doctor.without_port(tmp_path) == [("10c4", "ea60")]
    (tmp_path / "1-1" / "ttyUSB0").mkdir()
    assert doctor.without_port(tmp_path) == []
    monkeypatch.setattr(doctor, "running", lambda program: program == "brltty")
    monkeypatch.setattr(doctor, "without_port", lambda: [("1a86", "7523")])
    assert doctor.computer([]) == 2
    assert "brltty" in capsys.readouterr().out


def test_devices_lists_ports_with_what_tells_them_apart(capsys, monkeypatch):
    monkeypatch.setattr(ports, "usb_ports", lambda: [])
    assert ludolux("devices") == 0 and "no serial port" in capsys.readouterr().out
    monkeypatch.setattr(
        ports, "usb_ports", lambda: [ports.Port("/dev/ttyUSB9", 0x10C4, 0xEA60, "0001")]
    )
    monkeypatch.setattr(ports, "remembered", lambda: "0001")
    assert ludolux("devices") == 0
    said = capsys.readouterr().out
    assert "10c4:ea60" in said and "0001" in said and "remembered" in said


def test_monitor_speaks_in_words(board, capsys):
    assert ludolux("monitor", "--port", board.port, "--seconds", "2") == 0
    assert "the screen is now: " in capsys.readouterr().out


def test_the_words_of_the_monitor():
    def words(kind, text):
        return in_words(Message(kind, text, tuple(text.split())))

    assert words("turn", "1") == "seat 1 is to move"
    assert words("turn", "-") == "the game is over"
    assert words("move", "0 3 a1a5") == "seat 0 played move 3: a1a5"
    assert words("result", "1 line") == "seat 1 wins: line"
    assert words("result", "- full") == "nobody wins: full"
    assert words("key", "3 4 down") == "key 3,4 is down"
    assert words("frame", "1 - A") == ""
    assert words("", "Traceback") == "| Traceback"
    assert words("unheard", "of") == "unheard of"


def test_selftest_runs_and_draws(board, capsys):
    assert ludolux("selftest", "memory", "--port", board.port) == 0
    assert "memory     good" in capsys.readouterr().out
    assert ludolux("selftest", "nonsense", "--port", board.port) == 1
    assert "refused" in capsys.readouterr().err


def test_the_drawing_shows_where():
    stages = [{"stage": "bus", "good": True}, {"stage": "lights", "good": None},
              {"stage": "coverage", "good": False}]  # fmt: skip
    lines = draw({"stages": stages, "bad_keys": [[3, 0], [1, 1]], "bad_lights": [[1, 1]]})
    first, second = lines.splitlines()[-16:-14]
    assert first == ". . . K" + " ." * 12 and second == ". B" + " ." * 14
    assert "coverage   BAD" in lines and "lights     skipped" in lines


def test_backup_and_restore(board, tmp_path, capsys):
    with linked(board.port) as client:
        client.ask("set", "brightness", 7)
    assert ludolux("backup", tmp_path / "b.zip", "--port", board.port) == 0
    with linked(board.port) as client:
        client.ask("set", "brightness", 3)
    assert ludolux("restore", tmp_path / "b.zip", "--port", board.port) == 0
    with linked(board.port) as client:
        assert "brightness=7" in client.ask("settings")


@pytest.fixture
def mirrored(board):
    with linked(board.port) as client:
        client.ask("status")
        if not any(message.kind == "game" for message in client.messages()):
            client.ask("start", "lot", "players=2", "seed=1", timeout=10)
            client.wait_for("game")
    real = RealBoard(board.port)
    yield real
    real.close()


def test_mirror_shows_the_board_on_a_page_and_takes_presses(mirrored):
    server = Server(mirrored, port=0)
    server.start()
    try:
        with connect(f"ws://127.0.0.1:{server.port}/live", max_size=None) as page:
            about = told(page, lambda item: isinstance(item, dict) and item["is"] == "about")
            assert about["runtime"] == "board" and about["mcu"] == "esp32"
            frame = told(page, lambda item: isinstance(item, bytes) and any(item))
            facts = server.hub.listener
            wait_for(lambda: len(server.hub._counts) > 2)  # it goes on, beat by beat
            wait_for(lambda: facts.value()[1].get("game"))
            # The menu key leads to another screen, and so to another picture.
            for down in (True, False):
                (mirrored.press if down else mirrored.release)(0, 0)
            told(page, lambda item: isinstance(item, bytes) and item != frame)
            page.send(json.dumps({"do": "power", "on": False}))
            told(page, lambda item: isinstance(item, dict) and "own supply" in str(item))
    finally:
        server.stop()


def told(page, true, seconds=10):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        item = page.recv(timeout=seconds)
        item = item if isinstance(item, bytes) else json.loads(item)
        if true(item):
            return item
    raise AssertionError("the page was not told")


def test_mirror_in_the_terminal(mirrored):
    async def run():
        app = BoardApp(mirrored, (), "true")
        async with app.run_test(size=(110, 40)):
            for _ in range(400):
                if any(mirrored.wire().rgb) and app.listener.facts.linked:
                    return
                await asyncio.sleep(0.02)
            raise AssertionError("no light was shown")

    asyncio.run(run())


def test_what_no_real_board_can_do_is_refused(mirrored):
    for job in (mirrored.plug, mirrored.mend, lambda: mirrored.fault("x")):
        with pytest.raises(ValueError):
            job()
