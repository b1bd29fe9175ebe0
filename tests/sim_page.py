"""A browser for the simulator's page, and a hand that plays by clicks on its lights.

The hand of tests/board/hand.py knows where to touch; here it touches the page in Chromium.
"""

import contextlib
import importlib.util
import re
import sys
import time
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

import shared_rules as rules

ROOT = Path(__file__).parent.parent
FLAGS = (
    "--no-sandbox", "--headless", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 360, "height": 740}
PATIENCE_MS = 8000

sys.path.append(str(ROOT / "tests" / "board"))
from hand import Hand  # noqa: E402


def find_chromium():
    """The path of Chromium; tools/get_chromium.py installs it or says how."""
    spec = importlib.util.spec_from_file_location("get", ROOT / "tools" / "get_chromium.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool.find()


@contextlib.contextmanager
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def open_page(browser, address, viewport=DESKTOP, **how):
    """A page of its own, connected; what its scripts complain of is in `page.complaints`."""
    page = browser.new_context(viewport=viewport, **how).new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on(
        "console",
        lambda message: message.type == "error" and page.complaints.append(message.text),
    )
    page.goto(address)
    expect(page.locator("#connection")).to_have_text(re.compile("connected|pages|watching"))
    return page


def close_page(page):
    page.context.close()


def spot(page, x, y):
    """Where a light is in the window."""
    box = page.locator("#lights").bounding_box()
    return box["x"] + (x + 0.5) * box["width"] / 16, box["y"] + (y + 0.5) * box["height"] / 16


def touches(page):
    return int(page.evaluate("document.body.dataset.touches || 0"))


def pixels(page):
    """The colour in the middle of each light, as it is drawn."""
    return page.evaluate("""() => {
        const canvas = document.getElementById("lights");
        const pen = canvas.getContext("2d");
        const pitch = canvas.width / 16;
        const found = [];
        for (let y = 0; y < 16; y++) for (let x = 0; x < 16; x++)
            found.push([...pen.getImageData((x + .5) * pitch, (y + .5) * pitch, 1, 1).data]
                .slice(0, 3));
        return found;
    }""")


class PageHand(Hand):
    """Plays by clicks on the page; it reads the firmware only to know where a person looks."""

    def __init__(self, page, board, seed=1):
        self.page = page
        self.board = board
        Hand.__init__(self, None, seed, lambda: None, lambda ms: None)

    @property
    def app(self):
        boot = self.board.runtime._boot
        return boot.app if boot else None

    @app.setter
    def app(self, _):
        pass

    def until(self, true, what):
        end = time.monotonic() + PATIENCE_MS / 1000
        while not true():
            assert time.monotonic() < end, f"this did not happen: {what}"
            self.page.wait_for_timeout(5)

    def asks(self):
        """Is there a screen of choices?"""
        return self.app is not None and hasattr(self.app.screen, "items")

    def begin(self, listener, *words):
        """A game past the menu; until it is there."""
        before = self.app.playing
        listener.ask("start", *words).result(5)
        self.until(lambda: self.app.playing not in (None, before), "the game begins")

    def tap(self, x, y):
        before = touches(self.page)
        self.page.mouse.click(*spot(self.page, x, y))
        self.page.wait_for_function(
            "before => Number(document.body.dataset.touches) > before", arg=before
        )
        self.board.wire()  # waits for the scan that took the touch to end

    def hold(self, x, y, down):
        """The peek key, by the keyboard: the mouse has other things to touch meanwhile."""
        assert (x, y) == (0, 15)
        before = touches(self.page)
        (self.page.keyboard.down if down else self.page.keyboard.up)("p")
        self.until(lambda: self.app.playing.pick.peek == down, "the hand is shown or hidden")
        self.until(lambda: not down or touches(self.page) > before, "the page is told of it")

    def wait(self, ms=40):
        self.page.wait_for_timeout(ms)

    def start(self, game, players=None, **options):
        self.until(self.asks, "the menu comes")
        module = rules.load(game)
        self.wait = lambda ms=40: None
        Hand.start(self, game, players or module.PLAYERS[0], **options)
        del self.wait
        self.until(lambda: self.app.playing is not None, "the game begins")

    def play(self, text):
        """A move in the text of the rules, by touching its choices one after the other."""
        play = self.app.playing
        for choice in play.state.steps(play.state.parse(text)):
            if choice not in play.pick.chosen or choice in play.pick.nexts:
                self.touch(choice)

    def end_by(self, word):
        """Resign, or agree on a draw, through the pause menu."""
        seats = self.app.playing.state.players
        self.tap(0, 0)
        self.choose(word)
        for _ in range(seats if word == "draw" else 1):
            self.choose(True)

    def leave(self):
        """From the end of a game back to the menu."""
        play = self.app.playing
        self.until(lambda: self.app.now - play._over_since > 750, "the end was shown")
        self.tap(8, 8)
        self.until(self.asks, "the menu comes back")
