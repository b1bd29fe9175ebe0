"""The runtime `micropython`: the compiled firmware in the real 32-bit interpreter, as a child.

Its heap is the firmware's: the chips stay here and answer over the child's stdin and stdout, what
onboard/far.py asks. Time is the chips' clock, so whoever is slow, the frames are the same.
"""

from __future__ import annotations

import contextlib
import os
import select
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import IO, Any

from ludolux.compiled import PACKAGES, compiled
from ludolux.failure import Failure
from ludolux.interpreter import Problem, find
from ludolux.sim.onboard import far_kinds as far
from ludolux.sim.runtime import Died, Restarted
from ludolux.virtual import machine

OWN_CODE = Path(__file__).parent / "onboard"
# What the far `machine` takes of the heap; on an ESP32 it is in the interpreter itself.
OWN_HEAP = 8 * 1024
SILENCE_S = 20
TICKS = (1 << 30) - 1


class Child:
    """A Runtime; see runtime.py."""

    name = "micropython"

    def __init__(
        self, chips: Any, board_json: str, folder: str, port: Any, heap: int, arch: str = "x86"
    ) -> None:
        self._chips = chips
        self._port = port
        self.cursor: tuple[int, int] | None = None
        try:
            command = find()
        except Problem as problem:
            raise Failure(str(problem), status=1) from None
        self._code = compiled({**PACKAGES, "": OWN_CODE}, arch)
        self._command = [
            command, "-X", f"heapsize={heap + OWN_HEAP}", "-m", "far_main",
            board_json, folder, chips.build, chips.mcu,
        ]  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] | None = None
        self._heard = bytearray()
        self._parts: dict[int, Any] = {}

    def power_on(self) -> None:
        self.power_off()
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  closed in power_off
        self._process = subprocess.Popen(
            self._command, cwd=self._code, env={"MICROPYPATH": str(self._code)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said, bufsize=0,
            start_new_session=True,
        )  # fmt: skip
        self._serve()

    def power_off(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
        if self._said is not None:
            self._said.close()
            self._said = None
        self._heard.clear()
        self._parts.clear()

    def step(self) -> None:
        self._answer(self._port.read() or b"")
        self._serve()
        try:
            self._chips.clock.sleep_ms(self._chips.timing["scan_ms"])
        except (machine.Reset, SystemExit):
            raise Restarted from None

    def close(self) -> None:
        self.power_off()

    # The pipe

    def _serve(self) -> None:
        """Answer the firmware until it rests."""
        machine.board = self._chips
        while True:
            kind, size = struct.unpack("<BH", self._take(3))
            data = self._take(size)
            if kind == far.REST:
                self.cursor = (data[0], data[1]) if data else None
                return
            try:
                answer = self._do(kind, data)
            except (machine.Reset, SystemExit):
                raise Restarted from None
            except OSError as error:
                self._answer(bytes([error.args[0]]), far.FAILED)
            except ValueError as error:
                self._answer(str(error).encode(), far.REFUSED)
            else:
                if kind != far.SET:
                    self._answer(answer or b"")

    def _answer(self, data: bytes, status: int = 0) -> None:
        us = self._chips.clock.us
        head = struct.pack("<BHII", status, len(data), us & TICKS, us // 1000 & TICKS)
        process = self._process
        assert process is not None and process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it died: what it said last will tell
            process.stdin.write(head + data)

    def _take(self, size: int) -> bytes:
        process = self._process
        assert process is not None and process.stdout is not None
        while len(self._heard) < size:
            if not select.select([process.stdout], [], [], SILENCE_S)[0]:
                raise Died(
                    f"The firmware has not moved for {SILENCE_S} s: it is caught in a loop. "
                    "Switch the board off and on."
                )
            more = os.read(process.stdout.fileno(), 65536)
            if not more:
                self._ended(process)
            self._heard += more
        data = bytes(self._heard[:size])
        del self._heard[:size]
        return data

    def _ended(self, process: subprocess.Popen[bytes]) -> None:
        status = process.wait()
        assert self._said is not None
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").strip().splitlines()
        ending = f"signal {-status}" if status < 0 else f"status {status}"
        why = lines[-1] if lines else ending
        raise Died(f"The firmware ended: {why}. Switch the board off and on to start it anew.")

    # What it can ask

    def _do(self, kind: int, data: bytes) -> bytes | None:
        parts, first = self._parts, data[0] if data else 0
        if kind == far.SET:
            parts[first].value(data[1])
        elif kind == far.GET:
            return bytes([parts[first].value()])
        elif kind == far.EXCHANGE:
            into = bytearray(len(data) - 1)
            parts[first].write_readinto(data[1:], into)
            return bytes(into)
        elif kind == far.NOW:
            pass
        elif kind == far.WAIT:
            self._chips.clock.advance(struct.unpack("<I", data)[0])
        elif kind == far.LINK:
            return bytes([self._port.write(data)])
        elif kind == far.BITS:
            machine.bitstream(parts[first], 0, struct.unpack_from("<HHHH", data, 1), data[9:])
        elif kind in (far.WRITE, far.READ, far.READ_REGISTER, far.SCAN):
            return self._i2c(kind, parts[first], data[1], data[2:])
        elif kind in (far.HZ, far.DUTY):
            (value,) = struct.unpack_from("<I" if kind == far.HZ else "<H", data, 1)
            (parts[first].freq if kind == far.HZ else parts[first].duty_u16)(value)
        elif kind == far.CAUSE:
            return bytes([machine.reset_cause()])
        elif kind == far.RESET:
            machine.reset()
        elif kind == far.ANEW:
            self._port.unread(data)
            machine.soft_reset()
        elif kind == far.FREQ:
            machine.freq(struct.unpack("<I", data)[0])
        else:
            self._solder(kind, data)
        return None

    def _solder(self, kind: int, data: bytes) -> None:
        parts = self._parts
        if kind == far.PIN:
            handle, number, mode, pull, value = data
            how = (
                None if mode == far.NONE else mode,
                -1 if pull == far.NONE else pull,
                None if value == far.NONE else value,
            )
            if handle in parts:
                parts[handle].init(*how)
            else:
                parts[handle] = machine.Pin(number, *how)
        elif kind == far.SPI:
            handle, sck, mosi, miso, polarity, phase, firstbit, baud = struct.unpack("<7BI", data)
            parts[handle] = machine.SPI(
                0, baud, polarity, phase, 8, firstbit, parts[sck], parts[mosi], parts[miso]
            )
        elif kind == far.I2C:
            handle, scl, sda, freq = struct.unpack("<3BI", data)
            parts[handle] = machine.I2C(0, parts[scl], parts[sda], freq)
        elif kind == far.PWM:
            handle, pin, freq, duty = struct.unpack("<BBIH", data)
            parts[handle] = machine.PWM(parts[pin], freq, duty)
        else:
            raise Died(f"The firmware asks for something unknown (kind {kind}).")

    def _i2c(self, kind: int, bus: Any, address: int, data: bytes) -> bytes:
        if kind == far.WRITE:
            bus.writeto(address, data)
            return b""
        if kind == far.SCAN:
            return bytes(bus.scan())
        if kind == far.READ:
            return bus.readfrom(address, struct.unpack("<H", data)[0])
        register, count = struct.unpack("<BH", data)
        return bus.readfrom_mem(address, register, count)
