"""Journals fetched from a board: over a socket, a pty and from a folder; whole or not at all."""

import contextlib
import functools
import os
import pty
import socket
import threading
import time
import tty

import pytest
from ludolux import boardlink
from ludolux.command import run
from ludolux.linkclient import LinkError
from ludolux.records import fetch
from ludolux.records.fetch import SEAL
from ludolux.records.reading import verify
from ludolux.records.sources import Folder, open_board
from ludolux.records.watch import WAITING, latest, watch, watch_board, watch_folder
from ludolux.sim.board import SimBoard
from records_made import data, sealed


@pytest.fixture(autouse=True)
def own_firmware(fresh_firmware):
    fresh_firmware()


@pytest.fixture
def flash(tmp_path):
    """A flash with a finished game, two under way and what else lies there."""
    games = tmp_path / "flash" / "games"
    games.mkdir(parents=True)
    (games / "00001-quixo.rec").write_bytes(data("quixo"))
    whole = data("lot")
    cut = whole.index(b"\n", len(whole) - 120) + 1
    (games / "00002-lot.play").write_bytes(whole[:cut])
    (games / "00002-lot.tail").write_bytes(whole[cut : whole.index(b"\n", cut) + 1])
    unfinished = data("xtiles").splitlines(keepends=True)[:-2]
    (games / "00003-xtiles.play").write_bytes(b"".join(unfinished))
    (games / "00004-olix.new").write_bytes(b"")
    (games.parent / "crash.txt").write_text("boom")
    return games.parent


def contents(folder):
    """What lies in a folder, file by file."""
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@contextlib.contextmanager
def board_at(flash, open_ends):
    """A simulated board whose cable leads to a socket or a pty, moved on in a thread."""
    over = threading.Event()
    with SimBoard(folder=flash, seed=1) as board, open_ends() as (name, read, write):
        board.power(True)

        def live():
            while not over.is_set():
                arrived = read()
                if arrived:
                    board.stream.write(arrived)
                board.advance(20)
                said = board.stream.read()
                if said:
                    write(said)

        thread = threading.Thread(target=live, daemon=True)
        thread.start()
        try:
            yield name, board
        finally:
            over.set()
            thread.join(10)


@contextlib.contextmanager
def socket_ends():
    server = socket.create_server(("127.0.0.1", 0))
    server.setblocking(False)
    peers = []

    def read():
        with contextlib.suppress(BlockingIOError):
            peer = server.accept()[0]
            peer.setblocking(False)
            peers[:] = [peer]
        for peer in peers:
            with contextlib.suppress(OSError):
                return peer.recv(4096)
        return b""

    def write(said):
        for peer in peers:
            with contextlib.suppress(OSError):
                peer.sendall(said)

    with server:
        yield f"socket://127.0.0.1:{server.getsockname()[1]}", read, write


@contextlib.contextmanager
def pty_ends():
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.set_blocking(ours, False)

    def read():
        try:
            return os.read(ours, 4096)
        except BlockingIOError:
            return b""

    def write(said):
        with contextlib.suppress(BlockingIOError):
            os.write(ours, said)

    yield os.ttyname(theirs), read, write
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("ends", (socket_ends, pty_ends))
def test_records_are_fetched_over_the_link(ends, flash, tmp_path, capsys):
    out = tmp_path / "out"
    before = contents(flash / "games")
    with board_at(flash, ends) as (port, _):
        assert run(["logs", "--port", port]) == 0
        listed = capsys.readouterr().out
        assert all(name in listed for name in ("00001-quixo.rec", "00002-lot.play"))
        assert "crash.txt" not in listed and ".new" not in listed
        assert run(["logs", "--port", port, "--out", str(out)]) == 0
        assert "hands of a game that is not over" in capsys.readouterr().out
    # Nothing is gone from the board but the draft that it sweeps away itself at power-up.
    del before["00004-olix.new"]
    assert contents(flash / "games") == before
    assert sorted(contents(out)) == ["00001-quixo.rec", "00002-lot.play"]
    assert (out / "00001-quixo.rec").read_bytes() == data("quixo")
    whole = before["00002-lot.play"] + before["00002-lot.tail"]
    assert (out / "00002-lot.play").read_bytes() == whole
    assert verify(out / "00002-lot.play").status == 0


