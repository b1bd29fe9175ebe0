"""The link: both ends, both interpreters, and everything that can go wrong on a wire."""

import os
import random
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from exams import Rig  # also puts a virtual `machine` in place, which the firmware imports
from hypothesis import example, given, settings
from hypothesis import strategies as some
from ludolux.linkclient import (
    Client,
    Decoder,
    LinkError,
    Message,
    NoAnswer,
    Picture,
    Pipe,
    Refused,
    encode,
    paint,
)

from firmware import link as protocol
from firmware.lines import piece
from firmware.link import LONGEST_IN, VERBS, Link, cell
from firmware.port import Port

ROOT = Path(__file__).resolve().parent.parent
SENTENCE = "The cube at a1 may not be taken: it shows the other sign."


class Actions:
    def __init__(self):
        self.done = []
        self.link = None
        self.folder = None

    def about(self):
        return "firmware=0.1 rules=1 build=lite mcu=esp32 name=ludolux-16"

    def tap(self, words):
        self.done.append(cell(words))

    def move(self, words):
        raise ValueError(SENTENCE)

    def set(self, words):
        self.done.append(words)

    def health(self, words):
        raise RuntimeError("a mistake of ours")

    def journals(self, words):
        names = sorted(path.name for path in self.folder.iterdir())
        pairs = [
            f"{name.replace(' ', '%20')} {(self.folder / name).stat().st_size}"
            for name in names[int(words[0]) :][:3]
        ]
        return " ".join([str(len(names)), *pairs])

    def journal(self, words):
        return piece(str(self.folder / words[0]), int(words[1]), int(words[2]))


class Table:
    """A board in this process and a client that talks to it."""

    def __init__(self, room=65536):
        self.rig = Rig("lite")
        self.pipe = Pipe(room)
        self.actions = Actions()
        self.link = self.actions.link = Link(self.pipe.board, self.actions)
        self.client = Client(self.pipe, idle=self.tick)

    def tick(self):
        self.rig.board.clock.sleep_ms(10)
        self.link.poll()

    def ticks(self, count):
        for _ in range(count):
            self.tick()

    def seen(self):
        return list(self.client.messages())


@pytest.fixture
def table():
    return Table()


# Both interpreters


def test_both_interpreters_send_the_same_bytes(on_host, on_board):
    here, there = on_host("link.py"), on_board("link.py")
    assert b"FAILED" not in here
    assert len(here) > 20000
    assert here == there


