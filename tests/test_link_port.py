"""The link at its two ends: the serial port of a real board, and the host's client."""

import os
import random
import socket
import subprocess
import sys
import threading
import time

import pytest
from exams import Rig
from link_table import ROOT, Table
from ludolux.linkclient import (
    Client,
    Refused,
)

from firmware.link import Link
from firmware.port import Port


@pytest.fixture
def table():
    return Table()


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
