"""The serial ports: which there are, which one is meant, who uses it, and whether we may.

With one board on USB that is the one. With several the person says which, and the choice is
remembered by the serial number of its USB chip.
"""

from __future__ import annotations

import contextlib
import os
import termios
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludolux.sim.files import state_folder
from ludolux.trouble import trouble

COMES_BACK_S = 3.0
# The USB vendors of the chips on ESP32 boards.
VENDORS = {0x303A: "Espressif", 0x10C4: "CP210x", 0x1A86: "CH340", 0x0403: "FTDI"}


# What pyserial raises when a port is gone; the terminal's own error is no OSError.
Gone = (OSError, termios.error)


def reason(error: BaseException) -> str:
    """Why, as the end of a sentence."""
    said = error.args[1] if isinstance(error, termios.error) else str(error)
    return str(said).split("\n")[0].rstrip(".") or type(error).__name__


@dataclass(frozen=True)
class Port:
    device: str
    vendor: int | None = None
    product: int | None = None
    serial: str = ""
    title: str = ""

    def __str__(self) -> str:
        usb = f"{self.vendor:04x}:{self.product:04x}" if self.vendor and self.product else "no USB"
        chip = VENDORS.get(self.vendor or 0, "")
        words = [self.device, usb, chip or self.title]
        return "  ".join([*words, f"serial number {self.serial}"] if self.serial else words)


def usb_ports() -> list[Port]:
    """The serial ports on USB, sorted by name."""
    from serial.tools import list_ports

    found = [
        Port(port.device, port.vid, port.pid, port.serial_number or "", port.description or "")
        for port in list_ports.comports()
        if port.vid is not None
    ]
    return sorted(found, key=lambda port: port.device)


def is_url(name: str) -> bool:
    return "://" in name


def choose(given: str | None) -> str:
    """The port that is meant, ready to be opened; else a Failure that says what to do."""
    name = given or _only_one(usb_ports())
    check(name)
    if given:
        remember(given)
    return name


def _only_one(ports: list[Port]) -> str:
    if not ports:
        raise trouble("no-board")
    if len(ports) > 1:
        known = remembered()
        ports_known = [port for port in ports if known and known in (port.serial, port.device)]
        if len(ports_known) != 1:
            lines = "\n".join(f"  {port}" for port in ports)
            raise trouble("several-boards", count=len(ports), list=lines)
        ports = ports_known
    return ports[0].device


def remembered() -> str:
    try:
        return _memory().read_text().strip()
    except OSError:
        return ""


def remember(device: str) -> None:
    """By its serial number where it has one: the name of a port changes with the socket."""
    word = next((port.serial for port in usb_ports() if port.device == device), "")
    if word:
        with contextlib.suppress(OSError):  # not worth a failure
            _memory().parent.mkdir(parents=True, exist_ok=True)
            _memory().write_text(word + "\n")


def _memory() -> Path:
    return state_folder() / "board"


def check(name: str) -> None:
    """Is it there, may we, is it free?"""
    if is_url(name):
        return
    if not os.path.exists(name):
        raise trouble("no-port", port=name)
    if not os.access(name, os.R_OK | os.W_OK):
        raise trouble("no-permission", port=name, group=group_of(name), user=user_name())
    who = used_by(name)
    if who:
        raise trouble("busy-port", port=name, who=who)


def group_of(name: str) -> str:
    import grp

    try:
        return grp.getgrgid(os.stat(name).st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"


def user_name() -> str:
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def used_by(name: str) -> str:
    """The programs that hold the port open, as far as we may see them: `mpremote (4711)`."""
    device = os.path.realpath(name)
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        with contextlib.suppress(OSError):
            if any(_leads_to(link, device) for link in (process / "fd").iterdir()):
                found.append(f"{(process / 'comm').read_text().strip()} ({process.name})")
    return ", ".join(sorted(found))


def _leads_to(link: Path, device: str) -> bool:
    try:
        return os.readlink(link) == device
    except OSError:
        return False


def open_port(name: str, baud: int = 115200) -> Any:
    """Open it for the link, without resetting the board more than the system does."""
    import serial

    # A port over the network has no timeout for writing.
    patience = None if is_url(name) else 5
    return patiently(
        name,
        lambda: serial.serial_for_url(name, baudrate=baud, timeout=0, write_timeout=patience),
    )


def patiently(name: str, opening: Callable[[], Any]) -> Any:
    """A board with USB of its own is gone from the bus for a moment when it starts anew."""
    deadline = time.monotonic() + COMES_BACK_S
    while True:
        try:
            return opening()
        except Exception as error:  # pyserial and mpremote each have their own
            if time.monotonic() > deadline:
                raise trouble("no-answer", port=name) from error
            time.sleep(0.1)
