"""Figures of flash and deploy against the virtual ESP32: seconds, bytes, and what deploy saves."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from report import section

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "host")]

BAUD_BYTES = 11520  # what 115200 baud carries in a second; the virtual line has no limit


@section("flashing", "Flash and deploy on the virtual ESP32")
def measure(report):
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("XDG_STATE_HOME")
        os.environ["XDG_STATE_HOME"] = folder
        try:
            measure_in(Path(folder), report)
        finally:
            os.environ.pop("XDG_STATE_HOME")
            if before is not None:
                os.environ["XDG_STATE_HOME"] = before


def measure_in(folder, report):
    from ludolux.boardfiles import app_files, board_text
    from ludolux.boardsource import board_source
    from ludolux.compiled import PACKAGES
    from ludolux.deploying import deploy
    from ludolux.flashing import flash

    rows = []
    packages = {place: folder / "src" / place for place in PACKAGES}
    for place, source in PACKAGES.items():
        shutil.copytree(source, packages[place], ignore=shutil.ignore_patterns("__pycache__"))
    with counted(folder) as (board, wire):
        rows.append(timed("flash, bare chip", wire, lambda: flashed(board, folder, flash)))
        rows.append(timed("flash again", wire, lambda: flashed(board, folder, flash)))
        for number, title in enumerate(("deploy, one line, slot b new", "deploy, one line")):
            source = packages["firmware"] / "greeting.py"
            source.write_text(source.read_text() + f"\n\nADDED{number} = [1]\n")
            rows.append(timed(title, wire, lambda: deployed(board, packages, deploy)))
        small = rows[-1]
        app = app_files("x86", board_text(board_source(), "keys", "esp32"))
        plain = folder / "plain"
        for name, data in app.items():
            (plain / name).parent.mkdir(parents=True, exist_ok=True)
            (plain / name).write_bytes(data)
        whole = timed("mpremote cp -r of the app", wire, lambda: copied(board, plain))
        rows.append(whole)
    report.table(
        "On the virtual line, which has no speed limit",
        ["what", "seconds", "bytes to the board", "bytes of files", "s at 115200 baud"], rows,
    )  # fmt: skip
    size = sum(len(data) for data in app.values())
    blocks = sum(-(-len(data) // 4096) for data in app.values())
    report.table(
        "The app on flash", ["files", "bytes", "bytes in blocks of 4096"],
        [[len(app), size, 4096 * blocks]],
    )  # fmt: skip
    ratio = round(whole[2] / small[2], 1)
    report.goal(
        "bytes of `mpremote cp -r` to those of deploy after one line", ratio, ratio > 5, "above 5"
    )


@contextlib.contextmanager
def counted(folder):
    """A virtual board whose line counts the bytes from the host."""
    from ludolux.virtual_esp.board import VirtualEsp
    from ludolux.virtual_esp.flash import Flash
    from ludolux.virtual_esp.lines import PtyLine

    wire = [0]

    class Counted(VirtualEsp):
        def _take(self, data):
            wire[0] += len(data)
            super()._take(data)

    line = PtyLine(folder / "port")
    board = Counted(Flash(folder / "flash.bin", 4 << 20), line)
    board.port = line.name
    thread = threading.Thread(target=board.run, daemon=True)
    thread.start()
    try:
        yield board, wire
    finally:
        board.stop()
        thread.join(10)


def timed(title, wire, job):
    wire[0] = 0
    begin = time.perf_counter()
    files = job()
    seconds = round(time.perf_counter() - begin, 2)
    return [title, seconds, wire[0], files, round(wire[0] / BAUD_BYTES, 1)]


def flashed(board, folder, flash):
    from vboards import firmware_file

    with quiet_output():
        return flash(board.port, "keys", firmware_file(folder), say=lambda text: None).written


def deployed(board, packages, deploy):
    with quiet_output():
        return deploy(board.port, packages=packages, say=lambda text: None).bytes_sent


def copied(board, plain):
    names = [str(plain / name) for name in sorted(os.listdir(plain))]
    words = ["connect", board.port, "mkdir", ":copy", "+", "cp", "-r", *names, ":copy/"]
    command = [sys.executable, "-m", "mpremote", *words]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return sum(path.stat().st_size for path in plain.rglob("*") if path.is_file())


def quiet_output():
    return contextlib.redirect_stdout(open(os.devnull, "w"))  # noqa: SIM115  ends with the process
