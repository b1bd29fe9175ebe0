"""The host's end of the link that firmware/LINK.md describes: lines, pictures, questions.

    client = Client(stream)            # a serial port, a socket, a pty, a Pipe to a board in here
    print(client.hello())              # {'protocol': '1', 'firmware': …}
    client.ask("tap", 3, 4)            # the board's answer; Refused is its "no" with the sentence
    for message in client.messages(1.0): …

`Decoder` and `Picture` are the pure parts: bytes in, messages and pictures out.
"""

from __future__ import annotations

import select
import threading
import time
from binascii import a2b_base64, crc32
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from os import read as read_fd
from os import write as write_fd
from typing import Any

PROTOCOL = 1
LONGEST = 1000  # no line of a board is that long: what is, was none
PLAIN = frozenset(range(32, 126)) - set(b"%^~")
SIGNS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
VALUES = {sign: value for value, sign in enumerate(SIGNS)}
DARK = bytes(768)


class LinkError(Exception):
    """The link failed; the text is a sentence for the person at the other end."""


class Refused(LinkError):
    """The board said no; the text is its sentence."""


class NoAnswer(LinkError):
    """Nothing came back in time."""


@dataclass(frozen=True)
class Message:
    """One line. Kind "" is what else came: a traceback, the REPL, the boot loader."""

    kind: str
    text: str = ""
    words: tuple[str, ...] = field(default=(), compare=False)

    def values(self) -> dict[str, str]:
        """The words that read name=value."""
        return dict(word.split("=", 1) for word in self.words if "=" in word)


def escape(text: str, spaces: bool = False) -> str:
    return "".join(
        chr(byte) if byte in PLAIN and not (spaces and byte == 32) else f"%{byte:02X}"
        for byte in text.encode()
    )


def unescape(text: str) -> str:
    first, *rest = text.split("%")
    data = first.encode()
    for part in rest:
        data += bytes.fromhex(part[:2]) + part[2:].encode()
    return data.decode(errors="replace")


def checksum(body: bytes) -> bytes:
    return b"%04x" % (crc32(body) & 0xFFFF)


def encode(number: int, verb: str, *words: object) -> bytes:
    """A request as it goes down the wire. A word may hold anything, spaces too."""
    parts = [str(number), verb, *(escape(str(word), spaces=True) for word in words)]
    body = " ".join(parts).encode("ascii")
    return b"^" + body + b" *" + checksum(body) + b"\n"


class Decoder:
    """Finds the lines of the link in whatever comes; remembers at most one line."""

    def __init__(self) -> None:
        self.damaged = 0
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[Message]:
        found = []
        for byte in data:
            if byte == 10 or byte == 126 or len(self._rest) > LONGEST:
                found += self._read(bytes(self._rest), ended=byte == 10)
                self._rest.clear()
            if byte != 10:
                self._rest.append(byte)
        return found

    def _read(self, line: bytes, ended: bool) -> list[Message]:
        line = line.rstrip(b"\r")
        if not line:
            return []
        if line[:1] != b"~":
            return [Message("", line.decode(errors="replace"))]
        body, star, check = line[1:-6], line[-6:-4], line[-4:]
        if not ended or star != b" *" or check != checksum(body):
            self.damaged += 1
            return [Message("", line.decode(errors="replace"))]
        try:
            kind, _, text = body.decode("ascii").partition(" ")
            words = tuple(unescape(word) for word in text.split())
            return [Message(kind, unescape(text), words)]
        except ValueError:
            self.damaged += 1
            return [Message("", line.decode(errors="replace"))]


class Picture:
    """The lights as the board shows them, from its frame messages."""

    def __init__(self) -> None:
        self.rgb = DARK
        self.lost = False  # a frame is missing: ask for `frames on` again
        self._next = bytearray(768)
        self._number: str | None = None

    def take(self, message: Message) -> bool:
        """Follows a message; True when there is a new picture in `rgb`."""
        if message.kind not in ("frame", "part"):
            return False
        number, base, *data = (*message.words, "", "")
        if base == "-":
            self._next[:] = DARK
            self.lost = False
        elif base != self._number or self.lost:
            self.lost = True
            return False
        try:
            paint(self._next, data[0].encode())
        except ValueError:
            self.lost = True
            return False
        self._number = number
        if message.kind == "part":
            return False
        self.rgb = bytes(self._next)
        return True


