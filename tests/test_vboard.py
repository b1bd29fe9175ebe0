"""The virtual ESP32 under the real esptool and mpremote."""

import subprocess
import sys
from pathlib import Path

import pytest
from ludolux import command
from ludolux.espimage import CHIPS, ImageError, read_firmware, read_program
from ludolux.failure import Failure
from ludolux.linkclient import Client
from ludolux.ports import open_port
from ludolux.virtual_esp.flash import Flash
from ludolux.virtual_esp.rom import SYNC_PACKET
from ludolux.virtual_esp.runtime import Runtime
from ludolux.virtual_esp.standin import stand_in
from vboards import copy_of, ended, firmware_file, linked, plugged, wait_for

import shared_rules as rules


def tool(name, *words, ok=True):
    done = subprocess.run(
        [sys.executable, "-m", name, *map(str, words)], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode == 0) == ok, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("stub", ([], ["--no-stub"]))
def test_esptool_writes_and_reads_every_byte(tmp_path, chip, stub):
    data = bytes(range(256)) * 40 + b"\xc0\xdb\xdc\xdd" * 99
    (tmp_path / "data").write_bytes(data)
    with plugged(tmp_path, chip=chip) as board:
        said = tool("esptool", *stub, "--port", board.port, "write-flash", "0x9000",
                    tmp_path / "data")  # fmt: skip
        assert CHIPS[chip].title in said and "Hash of data verified" in said
        tool("esptool", *stub, "--port", board.port, "read-flash", "0x9000",
             "0x1000", tmp_path / "back")  # fmt: skip
    assert (tmp_path / "back").read_bytes() == data[:0x1000]
    assert (tmp_path / "flash.bin").read_bytes()[0x9000 : 0x9000 + len(data)] == data


def test_esptool_erases(tmp_path):
    (tmp_path / "flash.bin").write_bytes(b"\0" * (4 << 20))
    with plugged(tmp_path) as board:
        tool("esptool", "--port", board.port, "erase-region", "0x1000", "0x2000")
        now = (tmp_path / "flash.bin").read_bytes()
        assert now.count(b"\xff") == 0x2000 and now[0x1000:0x3000] == b"\xff" * 0x2000
        tool("esptool", "--port", board.port, "erase-flash")
    assert set((tmp_path / "flash.bin").read_bytes()) == {255}


def test_reset_lines_choose_loader_or_program(tmp_path, flashed):
    """Over rfc2217 the chip is reset by DTR and RTS as on a DevKit, never by a SYNC."""
    copy_of(flashed, tmp_path)
    with plugged(tmp_path, tcp=True) as board:
        wait_for(lambda: board.state == "running")
        line = open_port(board.port)
        line.write(SYNC_PACKET + bytes(32) + b"\n")
        assert Client(line).hello(timeout=10) and board.state == "running"
        line.dtr, line.rts = False, True
        wait_for(lambda: board.state == "held")
        line.dtr = True
        line.rts = False
        wait_for(lambda: board.state == "loader")
        line.dtr, line.rts = False, True
        wait_for(lambda: board.state == "held")
        line.rts = False
        wait_for(lambda: board.state == "running")
        line.close()


def test_mpremote_runs_code_and_moves_files(tmp_path, flashed):
    copy_of(flashed, tmp_path)
    (tmp_path / "x").write_bytes(bytes(range(256)) * 5)
    with plugged(tmp_path) as board:
        said = tool(
            "mpremote", "connect", board.port, "exec", "print(6*7)",
            "+", "cp", tmp_path / "x", ":x", "+", "cp", ":x", tmp_path / "y", "+", "ls",
        )  # fmt: skip
        assert said.startswith("42") and "settings" not in said and "main.py" in said
        tool("mpremote", "connect", board.port, "exec", "1/0", ok=False)
        # Ctrl-C ends a loop that asks no chip for anything.
        tool("mpremote", "connect", board.port, "exec", "--no-follow", "while True: pass")
        assert "ok" in tool("mpremote", "connect", board.port, "exec", "print('ok')")
    assert (tmp_path / "y").read_bytes() == (tmp_path / "x").read_bytes()


