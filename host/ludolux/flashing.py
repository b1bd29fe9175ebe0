"""From a bare chip to a board that plays: check, save, write, verify, hear its hello."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ludolux import keep, releases
from ludolux.boardfiles import (
    REAL,
    VIRTUAL,
    Lying,
    app_files,
    board_text,
    make_image,
    read_board,
    runs,
    start_files,
)
from ludolux.boardsource import BoardSource, board_source, usual_build
from ludolux.espimage import TABLE_AT, TABLE_SIZE, Firmware, ImageError, files_of, read_firmware
from ludolux.espimage import read_table as read_partitions
from ludolux.linkclient import Client, LinkError
from ludolux.loader import Loader
from ludolux.ports import Gone, open_port
from ludolux.progress import counter
from ludolux.trouble import trouble

HELLO_S = 15.0


@dataclass(frozen=True)
class Flashed:
    """What a run did, for whoever measures it."""

    written: int
    files: int
    app_bytes: int
    saved: int
    hello: Mapping[str, str]


def flash(
    port: str,
    build: str | None,
    firmware_file: Path | None,
    say=print,
    source: BoardSource | None = None,
) -> Flashed:
    """The whole of `ludolux flash` on a port that was chosen. Without a build it stays the one
    that the board has; a new board is one with keys, or what `source` names."""
    source = source or board_source()
    # What is in a given file needs no board: a wrong one is refused before any is touched.
    given = read_file(firmware_file) if firmware_file is not None else None
    with Loader(port) as loader:
        say(f"{loader.chip.title} with {loader.flash_mb} MB of flash, {loader.mac}, at {port}")
        firmware = given or downloaded(loader, say)
        check(firmware, loader, firmware_file)
        arch = VIRTUAL if firmware.stand_in else REAL
        lying = on_board(loader)
        build = usual_build(source, build, lying.build)
        kept = save(loader, lying.kept, say)
        app = app_files(arch, board_text(source, build, firmware.chip.name))
        files = {
            **{f"a/{name}": data for name, data in app.items()},
            **start_files(arch), "slot": b"a", **kept,
        }  # fmt: skip
        part = firmware.files
        image = make_image(files, part.size)
        parts = [(firmware.chip.boot_at, firmware.data), *runs(image, part.offset)]
        size = sum(len(data) for _, data in parts)
        say(f"writing MicroPython and {len(app)} files of the app, {size >> 10} KB in all")
        loader.write(parts, (part.offset, part.size), counter("written"))
        say("verified: the flash holds what was written")
        loader.start()
        mac = loader.mac
    hello = wait_for_hello(port)
    pending = keep.pending(mac)
    if pending.exists():
        pending.replace(keep.done(mac))
    say(describe(hello))
    return Flashed(size, len(app), sum(len(data) for data in app.values()), len(kept), hello)


def read_file(path: Path) -> Firmware:
    try:
        return read_firmware(path.read_bytes())
    except OSError as error:
        raise trouble("no-file", file=path, why=error.strerror) from None
    except ImageError as error:
        raise trouble("wrong-image", file=path, why=error) from None


def downloaded(loader: Loader, say=print) -> Firmware:
    name = releases.name_for(loader.chip.name, loader.flash_mb, loader.psram_mb)
    path = releases.fetch(name, counter("downloaded"))
    firmware = read_file(path)
    say(f"MicroPython {releases.VERSION}, {path.name}: checksums and SHA-256 are right")
    return firmware


def check(firmware: Firmware, loader: Loader, file: Path | None) -> None:
    """Does it belong on this chip? Before anything is erased."""
    if firmware.chip != loader.chip:
        raise trouble("wrong-chip", chip=loader.chip.title, other=firmware.chip.title)
    if firmware.needs > loader.flash_mb << 20:
        raise trouble("flash-too-small", has=loader.flash_mb, needs=-(-firmware.needs >> 20))
    if firmware.stand_in and not loader.virtual:
        raise trouble("stand-in-on-real-chip", file=file)


def save(loader: Loader, lying: Mapping[str, bytes], say=print) -> dict[str, bytes]:
    """What the board keeps, in a file on this computer before anything is erased. A run that was
    cut off left such a file: what is not on the board any more comes from there."""
    path = keep.pending(loader.mac)
    kept = keep.unpack(path) if path.exists() else {}
    kept |= lying
    if kept:
        keep.write(path, keep.pack(kept, {"mac": loader.mac, "chip": loader.chip.name}))
        loader.saved = str(path)
        games = sum(name.startswith("games/") for name in kept)
        say(f"saved first: {len(kept)} files of this board, {games} of them games")
    return kept


def on_board(loader: Loader) -> Lying:
    try:
        part = files_of(read_partitions(loader.read(TABLE_AT, TABLE_SIZE)))
    except ImageError:
        return Lying({})  # a bare chip, or another program's
    if part.offset + part.size > loader.flash_mb << 20:
        return Lying({})
    return read_board(lambda at, size: loader.read(part.offset + at, size), part.size)


def wait_for_hello(port: str, seconds: float = HELLO_S) -> dict[str, str]:
    stream = open_port(port)
    try:
        return Client(stream).hello(timeout=seconds)
    except (LinkError, *Gone):
        raise trouble("no-hello") from None
    finally:
        stream.close()


def describe(hello: Mapping[str, str]) -> str:
    return (
        f"the board says hello: {hello.get('name')}, build {hello.get('build')} on "
        f"{hello.get('mcu')}, firmware {hello.get('firmware')}, rules {hello.get('rules')}"
    )
