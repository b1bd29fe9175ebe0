"""Proves on MicroPython that reading keys and sending light allocates nothing.

The heap is locked while a driver works, so any allocation is a MemoryError. The bus is a stub
(stub_machine.py), so nothing but the driver is measured. Also prints what the drivers take of the
heap. Run from the project's root: no_allocation.py BUILD
"""

import gc
import sys
import time

import micropython

sys.path.insert(0, ".")

import stub_machine  # noqa: E402

stub_machine.install()
gc.collect()
before = gc.mem_alloc()

from firmware.drivers.assemble import Hardware  # noqa: E402
from firmware.memory import briefly  # noqa: E402

BUILD = sys.argv[1]
hw = Hardware(briefly("firmware.boards", "load", "hardware/board.json", BUILD, "esp32"))
gc.collect()
print(BUILD, "takes", gc.mem_alloc() - before)

answers = stub_machine.Answers
frame = bytearray(3 * hw.lights.lights)
events = bytearray(1)

# columns, count, event, touched, pin: see stub_machine.Answers. A tile with releases to tell
# pulls its interrupt pin low; elsewhere that pin level is a pressed button.
QUIET = (0xFF, 0, 0xFF, 0, 1)
DOWN = (0xFE, 1, 3, 1, 0)
UP = (0xFF, 1, 2, 0, 0 if BUILD == "tiles" else 1)
# Looked up here, because MicroPython allocates when it meets a new name.
LAST_LOOKS = [
    name for name in ("_checked_at", "_polled_at", "_tried_at") if hasattr(hw.keys.driver, name)
]
LONG_AGO = time.ticks_add(time.ticks_ms(), -5000)


def locked(what, function):
    """Runs it with the heap locked; twice, because a first call may still import."""
    gc.collect()
    gc.disable()
    used = gc.mem_alloc()
    micropython.heap_lock()
    try:
        function()
        function()
        result = "nothing"
    except MemoryError:
        result = "something"
    micropython.heap_unlock()
    grown = gc.mem_alloc() - used
    gc.enable()
    print(what, "allocates", result, grown)


def scan():
    hw.keys.update()
    while hw.keys.next() >= 0:
        events[0] += 1


def show():
    hw.lights.show(frame)


def idle():
    answers.columns, answers.count, answers.event, answers.touched, answers.pin = QUIET
    scan()


def pressed():
    # A key in every row, in every tile, under one finger, every button.
    answers.columns, answers.count, answers.event, answers.touched, answers.pin = DOWN
    scan()


def released():
    answers.columns, answers.count, answers.event, answers.touched, answers.pin = UP
    scan()
    scan()
    scan()


def self_proving():
    """Long after the last look at the bus."""
    for name in LAST_LOOKS:
        setattr(hw.keys.driver, name, LONG_AGO)
    scan()


def careless():
    return [events]


def lit():
    for i in range(len(frame)):
        frame[i] ^= 0x55
    show()


def limited():
    for i in range(len(frame)):
        frame[i] = 255 - (frame[i] & 1)
    show()


def play():
    hw.buzzer.tick()


locked("a careless function", careless)
locked("an idle scan", idle)
locked("a scan with keys", pressed)
print(events[0], "presses")
locked("a scan of releases", released)
print(events[0], "presses and releases")
locked("a scan that proves the bus", self_proving)
locked("an unchanged frame", show)
locked("a changed frame", lit)
locked("a limited frame", limited)
locked("dark", hw.lights.dark)
hw.buzzer.play((440, 0, 0, 0, 880, 0))
locked("a tone", play)