NAMES = """
import gc
class Box: pass
def free():
    gc.collect()
    return gc.mem_free()
before = free()
for number in range(1200):
    setattr(Box, 'name%d' % number, 0)
    delattr(Box, 'name%d' % number)
print(before, before - free())
"""


def test_the_heap_is_that_of_a_plain_chip(tmp_path, flashed):
    """112 KB, less the tables of names, which are there from the beginning: the first 1200 names
    of an app take room for their letters, and none for a larger table."""
    copy_of(flashed, tmp_path)
    with plugged(tmp_path) as board:
        free, taken = map(int, tool("mpremote", "connect", board.port, "exec", NAMES).split())
    tables = 7 * 1280
    assert 108 << 10 < free + tables < 112 << 10
    assert taken < 1200 * 12


def test_a_soft_reset_starts_the_app_again(tmp_path, flashed):
    copy_of(flashed, tmp_path)
    with plugged(tmp_path) as board:
        tool("mpremote", "connect", board.port, "exec", "pass", "+", "soft-reset")
        tool("mpremote", "connect", board.port, "reset")
        with linked(board.port) as client:
            assert client.ask("settings")


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_plain_chip_plays_every_game_with_a_host_that_watches(game, tmp_path, flashed):
    copy_of(flashed, tmp_path)
    with plugged(tmp_path) as board, linked(board.port) as client:
        client.frames()
        client.ask("start", game, "seed=1", timeout=15)
        assert client.wait_for("game").words[0] == game
        state = rules.load(game).new(seed=1)
        for number in range(6):
            solution = getattr(state, "solution", None)
            text = state.text(solution[number] if solution else state.moves()[0])
            client.ask("move", text, timeout=15)
            assert client.wait_for("move").words[-1] == text
            state.play(state.parse(text))
        if game == "lixso":
            for strength in ("1 ", "2 ", "3 "):
                assert client.ask("hint", timeout=15).startswith(strength)
            assert client.ask("solvable", timeout=15) == "yes"
        problems = [m.text for m in client.messages() if m.kind == "problem"]
        assert problems == [] and "heap=" in client.ask("health", timeout=15)


def test_a_second_kind_of_game_starts_anew_for_it(tmp_path, flashed):
    """The board leaves its program by machine.soft_reset and fulfils the wish afterwards."""
    copy_of(flashed, tmp_path)
    with plugged(tmp_path) as board, linked(board.port) as client:
        client.ask("start", "lot", "players=2", timeout=10)
        assert client.wait_for("game").words[0] == "lot"
        client.ask("start", "olix", "players=2", timeout=10)
        client.hello(timeout=15)
        list(client.messages())
        client.ask("status", timeout=5)
        assert client.wait_for("game").words[0] == "olix"
        assert "reset=soft_reset" in client.ask("health")


def test_what_is_not_read_is_lost_and_a_ctrl_c_still_comes(tmp_path, flashed):
    """A program that does not read its port holds nobody up."""
    copy_of(flashed, tmp_path)
    with plugged(tmp_path) as board:
        tool("mpremote", "connect", board.port, "exec", "--no-follow", "while True: pass")
        line = open_port(board.port)
        for _ in range(40):
            line.write(bytes(4096))
        line.close()
        assert "ok" in tool("mpremote", "connect", board.port, "exec", "print('ok')")


def test_a_fault_in_the_chips_ends_the_program(tmp_path, flashed, monkeypatch):
    """Nobody waits for an answer that never comes."""
    copy_of(flashed, tmp_path)
    true = Runtime._do

    def broken(self, kind, data):
        raise RuntimeError("a broken chip")

    with plugged(tmp_path) as board:
        wait_for(lambda: board.state == "running")
        monkeypatch.setattr(Runtime, "_do", broken)
        wait_for(lambda: board.state == "empty")
        monkeypatch.setattr(Runtime, "_do", true)
        with linked(board.port) as client:
            assert client.ask("settings")


