"""Virtual ESP32s for tests: one that is flashed already, one whose cable breaks at a byte."""

import contextlib
import shutil
import threading
import time

from ludolux.linkclient import Client
from ludolux.ports import open_port
from ludolux.virtual_esp.board import VirtualEsp
from ludolux.virtual_esp.flash import Flash
from ludolux.virtual_esp.lines import PtyLine, TcpLine
from ludolux.virtual_esp.standin import stand_in


class Cut(VirtualEsp):
    """Its cable is pulled after so many bytes from the host, and the power with it."""

    left = None

    def _take(self, data):
        if self.left is not None:
            self.left -= len(data)
            if self.left < 0:
                self.stop()
                return
        super()._take(data)


@contextlib.contextmanager
def plugged(folder, flash="flash.bin", chip="esp32", mb=4, tcp=False, cut_after=None, **how):
    """A virtual board that runs; `port` is its name for the tools."""
    line = TcpLine(0) if tcp else PtyLine(folder / "port")
    board = Cut(Flash(folder / flash, mb << 20), line, chip, **how)
    board.left = cut_after
    board.port = line.name
    thread = threading.Thread(target=board.run, daemon=True)
    thread.start()
    try:
        yield board
    finally:
        board.stop()
        thread.join(10)
        assert not thread.is_alive()


@contextlib.contextmanager
def linked(port):
    """The link to a board that plays."""
    stream = open_port(port)
    try:
        client = Client(stream)
        client.hello(timeout=15)
        yield client
    finally:
        stream.close()


@contextlib.contextmanager
def ended(process):
    """A process that is gone afterwards, whatever happened."""
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def firmware_file(folder, chip="esp32", mb=4):
    path = folder / f"{chip}-{mb}.bin"
    path.write_bytes(stand_in(chip, mb << 20))
    return path


def copy_of(flashed, folder):
    """The flash of a board that was flashed once for all tests."""
    shutil.copy(flashed, folder / "flash.bin")


def wait_for(condition, seconds=15):
    """Until it is true; the test fails when that takes too long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it did not come true in time")
