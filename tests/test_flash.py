"""`ludolux flash` with the real esptool on a virtual ESP32: it works or it says why not."""

import hashlib
import http.server
import os
import subprocess
import sys
import termios
import threading

import pytest
from conftest import ROOT
from ludolux import boardfiles, command, flashing, keep, loader, ports, releases
from ludolux.boardlink import linked as linked_by
from ludolux.boardsource import board_source
from ludolux.deploying import deploy
from ludolux.failure import Failure
from ludolux.flashing import flash
from ludolux.trouble import trouble
from ludolux.virtual_esp.flash import Flash
from ludolux.virtual_esp.rom import Rom
from vboards import copy_of, ended, firmware_file, linked, plugged, wait_for

import shared_rules as rules
from firmware import record

pytestmark = pytest.mark.usefixtures("own_state")


def quiet(text):
    pass


def play_to_the_end(client, seed=3):
    """A game of L.O.T. over the link, moves chosen by the rules on this side."""
    import random

    chance = random.Random(seed)
    client.ask("start", "lot", "players=2", f"seed={seed}", timeout=10)
    client.wait_for("game")
    state = rules.load("lot").new(players=2, seed=seed)
    count = 0
    while state.result is None:
        move = chance.choice(state.moves())
        client.ask("move", state.text(move))
        state.play(move)
        count += 1
    client.wait_for("result")
    return state, count


def test_a_bare_chip_becomes_a_board_that_plays(tmp_path, capsys):
    """Bare chip, flash, hello, a game to its end over the link, its journal replayed."""
    with plugged(tmp_path) as board:
        done = flash(board.port, "keys", firmware_file(tmp_path))
        assert done.hello["build"] == "keys" and done.hello["mcu"] == "esp32"
        said = capsys.readouterr().out
        assert "ESP32 with 4 MB" in said and "verified" in said and "says hello" in said
        with linked(board.port) as client:
            state, count = play_to_the_end(client)
        assert command.run(["logs", "--port", board.port, "--out", str(tmp_path / "logs")]) == 0
    (file,) = (tmp_path / "logs").glob("**/*lot*")
    assert command.run(["replay", str(file), "--verify"]) == 0
    replayed = record.replay(file.read_bytes().splitlines(keepends=True), rules)
    assert len(replayed.state.history()) == count
    assert replayed.state.position() == state.position()
    assert replayed.state.result.winners == state.result.winners


def test_an_s3_over_rfc2217_with_its_reset_lines(tmp_path):
    with plugged(tmp_path, chip="esp32s3", mb=8, tcp=True) as board:
        done = flash(board.port, "keys", firmware_file(tmp_path, "esp32s3", 8), quiet)
    assert done.hello["mcu"] == "esp32s3"


def test_flashing_again_keeps_games_and_settings(tmp_path, flashed):
    copy_of(flashed, tmp_path)
    rec = "00001-lot.rec"
    with plugged(tmp_path) as board:
        with linked(board.port) as client:
            client.ask("set", "brightness", 2)
            play_to_the_end(client)
            wait_for(lambda: client.ask("tap", 5, 5) == "" and rec in client.journals())
            before = client.fetch(rec)
        done = flash(board.port, "keys", firmware_file(tmp_path), quiet)
        assert done.saved > 1
        with linked(board.port) as client:
            assert "brightness=2" in client.ask("settings")
            assert client.fetch(rec) == before


@pytest.fixture
def untouched(tmp_path):
    """Nothing may be erased or written in this test."""
    (tmp_path / "flash.bin").write_bytes(b"\x5a" * (4 << 20))
    yield tmp_path
    assert set((tmp_path / "flash.bin").read_bytes()) == {0x5A}


def refused(name, job, **values):
    """The job fails with this trouble; its first sentence at least is the one of the table."""
    with pytest.raises(Failure) as caught:
        job()
    want = str(trouble(name, **{**dict.fromkeys(WORDS, "…"), **values}))
    beginning = want.split("…")[0]
    assert str(caught.value).startswith(beginning), str(caught.value)
    return str(caught.value)


WORDS = (
    "port", "count", "list", "group", "user", "who", "why", "saved", "chip", "other", "has",
    "needs", "file", "url", "had", "kept", "free", "names",
)  # fmt: skip


def test_the_wrong_chip_is_refused_before_anything_is_erased(untouched):
    with plugged(untouched) as board:
        file = firmware_file(untouched, "esp32s3")
        refused(
            "wrong-chip", lambda: flash(board.port, "keys", file, quiet),
            chip="ESP32", other="ESP32-S3",
        )  # fmt: skip


