"""The simulated board: the firmware on virtual chips, for every face and every script.

    board = SimBoard(build="keys", folder="flash", seed=1)
    board.power(True)
    client = Client(board.stream, idle=lambda: board.advance(20))   # time as fast as it goes
    board.press(3, 4); board.advance(100); board.wire().rgb
    board.run()                                                     # or: by the wall clock

The same script and seed give the same frames to the byte, on both runtimes. `run` has a thread of
its own, which no viewer slows; every method may be called from any thread. A process can have one
board of the runtime `cpython` at a time, because the module `machine` is one.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludolux.boardsource import BoardSource, board_source
from ludolux.failure import Failure, sentence
from ludolux.sim.cable import Cable
from ludolux.sim.files import Flash
from ludolux.sim.fingers import Fingers
from ludolux.sim.inprocess import InProcess
from ludolux.sim.runtime import Died, Restarted, Runtime
from ludolux.virtual.board import Board

RUNTIMES = ("cpython", "micropython")
HEAP = 112 * 1024  # what a plain ESP32 has for Python objects
DARK = bytes(768)
LATE_US = 250_000  # after a pause the firmware's time catches up with at most this much
RESTARTS = 5  # one after the other without a single scan between them


@dataclass(frozen=True)
class Wire:
    """What lights the lights: red, green, blue row by row after map, gamma, brightness, limit."""

    rgb: bytes
    milliamps: int
    frames: int  # how many times light data was sent since the board was made


class PowerCut(BaseException):
    """The power went in the middle of a scan. The firmware cannot catch it."""


class SimBoard:
    """`state` is "off", "on" or "dead"; when it is dead, `trouble` says why in a sentence."""

    def __init__(
        self,
        build: str | None = None,
        mcu: str | None = None,
        folder: Path | str = ".",
        seed: int | None = None,
        runtime: str = "cpython",
        heap: int = HEAP,
        source: BoardSource | None = None,
    ) -> None:
        self.state = "off"
        self.trouble = ""
        self.stream = Cable()
        self.folder = Path(folder).absolute()
        self.source = source or board_source()
        # Chance on a board is the moment at which somebody does something: so is the seed here.
        start = (random.randrange(1 << 30) if seed is None else seed) * 7919 % (1 << 24)
        self.build = self.source.build(build)
        self.chips: Any = Board(self.source.data, self.build, mcu, start_us=start)
        self.runtime: Runtime = _runtime(
            runtime, self.chips, str(self.source.path), str(self.folder), self.stream.board, heap
        )
        self.fingers = Fingers(self.chips, lambda: self.runtime.cursor)
        self._flash = Flash(self.folder)
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._wire: Wire | None = None
        self._seen = 0
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._flash.hold()

    # Power

    def power(self, on: bool, after_ms: float = 0) -> None:
        """Switch on: the firmware boots from the folder. Off: it dies where it is, now or, with
        `after_ms`, so much later, in the middle of whatever it does then."""
        with self._lock:
            if after_ms and not on:
                self.chips.clock.alarm(self.chips.clock.us + int(1000 * after_ms), _cut)
            elif on and self.state != "on":
                self.trouble = ""
                self.chips.power_on()
                self.state = "on"
                self._boot()
            elif not on:
                self._off()
            self._look_again()

    def close(self) -> None:
        """Off for good; the folder is free for another board."""
        self.stop()
        with self._lock:
            self._off()
            self.runtime.close()
            self._flash.let_go()

    def __enter__(self) -> SimBoard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Time

    @property
    def now_ms(self) -> int:
        """The board's time; it goes on while the board is off."""
        return self.chips.clock.us // 1000

    def advance(self, ms: float) -> None:
        """Let so much of the board's time pass, as fast as it goes."""
        with self._lock:
            end = self.chips.clock.us + int(1000 * ms)
            while self.chips.clock.us < end:
                self._step(end)

    def settle(self, most_ms: float = 10_000) -> None:
        """Let time pass until the fingers have done what was asked of them."""
        with self._lock:
            end = self.chips.clock.us + int(1000 * most_ms)
            while self.fingers.busy and self.state == "on" and self.chips.clock.us < end:
                self._step(end)

    def run(self) -> None:
        """Follow the wall clock in a thread of its own, until `stop`."""
        if self._thread is None:
            self._stopping.clear()
            self._thread = threading.Thread(target=self._live, name="board", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Time stands still again."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._stopping.set()
            thread.join()

    @property
    def running(self) -> bool:
        return self._thread is not None

    # What people see and do

    def wire(self) -> Wire:
        """What the lights show now."""
        with self._lock:
            if self._wire is None:
                if self.state == "off":
                    self._wire = Wire(DARK, 0, self.chips.frames)
                else:
                    chips = self.chips
                    self._wire = Wire(chips.lights(), chips.milliamps, chips.frames)
            return self._wire

    def wait_for_change(self, seen: Wire | None, timeout: float) -> Wire:
        """The lights as soon as they differ from `seen`, or after the time. While `run` runs."""
        with self._changed:
            self._changed.wait_for(lambda: self.wire() != seen, timeout)
            return self.wire()

    @property
    def wires(self) -> int:
        """How many times light data is sent for one frame: each tile has its own."""
        return max(1, len(self.chips.tiles))

    @property
    def silence(self) -> str:
        """Why the board says nothing on its link, as a sentence; "" when nothing prevents it."""
        if self.state == "off":
            return "The power is off."
        if self.state == "dead":
            return sentence(self.trouble)
        return "" if self.stream.plugged else "The link is unplugged; the board goes on."

    def press(self, x: int, y: int) -> None:
        """A finger on the switch of a cell; ValueError where there is none. On `lite`, which has
        none, it walks the cursor there and holds OK: that takes its time."""
        self._do(lambda: self.fingers.cell(x, y, True))

    def release(self, x: int, y: int) -> None:
        self._do(lambda: self.fingers.cell(x, y, False))

    def button(self, signal: str, down: bool = True) -> None:
        """A push button, named as its signal in board.json: BTN_MENU, BTN_OK, BTN_UP …"""
        self._do(lambda: self.fingers.button(signal, down))

    def unplug(self) -> None:
        """Pull the cable of the link. The board has its own supply and goes on."""
        self._do(self.stream.unplug)

    def plug(self) -> None:
        self._do(self.stream.plug)

    def fault(self, kind: str, *where: int | str, **how: int) -> None:
        """Break something, as virtual/faults.py lists; ValueError says what is wrong with that."""

        def break_it() -> None:
            try:
                self.chips.fault(kind, *where, **how)
            except (TypeError, IndexError, KeyError, AttributeError):
                raise ValueError(
                    f"the fault {kind} cannot be at {' '.join(map(str, where)) or 'no place'}; "
                    "host/ludolux/virtual/faults.py says what each kind needs"
                ) from None

        self._do(break_it)

    def mend(self) -> None:
        """Everything is whole again."""
        self._do(self.chips.mend)

    @property
    def complaints(self) -> list[str]:
        """What the firmware did that the chips' data sheets forbid, as sentences."""
        return list(self.chips.flags.raised)

    def _do(self, act: Callable[[], object]) -> None:
        with self._lock:
            act()
            self._look_again()

    # Life

    def _step(self, end_us: int) -> None:
        """One scan, or, while nothing runs, the time until then."""
        if self.state != "on":
            try:
                self.chips.clock.advance(end_us - self.chips.clock.us)
            except (PowerCut, _reset()):
                pass
            return
        self.fingers.work()
        self._guard(self.runtime.step)
        if self.chips.frames != self._seen:
            self._seen = self.chips.frames
            self._look_again()

    def _boot(self) -> None:
        for _ in range(RESTARTS):
            if self._guard(self.runtime.power_on):
                return
        self._die("The board starts anew again and again: its supply gives in at once.")

    def _guard(self, act: Callable[[], object]) -> bool:
        """Do it; what can end a firmware ends it here. True when there is no reason to boot."""
        try:
            act()
        except PowerCut:
            self._off()
        except Restarted:
            self.runtime.power_off()
            if act == self.runtime.power_on:
                return False
            self._boot()
        except Died as why:
            self._die(str(why))
        return True

    def _die(self, why: str) -> None:
        self.runtime.power_off()
        self.state = "dead"
        self.trouble = why
        self._look_again()

    def _off(self) -> None:
        self.runtime.power_off()
        self.fingers.let_go()
        self.stream.forget()
        self.state = "off"
        self._look_again()

    def _look_again(self) -> None:
        self._wire = None
        self._changed.notify_all()

    def _live(self) -> None:
        clock = self.chips.clock
        offset = clock.us - int(time.monotonic() * 1e6)
        while not self._stopping.is_set():
            now = int(time.monotonic() * 1e6) + offset
            with self._lock:
                if now - clock.us > LATE_US:
                    offset -= now - clock.us - LATE_US
                    now = clock.us + LATE_US
                if clock.us <= now:
                    self._step(max(now, clock.us + 10_000))
            early = clock.us - int(time.monotonic() * 1e6) - offset
            # Even while it catches up, whoever wants to press a key gets a turn.
            time.sleep(max(early, 0) / 1e6)


def _cut() -> None:
    raise PowerCut


def _reset() -> type[BaseException]:
    from ludolux.virtual import machine

    return machine.Reset


def _runtime(name: str, chips: Any, source: str, folder: str, port: Any, heap: int) -> Runtime:
    if name == "cpython":
        return InProcess(chips, source, folder, port)
    if name == "micropython":
        from ludolux.sim.child import Child

        return Child(chips, source, folder, port, heap)
    raise Failure(f"there is no runtime {name!r}", f"the runtimes are {', '.join(RUNTIMES)}")
