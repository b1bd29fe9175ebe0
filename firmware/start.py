"""Switching on: lights dark, keys read, then the app; after crashes, or with MENU held, safe mode.

`main.py` on the board calls `run()`. A crash is written down, shown, and the menu comes back;
three within a minute lead to safe mode, where no game is read. Ctrl-C always leads to the REPL.
"""

import sys

from . import clock
from .app import App
from .drivers.assemble import Hardware
from .journal import Journal
from .profile import BoardError, load
from .settings import CRASHES, CrashLog, Settings

CAUSES = ("PWRON_RESET", "HARD_RESET", "WDT_RESET", "DEEPSLEEP_RESET", "SOFT_RESET")
HELD_MS = 100
QUIET_MS = 60000


class Boot:
    """One power-up: the hardware, what is on flash, and the app on top of both."""

    def __init__(self, machine, board, folder=".", build=None, mcu=None, port=None):
        self.cause = reset_cause(machine)
        self.profile = load(board, build, mcu)
        self.hardware = Hardware(self.profile)
        self.folder = folder
        self.port = port
        self.log = CrashLog(folder, self.cause)
        self.settings = Settings(folder + "/settings")
        self.safe = self.log.crashes_within() >= CRASHES or self.menu_is_held()
        if self.safe:
            self.log.quiet()
        self.app = self.open()
        self._since = clock.ticks_ms()

    def menu_is_held(self):
        """The keys need a few scans to be sure."""
        begin = clock.ticks_ms()
        while clock.ticks_diff(clock.ticks_ms(), begin) < HELD_MS:
            self.hardware.keys.update()
            clock.sleep_ms(self.profile.timing["scan_ms"])
        return self.hardware.keys.held_at_start(0, 0)

    def open(self):
        journal = Journal(self.folder + "/games", self.profile.name)
        app = App(self.hardware, journal, self.settings, folder=self.folder, safe=self.safe)
        if self.port:
            from .actions import Actions
            from .link import Link

            app.link = Link(self.port, Actions(app, self.profile, self.cause))
            app.link.hello()
            for sentence in self.log.problems + self.settings.problems + journal.problems:
                app.tell("problem", sentence)
        return app

    def step(self):
        """One scan; a beat when it is time. What crashes is written down and shown."""
        try:
            self.app.scan()
            if self.app.link:
                self.app.link.poll()
            self.app.paint_if_due()
            if clock.ticks_diff(clock.ticks_ms(), self._since) > QUIET_MS:
                self.log.quiet()
                self._since = clock.ticks_ms()
        except Exception as error:
            self.crashed(error)

    def crashed(self, error):
        text = describe(error)
        self.log.note_crash(text, clock.ticks_ms())
        self.app.tell("problem", "the app crashed: " + text.strip().split("\n")[-1])
        if self.log.crashes_within() >= CRASHES:
            self.safe = True
            self.log.quiet()
        link = self.app.link
        self.app.journal.close()
        self.app = self.open()
        self.app.link = link
        self.app.show_crash()
        self._since = clock.ticks_ms()


def reset_cause(machine):
    number = machine.reset_cause()
    for name in CAUSES:
        if getattr(machine, name, None) == number:
            return name.lower()
    return str(number)


def describe(error):
    """A traceback as text, on either interpreter."""
    if hasattr(sys, "print_exception"):
        import io

        text = io.StringIO()
        sys.print_exception(error, text)
        return text.getvalue()
    import traceback

    return "".join(traceback.format_exception(error))


def run(board="board.json", folder="."):
    """The board's life."""
    import asyncio

    import machine

    from .port import Port

    if hasattr(machine, "freq"):
        machine.freq(240_000_000)
    try:
        boot = Boot(machine, board, folder, port=Port())
    except BoardError as error:
        print("board.json: %s" % error)
        return

    async def live():
        while True:
            boot.step()
            await asyncio.sleep_ms(boot.profile.timing["scan_ms"])

    asyncio.run(live())
