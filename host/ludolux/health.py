"""How a board is: over its link, then at its REPL, and in its boot loader if neither speaks."""

from __future__ import annotations

from collections.abc import Iterator

from ludolux.boardlink import linked
from ludolux.espimage import TABLE_AT, TABLE_SIZE, ImageError, describe, files_of, read_table
from ludolux.failure import Failure
from ludolux.linkclient import Client
from ludolux.loader import Loader
from ludolux.repl import Repl

LEAST_HEAP, LEAST_FLASH = 10_000, 100_000
Finding = tuple[bool | None, str]


def ask_the_board(port: str) -> Iterator[Finding]:
    """Findings: good, bad, or only told. The board starts anew on the way; a game is resumed."""
    try:
        with linked(port, 4.0) as (client, hello):
            yield True, "the app runs: " + " ".join(f"{k}={v}" for k, v in hello.items())
            yield True, "its clock is set"
            yield from over_the_link(client)
    except Failure as failure:
        yield False, str(failure)
    try:
        with Repl(port) as repl:
            yield from at_the_repl(repl)
            repl.reset()
            return
    except Failure as failure:
        yield False, str(failure)
    try:
        with Loader(port) as loader:
            yield from in_the_loader(loader)
            loader.start()
    except Failure as failure:
        yield False, str(failure)


def over_the_link(client: Client) -> Iterator[Finding]:
    values = dict(word.split("=", 1) for word in client.ask("health").split() if "=" in word)
    heap = int(values.get("heap", 0))
    yield heap >= LEAST_HEAP, f"{heap} bytes of its heap are free"
    stuck = values.get("stuck", "-")
    yield stuck == "-", "no key is stuck" if stuck == "-" else f"keys that are stuck: {stuck}"
    yield None, f"the last reset: {values.get('reset')}; {values.get('ma')} mA by its own count"
    journals = client.journals()
    yield None, f"{sum(name.endswith(('.rec', '.play')) for name in journals)} games are kept"
    if "crash.txt" in journals:
        lines = client.fetch("crash.txt").decode(errors="replace").strip().splitlines()
        yield None, f"the last crash: {lines[-1].strip() if lines else 'none'}"
    else:
        yield True, "it has never crashed"


def at_the_repl(repl: Repl) -> Iterator[Finding]:
    yield None, "MicroPython: " + repl.run("import sys; print(sys.version)").strip()
    block, free = map(int, repl.run("s=os.statvfs('/'); print(s[0],s[3])").split())
    yield block * free >= LEAST_FLASH, f"{block * free} bytes of its flash are free"
    speed = repl.run(
        "try:\n import machine\n print(machine.freq()//1000000)\nexcept Exception: print()"
    ).strip()
    if speed:
        yield None, f"the processor runs at {speed} MHz before the app sets 240"


def in_the_loader(loader: Loader) -> Iterator[Finding]:
    """The chip itself, when nothing on it speaks."""
    yield True, f"the chip answers: {loader.chip.title}, {loader.flash_mb} MB of flash"
    try:
        parts = read_table(loader.read(TABLE_AT, TABLE_SIZE))
        files_of(parts)
        at = next(part.offset for part in parts if part.kind == "app")
        project, version = describe(loader.read(at, 0x1000))
        yield bool(project), f"the program on it: {project or 'none'} {version}"
    except (ImageError, StopIteration) as error:
        yield False, f"there is no MicroPython on it ({error}): `ludolux flash` puts it there"
