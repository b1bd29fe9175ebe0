"""The life of the virtual ESP32 after its boot loader: file system, boot.py, main.py, REPL.

micropython -m vesp_main READ_FD WRITE_FD FLASH OFFSET SIZE MODE

The chips are at the other end of the two pipes, as in sim/onboard/far.py; stdin and stdout are
the serial port. MODE is `hard`, `soft` or `raw`: a soft reset out of the raw REPL runs no main.py.
A soft reset ends the process with status 0, or RAW_AGAIN when the raw REPL shall come back.
"""

import gc
import os
import sys

import far
import far_machine
import micropython
import vesp_repl
from far_kinds import ANEW
from vesp_flash import Partition

sys.modules["machine"] = far_machine
RAW_AGAIN = 40
INTERRUPTED = 3  # the status of an answer that brings a Ctrl-C along
KEYBOARD = 60  # the kind of request that says whether Ctrl-C interrupts now
NAMES_TABLE = 7 * 1280  # bytes: a chip's tables for 20, 40 … 640 names have as many together
MARK = b"\xfe<so, where were we>\xfe"  # after a Ctrl-C in the middle of a request
_ask = far.request


def connect(from_host, to_host):
    """The far end of the chips is not at stdin and stdout here: those are the serial port."""
    far._from_host = open(from_host, "rb")
    far._to_host = open(to_host, "wb")
    far.request = request


def request(*words):
    answer = _ask(*words)
    if far._answer[0] == INTERRUPTED:
        raise KeyboardInterrupt
    return answer


def ctrl_c(interrupts):
    """Tell the host; at the end of a program first bring both ends together again, whatever was
    cut off. A Ctrl-C that comes so late interrupts nothing any more."""
    if interrupts:
        far._posted = 0
        _ask(KEYBOARD, b"\1")
        return
    heard = None
    while True:
        try:
            far._posted = 0
            if heard is None:
                far._to_host.write(MARK)
                heard = b""
            while not heard.endswith(MARK):
                more = far._from_host.read(1)
                if not more:
                    sys.exit(1)  # the host is gone
                heard = (heard + more)[-len(MARK) :]
            _ask(KEYBOARD, b"\0")
            for _ in range(2):  # here a signal that has come is noticed
                pass
            return
        except KeyboardInterrupt:
            if heard == MARK:
                heard = None


def soft_reset():
    """As a chip does it: the program is left by SystemExit, and MicroPython starts again."""
    _ask(ANEW)
    raise SystemExit


def make_room_for_names():
    """MicroPython keeps names in tables, each twice the size of the one before, and never lets
    them go. On a chip this program's names are in ROM, here they would crowd the app's into a
    table that is too large for the heap. So the tables that a chip would fill are filled with
    ours: the app begins with one that has room for as many names as all of those."""
    grown = number = 0
    while grown < NAMES_TABLE:
        before = gc.mem_alloc()
        hasattr(sys, "~%x" % number)  # which makes it a name
        grown = gc.mem_alloc() - before
        number += 1


def mount(path, offset, size):
    """As MicroPython's own start: a blank partition is formatted, a damaged one is left alone."""
    device = Partition(path, offset, size)
    os.umount("/")
    try:
        os.mount(os.VfsLfs2(device), "/")
    except OSError:
        if not device.blank():
            print("The filesystem appears to be corrupted. It was left as it is.")
            return
        os.VfsLfs2.mkfs(device)
        os.mount(os.VfsLfs2(device), "/")


def run_file(name, names):
    """Run a program if it is there; True: it asked for a soft reset."""
    try:
        os.stat(name)
    except OSError:
        return False
    return vesp_repl.run(lambda: execfile(name, names), ctrl_c)  # noqa: F821  MicroPython's own


def live(mode):
    names = {"__name__": "__main__"}
    sys.path[:] = ["", ".frozen", "/lib"]
    gc.collect()
    again = run_file("boot.py", names)
    if not again and mode != "raw":
        again = run_file("main.py", names)
    if not again:
        again = vesp_repl.talk(mode == "raw", names, ctrl_c)
    print("MPY: soft reboot", end="\r\n")
    sys.exit(RAW_AGAIN if again == "raw" else 0)


micropython.kbd_intr(3)  # the host's signal is a Ctrl-C
far_machine.soft_reset = soft_reset
make_room_for_names()
connect(int(sys.argv[1]), int(sys.argv[2]))
mount(sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
live(sys.argv[6])