def test_an_image_for_more_flash_is_refused(untouched):
    with plugged(untouched) as board:
        file = firmware_file(untouched, mb=8)
        refused("flash-too-small", lambda: flash(board.port, "keys", file, quiet), has=4, needs=8)


def test_a_damaged_image_is_refused(untouched):
    file = firmware_file(untouched)
    data = bytearray(file.read_bytes())
    data[-40] ^= 1
    file.write_bytes(data)
    with plugged(untouched) as board:
        said = refused("wrong-image", lambda: flash(board.port, "keys", file, quiet), file=file)
    assert "program" in said


def test_a_stand_in_is_refused_on_a_real_chip(untouched, monkeypatch):
    monkeypatch.setattr(loader.Loader, "virtual", False)
    with plugged(untouched) as board:
        file = firmware_file(untouched)
        refused("stand-in-on-real-chip", lambda: flash(board.port, "keys", file, quiet), file=file)


def test_a_port_where_nothing_answers(tmp_path, monkeypatch):
    monkeypatch.setattr(loader.Loader.__init__, "__defaults__", (1,))
    master, slave = os.openpty()
    name = os.ttyname(slave)
    refused("no-answer", lambda: flash(name, "keys", firmware_file(tmp_path), quiet), port=name)


# The download


@pytest.fixture
def server(tmp_path, monkeypatch):
    """A server on loopback with the pinned files, and a cache folder of its own."""
    folder = tmp_path / "server"
    folder.mkdir()
    (folder / releases.NAMES["esp32"]).write_bytes(firmware_file(tmp_path).read_bytes())

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *words):
            super().__init__(*words, directory=str(folder))

        def log_message(self, *words):
            pass

    door = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=door.serve_forever, daemon=True).start()
    monkeypatch.setenv("LUDOLUX_FIRMWARE_URL", f"http://127.0.0.1:{door.server_port}/")
    monkeypatch.setattr(releases, "cache_folder", lambda: tmp_path / "cache")
    yield folder
    door.shutdown()
    door.server_close()


def test_the_pinned_release_is_downloaded_once(tmp_path, server):
    name = releases.NAMES["esp32"]
    path = releases.fetch(name)
    data = path.read_bytes()
    (server / name).unlink()
    assert releases.fetch(name).read_bytes() == data
    assert hashlib.sha256(data).hexdigest() in (path.parent / (name + ".sha256")).read_text()


def test_a_tampered_download_is_refused(tmp_path, server):
    name = releases.NAMES["esp32"]
    releases.fetch(name).unlink()
    (server / name).write_bytes((server / name).read_bytes() + b"more")
    refused("bad-hash", lambda: releases.fetch(name), file=name)
    # So is a file that was changed in the cache while the server has none.
    (server / name).unlink()
    refused("no-download", lambda: releases.fetch(name))


def test_flash_uses_the_download(tmp_path, server):
    with plugged(tmp_path) as board:
        assert flash(board.port, "lite", None, quiet).hello["build"] == "lite"
        # Without a word the build stays the one that the board has.
        assert flash(board.port, None, None, quiet).hello["build"] == "lite"


def test_a_build_from_a_board_file_of_ones_own(tmp_path):
    """Its pins are on the board, and no other file takes them away by accident."""
    mine = board_source(ROOT / "hardware" / "examples" / "board.json")
    file = firmware_file(tmp_path, "esp32s3", 8)
    how = {"chip": "esp32s3", "mb": 8, "build": "sideways", "source": mine}
    with plugged(tmp_path, **how) as board:
        hello = flash(board.port, "sideways", file, quiet, mine).hello
        assert hello["build"] == "sideways"
        said = refused("other-build", lambda: flash(board.port, None, file, quiet),
                       build="sideways", file="board.json")  # fmt: skip
        assert "--board" in said
        refused("other-build", lambda: deploy(board.port, say=quiet),
                build="sideways", file="board.json")  # fmt: skip
        assert flash(board.port, None, file, quiet, mine).hello["build"] == "sideways"
        with linked(board.port) as host:
            assert host.ask("status") == ""


def test_the_file_for_each_module():
    name = releases.name_for
    assert name("esp32", 4, 0).startswith("ESP32_GENERIC-2")
    assert name("esp32s3", 8, 8).startswith("ESP32_GENERIC_S3-SPIRAM_OCT")
    assert name("esp32s3", 8, 2).startswith("ESP32_GENERIC_S3-2")
    assert name("esp32s3", 4, 2).startswith("ESP32_GENERIC_S3-FLASH_4M")


# Ports

ONE = ports.Port("/dev/ttyUSB0", 0x10C4, 0xEA60, "0001")
TWO = ports.Port("/dev/ttyACM0", 0x303A, 0x1001, "F4:12")


