"""Switch the firmware on and let it idle, with a marker around each part; print their names.

    micropython -m firmware_boot FOLDER

How marks work is said in firmware_presses.py. `import`, `boot` and `menu` are the way to the menu;
the waits in it, which cost no instructions, are printed as wait=MS. `idle` and `held` are a second
of scans each, with no key and with one key down. A C function stands for each transfer and each
pin, so that only the driver is counted.
"""

import os
import sys

import stub_boot


def mark(name):
    print(name)
    os.unsetenv("-")


class Bus:
    """Leaves in the buffer what was there: `max` looks at both and changes neither."""

    def __init__(self):
        self.write_readinto = max  # as an attribute of the object it gets no `self`


def second_of_scans(boot, columns):
    keys = boot.hardware.keys
    driver = keys.driver
    driver._spi = Bus()
    driver._latch = abs
    driver._check_ms = 1 << 29  # the proof of the ring wants an answer: not here
    for i in range(len(driver._rx)):
        driver._rx[i] = 0xFF
    driver._rx[1] = columns
    update = keys.update
    for _ in range(20):
        update()
        while keys.next() >= 0:
            pass
    scans = 1000 // boot.scan_ms
    mark("idle" if columns == 0xFF else "held")
    for _ in range(scans):
        update()
    mark("-")


def main(folder):
    mark("empty")
    mark("import")
    import firmware.start  # noqa: F401  it is the part that is measured

    mark("boot")
    before = stub_boot.stub_machine.clock.us
    boot = stub_boot.switch_on(folder)
    mark("menu")
    while boot.app.screen.name != "menu":
        stub_boot.sleep_ms(boot.scan_ms)
        boot.step()
    mark("wait=%d" % ((stub_boot.stub_machine.clock.us - before) // 1000))
    second_of_scans(boot, 0xFF)
    second_of_scans(boot, 0xFE)


main(*sys.argv[1:])
