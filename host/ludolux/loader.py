"""The chip in its boot loader, through esptool: what it is, what is on it, write and verify.

with Loader("/dev/ttyUSB0") as loader:
    loader.chip, loader.flash_mb, loader.mac
    loader.write([(0x1000, firmware)], erase=(0x200000, 0x200000))
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from ludolux.espimage import CHIPS, Chip
from ludolux.failure import Failure
from ludolux.ports import Gone, is_url, reason
from ludolux.trouble import TROUBLES, trouble

QUICK_BAUD = 460800
BUTTONS_S = 60  # how long we wait for somebody to press the buttons
Progress = Callable[[int, int], object]


class Loader:
    """Connected from entering to leaving; `saved` is where a broken connection points to."""

    saved = "the folder it came from"

    def __init__(self, port: str, attempts: int = 7) -> None:
        self._port = port
        self._attempts = attempts
        self._esp: Any = None
        self._progress: Progress | None = None
        self.chip: Chip
        self.flash_mb = 0
        self.psram_mb = 0
        self.mac = ""

    def __enter__(self) -> Loader:
        listen(self)
        try:
            with self._watched():
                self._connect()
        except BaseException:
            self._hang_up()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._hang_up()

    @property
    def virtual(self) -> bool:
        """Is this the virtual ESP32? Its port is no serial chip: a pty, or TCP."""
        return is_url(self._port) or self._is_pty

    @property
    def _is_pty(self) -> bool:
        return os.path.realpath(self._port).startswith("/dev/pts/")

    def read(self, offset: int, size: int) -> bytes:
        with self._watched():
            return self._esp.read_flash(offset, size)

    def write(
        self, parts: list[tuple[int, bytes]], erase: tuple[int, int], progress: Progress
    ) -> None:
        """Erase a region and write; every part is compared by its MD5 on the chip."""
        from esptool.cmds import write_flash

        total, before = sum(len(data) for _, data in parts), 0
        with self._watched():
            self._esp.erase_region(*erase)
            for at, data in parts:
                self._progress = _part(progress, before, len(data), total)
                write_flash(self._esp, [(at, data)], compress=True)
                before += len(data)
                progress(before, total)
        self._progress = None

    def start(self) -> None:
        """Reset the chip, so that it starts from flash."""
        with self._watched():
            if self._is_pty:  # which has no RTS: the loader itself starts the program
                self._esp.flash_begin(0, 0)
                self._esp.flash_finish(reboot=True)
            else:
                self._esp.hard_reset()

    def progressed(self, now: int, total: int) -> None:
        """esptool tells how far it is."""
        if self._progress is not None:
            self._progress(now, total)

    # Inside

    def _connect(self) -> None:
        from esptool.cmds import attach_flash, detect_chip, detect_flash_size, run_stub

        rom = self._detect(detect_chip)
        self._esp = rom
        name = rom.CHIP_NAME.lower().replace("-", "")
        if name not in CHIPS:
            raise trouble("unknown-chip", chip=rom.CHIP_NAME)
        self.chip = CHIPS[name]
        self.mac = "".join(f"{byte:02x}" for byte in rom.read_mac())
        self.psram_mb = _psram(rom)
        if self._port.startswith("rfc2217:"):
            # pyserial negotiates the port anew, for a fifth of a second, at each change of a
            # timeout, and esptool changes it with each command.
            rom._port._reconfigure_port = lambda: None
        self._esp = run_stub(rom)
        if not is_url(self._port):
            self._esp.change_baud(QUICK_BAUD)
        attach_flash(self._esp)
        size = detect_flash_size(self._esp) or "4MB"
        self.flash_mb = int(size[:-2]) if size.endswith("MB") else 0

    def _detect(self, detect_chip: Callable[..., Any]) -> Any:
        """Try; where nobody but a person can press the buttons, wait for that person."""
        deadline = time.monotonic() + (BUTTONS_S if sys.stdin and sys.stdin.isatty() else 0)
        told = False
        while True:
            try:
                return detect_chip(self._port, connect_attempts=self._attempts)
            except Exception as error:
                problem = self._explain(error)
                boots = str(problem) == str(trouble("wrong-boot-mode"))
                if not boots or time.monotonic() > deadline:
                    raise problem from None
                if not told:
                    print(*TROUBLES["wrong-boot-mode"], sep=". ", file=sys.stderr)
                    told = True
                time.sleep(1)

    @contextlib.contextmanager
    def _watched(self) -> Any:
        try:
            yield
        except Failure:
            raise
        except Exception as error:
            raise self._explain(error) from None

    def _explain(self, error: Exception) -> Exception:
        """esptool's and pyserial's errors as ours; what is none of theirs stays itself."""
        from esptool.util import FatalError

        said = str(error)
        if isinstance(error, Failure):
            return error
        if isinstance(error, FatalError):
            if "Wrong boot mode" in said:
                return trouble("wrong-boot-mode")
            if "MD5" in said:
                return trouble("not-written")
            if self._esp is None:
                return trouble("no-answer", port=self._port)
        if isinstance(error, (FatalError, *Gone)):
            if self._esp is None:
                return trouble("no-answer", port=self._port)
            return trouble("broken-off", why=reason(error), saved=self.saved)
        return error

    def _hang_up(self) -> None:
        port = getattr(self._esp, "_port", None)
        if port is not None:
            with contextlib.suppress(Exception):
                port.close()


_listener: list[Loader] = []  # esptool has one logger: whom it tells its progress


def listen(loader: Loader) -> None:
    """esptool speaks to us, not to the person."""
    from esptool.logger import TemplateLogger, log
    from esptool.reset import ResetStrategy

    class Quiet(TemplateLogger):
        def print(self, *args: Any, **kwargs: Any) -> None:
            pass

        def note(self, message: str) -> None:
            pass

        def warning(self, message: str) -> None:
            pass

        def error(self, message: str) -> None:
            pass

        def stage(self, finish: bool = False) -> None:
            pass

        def set_verbosity(self, verbosity: str) -> None:
            pass

        def progress_bar(
            self, cur_iter: int, total_iters: int, prefix: str = "", suffix: str = "",
            bar_length: int = 30,
        ) -> None:  # fmt: skip
            _listener[0].progressed(cur_iter, total_iters)

    if not _listener:
        speaker: Any = log
        speaker.set_logger(Quiet())
        # It holds on to the logger that was there when it was imported.
        ResetStrategy.print_once = lambda self, message: None  # type: ignore[assignment]
    _listener[:] = [loader]


def _part(progress: Progress, before: int, size: int, total: int) -> Progress:
    """The progress of one part within the whole. esptool counts compressed bytes."""
    return lambda now, of: progress(before + size * now // max(of, 1), total)


def _psram(rom: Any) -> int:
    """The PSRAM inside the chip, in MB."""
    for feature in rom.get_chip_features():
        if "PSRAM" in feature:
            return int("".join(sign for sign in feature.split("MB")[0] if sign.isdigit()) or 0)
    return 0