def test_idle_polls_allocate_nothing_and_the_buffers_are_small(micropython):
    environment = {**os.environ, "MICROPYPATH": ":".join([".", "host", "tests/board"])}
    done = subprocess.run(
        [micropython, "-X", "heapsize=112k", "tests/board/link.py", "memory"],
        cwd=ROOT, capture_output=True, text=True, env=environment, stdin=subprocess.PIPE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stdout.splitlines() == [
        "a link takes less than 3000 bytes: True",
        "a port takes less than 2500 bytes: True",
        "idle polls allocate nothing",
    ]


def scripted(command, what, lines):
    path = ":".join([".", "host", "tests/board"])
    done = subprocess.run(
        [*command, "tests/board/link.py", what],
        cwd=ROOT, input="".join(line.hex() + "\n" for line in lines), capture_output=True,
        text=True, env={**os.environ, "PYTHONPATH": path, "MICROPYPATH": path},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    return done.stdout


def noise(seed):
    """Bytes as a bad wire makes them: pieces of true lines, marks, anything."""
    chance = random.Random(seed)
    parts = [
        encode(1, "tap", 3, 4),
        encode(2, "set", "a b", "ü"),
        encode(3, "frames", "on"),
        b"^", b"~", b"\n", b"\r\n", b" *", b">>> ", b"Traceback (most recent call last):\r\n",
    ]  # fmt: skip
    data = b""
    for _ in range(chance.randrange(12)):
        part = chance.choice([*parts, chance.randbytes(chance.randrange(300))])
        if chance.random() < 0.3:
            part = part[: chance.randrange(len(part) + 1)]
        if part and chance.random() < 0.2:
            at = chance.randrange(len(part))
            part = part[:at] + chance.randbytes(1) + part[at + 1 :]
        data += part
    return data


def test_both_interpreters_make_the_same_of_noise(micropython):
    lines = [noise(seed) for seed in range(300)]
    board = [micropython, "-X", "heapsize=112k"]
    assert scripted([sys.executable], "feed", lines) == scripted(board, "feed", lines)


# Questions and answers


def test_a_session(table):
    assert table.client.hello() == {
        "protocol": "1", "firmware": "0.1", "rules": "1", "build": "lite", "mcu": "esp32",
        "name": "ludolux-16",
    }  # fmt: skip
    assert table.client.ask("tap", 3, 4) == ""
    assert table.actions.done == [(3, 4)]
    with pytest.raises(Refused) as refused:
        table.client.ask("move", "a1a5")
    assert str(refused.value) == SENTENCE
    table.link.tell("turn", "1")
    table.link.tell("refused", "Not ~ this ^ one: 100 % “wrong”\n")
    assert table.seen()[-2:] == [
        Message("turn", "1"), Message("refused", "Not ~ this ^ one: 100 % “wrong”\n"),
    ]  # fmt: skip


def test_a_mistake_in_the_app_is_an_answer_and_the_board_goes_on(table):
    with pytest.raises(Refused, match="RuntimeError: a mistake of ours"):
        table.client.ask("health")
    assert table.client.ask("tap", 0, 0) == ""


def test_only_verbs_can_be_called(table):
    for verb in ("about", "done", "__init__", "link", "dance"):
        with pytest.raises(Refused, match="There is no verb"):
            table.client.ask(verb)
    for verb in VERBS:
        if not hasattr(table.actions, verb):
            with pytest.raises(Refused, match="cannot do"):
                table.client.ask(verb)


def test_a_newer_board_is_refused(table, monkeypatch):
    monkeypatch.setattr(protocol, "PROTOCOL", 2)
    with pytest.raises(LinkError, match="version 2"):
        table.client.hello()


def test_a_dead_board_is_said_to_be_one():
    with pytest.raises(NoAnswer, match="did not answer"):
        Client(Pipe()).ask("hello", timeout=0.05, tries=2)


def test_a_lost_answer_is_asked_for_again_and_the_act_done_once(table):
    line = encode(7, "tap", 1, 1)
    for _ in range(3):
        table.pipe.write(line)
        table.ticks(2)
    assert table.actions.done == [(1, 1)]
    assert [m.text for m in table.seen()] == ["7"] * 3


@given(some.lists(some.text(min_size=1, max_size=12), min_size=1, max_size=4))
@settings(max_examples=60)
def test_words_arrive_as_they_were_sent(words):
    table = Table()
    if len(encode(1, "set", *words)) <= LONGEST_IN:
        table.client.ask("set", *words)
        assert table.actions.done == [words]


@given(some.text(max_size=120))
@settings(max_examples=100)
def test_text_arrives_as_it_was_told(text):
    table = Table()
    table.link.tell("problem", text)
    (message,) = table.seen()
    long = len(protocol.escape(text, 100000)) > protocol.LONGEST_OUT
    assert message.kind == "problem"
    assert message.text.endswith("...") if long else message.text == text


def test_journals_are_fetched_whole_and_a_fetch_goes_on_where_it_stopped(table, tmp_path):
    table.actions.folder = tmp_path
    chance = random.Random(1)
    files = {f"game {i}.log": chance.randbytes(size) for i, size in enumerate((0, 1, 192, 3001))}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    assert table.client.journals() == {name: len(data) for name, data in files.items()}
    for name, data in files.items():
        assert table.client.fetch(name) == data
        assert table.client.fetch(name, have=data[:100]) == data


# Noise


@given(some.lists(some.one_of(some.binary(max_size=300), some.integers(0, 5000).map(noise))))
@settings(max_examples=150)
def test_no_noise_stops_the_board(pieces):
    table = Table()
    for data in pieces:
        table.pipe.write(data)
        table.ticks(len(data) // 256 + 1)
    table.pipe.write(b"\n" + encode(55, "tap", 9, 9))
    table.ticks(100)
    assert table.actions.done[-1] == (9, 9)
    assert table.seen()[-1] == Message("ok", "55")
    assert len(table.link._line) == LONGEST_IN


@given(some.lists(some.one_of(some.binary(max_size=1500), some.sampled_from([
    b"~", b"^", b"\n", b"~turn 1 *0000\n", b"~frame 1 - zz *", b"rst:0x1 (POWERON_RESET)\r\n"]))),
    some.integers(1, 50))  # fmt: skip
@example([b"x" * 5000], 7)
@settings(max_examples=150)
def test_no_noise_stops_the_host(pieces, size):
    decoder, table = Decoder(), Table()
    table.link.tell("turn", "1")
    data = b"".join(pieces) + b"\n" + table.pipe.read()
    found = []
    for i in range(0, len(data), size):
        found += decoder.feed(data[i : i + size])
        assert len(decoder._rest) < 1100
    assert found[-1] == Message("turn", "1")
    picture = Picture()
    for message in found:
        picture.take(message)


def test_tracebacks_between_lines_are_told_apart(table):
    table.link.tell("turn", "0")
    table.pipe._to_host += b'Traceback (most recent call last):\r\n  File "x.py", line 1\r\n'
    table.pipe._to_host += b">>> ^1 hello 1 *0000\r\nrst:0x1 ets Jun"
    table.link.tell("turn", "1")
    table.pipe._to_host += b"~turn 2 *MemoryError\r\n"
    table.link.tell("turn", "3")
    assert [(m.kind, m.text) for m in table.seen()] == [
        ("turn", "0"),
        ("", "Traceback (most recent call last):"),
        ("", '  File "x.py", line 1'),
        ("", ">>> ^1 hello 1 *0000"),
        ("", "rst:0x1 ets Jun"),
        ("turn", "1"),
        ("", "~turn 2 *MemoryError"),
        ("turn", "3"),
    ]
    assert table.client.decoder.damaged == 1


def test_every_single_damaged_byte_is_noticed():
    line = encode(5, "tap", 1, 2)
    for at in range(len(line) - 1):
        for bit in range(8):
            table = Table()
            wrong = bytes([line[at] ^ 1 << bit])
            table.pipe.write(line[:at] + wrong + line[at + 1 :])
            table.ticks(1)
            assert table.actions.done == [], (at, bit)


# Frames

colours = some.sampled_from([(0, 0, 0), (255, 255, 255), (9, 0, 0), (0, 80, 200), (1, 2, 3)])
pictures = some.one_of(
    some.binary(min_size=768, max_size=768),
    some.lists(colours, min_size=256, max_size=256).map(lambda c: b"".join(map(bytes, c))),
    some.lists(some.tuples(colours, some.integers(1, 90)), max_size=20).map(
        lambda runs: (b"".join(bytes(c) * n for c, n in runs) + bytes(768))[:768]),
)  # fmt: skip


@given(some.lists(pictures, min_size=1, max_size=6))
@settings(max_examples=150)
def test_pictures_arrive_exactly(frames):
    table = Table()
    table.client.frames()
    rgb = bytearray(768)
    for wanted in frames:
        rgb[:] = wanted
        table.link.send_frame(rgb)
        table.ticks(12)
        table.seen()
        assert table.client.picture.rgb == wanted
        assert not table.client.picture.lost


def test_both_interpreters_code_the_same_frames(micropython):
    chance = random.Random(3)
    frames = [bytes(768), b"\xff" * 768, chance.randbytes(768)]
    for many in (2, 5, 20, 63, 64, 65, 200):
        some_colours = [chance.randbytes(3) for _ in range(many)]
        for _ in range(5):
            frames.append(b"".join(chance.choice(some_colours) for _ in range(256)))
            changed = bytearray(frames[-1])
            for _ in range(chance.randrange(30)):
                changed[chance.randrange(768)] = chance.randrange(256)
            frames.append(bytes(changed))
    here = scripted([sys.executable], "frames", frames)
    assert here == scripted([micropython, "-X", "heapsize=112k"], "frames", frames)
    decoder, picture = Decoder(), Picture()
    for frame, lines in zip(frames, here.splitlines(), strict=True):
        for message in decoder.feed(lines.replace("|", "\n").encode()):
            picture.take(message)
        assert picture.rgb == frame


def typical():
    """Pictures like those of the games, each with one that follows it."""
    chance = random.Random(5)

    def game(cell, gap, across, kinds):
        rgb = bytearray(768)
        for x in range(16):
            for y in (0, 15):
                rgb[3 * (16 * y + x) : 3 * (16 * y + x) + 3] = bytes((0, 0, 60 if y else 0))
        for row in range(across):
            for column in range(across):
                colour = chance.choice(kinds)
                for x in range(cell):
                    for y in range(cell):
                        at = 16 * (1 + row * (cell + gap) + y) + 1 + column * (cell + gap) + x
                        rgb[3 * at : 3 * at + 3] = bytes(colour)
        return rgb

    four = [(200, 30, 0), (0, 90, 255), (0, 0, 0), (40, 40, 40)]
    eight = [*four, (250, 200, 0), (0, 160, 60), (120, 0, 120), (20, 10, 0)]
    for name, rgb in (
        ("quixo", game(2, 1, 5, four[:3])),
        ("lot", game(2, 0, 7, eight[:6])),
        ("olix", game(1, 0, 11, four)),
        ("lixso", game(1, 0, 9, eight)),
        ("xtiles", game(1, 0, 14, eight)),
    ):
        after = bytearray(rgb)
        for i in range(0, 768, 3):
            if bytes(rgb[i : i + 3]) == bytes(four[0]):
                after[i : i + 3] = bytes((100, 15, 0))  # one colour breathes
        moved = bytearray(rgb)
        for at in (17, 18, 33, 34):
            moved[3 * at : 3 * at + 3] = b"\x07\x08\x09"
        yield name, rgb, after, moved


def test_sizes_of_typical_frames(table, record_property):
    """At 115200 baud a byte takes 87 us: a game's whole picture stays below 40 ms."""
    table.client.frames()
    sizes = {}
    for name, rgb, breath, moved in typical():
        for what, picture in (("whole", rgb), ("breath", breath), ("back", rgb), ("move", moved)):
            if what == "whole":
                table.link._rgb = None
                table.client.frames()
                table.seen()
            before = len(table.pipe._to_host)
            table.link.send_frame(bytearray(picture))
            table.link.poll()
            sizes[name, what] = len(table.pipe._to_host) - before
            table.ticks(5)
            table.seen()
            assert table.client.picture.rgb == picture
    for (name, what), size in sizes.items():
        record_property(f"{name} {what}", size)
        print(f"{name:8}{what:8}{size:5} bytes {size * 10 / 115.2:6.1f} ms")
    assert max(size for (_, what), size in sizes.items() if what == "whole") < 460
    assert max(size for (_, what), size in sizes.items() if what == "move") < 60


def test_frames_come_only_when_asked_when_changed_and_not_too_often(table):
    rgb = bytearray(768)
    table.link.send_frame(rgb)
    table.ticks(20)
    assert table.seen() == []
    table.client.frames(every_ms=200)
    for i in range(100):
        rgb[0] = i
        table.link.send_frame(rgb)
        table.tick()
    frames = [m for m in table.seen() if m.kind == "frame"]
    assert 5 <= len(frames) <= 6
    table.ticks(30)
    assert len([m for m in table.seen() if m.kind == "frame"]) <= 1
    table.ticks(100)
    assert table.seen() == []
    assert table.client.picture.rgb == bytes(rgb)
    table.client.frames(False)
    rgb[5] = 1
    table.link.send_frame(rgb)
    table.ticks(30)
    assert [m for m in table.seen() if m.kind == "frame"] == []


def test_a_lost_frame_is_noticed_and_made_good(table):
    table.client.frames()
    rgb = bytearray(768)
    for i in range(60):
        rgb[3 * i] = 200
        table.link.send_frame(rgb)
        table.ticks(5)
        if i in (10, 11, 30):
            table.pipe.read()  # the line is gone
        table.seen()
        if i == 31:
            assert table.client.picture.lost
            table.client._asked_at -= 1  # as if half a second had passed
    table.ticks(10)
    table.seen()
    assert table.client.picture.rgb == bytes(rgb)


def test_a_board_that_starts_anew_is_watched_again(table):
    table.client.hello()
    table.client.frames()
    table.link = Link(table.pipe.board, table.actions)
    table.link.hello()
    table.seen()
    table.link.send_frame(bytearray(b"\x05" * 768))
    table.ticks(10)
    table.seen()
    assert table.client.picture.rgb == b"\x05" * 768


def test_a_host_that_never_reads_costs_lines_not_memory():
    table = Table(room=3000)
    table.pipe.write(encode(1, "frames", "on"))
    chance = random.Random(8)
    rgb = bytearray(768)
    for _ in range(500):
        rgb[:] = chance.randbytes(768)
        table.link.send_frame(rgb)
        table.link.tell("turn", "1")
        table.ticks(5)
    assert len(table.pipe._to_host) <= 3000
    assert table.link.unsent > 500
    table.seen()
    table.client.watching = True
    table.ticks(10)
    table.seen()
    table.ticks(30)
    table.seen()
    assert table.client.picture.rgb == bytes(rgb)


@given(some.binary(max_size=60))
def test_a_frame_of_nonsense_is_an_error_and_nothing_else(data):
    try:
        paint(bytearray(768), data)
    except ValueError as error:
        assert str(error)


# The port of a real board


class Ends:
    """A Port of the firmware on pipes, and the host's ends of them."""

    def __init__(self, **how):
        self.rig = Rig("lite")
        there, self.host_out = os.pipe()
        self.host_in, here = os.pipe()
        os.set_blocking(self.host_in, False)
        self.sink = os.fdopen(here, "wb", buffering=0)
        self.port = Port(os.fdopen(there, "rb", buffering=0), self.sink, **how)

    def arrived(self):
        try:
            return os.read(self.host_in, 100000)
        except BlockingIOError:
            return b""


def test_the_port_sends_no_faster_than_the_wire():
    ends = Ends()
    line = b"x" * 599 + b"\n"
    assert ends.port.write(line) is True
    sizes = []
    while len(sizes) < 100 and sum(sizes) < 600:
        ends.rig.board.clock.sleep_ms(5)
        assert ends.port.read() is None
        sizes.append(len(ends.arrived()))
    assert max(sizes) <= 120
    assert 10 <= len(sizes) <= 12


def test_the_port_takes_a_line_whole_or_not_at_all():
    ends = Ends(room=1000)
    got, wanted = b"", b""
    chance = random.Random(2)
    for i in range(400):
        line = b"%d " % i + b"y" * chance.randrange(1, 300) + b"\n"
        if ends.port.write(line):
            wanted += line
        ends.rig.board.clock.sleep_ms(chance.randrange(20))
        ends.port.read()
        got += ends.arrived()
    for _ in range(100):
        ends.rig.board.clock.sleep_ms(10)
        ends.port.read()
        got += ends.arrived()
    assert got == wanted
    assert len(wanted) > 1000


def test_the_port_reads_without_waiting_and_leaves_ctrl_c_alone():
    ends = Ends()
    assert ends.port.read() is None
    os.write(ends.host_out, b"z" * 100)
    assert (ends.port.read(), ends.port.read()) == (b"z" * 64, b"z" * 36)
    assert ends.port.read() is None
    os.write(ends.host_out, b"ab\x03cd")
    with pytest.raises(KeyboardInterrupt):
        ends.port.read()
    assert ends.port.read() == b"cd"
    os.close(ends.host_out)
    assert ends.port.read() is None
    assert ends.port.closed


def test_the_client_talks_over_a_socket(table):
    here, there = socket.socketpair()
    stop = threading.Event()

    class SocketPort:
        def read(self):
            try:
                return there.recv(64)
            except BlockingIOError:
                return None

        def write(self, line):
            there.send(line)

    there.setblocking(False)
    link = Link(SocketPort(), table.actions)

    def serve():
        while not stop.is_set():
            link.poll()
            time.sleep(0.001)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        client = Client(here)
        assert client.hello()["build"] == "lite"
        client.ask("tap", 8, 8)
        link.tell("turn", "2")
        assert client.wait_for("turn").text == "2"
    finally:
        stop.set()
        thread.join()
        here.close()
        there.close()


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_board_in_a_process_of_its_own(runtime, micropython):
    path = ":".join([".", "host", "tests/board"])
    board = [micropython, "-X", "heapsize=112k"]
    process = subprocess.Popen(
        [*({"cpython": [sys.executable], "micropython": board}[runtime]), "tests/board/link.py",
         "serve"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        env={**os.environ, "PYTHONPATH": path, "MICROPYPATH": path},
    )  # fmt: skip
    os.set_blocking(process.stdout.fileno(), False)

    class Both:
        read = staticmethod(lambda: process.stdout.read(4096))
        write = staticmethod(process.stdin.write)

    try:
        client = Client(Both())
        assert client.wait_for("hello").values()["build"] == "lite"
        client.hello()
        client.frames()
        client.ask("tap", 2, 3)
        client.ask("tap", 4, 5)
        with pytest.raises(Refused, match="not a number from 0 to 15"):
            client.ask("tap", 2, 16)
        assert client.fetch("x", have=b"?" * 7000)[7000:].endswith(b"main(*sys.argv[1:])\n")
        deadline = time.monotonic() + 5
        while client.picture.rgb[0] != 2 and time.monotonic() < deadline:
            list(client.messages(0.05))
        assert client.picture.rgb == b"\x02" + bytes(767)
        process.stdin.write(b"\x03")
        assert process.wait(5) != 0  # Ctrl-C has stopped it
    finally:
        process.kill()
        process.wait()


# The description


def test_the_description_names_every_verb():
    text = (ROOT / "firmware" / "LINK.md").read_text()
    for verb in (*VERBS, "hello", "frames"):
        assert f"`{verb}`" in text
    assert str(LONGEST_IN) in text