def paint(rgb: bytearray, data: bytes) -> None:
    """Changes a picture as the signs of a frame say; ValueError if they make no sense."""
    cell = 0
    colours: list[bytes] = []
    signs = iter(data)
    try:
        for sign in signs:
            value = VALUES[sign]
            if value < 32:
                cell += value + 1
                continue
            if value < 48:
                a, b, c, d = (VALUES[next(signs)] for _ in range(4))
                colour = (a << 18 | b << 12 | c << 6 | d).to_bytes(3, "big")
                if len(colours) < 64:
                    colours.append(colour)
            else:
                colour = colours[VALUES[next(signs)]]
            count = value % 16 + 1
            if cell + count > 256:
                raise ValueError("the frame has more than 256 lights")
            rgb[3 * cell : 3 * (cell + count)] = colour * count
            cell += count
    except (KeyError, IndexError, StopIteration, RuntimeError):
        raise ValueError("the frame breaks off or has a strange sign") from None


class Pipe:
    """A board in this very process: `board` is its port, the pipe itself the host's stream.

    Both directions are bounded: a host that does not read costs the board lines, never time.
    """

    def __init__(self, room: int = 65536) -> None:
        self._lock = threading.Lock()
        self._room = room
        self._to_host = bytearray()
        self._to_board = bytearray()
        self.board = _BoardEnd(self)

    def read(self) -> bytes:
        return self._empty(self._to_host)

    def write(self, data: bytes) -> None:
        with self._lock:
            self._to_board += data[: self._room - len(self._to_board)]

    def _empty(self, queue: bytearray, most: int = 1 << 20) -> bytes:
        with self._lock:
            data = bytes(queue[:most])
            del queue[:most]
            return data


class _BoardEnd:
    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe

    def read(self) -> bytes | None:
        return self._pipe._empty(self._pipe._to_board, 256) or None

    def unread(self, data: bytes) -> None:
        """Put back what was read: it comes first next time."""
        with self._pipe._lock:
            self._pipe._to_board[:0] = data

    def write(self, line: bytes) -> bool:
        pipe = self._pipe
        with pipe._lock:
            if len(pipe._to_host) + len(line) > pipe._room:
                return False
            pipe._to_host += line
            return True