def test_only_the_stand_in_starts(tmp_path, flashed):
    """A program for a real chip is refused by the virtual one, and so is damage anywhere in it."""
    copy_of(flashed, tmp_path)
    with (tmp_path / "flash.bin").open("r+b") as file:
        file.seek(0x10000 + 300)
        file.write(b"x")
    with plugged(tmp_path) as board:
        wait_for(lambda: board.state == "empty")


@pytest.mark.parametrize("chip", CHIPS)
def test_every_damaged_byte_of_an_image_is_found(chip):
    good = stand_in(chip)
    assert read_firmware(good).chip.name == chip
    start = CHIPS[chip].boot_at
    table, app = 0x8000 - start, 0x10000 - start
    boot = read_program(good, "bootloader").size
    # Four entries of 32 bytes, and the MD5 in the second half of a fifth.
    parts = (range(boot), range(table, table + 130), range(table + 144, table + 160))
    for part in (*parts, range(app, len(good))):
        for at in part:
            bad = bytearray(good)
            bad[at] ^= 1
            with pytest.raises(ImageError):
                read_firmware(bytes(bad))
    for size in (0, 20, 300, 0x8000 - start, len(good) - 1):
        with pytest.raises(ImageError):
            read_firmware(good[:size])


def test_esptool_itself_finds_the_stand_in_valid(tmp_path):
    path = firmware_file(tmp_path)
    (tmp_path / "app").write_bytes(path.read_bytes()[0xF000:])
    said = tool("esptool", "image-info", tmp_path / "app")
    assert said.count("(valid)") == 2 and "ludolux-stand-in" in said


def test_the_command_makes_a_firmware_and_says_what_it_is(tmp_path, capsys):
    file = tmp_path / "f.bin"
    assert command.run(["vboard", "--make-firmware", str(file), "--chip", "esp32s3"]) == 0
    assert "not MicroPython" in capsys.readouterr().out
    assert read_firmware(file.read_bytes()).stand_in


def test_the_command_serves_until_it_is_told_to_stop(tmp_path):
    words = ["vboard", "--pty", tmp_path / "p", "--flash", tmp_path / "f.bin"]
    command = [Path(sys.executable).with_name("ludolux"), *map(str, words)]
    with ended(subprocess.Popen(command, stdout=subprocess.PIPE, text=True)) as board:
        assert "a virtual ESP32 with 4 MB of flash, bare" in board.stdout.readline()
        wait_for((tmp_path / "p").is_symlink)
        assert "24:6f:28" in tool("esptool", "--no-stub", "--port", tmp_path / "p", "read-mac")
        with pytest.raises(Failure, match="Another virtual board"):
            Flash(tmp_path / "f.bin", 4 << 20)
        board.terminate()
        assert board.wait(10) == 0 and not (tmp_path / "p").exists()


def test_a_killed_board_leaves_no_program_behind(tmp_path, flashed):
    copy_of(flashed, tmp_path)
    words = ["vboard", "--pty", tmp_path / "p", "--flash", tmp_path / "flash.bin"]
    command = [Path(sys.executable).with_name("ludolux"), *map(str, words)]

    def programs():
        lines = map(words_of, Path("/proc").glob("[0-9]*/cmdline"))
        return [line for line in lines if b"vesp_main" in line and bytes(tmp_path) in line]

    with ended(subprocess.Popen(command, stdout=subprocess.PIPE)) as board:
        wait_for(programs)
        with linked(str(tmp_path / "p")) as client:
            assert client.ask("settings")
            board.kill()
    wait_for(lambda: not programs())


def words_of(process):
    try:
        return process.read_bytes()
    except OSError:
        return b""


@pytest.mark.parametrize(
    "words",
    (
        [], ["--pty", "x"], ["--pty", "x", "--tcp", "1"], ["--chip", "esp8266"],
        ["--flash-mb", "3"], ["--build", "none"],
    ),
)  # fmt: skip
def test_wrong_words_are_explained(words, capsys):
    assert command.run(["vboard", *words]) == 2
    assert capsys.readouterr().err.startswith("ludolux: ")
