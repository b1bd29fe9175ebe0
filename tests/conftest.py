"""What all tests share: the two interpreters, and that no clock decides."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says something of the machine, nothing of the code.
settings.register_profile("ludolux", deadline=None)
settings.load_profile("ludolux")

ROOT = Path(__file__).parent.parent
# What a plain ESP32 has for Python objects.
BOARD_HEAP = "112k"
# Seconds: what hangs is ended before pytest's own limit, and leaves nothing behind.
LIMIT_S = 280


@pytest.fixture(scope="session")
def micropython():
    """The command of the 32-bit MicroPython; without one the test fails and says how to get it."""
    found = subprocess.run(
        [sys.executable, ROOT / "tools" / "get_micropython.py"], capture_output=True, text=True,
        timeout=LIMIT_S,
    )  # fmt: skip
    if found.returncode:
        pytest.fail(found.stderr)
    return found.stdout.strip()


@pytest.fixture(scope="session")
def compiled(tmp_path_factory):
    """The board's code and these scripts as .mpy files, as they lie on flash."""
    out = tmp_path_factory.mktemp("board")
    subprocess.run(
        [sys.executable, ROOT / "tools" / "compile_board.py", out, "shared_rules", "firmware",
         "tests/board", "--arch", "x86"],
        check=True, capture_output=True, timeout=LIMIT_S,
    )  # fmt: skip
    (out / "hardware").mkdir()
    shutil.copy(ROOT / "hardware" / "board.json", out / "hardware")
    return out


@pytest.fixture
def fresh_firmware(monkeypatch):
    """A function that forgets the firmware and its `machine`, so that it is read anew by whoever
    switches a board on; afterwards all is as it was."""
    ours = ("machine", "neopixel", "esp32", "firmware", "powered", "desk", "hand")

    def loaded():
        return [name for name in sys.modules if name.split(".")[0] in ours]

    def forget():
        for name in loaded():
            del sys.modules[name]

    kept = {name: sys.modules[name] for name in loaded()}
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "board"))
    monkeypatch.chdir(ROOT)
    yield forget
    forget()
    sys.modules.update(kept)


@pytest.fixture(scope="session")
def on_board(micropython):
    """Run a script on 32-bit MicroPython with the board's heap and return what it prints."""
    return lambda script, *words: run([micropython, "-X", f"heapsize={BOARD_HEAP}"], script, words)


@pytest.fixture(scope="session")
def on_host():
    """Run the same script on CPython."""
    return lambda script, *words: run([sys.executable], script, words)


def run(command, script, words):
    path = os.pathsep.join(str(ROOT / part) for part in ("", "host", "tests/board"))
    done = subprocess.run(
        [*command, ROOT / "tests" / "board" / script, *map(str, words)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path, "MICROPYPATH": path},
        timeout=LIMIT_S,
    )
    assert done.returncode == 0, done.stderr.decode() or done.stdout.decode()[-2000:]
    return done.stdout


@pytest.fixture(scope="session")
def flashed(tmp_path_factory, micropython):
    """The flash of a virtual board with the app on it: flashed once by the command itself."""
    from ludolux.flashing import flash
    from vboards import firmware_file, plugged

    folder = tmp_path_factory.mktemp("flashed")
    with pytest.MonkeyPatch.context() as patch, plugged(folder) as board:
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        flash(board.port, "keys", firmware_file(folder), say=lambda text: None)
    return folder / "flash.bin"


@pytest.fixture
def own_state(tmp_path, monkeypatch):
    """A state folder of this test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "ludolux"
