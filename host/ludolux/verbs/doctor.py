"""`ludolux doctor`: everything that can be wrong between this computer and a board, in order."""

import os
from pathlib import Path
from typing import Annotated

import typer

from ludolux.failure import Failure


def run(
    port: Annotated[
        str | None, typer.Option(metavar="PORT", help="Which board; the only one if left out.")
    ] = None,
) -> None:
    from ludolux import ports
    from ludolux.health import ask_the_board

    bad = computer(ports.usb_ports())
    try:
        name = ports.choose(port)
    except Failure as failure:
        tell(False, str(failure))
        raise Failure("no board could be looked at", "see above", status=1) from None
    tell(True, f"{name} is there, yours to use, and free")
    for good, sentence in ask_the_board(name):
        tell(good, sentence)
        bad += good is False
    if bad:
        raise Failure(f"{bad} things are wrong", "see above", status=1)
    print("All is well.")


def tell(good: bool | None, sentence: str) -> None:
    print(f"{ {True: 'good', False: 'BAD ', None: '    '}[good] }  {sentence}", flush=True)


def computer(found: list) -> int:
    """This side of the cable: ports, drivers, and brltty, which takes ports away."""
    from ludolux import ports

    bad = 0
    for port in found:
        tell(None, str(port))
    for vendor, product in without_port():
        bad += 1
        tell(
            False,
            f"The USB chip {vendor}:{product}, {ports.VENDORS[int(vendor, 16)]}, has no port. "
            "Its driver is missing or brltty took it. The drivers are cp210x, ch341, ftdi_sio "
            "and cdc_acm of the kernel.",
        )  # fmt: skip
    if running("brltty"):
        bad += 1
        tell(
            False, "brltty runs: it takes the ports of some boards for braille displays. "
            "If you use none, remove the package brltty.",
        )  # fmt: skip
    return bad


def without_port(root: Path = Path("/sys/bus/usb/devices")) -> list[tuple[str, str]]:
    """USB devices with a chip of ours that no driver made a serial port of."""
    from ludolux import ports

    found = []
    for device in sorted(root.glob("*")) if root.is_dir() else []:
        try:
            vendor = (device / "idVendor").read_text().strip()
            product = (device / "idProduct").read_text().strip()
        except OSError:
            continue
        if int(vendor, 16) in ports.VENDORS and not list(device.glob("**/tty*")):
            found.append((vendor, product))
    return found


def running(program: str) -> bool:
    for process in Path("/proc").glob("[0-9]*/comm"):
        try:
            if process.read_text().strip() == program:
                return True
        except OSError:
            continue
    return os.path.exists(f"/run/{program}.pid")
