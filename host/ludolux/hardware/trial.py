"""A board file switched on: the firmware boots on a virtual board with the wires of its netlist.

The picture shows the menu as its lights would; then what needs no person is tested, and each
light and each key is tried.
"""

import tempfile
from pathlib import Path
from typing import Any

from ludolux.hardware import files, walk
from ludolux.hardware.blocks import design
from ludolux.hardware.circuit import parts_list
from ludolux.hardware.finding import Built
from ludolux.hardware.wired import WiredBoard

STAGES = ("bus", "idle", "shorts", "memory")
WELCOME_MS = 1500
SHADES = " .:*#"


def run(board: dict[str, Any], build: str, mcu: str, path: Path) -> int:
    """Boots, prints the lights and what the self-test finds; the status of the command."""
    built = as_listed(board, build, mcu, path)
    chips = WiredBoard(board, build, mcu, built.wires, built.kinds)
    chips.switch_on()
    import machine  # type: ignore[import-not-found]

    from firmware.selftest import SelfTest
    from firmware.start import Boot

    with tempfile.TemporaryDirectory() as folder:
        boot = Boot(machine, board, folder, build, mcu, None)
        _pass(boot, chips, WELCOME_MS)
        print(f"{build} on {mcu}: the menu, on {chips.milliamps} mA")
        for line in picture(chips.lights(), board["builds"][build]["lights"]["w"]):
            print("  " + line)
        boot.app.hardware.profile, _ = boot.read_profile()
        test = SelfTest(boot.app.hardware, folder + "/")
        test.start(STAGES)
        while not test.done:
            chips.clock.sleep_ms(10)
            boot.app.hardware.keys.update()
            test.tick(10)
        walks = [
            ("lights", walk.lights(boot.app.hardware, chips)),
            ("keys", walk.keys(boot.app.hardware, chips)),
        ]
    result: dict[str, Any] = test.result or {}
    for stage in result["stages"]:
        word = {True: "good", False: "bad", None: "skipped"}[stage["good"]]
        print(" ".join([stage["stage"], word, stage["why"], *stage["found"]]).strip())
    for name, found in walks:
        print(name, " ".join(["bad", *found]) if found else "good")
    for flag in chips.flags.raised:
        print("the chips say:", flag)
    good = result["good"] and not any(found for _, found in walks)
    return 0 if good and not chips.flags.raised else 1


def as_listed(board: dict[str, Any], build: str, mcu: str, path: Path) -> Built:
    """The build with the lists beside the board file, or with those that the file gives."""
    library = files.library(path.parent)
    folder = path.parent / build
    circuit = design(board, build, mcu, library)
    wires, items = circuit.wires, parts_list(circuit)
    if mcu == board["mcu"] and (folder / "netlist.csv").exists():
        wires = files.netlist(folder / "netlist.csv")
    return Built(board, build, mcu, library, wires, items)


def _pass(boot: Any, chips: WiredBoard, ms: int) -> None:
    end = chips.clock.ticks_ms() + ms
    while chips.clock.ticks_ms() < end:
        boot.step()
        chips.clock.sleep_ms(boot.scan_ms)


def picture(lights: bytes, w: int) -> list[str]:
    """The lights as text, brighter ones in heavier letters."""
    cells = [max(lights[i : i + 3]) for i in range(0, len(lights), 3)]
    most = max(cells, default=0) or 1
    signs = [SHADES[(4 * cell + most - 1) // most] for cell in cells]
    return [" ".join(signs[i : i + w]) for i in range(0, len(signs), w)]