def test_no_board_and_several_boards(monkeypatch):
    monkeypatch.setattr(ports, "check", lambda name: None)
    monkeypatch.setattr(ports, "usb_ports", lambda: [])
    refused("no-board", lambda: ports.choose(None))
    monkeypatch.setattr(ports, "usb_ports", lambda: [ONE])
    assert ports.choose(None) == ONE.device
    monkeypatch.setattr(ports, "usb_ports", lambda: [ONE, TWO])
    said = refused("several-boards", lambda: ports.choose(None), count=2)
    assert "10c4:ea60" in said and "F4:12" in said


def test_a_choice_is_remembered_by_serial_number(monkeypatch):
    monkeypatch.setattr(ports, "check", lambda name: None)
    monkeypatch.setattr(ports, "usb_ports", lambda: [ONE, TWO])
    assert ports.choose(TWO.device) == TWO.device
    moved = ports.Port("/dev/ttyACM7", TWO.vendor, TWO.product, TWO.serial)
    monkeypatch.setattr(ports, "usb_ports", lambda: [ONE, moved])
    assert ports.choose(None) == moved.device


def test_a_busy_port_names_the_program(tmp_path):
    code = "import sys; f = open(sys.argv[1], 'rb+', 0); print(1, flush=True); input()"
    with plugged(tmp_path) as board:
        words = [sys.executable, "-c", code, board.port]
        pipe = subprocess.PIPE
        with ended(subprocess.Popen(words, stdin=pipe, stdout=pipe)) as holder:
            holder.stdout.readline()
            said = refused("busy-port", lambda: ports.choose(board.port), port=board.port)
            assert f"({holder.pid})" in said
            near = os.path.relpath(board.port)
            refused("busy-port", lambda: ports.choose(near), port=near)
        assert ports.choose(board.port) == board.port


def test_no_permission_names_the_group_and_the_command(tmp_path, monkeypatch):
    port = tmp_path / "port"
    port.touch()
    monkeypatch.setattr(ports.os, "access", lambda *words: False)
    monkeypatch.setattr(ports, "group_of", lambda name: "dialout")
    said = refused(
        "no-permission", lambda: ports.choose(str(port)), port=port, group="dialout",
        user=ports.user_name(),
    )  # fmt: skip
    assert f"usermod -aG dialout {ports.user_name()}" in said and "sudo" not in said
    for name in (str(tmp_path / "x"), "x"):
        refused("no-port", lambda name=name: ports.choose(name), port=name)


# Accidents


def kept_on(flash_file):
    """What a virtual board's flash keeps, read as the command reads it."""
    data = flash_file.read_bytes()
    return boardfiles.read_board(
        lambda at, n: data[0x200000 + at : 0x200000 + at + n], 0x200000
    ).kept


@pytest.fixture
def with_games(tmp_path, flashed):
    """A board that has a journal and settings."""
    files = {"games/00001-quixo.rec": b"a game\n" * 300, "settings": b"brightness=2\n"}
    copy_of(flashed, tmp_path)
    data = bytearray((tmp_path / "flash.bin").read_bytes())
    board = boardfiles.board_text(board_source(), "keys", "esp32")
    app = {f"a/{name}": text for name, text in boardfiles.app_files("x86", board).items()}
    image = boardfiles.make_image(
        {**app, **boardfiles.start_files("x86"), "slot": b"a", **files}, 0x200000
    )
    data[0x200000:] = image
    (tmp_path / "flash.bin").write_bytes(data)
    return files


def cut_and_again(tmp_path, files, cut, monkeypatch):
    # esptool waits seven seconds for a board that may come back; this one does not.
    monkeypatch.setattr("esptool.cmds.DEFAULT_CONNECT_ATTEMPTS", 0)
    with plugged(tmp_path, cut_after=cut) as board:
        try:
            flash(board.port, "keys", firmware_file(tmp_path), quiet)
        except Failure as failure:
            said = str(failure)
            ours = ("The connection broke off", "Nothing answers", "The board was written")
            assert said.startswith(ours), said
    with plugged(tmp_path) as board:
        flash(board.port, "keys", firmware_file(tmp_path), quiet)
    now = kept_on(tmp_path / "flash.bin")
    assert {name: now.get(name) for name in files} == files


