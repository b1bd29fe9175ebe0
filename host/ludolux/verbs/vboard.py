"""`ludolux vboard`: a virtual ESP32 at a pseudo terminal or a TCP port, for the real tools."""

import signal
from pathlib import Path
from typing import Annotated

import typer

from ludolux.boardsource import BUILDS, BoardSource, board_source
from ludolux.espimage import CHIPS
from ludolux.failure import Failure

SIZES = (2, 4, 8, 16)


def run(
    pty: Annotated[
        Path | None, typer.Option(metavar="LINK", help="A serial port of this name.")
    ] = None,
    tcp: Annotated[
        int | None,
        typer.Option(metavar="PORT", help="A TCP port on loopback (rfc2217, or plain)."),
    ] = None,
    flash: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The flash; a bare chip if it is new.")
    ] = None,
    chip: Annotated[str, typer.Option(metavar="|".join(CHIPS), help="Which chip.")] = "esp32",
    flash_mb: Annotated[int, typer.Option(metavar="MB", help="The size of a new flash.")] = 4,
    build: Annotated[
        str | None, typer.Option(metavar=BUILDS, help="What is soldered to the chip; else keys.")
    ] = None,
    board_file: Annotated[
        Path | None, typer.Option("--board", metavar="FILE", help="A board file of your own.")
    ] = None,
    make_firmware: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a stand-in for MicroPython's file.")
    ] = None,
) -> None:
    if chip not in CHIPS:
        raise Failure(f"there is no chip {chip!r}", f"the chips are {', '.join(CHIPS)}")
    source = board_source(board_file)
    build = source.build(build)
    if flash_mb not in SIZES:
        raise Failure(f"a flash of {flash_mb} MB is not made", "it has 2, 4, 8 or 16")
    if make_firmware is not None:
        write_stand_in(make_firmware, chip, max(flash_mb, 4))
        return
    if (pty is None) == (tcp is None):
        raise Failure("say where the port shall be", "--pty LINK or --tcp PORT, one of them")
    if flash is None:
        raise Failure("say which file is the flash", "--flash FILE; it is made if it is new")
    serve(pty, tcp, flash, chip, flash_mb, source, build)


def write_stand_in(path: Path, chip: str, flash_mb: int) -> None:
    from ludolux.virtual_esp.standin import stand_in

    try:
        path.write_bytes(stand_in(chip, flash_mb << 20))
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror}", status=1) from None
    print(
        f"{path}: a stand-in for MicroPython on the virtual {CHIPS[chip].title}.\n"
        "It is not MicroPython: header, partition table and hashes are true, the program is not.\n"
        "A real chip cannot run it; for one leave --firmware away."
    )


def serve(
    pty: Path | None,
    tcp: int | None,
    flash: Path,
    chip: str,
    flash_mb: int,
    source: BoardSource,
    build: str,
) -> None:
    from ludolux.virtual_esp.board import VirtualEsp
    from ludolux.virtual_esp.flash import Flash
    from ludolux.virtual_esp.lines import PtyLine, TcpLine

    bare = not flash.exists()
    held = Flash(flash, flash_mb << 20)
    try:
        line = PtyLine(pty) if pty is not None else TcpLine(tcp or 0)
    except Failure:
        held.close()
        raise
    signal.signal(signal.SIGTERM, lambda *_: board.stop())
    board = VirtualEsp(held, line, chip, build, source=source)
    print(
        f"a virtual {CHIPS[chip].title} with {held.size >> 20} MB of flash"
        f"{', bare' if bare else ''}, build {build}, at {line.name}\n"
        f"flash it: ludolux flash --port {line.name} --firmware STAND-IN\nCtrl-C ends it.",
        flush=True,
    )
    board.run()
