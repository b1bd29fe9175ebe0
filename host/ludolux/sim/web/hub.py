"""The hub between one board and its pages: who sees which frame, who may press, who is told what.

A page is served by two tasks of its own. What is to be sent waits in one place for the newest
frame and one for the newest facts, so a slow page misses frames and holds up nobody.

Hidden hands: while a page holds the peek key, frames go to that page only; the others keep the
last picture before. They get frames again when the board has said that the key is up and has
answered two more questions since: by then the hand has left the lights.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from ludolux.failure import sentence
from ludolux.linkclient import LinkError
from ludolux.sim.board import SimBoard
from ludolux.sim.listener import Listener
from ludolux.sim.mirror import CORNERS

FRAME_S = 1 / 60
PANEL_S = 0.5
NOTES = 8  # sentences that may wait for a page
BLANK = bytes(768)


class Page:
    """One open page. `notes` are sentences for it alone."""

    numbers = itertools.count(1)

    def __init__(self, plays: bool) -> None:
        self.number = next(self.numbers)
        self.plays = plays
        self.panel = False
        self.held: list[tuple[int, int]] = []
        self.named: list[str] = []  # corner keys that it holds through the link
        self.buttons: list[str] = []
        self.frame: bytes | None = None
        self.facts = True  # there are new facts for it
        self.notes: deque[dict[str, Any]] = deque(maxlen=NOTES)
        self.something = asyncio.Event()
        self.sent_at = 0.0

    def show(self, frame: bytes) -> None:
        self.frame = frame
        self.something.set()

    def tell_facts(self) -> None:
        self.facts = True
        self.something.set()

    def note(self, kind: str, **values: Any) -> None:
        self.notes.append({"is": kind, **values})
        self.something.set()


def peeks(page: Page) -> bool:
    """Does this page hold something that may show a hand?"""
    corners = CORNERS.values()
    return bool(page.named or page.buttons) or any(key in corners for key in page.held)


class Hub:
    """`board` is a SimBoard that runs. With `one_plays` the page that came first plays and the
    others watch; when it goes, the next one plays."""

    def __init__(self, board: SimBoard, one_plays: bool = False) -> None:
        self.board = board
        self.one_plays = one_plays
        self.pages: list[Page] = []
        self._state = board.state
        self.faults: list[str] = []
        self._stopping = False
        self.rate = 0.0  # frames a second that went down the wire
        self._frame = BLANK  # what the lights show
        self._public = BLANK  # what every page may see of it
        self._peeker: Page | None = None
        self._closed = False  # frames are for the peeker only, or for nobody
        self._private: dict[int, int] = {}  # refusals while a hand was shown: for that page only
        self._opening: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._counts: deque[tuple[float, int]] = deque(maxlen=5)
        self.listener = Listener(board.stream, self._facts_changed)

    async def run(self) -> None:
        """Follow the board until cancelled."""
        self._loop = asyncio.get_running_loop()
        self.listener.start()
        watcher = threading.Thread(target=self._watch_wire, name="wire", daemon=True)
        watcher.start()
        try:
            while True:
                self._measure()
                self._tell_panels()
                await asyncio.sleep(PANEL_S)
        finally:
            self._stopping = True
            await asyncio.to_thread(self.listener.stop)
            await asyncio.to_thread(watcher.join, 2)

    def _watch_wire(self) -> None:
        """In a thread: wait for the lights to change, so that the server never waits for them."""
        seen = None
        while not self._stopping:
            wire = self.board.wait_for_change(seen, 0.2)
            if wire != seen:
                seen = wire
                self._soon(self._look)

    # Pages come and go

    def join(self) -> Page:
        page = Page(plays=not self.one_plays or not any(page.plays for page in self.pages))
        self.pages.append(page)
        page.show(self._public)
        self._tell_all()
        return page

    def leave(self, page: Page) -> None:
        """A page is gone; the keys that it held are released."""
        if page not in self.pages:
            return
        self.pages.remove(page)
        for x, y in list(page.held):
            self.release(page, x, y)
        for name in list(page.named):
            self.release_named(page, name)
        for signal in list(page.buttons):
            self.button(page, signal, False)
        if self.one_plays and self.pages and not any(other.plays for other in self.pages):
            self.pages[0].plays = True
        self._watch_health()
        self._tell_all()

    async def next_for(self, page: Page) -> list[dict[str, Any] | bytes]:
        """Wait until there is something to send to a page; at most 60 frames a second."""
        while True:
            await page.something.wait()
            page.something.clear()
            found: list[dict[str, Any] | bytes] = []
            while page.notes:
                found.append(page.notes.popleft())
            if page.facts:
                page.facts = False
                found.append(self.facts_for(page))
            if page.frame is not None:
                wait = page.sent_at + FRAME_S - time.monotonic()
                if wait <= 0:
                    found.append(page.frame)
                    page.frame = None
                    page.sent_at = time.monotonic()
                else:
                    asyncio.get_running_loop().call_later(wait, page.something.set)
            if found:
                return found

    def facts_for(self, page: Page) -> dict[str, Any]:
        value = self.listener.value()[1]
        refused = value["refused"]
        if refused and self._private.get(refused["number"], page.number) != page.number:
            value["refused"] = None
        return value | {
            "is": "facts",
            "page": page.number,
            "plays": page.plays,
            "pages": len(self.pages),
            "looking": self._looking(page),
            "peeking": self._closed and page is self._peeker,
            "status": self.board.silence or value["status"],
            "power": self.board.state,
            "plugged": self.board.stream.plugged,
            "faults": self.faults,
        }

    def _looking(self, page: Page) -> str:
        """What a page is told while somebody looks at a hand."""
        if not self._closed or page is self._peeker or not self.listener.facts.hidden_hands:
            return ""
        turn = self.listener.facts.told.turn
        who = "A player" if turn is None else f"Player {turn + 1}"
        return f"{who} is looking at their hand."

    # What pages do. ValueError has a sentence for the page.

    def press(self, page: Page, x: int, y: int) -> None:
        self._may_press(page)
        if (x, y) in page.held:
            return
        if self._may_peek(x, y):
            self._close_for(page)
        page.held.append((x, y))
        self.board.press(x, y)

    def release(self, page: Page, x: int, y: int) -> None:
        if (x, y) not in page.held:
            return
        page.held.remove((x, y))
        self.board.release(x, y)
        self._maybe_open(page)

    def press_named(self, page: Page, name: str) -> None:
        """A corner key by its name: on its switch, or by the link where the picture is turned."""
        if not self.listener.facts.turned:
            self.press(page, *CORNERS[name])
            return
        self._may_press(page)
        if name in page.named:
            return
        if self.listener.facts.hidden_hands:
            self._close_for(page)
        page.named.append(name)
        self._ask("press", *CORNERS[name])

    def release_named(self, page: Page, name: str) -> None:
        self.release(page, *CORNERS[name])
        if name in page.named:
            page.named.remove(name)
            self._ask("release", *CORNERS[name])
            self._maybe_open(page)

    def button(self, page: Page, signal: str, down: bool) -> None:
        if down:
            self._may_press(page)
            if signal not in page.buttons:
                page.buttons.append(signal)
                if signal == "BTN_OK" and self.listener.facts.hidden_hands:
                    self._close_for(page)  # its cursor may stand on the peek key
        elif signal in page.buttons:
            page.buttons.remove(signal)
        else:
            return
        self.board.button(signal, down)
        if not down:
            self._maybe_open(page)

    async def ask(self, page: Page, verb: str, *words: object) -> str:
        """Ask the board over the link; ValueError with its sentence when it says no."""
        self._may_press(page)
        try:
            return await asyncio.wrap_future(self.listener.ask(verb, *words))
        except LinkError as error:
            raise ValueError(sentence(str(error))) from None

    def power(self, page: Page, on: bool) -> None:
        self._may_press(page)
        self.board.power(on)
        self._tell_all()

    def cable(self, page: Page, plugged: bool) -> None:
        self._may_press(page)
        (self.board.plug if plugged else self.board.unplug)()
        self._tell_all()

    def fault(self, page: Page, kind: str, where: list[int], text: str) -> None:
        self._may_press(page)
        self.board.fault(kind, *where)
        self.faults.append(text)
        self._tell_all()

    def mend(self, page: Page) -> None:
        self._may_press(page)
        self.board.mend()
        self.faults.clear()
        self._tell_all()

    def watch(self, page: Page, on: bool) -> None:
        page.panel = on
        self._watch_health()

    def _watch_health(self) -> None:
        self.listener.watch_health = any(page.panel for page in self.pages)

    def _may_press(self, page: Page) -> None:
        if not page.plays:
            raise ValueError("Another page plays; this one watches.")
        if self._closed and page is not self._peeker:
            raise ValueError(self._looking(page) or "Wait until the other page lets its key go.")

    def _may_peek(self, x: int, y: int) -> bool:
        """Can this key show a hand? With a turned picture any corner may be the peek key."""
        if not self.listener.facts.hidden_hands:
            return False
        return (
            (x, y) in CORNERS.values() if self.listener.facts.turned else (x, y) == CORNERS["peek"]
        )

    def _ask(self, verb: str, *words: object) -> None:
        """Ask without waiting; a no is told to all, since nobody else would hear it."""

        def done(future: Any) -> None:
            error = future.exception()
            if error is not None:
                self._soon(self._say, str(error))

        self.listener.ask(verb, *words).add_done_callback(done)

    def _say(self, text: str) -> None:
        for page in self.pages:
            page.note("note", text=text)

    # Hidden hands

    def _close_for(self, page: Page | None) -> None:
        """From now on frames are for one page, or for nobody."""
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        self._peeker = page
        if not self._closed:
            self._closed = True
            self._tell_all()

    def _maybe_open(self, page: Page) -> None:
        if self._closed and self._opening is None and page is self._peeker and not peeks(page):
            self._opening = asyncio.ensure_future(self._open())

    async def _open(self) -> None:
        """Frames for all again, once the board has surely taken the hand off its lights."""
        sure = 0
        while sure < 3:
            await asyncio.sleep(0.03)
            try:
                await asyncio.wrap_future(self.listener.ask("settings"))
            except LinkError:
                sure = 0
                continue
            down = self.listener.facts.peeked or self.board.fingers.busy
            sure = 0 if down or any(peeks(page) for page in self.pages) else sure + 1
        self._peeker = None
        self._closed = False
        self._opening = None
        self._look()
        self._publish()
        self._tell_all()

    # What the board shows and tells

    def _look(self) -> None:
        """Take the newest frame from the wire and hand it to those who may see it."""
        rgb = self.board.wire().rgb
        if self.board.state != self._state:
            self._state = self.board.state
            self._tell_all()
        facts = self.listener.facts
        if facts.peeked and facts.hidden_hands and not self._closed:
            # A key that sticks, or a finger of nobody here: then nobody sees the hand.
            self._close_for(None)
            self._opening = asyncio.ensure_future(self._open())
        if rgb == self._frame:
            return
        self._frame = rgb
        if self._closed:
            if self._peeker is not None:
                self._peeker.show(self._frame)
        else:
            self._publish()

    def _publish(self) -> None:
        self._public = self._frame
        for page in self.pages:
            page.show(self._frame)

    def _measure(self) -> None:
        """The frames a second of the last two seconds."""
        now = time.monotonic()
        self._counts.append((now, self.board.wire().frames))
        first, before = self._counts[0]
        if now > first:
            sent = self._counts[-1][1] - before
            self.rate = sent / (now - first) / self.board.wires

    def _facts_changed(self) -> None:
        self._soon(self._tell_all)

    def _soon(self, act: Callable[..., object], *words: object) -> None:
        """From another thread: do it in the server's."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop may be closed already
                self._loop.call_soon_threadsafe(act, *words)

    def _tell_all(self) -> None:
        if self._closed and self._peeker is not None:
            refused = self.listener.facts.refused
            if refused:
                self._private.setdefault(refused["number"], self._peeker.number)
        for page in self.pages:
            page.tell_facts()

    def _tell_panels(self) -> None:
        if not any(page.panel for page in self.pages):
            return
        facts = self.listener.facts
        value = {
            "rate": round(self.rate, 1),
            "milliamps": self.board.wire().milliamps,
            "health": facts.told.health,
            "keys": list(facts.keys),
            "flags": self.board.complaints,
        }
        for page in self.pages:
            if page.panel:
                page.note("panel", **value)
