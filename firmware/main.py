"""What MicroPython runs after power-up: the app in the slot that slots.py chooses.

An app on trial that falls is given up by starting anew; one that has proved itself leaves its
traceback on the serial port, and the REPL for whoever repairs it.
"""

import sys

import slots

here = slots.begin()
sys.path.insert(0, here)
del slots, sys.modules["slots"]


def good():
    import slots

    slots.good()
    del sys.modules["slots"]


try:
    from firmware.start import run

    run(here + "/board.json", ".", good)
except Exception as error:
    sys.print_exception(error)
import slots  # noqa: E402  it was let go, for the app's memory

if slots.on_trial():
    import machine

    print("This update does not start.")
    machine.reset()
