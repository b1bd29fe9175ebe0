"""A new app onto a board that has one: only what changed, into the slot that is not running.

Files that the other slot already has are copied on the board itself. One SHA-256 over all of the
slot, computed there, must be ours before the board may start it; and the board goes back to the
app it had when the new one does not start (firmware/slots.py).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware import slots
from ludolux.boardfiles import START, app_files, board_text, fingerprint, start_files, whole
from ludolux.boardsource import BoardSource, board_source, usual_build
from ludolux.compiled import PACKAGES
from ludolux.failure import Failure
from ludolux.linkclient import Client, LinkError, Refused
from ludolux.ports import Gone, open_port
from ludolux.progress import counter
from ludolux.repl import Repl
from ludolux.trouble import trouble

# By the number in sys.implementation._mpy, as MicroPython counts them.
ARCHS = {1: "x86", 10: "xtensawin"}
DIGITS = 16  # of a hash are enough to see what changed; the proof afterwards has all 64
HELLO_S, PROVED_S = 12.0, 20.0
BATCH = 25


@dataclass(frozen=True)
class Deployed:
    """What a run did."""

    sent: tuple[str, ...]
    copied: int
    removed: int
    bytes_sent: int


@dataclass(frozen=True)
class Plan:
    """How a slot gets its files: kept as they are, copied on the board, sent, removed."""

    keep: frozenset[str]
    copy: tuple[str, ...]
    send: tuple[str, ...]
    remove: tuple[str, ...]


def plan(
    wanted: Mapping[str, bytes], target: Mapping[str, str], active: Mapping[str, str]
) -> Plan:
    """`target` and `active` have the first digits of the hashes of what lies in the slots."""
    marks = {name: fingerprint(data)[:DIGITS] for name, data in wanted.items()}
    keep = frozenset(name for name in marks if target.get(name) == marks[name])
    missing = [name for name in sorted(marks) if name not in keep]
    copy = tuple(name for name in missing if active.get(name) == marks[name])
    send = tuple(name for name in missing if name not in copy)
    return Plan(keep, copy, send, tuple(sorted(set(target) - set(marks))))


def deploy(
    port: str,
    build: str | None = None,
    packages: Mapping[str, Path] = PACKAGES,
    say=print,
    source: BoardSource | None = None,
) -> Deployed:
    """The whole of `ludolux deploy`."""
    source = source or board_source()
    with Repl(port) as repl:
        text = (repl.read(slots.FILE) or b"").decode(errors="replace")
        good, on_trial, _ = slots.read(text)
        fresh = not text
        target = "a" if fresh else slots.other(good)
        number = int(repl.run("import sys; print(sys.implementation._mpy >> 10)"))
        arch = ARCHS.get(number, "xtensawin")
        app = app_files(arch, board_on(repl, good, source, build), packages)
        lying = {slot: listing(repl, slot) for slot in slots.BOTH}
        start = {
            name: data for name, data in start_files(arch, packages).items()
            if repl.read(name) != data
        }  # fmt: skip
        if not fresh and not on_trial and not start and same(app, lying[good]):
            say("the board has this app already: nothing was sent")
            repl.reset()
            return Deployed((), 0, 0, 0)
        if on_trial:
            repl.write(slots.FILE, good.encode())
        todo = plan(app, lying[target], lying[slots.other(target)])
        room(repl, app, todo)
        fill(repl, target, app, todo)
        for name in START:
            if name in start:
                repl.write(name, start[name])
        prove(repl, target, app)
        trial = target if fresh else f"{good} {target} {slots.TRIES}"
        repl.write(slots.FILE, trial.encode())
        repl.reset()
    sent = (*todo.send, *start)
    size = sum(len(app[name]) for name in todo.send) + sum(map(len, start.values()))
    say(
        f"sent {len(sent)} files, {size} bytes; {len(todo.copy)} copied on the board, "
        f"{len(todo.keep)} kept, {len(todo.remove)} removed"
    )
    wait_until_proved(port, target, say)
    return Deployed(sent, len(todo.copy), len(todo.remove), size)


def board_on(repl: Repl, slot: str, source: BoardSource, build: str | None) -> bytes:
    """board.json of this release for the build and the chip that the board is."""
    known = repl.run(
        "try:\n import json\n"
        f" d=json.load(open('{slot}/board.json'))\n print(d['build'],d['mcu'])\n"
        "except (OSError,ValueError,KeyError): print()"
    ).split()
    if len(known) == 2:
        return board_text(source, usual_build(source, build, known[0]), known[1])
    machine = repl.run("import os; print(os.uname()[4])")
    chip = "esp32s3" if "ESP32S3" in machine else "esp32"
    return board_text(source, source.build(build), chip)


def listing(repl: Repl, slot: str) -> dict[str, str]:
    """What lies in a slot, by the first digits of its hashes; an absent slot is empty."""
    said = repl.run(
        f"try: _walk('{slot}',lambda n:print(n,_hash(n)[:{DIGITS}]))\nexcept OSError: pass"
    )
    pairs = [line.rsplit(" ", 1) for line in said.splitlines() if " " in line]
    return {name.partition("/")[2]: mark for name, mark in pairs}


def same(app: Mapping[str, bytes], lying: Mapping[str, str]) -> bool:
    return {name: fingerprint(data)[:DIGITS] for name, data in app.items()} == dict(lying)


def room(repl: Repl, app: Mapping[str, bytes], todo: Plan) -> None:
    words = repl.run("s=os.statvfs('/'); print(s[0],s[3])").split()
    block, free = int(words[0]), int(words[0]) * int(words[1])
    needs = sum(-(-len(app[name]) // block) * block for name in (*todo.copy, *todo.send))
    if needs + 8 * block > free:
        raise trouble("no-room", needs=needs + 8 * block, free=free)


def fill(repl: Repl, slot: str, app: Mapping[str, bytes], todo: Plan) -> None:
    """Bring the files into the slot; a run that is cut off goes on where it was."""
    for first in range(0, len(todo.remove), BATCH):
        names = [f"{slot}/{name}" for name in todo.remove[first : first + BATCH]]
        repl.run(f"for n in {names!r}: os.remove(n)")
    source = slots.other(slot)
    for first in range(0, len(todo.copy), BATCH):
        names = list(todo.copy[first : first + BATCH])
        repl.run(f"for n in {names!r}:\n _dirs('{slot}/'+n)\n _copy('{source}/'+n,'{slot}/'+n)")
    progress = counter("sent")
    for number, name in enumerate(todo.send, 1):
        repl.write(f"{slot}/{name}", app[name])
        progress(number, len(todo.send))


def prove(repl: Repl, slot: str, app: Mapping[str, bytes]) -> None:
    """The board hashes all that lies in the slot: it must be all of ours and nothing else."""
    said = repl.run(
        f"l=[]\n_walk('{slot}',l.append)\n"
        f"l=[n[{len(slot) + 1}:] for n in l]\nl.sort()\nh=hashlib.sha256()\n"
        f"for n in l: h.update(_hash('{slot}/'+n)+' '+n+'\\n')\n"
        "print(binascii.hexlify(h.digest()).decode())"
    ).strip()
    if said != whole(app):
        lying = listing(repl, slot)
        bad = sorted(
            name for name in {*lying, *app}
            if fingerprint(app.get(name, b""))[:DIGITS] != lying.get(name)
        )  # fmt: skip
        raise trouble("damaged-on-board", names=", ".join(bad[:5]) or "the order of its files")


def wait_until_proved(port: str, target: str, say=print) -> None:
    """The new app must say hello and run well for a moment; else the board comes back."""
    from ludolux.flashing import describe

    said: list[str] = []
    for attempt in range(slots.TRIES + 1):
        stream = open_port(port)
        try:
            client = Client(stream)
            hello = client.hello(timeout=HELLO_S)
            said += [message.text for message in client.messages() if not message.kind]
            if running(client, target):
                say(describe(hello))
                return
            why = next((line for line in reversed(said) if "Error" in line), "none")
            raise trouble("not-deployed", why=why.strip())
        except (LinkError, *Gone):
            if attempt == slots.TRIES:
                raise trouble("no-hello") from None
        finally:
            stream.close()
        # It hangs: a start anew counts against its trial, and then the old one comes back.
        try:
            with Repl(port) as repl:
                repl.reset()
        except Failure:
            time.sleep(1)


def running(client: Client, target: str) -> bool:
    """Has the board settled on this slot? False: it went back to the other."""
    deadline = time.monotonic() + PROVED_S
    while True:
        try:
            text = client.fetch(slots.FILE).decode(errors="replace")
        except Refused:
            return True  # an app that has no slots
        good, on_trial, _ = slots.read(text)
        if not on_trial:
            return good == target
        if time.monotonic() > deadline:
            return True  # it runs; a crash that happened lately lets it wait with its proof
        time.sleep(0.2)
