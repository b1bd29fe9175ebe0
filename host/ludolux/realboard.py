"""A board at a port, behind the interface of a simulated one: the page and the terminal show it.

Its lights are the frames that the link tells, brought onto the wire's scale by the gamma that the
page takes off again. What only a simulation can do (power, faults) is refused in a sentence.
"""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

from ludolux.boardsource import board_source
from ludolux.failure import Failure
from ludolux.linkclient import DARK, Decoder, LinkError, Picture, encode
from ludolux.ports import Gone, open_port
from ludolux.sim.board import Wire
from ludolux.trouble import trouble

FIRST = 70000  # our request numbers, away from those of the client on the same stream
RETRY_S = 1.0


class Tap:
    """The port as a stream for a Client; on the way it follows the pictures, and asks for them."""

    def __init__(self, port: str) -> None:
        self._port = port
        self._serial: Any = open_port(port)
        self._lock = threading.Lock()
        self._decoder = Decoder()
        self._number = FIRST
        self._asked_at = 0.0
        self._tried_at = 0.0
        self.picture = Picture()
        self.changed = threading.Condition()
        self.frames = 0
        self.milliamps = 0
        self.hello: dict[str, str] = {}

    @property
    def plugged(self) -> bool:
        return self._serial is not None

    def read(self) -> bytes:
        """What has come. A port that is gone is looked for again and again."""
        try:
            stream = self._serial or self._open_again()
            data = stream.read(stream.in_waiting or 0)
        except Gone:
            self._close()
            raise LinkError("The board is unplugged.") from None
        for message in self._decoder.feed(data):
            self._follow(message)
        return data

    def _follow(self, message: Any) -> None:
        if self.picture.take(message):
            with self.changed:
                self.frames += 1
                self.changed.notify_all()
        if message.kind == "hello":
            self.hello = message.values()
        if message.kind == "health":
            self.milliamps = int(message.values().get("ma", 0))
        now = time.monotonic()
        if message.kind == "hello" or self.picture.lost and now > self._asked_at + 0.5:
            self._asked_at = now
            self.send("frames", "on")

    def write(self, data: bytes) -> None:
        try:
            with self._lock:
                if self._serial is not None:
                    self._serial.write(data)
        except Gone:
            self._close()
            raise LinkError("The board is unplugged.") from None

    def send(self, verb: str, *words: object) -> None:
        """A request of our own; its answer is nobody's business."""
        self._number = FIRST + (self._number + 1 - FIRST) % 20000
        self.write(encode(self._number, verb, *words))

    def close(self) -> None:
        self._close()

    def _close(self) -> None:
        with self._lock:
            stream, self._serial = self._serial, None
        if stream is not None:
            try:
                stream.close()
            except Gone:
                return

    def _open_again(self) -> Any:
        now = time.monotonic()
        if now < self._tried_at + RETRY_S:
            raise OSError
        self._tried_at = now
        try:
            self._serial = open_port(self._port)
        except Failure:
            raise OSError from None
        return self._serial


class RealBoard:
    """What sim/web and sim/terminal ask of a board."""

    state, trouble, complaints, wires = "on", "", (), 1

    def __init__(self, port: str, patience: float = 8.0) -> None:
        self.stream = Tap(port)
        deadline = time.monotonic() + patience
        asked = 0.0
        while not self.stream.hello:
            if time.monotonic() > deadline:
                self.stream.close()
                raise trouble("not-running", port=port)
            if time.monotonic() > asked + 0.5:
                asked = time.monotonic()
                self.stream.send("hello", 1)
            try:
                self.stream.read()
            except LinkError:
                raise trouble("not-running", port=port) from None
            time.sleep(0.01)
        self.build = self.stream.hello.get("build", "keys")
        self.chips = SimpleNamespace(mcu=self.stream.hello.get("mcu", ""))
        self.runtime = SimpleNamespace(name="board")
        self.fingers = SimpleNamespace(busy=False)
        self.source = board_source()
        gamma = self.source.gamma(self.build)
        self._bend = bytes(round(255 * (value / 255) ** gamma) for value in range(256))

    @property
    def silence(self) -> str:
        """Why the board says nothing, as a sentence; "" when nothing prevents it."""
        return "" if self.stream.plugged else "The board is unplugged; it is looked for."

    def wire(self) -> Wire:
        tap = self.stream
        rgb = tap.picture.rgb if tap.picture.rgb != DARK else DARK
        return Wire(bytes(rgb).translate(self._bend), tap.milliamps, tap.frames)

    def wait_for_change(self, seen: Wire | None, timeout: float) -> Wire:
        with self.stream.changed:
            self.stream.changed.wait_for(lambda: self.wire() != seen, timeout)
        return self.wire()

    def press(self, x: int, y: int) -> None:
        self._send("press", x, y)

    def release(self, x: int, y: int) -> None:
        self._send("release", x, y)

    def _send(self, verb: str, *words: object) -> None:
        try:
            self.stream.send(verb, *words)
        except LinkError as error:
            raise ValueError(str(error)) from None

    def close(self) -> None:
        self.stream.close()

    def button(self, signal: str, down: bool = True) -> None:
        raise ValueError("the buttons of a real board are pressed by hand; click on its lights")

    def power(self, on: bool, after_ms: float = 0) -> None:
        raise ValueError("a real board is switched at its own supply")

    def plug(self) -> None:
        raise ValueError("a real cable is plugged by hand")

    unplug = plug

    def fault(self, kind: str, *where: int | str, **how: int) -> None:
        raise ValueError("only a simulated board can be broken from here")

    def mend(self) -> None:
        raise ValueError("only a simulated board can be mended from here")