def test_a_game_is_watched_over_the_link(tmp_path):
    with board_at(tmp_path / "flash", socket_ends) as (port, _):
        with open_board(port) as source:
            assert next(watch_board(source)) == WAITING
            source.client.ask("start", "quixo", "size=3", "seed=1", timeout=10)
            for move in ("a3a1", "c2a2", "b3b1", "c3c1"):
                source.client.ask("move", move, timeout=10)
        lines = []

        def say(line):
            lines.append(line)
            if len(lines) == 5:
                # The last push comes while it is watched, as if by another hand.
                source.client.ask("move", "c3c1", timeout=10)

        with open_board(port) as source:
            watch(source, say)
    assert lines[0].startswith("quixo")
    assert lines[1:5] == ["1. a3a1", "2. c2a2", "3. b3b1", "4. c3c1"]
    assert lines[5:] == ["5. seat 1: c3c1", "the game is over, won by seat 1: line"]


def test_a_game_is_watched_in_a_folder(tmp_path, capsys):
    games = tmp_path / "games"
    games.mkdir()
    raw = data("quixo").splitlines(keepends=True)

    def write():
        for number in range(1, len(raw) + 1):
            (games / "00001-quixo.play").write_bytes(b"".join(raw[:number]))
            time.sleep(0.01)

    thread = threading.Thread(target=write)
    thread.start()
    while not (games / "00001-quixo.play").exists():
        time.sleep(0.001)
    assert run(["logs", "--folder", str(tmp_path), "--watch"]) == 0
    thread.join()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(raw)
    assert lines[-1].startswith("The game is over")


def test_it_waits_for_a_game_on_a_new_flash(tmp_path):
    lines = watch_folder(Folder(tmp_path))
    assert next(lines) == WAITING
    games = tmp_path / "games"
    games.mkdir()
    (games / "00001-quixo.rec").write_bytes(data("quixo"))
    raw = data("lot").splitlines(keepends=True)
    (games / "00002-lot.play").write_bytes(b"".join(raw[:2]))
    assert next(lines).endswith("lot, 2 players")
    assert next(lines).startswith("1. Seat 1")
    # It ends: the record gets its last name.
    (games / "00002-lot.play").unlink()
    (games / "00002-lot.rec").write_bytes(data("lot"))
    assert list(lines)[-1].startswith("The game is over")


def test_the_game_that_was_written_to_last_is_watched(flash):
    games = flash / "games"
    for time_ns, name in enumerate(("00003-xtiles.play", "00002-lot.play", "00001-quixo.rec")):
        os.utime(games / name, ns=(time_ns, time_ns))
    os.utime(games / "00002-lot.tail", ns=(9, 9))
    size = sum((games / f"00002-lot.{end}").stat().st_size for end in ("play", "tail"))
    assert latest(Folder(flash), "") == ("00002-lot.play", size)
    os.utime(games / "00003-xtiles.play", ns=(10, 10))
    assert latest(Folder(flash), "00002-lot")[0] == "00003-xtiles.play"
    assert latest(Folder(flash), "00001-quixo")[0] == "00001-quixo.rec"


class Shaky(Folder):
    """A folder that gives 50 bytes at a time and breaks off after so many pieces."""

    def __init__(self, folder, pieces):
        super().__init__(folder)
        self.pieces = pieces
        self.asked = []

    def piece(self, name, offset):
        if self.pieces == 0:
            raise LinkError("The board did not answer.")
        self.pieces -= 1
        self.asked.append(offset)
        data, size = super().piece(name, offset)
        return data[:50], size


def test_a_fetch_goes_on_where_it_stopped(flash, tmp_path):
    out = tmp_path / "out"
    first = Shaky(flash, 4)
    assert fetch.fetch(first, "00001-quixo.rec", out, lambda *_: None).status == 1
    assert sorted(contents(out)) == ["00001-quixo.rec.part"]
    assert (out / "00001-quixo.rec.part").read_bytes() == data("quixo")[:200]
    second = Shaky(flash, 999)
    done = fetch.fetch(second, "00001-quixo.rec", out, lambda *_: None)
    assert (done.status, second.asked[0]) == (0, 200 - SEAL)
    assert contents(out) == {"00001-quixo.rec": data("quixo")}
    # What is here already is not fetched again.
    third = Shaky(flash, 1)
    assert fetch.fetch(third, "00001-quixo.rec", out, lambda *_: None).status == 0