class Client:
    """Asks and listens over a stream: a serial port, a socket, a file with a descriptor, a Pipe.

    `idle` is called while nothing comes; a board that runs in this thread is moved on there.
    """

    def __init__(self, stream: Any, idle: Callable[[], object] | None = None) -> None:
        self.decoder = Decoder()
        self.picture = Picture()
        self.watching = False
        self._stream = stream
        self._idle = idle
        self._number = 0
        self._asked_at = 0.0
        self._waiting: list[Message] = []

    def hello(self, timeout: float = 3.0) -> dict[str, str]:
        """Begins a session; who is there. A board of a newer protocol is refused."""
        deadline = time.monotonic() + timeout
        self.watching = False
        while True:
            try:
                self.ask("hello", PROTOCOL, timeout=0.5)
                break
            except NoAnswer:
                if time.monotonic() >= deadline:
                    raise
        found = [message for message in self._waiting if message.kind == "hello"]
        if not found:
            raise NoAnswer("The board answers but does not say who it is. Try again.")
        protocol = found[-1].words[0] if found[-1].words else "?"
        if protocol != str(PROTOCOL):
            raise LinkError(
                f"The board speaks version {protocol} of the link and this program version "
                f"{PROTOCOL}. Bring both to the same release."
            )
        return {"protocol": protocol, **found[-1].values()}

    def ask(self, verb: str, *words: object, timeout: float = 2.0, tries: int = 1) -> str:
        """Sends a request and waits for its answer; what else comes is kept for messages().

        With more tries the same line goes out again: the board obeys it only once.
        """
        self._number = self._number % 99999 + 1
        number = str(self._number)
        line = encode(self._number, verb, *words)
        for _ in range(tries):
            self._send(line)
            deadline = time.monotonic() + timeout
            while True:
                answer = None
                for message in self._receive():
                    if message.kind in ("ok", "no") and message.words[:1] == (number,):
                        answer = message
                    else:
                        self._keep(message)
                if answer is not None:
                    text = answer.text.partition(" ")[2]
                    if answer.kind == "no":
                        raise Refused(text)
                    return text
                if time.monotonic() >= deadline:
                    break
        raise NoAnswer(f'The board did not answer "{verb}" within {timeout * tries:g} s.')

    def frames(self, on: bool = True, every_ms: int | None = None) -> None:
        self.watching = on
        self.ask("frames", "on" if on else "off", *([] if every_ms is None else [every_ms]))

    def messages(self, timeout: float = 0.0) -> Iterator[Message]:
        """All that has come and comes within the time. Pictures are followed on the way."""
        deadline = time.monotonic() + timeout
        while True:
            for message in self._receive():
                self._keep(message)
            while self._waiting:
                yield self._waiting.pop(0)
            if time.monotonic() >= deadline:
                return

    def wait_for(self, kind: str, timeout: float = 5.0) -> Message:
        """The next message of a kind; those before it are gone."""
        for message in self.messages(timeout):
            if message.kind == kind:
                return message
        raise NoAnswer(f'The board said no "{kind}" within {timeout:g} s.')

    def journals(self) -> dict[str, int]:
        """The journals on the board and their sizes."""
        found: dict[str, int] = {}
        while True:
            total, *rest = self.ask("journals", len(found), tries=3).split()
            pairs = zip(rest[::2], rest[1::2], strict=True)
            found |= {unescape(name): int(size) for name, size in pairs}
            if len(found) >= int(total) or not rest:
                return found

    def fetch(
        self, name: str, have: bytes = b"", progress: Callable[[int, int], object] | None = None
    ) -> bytes:
        """A journal, whole; `have` is what an earlier try already got of it."""
        data = have
        while True:
            part, size = self.piece(name, len(data))
            data += part
            if progress is not None:
                progress(len(data), size)
            if len(data) >= size:
                return data
            if not part:
                raise LinkError(f"{name} ends early on the board. Fetch it again.")

    def piece(self, name: str, at: int, length: int = 192) -> tuple[bytes, int]:
        """Some bytes of a journal from there on, checked, and the size of the whole."""
        offset, size, crc, *text = self.ask("journal", name, at, length, tries=3).split()
        part = a2b_base64(text[0]) if text else b""
        if int(offset) != at or crc32(part) != int(crc, 16):
            raise LinkError(f"A piece of {name} arrived damaged. Fetch it again.")
        return part, int(size)

    def _keep(self, message: Message) -> None:
        self.picture.take(message)
        restarted = message.kind == "hello"
        if self.watching and (self.picture.lost or restarted):
            now = time.monotonic()
            if restarted or now >= self._asked_at + 0.5:
                self._asked_at = now
                self._number = self._number % 99999 + 1
                self._send(encode(self._number, "frames", "on"))  # its answer comes by and by
        self._waiting.append(message)
        del self._waiting[:-10000]

    def _receive(self) -> list[Message]:
        data = self._read()
        if not data:
            if self._idle is None:
                time.sleep(0.001)
            else:
                self._idle()
        return self.decoder.feed(data)

    def _read(self) -> bytes:
        """What is there now, perhaps nothing, after waiting a moment at most."""
        stream = self._stream
        if hasattr(stream, "in_waiting"):  # pyserial
            return stream.read(stream.in_waiting) if stream.in_waiting else b""
        if hasattr(stream, "fileno"):
            if not select.select([stream], [], [], 0.01)[0]:
                return b""
            receive = getattr(stream, "recv", None) or partial(read_fd, stream.fileno())
            data = receive(4096)
            if not data:
                raise LinkError("The board closed the connection. Is it still plugged in?")
            return data
        return stream.read() or b""

    def _send(self, line: bytes) -> None:
        stream = self._stream
        if hasattr(stream, "sendall"):
            stream.sendall(line)
        elif hasattr(stream, "fileno") and not hasattr(stream, "in_waiting"):
            while line:
                line = line[write_fd(stream.fileno(), line) :]
        else:
            stream.write(line)
