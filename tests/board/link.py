"""The link as a transcript: requests, damage, frames, a slow host. The same on every interpreter.

Prints every byte that the board sends. `frames` as first word: reads pictures as hex lines from
stdin instead and prints the lines that carry them. `feed`: reads hex lines of anything and prints
what comes back, with the counts. `memory`: proves that idle polls allocate nothing. `serve`: is a
board on stdin and stdout, with the port of a real one, until stdin ends.
"""

import gc
import sys

from rig import BOARD_JSON, Board

board = Board(BOARD_JSON, "lite", "esp32").switch_on()

from firmware import link as protocol  # noqa: E402
from firmware.lines import checksum, piece  # noqa: E402
from firmware.link import Link, cell, number  # noqa: E402


class Port:
    def __init__(self, room=100000):
        self.incoming = b""
        self.lines = []
        self.room = room

    def read(self):
        data, self.incoming = self.incoming[:64], self.incoming[64:]
        return data or None

    def write(self, line):
        if sum([len(waiting) for waiting in self.lines]) + len(line) > self.room:
            return False
        self.lines.append(line)
        return True


class Actions:
    def __init__(self):
        self.link = None
        self.done = []

    def about(self):
        return "firmware=0.1 rules=1 build=lite mcu=esp32 name=ludolux-16"

    def tap(self, words):
        x, y = cell(words)
        self.done.append((x, y))
        self.link.tell("key", "%d %d down" % (x, y))
        self.link.tell("key", "%d %d up" % (x, y))

    def move(self, words):
        if words != ["c1c5"]:
            raise ValueError(
                "The cube at %s may not be taken: it shows the other sign." % words[0]
            )
        return "c1c5"

    def clock(self, words):
        return str(number(words[0], 0, 1 << 29, "The time"))

    def set(self, words):
        return "|".join(words)

    def view(self, words):
        return [][0]

    def journal(self, words):
        return piece(__file__, int(words[1]), int(words[2]))

    def health(self, words):
        return "ü~^% " * 300


def line(text):
    body = text.encode()
    return b"^" + body + b" *" + checksum(body) + b"\n"


def setup(room=100000):
    port, actions = Port(room), Actions()
    link = Link(port, actions)
    actions.link = link
    return link, port


def feed(link, port, data):
    port.incoming += data
    while port.incoming:
        link.poll()
    show(port)


def show(port):
    for sent in port.lines:
        print("  ", sent)
    port.lines.clear()


def counts(link):
    print(
        "skipped %d damaged %d refused %d unsent %d"
        % (link.skipped, link.damaged, link.refused, link.unsent)
    )


def requests():
    link, port = setup()
    link.hello()
    for text in (
        "1 hello 1",
        "2 tap 3 4",
        "2 tap 3 4",
        "3 tap 3 4",
        "4 tap 3 16",
        "5 tap",
        "6 tap x 1",
        "7 move c1c5",
        "8 move a1",
        "9 dance",
        "10 about",
        "11 _write x",
        "12 reboot",
        "13 view",
        "14 set name a%20b%7E%C3%BC",
        "15 set %zz",
        "16 set %C3",
        "17 clock 99999999999",
        "18 journal x 0 40",
        "19 journal x 100000 40",
        "20 health",
        "21 frames",
        "22 frames on 1",
        "23 frames on",
        "24 frames off",
        "-1 hello",
        "hello",
        "",
        "25",
        "1 hello 1",
        "26  tap  1  2 ",
        "999999999999 tap 1 2",
        "27 tap 1 2 3",
    ):
        print(text)
        feed(link, port, line(text))
    counts(link)
    print(link._actions.done)


def damage():
    good = line("5 tap 1 2")
    for data in (
        b"",
        b"\n\n\r\n",
        b"rst:0x1 (POWERON_RESET)\r\n",
        b">>> import x\n" + good,
        b"garbage" + good,
        good[:-4] + b"0000\n",
        good[:7] + good,
        good[:-1] + good,
        good[:7] + b"\n" + good,
        b"^" * 9 + good,
        b"^" + b"x" * 300 + b"\n" + good,
        bytes(range(4, 256)) + good,
        b"^\n" + good,
        b"^ *0000\n",
        good.replace(b"\n", b"\r\n"),
        good.replace(b" ", b"\t"),
        b'Traceback (most recent call last):\n  File "<stdin>", line 1\n' + good + good,
    ):
        link, port = setup()
        print(data[:40], len(data))
        feed(link, port, data)
        counts(link)
    # Byte by byte, and cut anywhere: the line after a cut one is obeyed.
    link, port = setup()
    for cut in range(len(good)):
        link._answered = None
        for i in range(cut):
            port.incoming = good[i : i + 1]
            link.poll()
        port.incoming = good
        while port.incoming:
            link.poll()
        if link._actions.done.pop() != (1, 2) or link._actions.done:
            print("FAILED cut at", cut)
    counts(link)


