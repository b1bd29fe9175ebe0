"""The whole virtual ESP32: reset lines, boot loader or program, one serial line.

DTR and RTS act through two transistors as on a DevKit: RTS alone holds the chip in reset, DTR
alone pulls IO0 low, and who leaves reset with IO0 low comes up in the boot loader. A line without
them, a pty, resets the chip by a SYNC of esptool, and starts the program when esptool hangs up.
"""

from __future__ import annotations

import os
import select
import threading
import time
from typing import Any

from ludolux.boardsource import BoardSource, board_source
from ludolux.espimage import (
    CHIPS,
    STAND_IN,
    TABLE_AT,
    TABLE_SIZE,
    ImageError,
    Program,
    files_of,
    read_program,
    read_table,
)
from ludolux.virtual.board import Board
from ludolux.virtual_esp.flash import Flash
from ludolux.virtual_esp.lines import PtyLine, TcpLine
from ludolux.virtual_esp.rom import SYNC_PACKET, Rom
from ludolux.virtual_esp.runtime import HEAPS, Runtime

RISE_S = 0.12  # how long the capacitor at EN takes: until then IO0 may still fall
AGAIN_S = 1.0  # a chip without a program tries once a second


class VirtualEsp:
    """`run` serves until `stop`; the rest happens on the line."""

    def __init__(
        self,
        flash: Flash,
        line: PtyLine | TcpLine,
        chip: str = "esp32",
        build: str | None = None,
        heap: int | None = None,
        source: BoardSource | None = None,
    ) -> None:
        source = source or board_source()
        self.flash = flash
        self.line = line
        self.chip = CHIPS[chip]
        self.chips: Any = Board(source.data, source.build(build), chip)
        self.state = "off"  # "held", "loader", "running", "empty"
        self._heap = heap or HEAPS[chip]
        self._rom = Rom(chip, flash, lambda: self._later(0, "run"))
        self._runtime: Runtime | None = None
        self._output = -1
        self._plan: tuple[float, str] | None = None
        self._io0_low = False
        self._tail = b""
        self._stopping = threading.Event()
        line.hung_up = self._hung_up
        line.lines = self._lines

    # The loop

    def run(self) -> None:
        self._boot(False)
        try:
            while not self._stopping.is_set():
                self._turn()
        finally:
            self._halt()
            self.line.close()
            self.flash.close()

    def stop(self) -> None:
        self._stopping.set()

    def _turn(self) -> None:
        inputs = self.line.descriptors()
        # A line that is not read holds the program back, as a slow port would.
        if self._output >= 0 and not self.line.waiting:
            inputs = [*inputs, self._output]
        outputs = self.line.descriptors()[-1:] if self.line.waiting else []
        ready, writable, _ = select.select(inputs, outputs, [], 0.02)
        if writable:
            self.line.send()
        data = self.line.read(ready)
        if data:
            self._take(data)
        if self._output >= 0 and self._output in ready:
            said = os.read(self._output, 65536)
            if said:
                self._say(said)
            else:
                self._ended()
        if self._runtime is not None:
            self._runtime.tick()
        if self._plan is not None and time.monotonic() >= self._plan[0]:
            what, self._plan = self._plan[1], None
            self._boot(what == "sample" and self._io0_low)

    def _say(self, data: bytes) -> None:
        (self.line.say if isinstance(self.line, TcpLine) else self.line.write)(data)

    def _print(self, text: str) -> None:
        self._say(text.replace("\n", "\r\n").encode())

    def _later(self, seconds: float, what: str) -> None:
        self._plan = (time.monotonic() + seconds, what)

    # What comes down the cable

    def _take(self, data: bytes) -> None:
        if self.state == "loader":
            self._say(self._rom.feed(data))
            return
        # Without reset lines a SYNC stands for the buttons.
        self._tail = (self._tail + data)[-64:]
        if SYNC_PACKET in self._tail and not self._has_lines:
            rest = self._tail[self._tail.index(SYNC_PACKET) :]
            self._tail = b""
            self._boot(True)
            self._say(self._rom.feed(rest))
        elif self.state == "running" and self._runtime is not None:
            self._runtime.feed(data)

    @property
    def _has_lines(self) -> bool:
        return isinstance(self.line, TcpLine) and self.line.negotiated

    def _lines(self, dtr: bool, rts: bool) -> None:
        self._io0_low = dtr and not rts
        if rts and not dtr:
            self._halt()
            self.state = "held"
            self._plan = None
        elif self.state == "held":
            self._later(0 if self._io0_low else RISE_S, "sample")

    def _hung_up(self) -> None:
        if self.state == "loader":
            self._later(0, "run")

    # Reset

    def _halt(self) -> None:
        runtime, self._runtime, self._output = self._runtime, None, -1
        if runtime is not None:
            runtime.stop()

    def _boot(self, download: bool, cause: str = "POWERON_RESET") -> None:
        self._halt()
        self._plan = None
        self._rom.reset()
        if cause != "SW_CPU_RESET":
            self.chips.power_on()
        mode = "0x3 (DOWNLOAD_BOOT)" if download else "0x13 (SPI_FAST_FLASH_BOOT)"
        self._print(f"ets (virtual)\n\nrst:0x1 ({cause}),boot:{mode}\n")
        if download:
            self.state = "loader"
            self._print("waiting for download\n")
            return
        try:
            partition = self._check()
        except ImageError as error:
            self.state = "empty"
            self._print(f"boot: nothing to start: {error}\n")
            self._later(AGAIN_S, "run")
            return
        self._runtime = Runtime(self.chips, partition, self._heap)
        self._output = self._runtime.start("hard")
        self.state = "running"

    def _check(self) -> tuple[str, int, int]:
        """What the bootloader does; where the file system is."""
        flash = self.flash
        self._program(self.chip.boot_at, "bootloader")
        partitions = read_table(flash.read(TABLE_AT, TABLE_SIZE))
        at = next((part.offset for part in partitions if part.kind == "app"), 0)
        program = self._program(at, "program")
        if program.project != STAND_IN:
            raise ImageError(
                "the program is one for a real chip; the virtual one starts only the stand-in "
                "that `ludolux vboard --make-firmware` writes"
            )
        files = files_of(partitions)
        if files.offset + files.size > flash.size:
            raise ImageError("the partitions are larger than the flash")
        return str(flash.path.resolve()), files.offset, files.size

    def _program(self, at: int, what: str) -> Program:
        program = read_program(self.flash.read(at, self.flash.size - at), what)
        if program.chip_number != self.chip.number:
            raise ImageError(f"the {what} is for another chip")
        return program

    def _ended(self) -> None:
        """The program is over: reset, soft reset, or it fell."""
        runtime = self._runtime
        assert runtime is not None
        self._output = -1
        how = runtime.finish()
        if how in ("soft", "raw"):
            self._output = runtime.start(how)
        else:
            self._runtime = None
            if how == "hard":
                self._boot(False, "SW_CPU_RESET")
            else:
                self.state = "empty"
                self._print(f"\nGuru Meditation Error (virtual): {how}\nRebooting...\n")
                self._later(AGAIN_S, "run")
