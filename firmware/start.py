"""Switching on: lights dark, keys read, then the app; after crashes, or with MENU held, safe mode.

`main.py` on the board calls `run()`. A crash is written down, shown, and the menu comes back;
three within a minute lead to safe mode, where no game is read. Ctrl-C always leads to the REPL.
The link is read from flash when a host speaks: at a table without one its memory is the games'.
"""

import os

from . import clock
from .app import App
from .drivers.assemble import Hardware
from .journal import Journal
from .memory import briefly
from .settings import Settings

LOG = "firmware.crashlog"
HELD_MS = 100
QUIET_MS = 60000
HEALTH_MS = 10000
PROVED_S = 3


class Boot:
    """One power-up: the hardware, what is on flash, and the app on top of both."""

    def __init__(self, machine, board, folder=".", build=None, mcu=None, port=None):
        self._machine = machine
        self.cause = briefly(LOG, "reset_cause", machine)
        self.folder = folder
        self._source = (board, folder + "/board.last", build, mcu)
        self.profile, problem = self.read_profile()
        self.hardware = Hardware(self.profile)
        self.scan_ms = self.profile.timing["scan_ms"]
        self.profile.forget()
        self.port = port
        self.settings = Settings(folder + "/settings")
        self._boot_number = 0
        log = self.log
        self._boot_number = log.boot
        self.crashes = log.crashes_within()
        self.safe = self.crashes >= log.ENOUGH or self.asked_for() or self.menu_is_held()
        if self.safe:
            self.calm(log)
        # What went wrong before a host could listen.
        self.problems = log.problems + self.settings.problems + ([problem] if problem else [])
        del log
        self.app = self.open()
        if problem:
            self.app.trouble(problem)
        wish = briefly("firmware.next_up", "take", folder)
        if wish and not self.safe:
            self._fulfil(wish)
        if port:
            briefly("firmware.greeting", "say", port, self.profile)
        self._seconds = 0
        self._restart = False
        self.since = self._told = self._second = clock.ticks_ms()

    def _fulfil(self, wish):
        """Do what the board has started anew for."""
        try:
            if wish[0] == "start":
                briefly("firmware.starting", "start", self, wish[1:])
            elif wish[0] == "resume":
                self.app.resume(wish[1], wish[2:] == ["part"])
            elif wish[0] == "setup":
                self.app.set_up(wish[1])
        except (ValueError, IndexError) as error:
            self.app.trouble("What was to come next is not known: %s" % error)

    def read_profile(self):
        """All that board.json says, and a sentence if only an older one could be used."""
        return briefly("firmware.boards", "load_or_last", *self._source)

    @property
    def log(self):
        """The crash log, read anew; let it go soon."""
        return briefly(LOG, "CrashLog", self.folder, self.cause, self._boot_number)

    def asked_for(self):
        """Did a host ask for safe mode before it started the board anew?"""
        try:
            os.remove(self.folder + "/safe")
            return True
        except OSError:
            return False

    def menu_is_held(self):
        """The keys need a few scans to be sure."""
        begin = clock.ticks_ms()
        while clock.ticks_diff(clock.ticks_ms(), begin) < HELD_MS:
            self.hardware.keys.update()
            clock.sleep_ms(self.scan_ms)
        return self.hardware.keys.held_at_start(0, 0)

    def open(self):
        journal = Journal(self.folder + "/games", self.profile.name)
        app = App(self.hardware, journal, self.settings, folder=self.folder, safe=self.safe)
        app.read_profile = self.read_profile
        app.restart = self.restart
        return app

    def step(self):
        """One scan; a beat when it is time. What crashes is written down and shown."""
        try:
            self.app.scan()
            if self.app.link:
                self.app.link.poll()
            elif self.port:
                data = self.port.read()
                if data:
                    self.answer(data)
            self.app.paint_if_due()
            self._now_and_then(clock.ticks_ms())
        except Exception as error:
            try:
                self.crashed(error)
            except Exception:
                # No room even to show it. The game is on flash: start anew.
                self._machine.reset()

    def answer(self, data):
        """Somebody speaks on the port: from now on the link is there."""
        from .actions import Actions
        from .link import Link

        app = self.app
        app.link = Link(self.port, Actions(self))
        for sentence in self.problems + app.journal.problems:
            app.tell("problem", sentence)
        app.link.take(data)

    def uptime(self):
        """Seconds since power-up."""
        return self._seconds

    def well(self):
        """Has it run for a moment without a crash, and not only as safe mode?"""
        return self._seconds >= PROVED_S and not self.crashes and not self.safe

    def restart(self):
        """Start anew at once; only what the port has not sent yet goes on its way first."""
        if hasattr(self.port, "drain"):
            self.port.drain()
        self._machine.soft_reset()

    def restart_soon(self):
        """Start anew once the answer is on its way."""
        self._restart = True

    def crashed(self, error):
        self.app.let_go()
        briefly("firmware.crashing", "crashed", self, error)

    def _now_and_then(self, now):
        """What need not be done at once: a minute without a crash, the host's ten seconds."""
        seconds = clock.ticks_diff(now, self._second) // 1000
        if not seconds:
            return
        self._second = clock.ticks_add(self._second, 1000 * seconds)
        self._seconds += seconds
        self.app.clock += seconds if self.app.clock else 0
        if self._restart:
            self._machine.reset()
        if self.crashes and clock.ticks_diff(now, self.since) > QUIET_MS:
            self.calm(self.log)
        if self.app.link and clock.ticks_diff(now, self._told) >= HEALTH_MS:
            self._told = now
            self.app.link.tell_health()

    def calm(self, log):
        """A minute without a crash, or safe mode: the count begins anew."""
        log.quiet()
        self.crashes = 0


def run(board="board.json", folder=".", good=None):
    """The board's life. `good` is called once it has gone well for a moment."""
    import asyncio

    import machine

    from .port import Port
    from .profile import BoardError

    if hasattr(machine, "freq"):
        machine.freq(240_000_000)
    try:
        boot = Boot(machine, board, folder, port=Port())
    except BoardError as error:
        print("board.json: %s" % error)
        return

    async def live():
        proved = good
        while True:
            boot.step()
            if proved and boot.well():
                proved()
                proved = None
            await asyncio.sleep_ms(boot.scan_ms)

    asyncio.run(live())
