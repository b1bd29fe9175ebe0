"""The whole firmware, switched on without chips: drivers on a stub bus, a clock that only waits.

The stub allocates nothing when called (stub_machine.py), so what is measured is the firmware.
Keys are pressed by `app.press`; `hand.Hand` does that as a person would.
"""

import stub_machine
from stub_clock import Clock

stub_machine.install()
stub_machine.clock = Clock()
sleep_ms = stub_machine.clock.sleep_ms


def switch_on(folder, build="keys", port=None):
    """The board after its power-up; a game's seed is 3 whoever begins it."""
    from firmware.start import Boot

    boot = Boot(stub_machine, "hardware/board.json", folder, build, "esp32", port)
    boot.app.seeds = lambda: 3
    return boot