def slow_host():
    link, port = setup(room=200)
    for i in range(20):
        link.tell("turn", str(i))
    show(port)
    counts(link)
    rgb = bytearray(768)
    feed(link, port, line("1 frames on"))
    link.send_frame(rgb)
    rgb[0] = 255
    board.clock.sleep_ms(50)
    port.lines.append(b"x" * 199)
    link.send_frame(rgb)
    port.lines.clear()
    board.clock.sleep_ms(50)
    link.poll()
    show(port)
    counts(link)


def frames():
    link, port = setup()
    feed(link, port, line("1 frames on 100"))
    rgb = bytearray(768)
    for step in range(12):
        for i in range(256):
            rgb[3 * i] = (i * step) % 256
            rgb[3 * i + 1] = 20 * (i % 7)
            rgb[3 * i + 2] = step if i % 16 == step else 0
        link.send_frame(rgb)
        for _ in range(4):
            board.clock.sleep_ms(20)
            link.poll()
        print(step, len(port.lines))
        show(port)


def pictures():
    """Each line of stdin a picture; in return the lines that bring it across."""
    link, port = setup()
    port.incoming = line("1 frames on")
    link.poll()
    link.poll()
    port.lines.clear()
    rgb = bytearray(768)
    for text in sys.stdin:
        rgb[:] = bytes([int(text[i : i + 2], 16) for i in range(0, 1536, 2)])
        board.clock.sleep_ms(40)
        link.send_frame(rgb)
        for _ in range(5):
            link.poll()
        print("".join([sent.decode().replace("\n", "|") for sent in port.lines]))
        port.lines.clear()


def anything():
    for text in sys.stdin:
        link, port = setup(2000)
        feed(link, port, bytes([int(text[i : i + 2], 16) for i in range(0, len(text) - 1, 2)]))
        counts(link)


class Silent:
    """A port at rest; no list, no slice."""

    def read(self):
        return None

    def write(self, sent):
        return True


def memory():
    import micropython

    from firmware.port import Port as RealPort

    gc.collect()
    before = gc.mem_alloc()
    link = Link(Silent(), Actions())
    gc.collect()
    print("a link takes less than 3000 bytes:", gc.mem_alloc() - before < 3000)
    before = gc.mem_alloc()
    port = RealPort()
    gc.collect()
    print("a port takes less than 2500 bytes:", gc.mem_alloc() - before < 2500)
    rgb = bytearray(768)
    link._obey("frames", ["on"])
    link.send_frame(rgb)
    board.clock.sleep_ms(100)
    link.poll()
    port.read()
    ticks = protocol.clock
    # The virtual clock itself allocates; a constant stands in for it while the heap is locked.
    ticks.ticks_ms = lambda: 1
    ticks.ticks_diff = lambda one, other: 1000
    micropython.heap_lock()
    try:
        for _ in range(3):
            link.poll()
            link.send_frame(rgb)
            port.read()
        micropython.heap_unlock()
        print("idle polls allocate nothing")
    except MemoryError:
        micropython.heap_unlock()
        print("idle polls allocate")


def serve():
    from firmware.port import Port as RealPort

    port, actions = RealPort(), Actions()
    link = actions.link = Link(port, actions)
    print("rst:0x1 (POWERON_RESET)")
    link.hello()
    rgb = bytearray(768)
    while not port.closed:
        board.clock.sleep_ms(10)
        rgb[0] = len(actions.done)
        link.send_frame(rgb)
        link.poll()


def main(what="all"):
    if what == "all":
        for part in (requests, damage, slow_host, frames):
            print("== " + part.__name__)
            part()
    else:
        {"frames": pictures, "feed": anything, "memory": memory, "serve": serve}[what]()


main(*sys.argv[1:])
