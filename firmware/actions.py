"""What a host can ask of the board, a method a verb of the link. LINK.md is the description.

Here is what a host asks all the time; the rest is requests.py, in memory only for an answer.
"""

import gc

from .link import cell
from .memory import briefly


class Actions:
    def __init__(self, boot):
        self._boot = boot

    @property
    def app(self):
        """Another one after a crash."""
        return self._boot.app

    def about(self):
        return briefly("firmware.greeting", "about", self._boot.profile)

    def press(self, words):
        self.app.press(*cell(words), True, True)

    def release(self, words):
        self.app.press(*cell(words), False, True)

    def tap(self, words):
        self.press(words)
        self.release(words)

    def move(self, words):
        play = self.playing()
        move = play.state.parse(" ".join(words))
        refusal = play.state.why(move)
        if refusal:
            play.refuse(refusal)
            self.app.redraw()
            raise ValueError(refusal.reason)
        play.play(move)
        self.app.redraw()

    def health(self, words):
        app = self.app
        keys = app.hardware.keys
        gc.collect()
        stuck = [
            "%d,%d" % (x, y) for y in range(keys.h) for x in range(keys.w)
            if keys.stuck and keys.held_at_start(x, y)
        ]  # fmt: skip
        link = app.link
        heap = gc.mem_free() if hasattr(gc, "mem_free") else 0
        return (
            "uptime=%d heap=%d fps=%d ma=%d ghosts=%d stuck=%s reset=%s skipped=%d damaged=%d "
            "unsent=%d" % (
                self._boot.uptime(), heap, app.frames_a_second, app.hardware.lights.milliamps,
                keys.ghosts, ";".join(stuck) or "-", self._boot.cause,
                link.skipped, link.damaged, link.unsent,
            )
        )  # fmt: skip

    def playing(self):
        play = self.app.playing
        if play is None:
            raise ValueError("no game is being played; start one first")
        return play

    def start(self, words):
        return briefly("firmware.starting", "start", self._boot, words)

    def view(self, words):
        return self._rare("view", words)

    def status(self, words):
        return self._rare("status", words)

    def moves(self, words):
        return self._rare("moves", words)

    def hint(self, words):
        return self._help("hint", words)

    def solvable(self, words):
        return self._help("solvable", words)

    def _help(self, name, words):
        said = briefly("firmware.screens.hints", name, self.playing(), words)
        self.app.redraw()
        return said

    def journals(self, words):
        return self._rare("journals", words)

    def journal(self, words):
        return self._rare("journal", words)

    def settings(self, words):
        return self._rare("settings", words)

    def set(self, words):
        return self._rare("set_one", words)

    def clock(self, words):
        return self._rare("set_clock", words)

    def selftest(self, words):
        if words[:1] != ["start"]:
            return self._rare("selftest", words)
        self.app.check(words[1:])  # not read for a moment only: it stays until it is over

    def reboot(self, words):
        return self._rare("reboot", words)

    def _rare(self, name, words):
        return briefly("firmware.requests", name, self._boot, words)
