"""The program of the virtual ESP32: the 32-bit MicroPython with the app from the flash image.

The chips of the board stay here and answer what sim/onboard/far.py asks, as in the simulator; but
their clock follows the wall clock, and stdin and stdout of the child are the serial port.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import struct
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from ludolux.compiled import compiled
from ludolux.sim import child
from ludolux.sim.onboard import far_kinds as far
from ludolux.virtual import machine

OWN_CODE = Path(__file__).parent / "onboard"
# What each chip has for Python objects: a plain ESP32, and an S3 with 8 MB of PSRAM.
HEAPS = {"esp32": 112 * 1024, "esp32s3": 8 << 20}
# What stands in for the interpreter's own C and ROM here: `machine`, the flash, the REPL, names.
OWN_HEAP = 28 * 1024
KEYBOARD, INTERRUPTED, RAW_AGAIN = 60, 3, 40  # as in onboard/vesp_main.py
MARK = b"\xfe<so, where were we>\xfe"
PATIENCE_S = 0.06  # a program that asks no chip for so long gets its Ctrl-C by signal
AHEAD_US = 2000
RECEIVED = 4096  # bytes that wait for a program; a chip has room for fewer


class Runtime(child.Child):
    """`start`, then `output` is readable; at its end `finish` says how to go on."""

    def __init__(self, chips: Any, partition: tuple[str, int, int], heap: int) -> None:
        super().__init__(chips, "", "", None, heap)
        self._code = compiled({"": OWN_CODE, "chips": child.OWN_CODE}, "x86")
        self._partition = [str(word) for word in partition]
        self._heap = heap
        self._interpreter = self._command[0]
        self._thread: threading.Thread | None = None
        self._pipes: list[int] = []
        self._serial: tuple[int, int] | None = None  # what has arrived and was not read yet
        self._over = threading.Event()
        self._fault = ""
        self._reset = False
        self._interruptible = False
        self._asked_at = 0.0
        self._held = b""  # what came after a Ctrl-C that has not interrupted yet
        self._feeding = threading.Lock()

    def start(self, mode: str) -> int:
        """Boot, `hard`, `soft` or `raw`; the descriptor of what it says on its serial port."""
        if mode == "hard" or self._serial is None:
            self._renew_serial()
        with self._feeding:
            self._reset = self._interruptible = False
            self._asked_at = 0.0
            held, self._held = self._held, b""
            self._to_stdin(held)
        self._over.clear()
        self._fault = ""
        assert self._serial is not None
        self._heard = bytearray()
        self._parts.clear()
        their_in, our_out = os.pipe()
        our_in, their_out = os.pipe()
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  closed in finish
        self._process = subprocess.Popen(
            [
                self._interpreter, "-X", f"heapsize={self._heap + OWN_HEAP}", "-m", "vesp_main",
                str(their_in), str(their_out), *self._partition, mode,
            ],
            cwd=self._code, env={"MICROPYPATH": f"{self._code}:{self._code / 'chips'}"},
            stdin=self._serial[0], stdout=subprocess.PIPE, stderr=self._said, bufsize=0,
            pass_fds=(their_in, their_out), start_new_session=True,
        )  # fmt: skip
        os.close(their_in)
        os.close(their_out)
        self._pipes = [our_in, our_out]
        self._offset = self._chips.clock.us - int(time.monotonic() * 1e6)
        self._thread = threading.Thread(target=self._answer_chips, name="chips", daemon=True)
        self._thread.start()
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def feed(self, data: bytes) -> None:
        """What arrives on the serial port. Ctrl-C interrupts a program, but is a sign for the
        REPL. What follows it is for whoever comes after the interrupted program."""
        with self._feeding:
            while data:
                if self._asked_at:
                    self._held += data.replace(b"\x03", b"")
                    return
                before, ctrl_c, data = data.partition(b"\x03")
                if before:
                    self._to_stdin(before)
                if ctrl_c and self._interruptible:
                    self._asked_at = time.monotonic()
                elif ctrl_c:
                    self._to_stdin(ctrl_c)

    def _renew_serial(self) -> None:
        """A reset forgets what has arrived; a soft reset does not."""
        self._close_serial()
        self._held = b""
        self._serial = os.pipe()
        os.set_blocking(self._serial[1], False)
        if hasattr(fcntl, "F_SETPIPE_SZ"):
            fcntl.fcntl(self._serial[1], fcntl.F_SETPIPE_SZ, RECEIVED)

    def _close_serial(self) -> None:
        for end in self._serial or ():
            os.close(end)
        self._serial = None

    def _to_stdin(self, data: bytes) -> None:
        """A program that does not read loses what comes then, as on a chip."""
        if self._serial is not None and data:
            with contextlib.suppress(BlockingIOError):
                os.write(self._serial[1], data)

    def _take_ctrl_c(self, interruptible: bool = False, by_signal: bool = False) -> bool:
        """Is there a Ctrl-C that waits, and may it interrupt? It is taken, and what came after it
        goes on its way. A signal leaves before the program can say that it is over."""
        with self._feeding:
            found = bool(self._asked_at) and self._interruptible
            self._asked_at, self._interruptible = 0.0, interruptible
            if found and by_signal and self._process is not None:
                self._process.send_signal(signal.SIGINT)
            held, self._held = self._held, b""
            self._to_stdin(held)
        return found

    def tick(self) -> None:
        """To be called now and then: a Ctrl-C that no answer could bring becomes a signal."""
        if self._asked_at and time.monotonic() > self._asked_at + PATIENCE_S:
            self._take_ctrl_c(by_signal=True)

    def stop(self) -> None:
        """Dead at once."""
        self.finish()
        self._close_serial()

    def finish(self) -> str:
        """How it ended: `soft` or `raw` for a soft reset, `hard` for a reset, or what it said."""
        process, self._process = self._process, None
        if process is None:
            return "hard"
        if not self._reset:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.2 if self._closing(process) else 0)
        self._over.set()
        process.kill()
        status = process.wait()
        if self._thread is not None:
            self._thread.join()
        for pipe in self._pipes:
            os.close(pipe)
        assert process.stdout is not None
        process.stdout.close()
        assert self._said is not None
        self._said.seek(0)
        said = self._said.read().decode(errors="replace").strip()
        self._said.close()
        self._said = None
        if self._reset:
            return "hard"
        if self._fault:
            return self._fault
        return {0: "soft", RAW_AGAIN: "raw"}.get(status, said or f"status {status}")

    @staticmethod
    def _closing(process: subprocess.Popen[bytes]) -> bool:
        """Has it closed its port? Then it is about to end by itself."""
        import select

        assert process.stdout is not None
        ready, _, _ = select.select([process.stdout], [], [], 0)
        return bool(ready)

    # In the thread of the chips

    def _answer_chips(self) -> None:
        """Whatever goes wrong here ends the program too: it would wait for ever."""
        try:
            self._serve_chips()
        except Exception as error:
            self._fault = f"{type(error).__name__}: {error}"
            if self._process is not None:
                self._process.kill()

    def _serve_chips(self) -> None:
        while True:
            try:
                kind, size = struct.unpack("<BH", self._take(3))
                data = self._take(size)
                if kind == KEYBOARD:
                    self._take_ctrl_c(bool(data[0]))
                    self._answer(b"")
                    continue
                self._keep_pace()
                answer = self._do(kind, data)
            except EOFError:
                return
            except Again:
                continue
            except machine.Reset:
                self._reset = True
                if self._process is not None:
                    self._process.kill()
                return
            except OSError as error:
                self._answer(bytes([error.args[0]]), far.FAILED)
            except ValueError as error:
                self._answer(str(error).encode(), far.REFUSED)
            else:
                if kind != far.SET:
                    self._answer(answer or b"")

    def _do(self, kind: int, data: bytes) -> bytes | None:
        if kind != far.ANEW:
            return super()._do(kind, data)
        with contextlib.suppress(SystemExit):  # the program leaves by itself, as on a chip
            machine.soft_reset()
        return None

    def _keep_pace(self) -> None:
        """The chips' time is that of the wall; who runs ahead of it waits."""
        machine.board = self._chips
        ahead = self._chips.clock.us - int(time.monotonic() * 1e6) - self._offset
        if ahead > AHEAD_US:
            self._over.wait(ahead / 1e6)
        elif ahead < 0:
            self._chips.clock.advance(-ahead)

    def _answer(self, data: bytes, status: int = 0) -> None:
        if not status and self._asked_at and self._take_ctrl_c():
            status = INTERRUPTED
        us = self._chips.clock.us
        head = struct.pack("<BHII", status, len(data), us & child.TICKS, us // 1000 & child.TICKS)
        with contextlib.suppress(BrokenPipeError):
            os.write(self._pipes[1], head + data)

    def _take(self, size: int) -> bytes:
        while len(self._heard) < size:
            more = os.read(self._pipes[0], 65536)
            if not more:
                raise EOFError
            self._heard += more
            if self._heard.endswith(MARK):  # a Ctrl-C cut something off: begin anew
                self._heard = bytearray()
                with contextlib.suppress(BrokenPipeError):
                    os.write(self._pipes[1], MARK)
                raise Again
        data = bytes(self._heard[:size])
        del self._heard[:size]
        return data


class Again(Exception):
    """What was being read will never be whole."""