@pytest.mark.parametrize("cut", (30_000, 70_000, 140_000))
def test_a_cut_cable_loses_no_journal(tmp_path, with_games, cut, monkeypatch):
    """Whenever it is cut, the same command again succeeds and all that the board kept is back."""
    cut_and_again(tmp_path, with_games, cut, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("cut", range(500, 180_000, 6_000))
def test_a_cut_cable_loses_no_journal_at_any_point(tmp_path, with_games, cut, monkeypatch):
    cut_and_again(tmp_path, with_games, cut, monkeypatch)


BAD_MAINS = {
    "swallows Ctrl-C": "while True:\n try:\n  while True: pass\n except KeyboardInterrupt: pass",
    "crash loop": "import machine\nmachine.reset()",
}


@pytest.mark.parametrize("kind", BAD_MAINS)
def test_flash_repairs_what_deploy_cannot_reach(tmp_path, flashed, kind, monkeypatch):
    """The message says so, and games and settings stay."""
    from ludolux.repl import Repl

    copy_of(flashed, tmp_path)
    with plugged(tmp_path) as board:
        with Repl(board.port) as repl:
            repl.write("games/00009-lot.rec", b"kept")
            repl.write("main.py", BAD_MAINS[kind].encode())
            repl.reset()
        quick(monkeypatch)
        refused("no-repl", lambda: deploy(board.port, say=quiet))
        flash(board.port, "keys", firmware_file(tmp_path), quiet)
    assert kept_on(tmp_path / "flash.bin")["games/00009-lot.rec"] == b"kept"


def quick(monkeypatch):
    """mpremote waits ten seconds for a raw REPL; two are enough here."""
    from mpremote.transport_serial import SerialTransport

    true = SerialTransport.enter_raw_repl
    monkeypatch.setattr(
        SerialTransport, "enter_raw_repl",
        lambda self, soft_reset=True, timeout_overall=2: true(self, soft_reset, timeout_overall),
    )  # fmt: skip


def test_backups_are_whole_or_refused(tmp_path):
    files = {"settings": b"sound=False\n", "games/1.rec": bytes(range(256))}
    path = tmp_path / "b.zip"
    keep.write(path, keep.pack(files, {"mac": "1"}))
    assert keep.unpack(path) == files
    path.write_bytes(path.read_bytes()[:-30])
    refused("no-backup", lambda: keep.unpack(path), file=path)
    keep.write(path, keep.pack({"../x": b""}, {}))
    refused("no-backup", lambda: keep.unpack(path), file=path)
    refused("no-file", lambda: keep.unpack(tmp_path / "none"), file=tmp_path / "none")


def test_no_hello_is_told(tmp_path, flashed, monkeypatch):
    monkeypatch.setattr(flashing, "HELLO_S", 0.5)
    with plugged(tmp_path) as board:  # a bare chip says nothing that is a hello
        refused("no-hello", lambda: flashing.wait_for_hello(board.port, 0.5))


def test_a_board_whose_boot_button_must_be_pressed_by_hand(tmp_path, flashed, monkeypatch):
    """Reset is wired, IO0 is not: the chip starts its program again, and the steps are told."""
    monkeypatch.setattr(loader.Loader.__init__, "__defaults__", (1,))
    copy_of(flashed, tmp_path)
    with plugged(tmp_path, tcp=True) as board:
        true = board.line.lines
        board.line.lines = lambda dtr, rts: true(False, rts)
        file = firmware_file(tmp_path)
        said = refused("wrong-boot-mode", lambda: flash(board.port, "keys", file, quiet))
    assert "Hold BOOT" in said


def test_a_flash_that_forgets_is_found(tmp_path, monkeypatch):
    true = Flash.write

    def worn(self, offset, data):
        true(self, offset, data)
        if offset <= 0x10030 < offset + len(data):
            true(self, 0x10030, b"\x01")

    monkeypatch.setattr(Flash, "write", worn)
    with plugged(tmp_path) as board:
        file = firmware_file(tmp_path)
        refused("not-written", lambda: flash(board.port, "keys", file, quiet))


def test_another_chip_of_the_family_is_refused(untouched, monkeypatch):
    monkeypatch.setattr(Rom, "_fuses", lambda self: {0x40001000: 0x000007C6})
    with plugged(untouched) as board:
        file = firmware_file(untouched)
        said = refused("unknown-chip", lambda: flash(board.port, "keys", file, quiet))
    assert "ESP32-S2" in said


def test_a_board_without_ludolux_is_told_so(tmp_path):
    with plugged(tmp_path) as board, pytest.raises(Failure) as caught, linked_by(board.port, 1):
        pass
    assert str(caught.value).startswith("The board at")


def test_a_port_that_is_gone_is_told_whatever_the_system_calls_it(tmp_path, monkeypatch):
    """The terminal's own error is no OSError."""

    def gone(self, offset, size):
        raise termios.error(5, "Input/output error")

    monkeypatch.setattr("esptool.loader.ESPLoader.read_flash", gone)
    with plugged(tmp_path) as board:
        file = firmware_file(tmp_path)
        said = refused("broken-off", lambda: flash(board.port, "keys", file, quiet))
    assert "Input/output error. The cable" in said