def test_a_part_of_another_game_is_fetched_anew(flash, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "00001-quixo.rec.part").write_bytes(data("quixo", seed=4)[:200])
    assert fetch.fetch(Folder(flash), "00001-quixo.rec", out, lambda *_: None).status == 0
    assert contents(out) == {"00001-quixo.rec": data("quixo")}


def test_another_game_of_the_same_name_is_kept(flash, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    other = data("quixo", seed=4, longest=200)
    (out / "00001-quixo.rec").write_bytes(other)
    done = fetch.fetch(Folder(flash), "00001-quixo.rec", out, lambda *_: None)
    assert done.path.name == "00001-quixo~2.rec"
    assert contents(out) == {"00001-quixo.rec": other, "00001-quixo~2.rec": data("quixo")}


def test_another_game_of_the_same_name_and_size_is_kept(flash, tmp_path):
    """As two boards have it that began on the same day."""
    out = tmp_path / "out"
    out.mkdir()
    bodies = [line[:-9].decode() for line in data("quixo").splitlines()]
    other = sealed(bodies[0].replace("T20:15", "T21:45"), *bodies[1:])
    assert len(other) == len(data("quixo")) and other != data("quixo")
    (out / "00001-quixo.rec").write_bytes(other)
    assert fetch.fetch(Folder(flash), "00001-quixo.rec", out, lambda *_: None).status == 0
    assert contents(out) == {"00001-quixo.rec": other, "00001-quixo~2.rec": data("quixo")}


def test_a_game_under_way_becomes_the_finished_one(flash, tmp_path):
    out = tmp_path / "out"
    assert run(["logs", "00002-lot", "--folder", str(flash), "--out", str(out)]) == 0
    games = flash / "games"
    (games / "00002-lot.play").unlink()
    (games / "00002-lot.tail").unlink()
    (games / "00002-lot.rec").write_bytes(data("lot"))
    assert run(["logs", "00002-lot", "--folder", str(flash), "--out", str(out)]) == 0
    assert contents(out) == {"00002-lot.rec": data("lot")}


def test_a_damaged_record_is_told_and_kept_apart(flash, tmp_path, capsys):
    out = tmp_path / "out"
    path = flash / "games" / "00001-quixo.rec"
    path.write_bytes(path.read_bytes().replace(b"seed=3", b"seed=9"))
    assert run(["logs", "--folder", str(flash), "--out", str(out)]) == 1
    said = capsys.readouterr().err
    assert "00001-quixo.rec is damaged on the board: line 1" in said and ". " + str(out) in said
    assert "00001-quixo.bad" in contents(out) and "00001-quixo.rec" not in contents(out)


@pytest.mark.parametrize(
    "words, status, sentence",
    [
        ([], 1, "no board was found on usb"),
        (["--port", "x", "--sim", "keys"], 2, "exclude each other"),
        (["--port", "/dev/no-such-port"], 1, "there is no port"),
        (["--port", "socket://127.0.0.1:1"], 1, "nothing answers on"),
        (["--folder", "/no/such/folder"], 2, "there is no folder"),
        (["00009-go", "--folder", "FLASH"], 2, "there is no record 00009-go"),
        (["--folder", "FLASH", "--out", "/dev/null/x"], 1, "cannot be written to"),
    ],
)
def test_what_cannot_be_fetched_is_said(words, status, sentence, flash, monkeypatch, capsys):
    monkeypatch.setattr("ludolux.ports.usb_ports", list)
    assert run(["logs", *[str(flash) if word == "FLASH" else word for word in words]]) == status
    said = capsys.readouterr().err
    assert sentence in said.lower() or sentence in said
    assert "fault in" not in said


def test_a_port_where_nobody_answers_is_said(monkeypatch, capsys):
    linked = functools.partial(boardlink.linked, patience=0.1)
    monkeypatch.setattr("ludolux.records.sources.linked", linked)
    with socket_ends() as (port, _, _):
        assert run(["logs", "--port", port]) == 1
    assert port in capsys.readouterr().err
