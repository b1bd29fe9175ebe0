"""What a host can ask of the board, a method a verb of the link. LINK.md is the description."""

import gc
import os

import shared_rules as rules

from . import VERSION, clock
from .link import cell, piece
from .record import read_value
from .settings import FIELDS

OTHERS = ("crash.old", "crash.txt", "selftest.json")


class Actions:
    """`reboot` and `set_clock` are the board's own ways to do that; None where there is none."""

    def __init__(self, app, profile, cause="unknown", reboot=None, set_clock=None):
        self.app = app
        self.profile = profile
        self.cause = cause
        self._reboot = reboot
        self._set_clock = set_clock
        self._since = clock.ticks_ms()

    def about(self):
        profile = self.profile
        return "firmware=%s rules=%d build=%s mcu=%s name=%s" % (
            VERSION, rules.VERSION, profile.build, profile.mcu, profile.name,
        )  # fmt: skip

    def press(self, words):
        self.app.press(*cell(words), True)
        return ""

    def release(self, words):
        self.app.press(*cell(words), False)
        return ""

    def tap(self, words):
        self.press(words)
        return self.release(words)

    def move(self, words):
        play = self._play()
        move = play.state.parse(" ".join(words))
        refusal = play.state.why(move)
        if refusal:
            play.refuse(refusal)
            raise ValueError(refusal.reason)
        play.play(move)
        self.app.redraw()
        return ""

    def start(self, words):
        if not words:
            raise ValueError("say which game: " + ", ".join(rules.GAMES))
        options = {}
        for word in words[1:]:
            name, equals, value = word.partition("=")
            if not equals:
                raise ValueError("an option is NAME=VALUE, not %s" % word)
            options[name] = value if name == "grid" else read_value(value)
        self.app.start(words[0], options.pop("players", None), options, options.pop("seed", None))
        return ""

    def view(self, words):
        state = self._play().state
        if words and words[0] not in [str(seat) for seat in range(state.players)]:
            raise ValueError("seats go from 0 to %d" % (state.players - 1))
        return state.view(int(words[0]) if words else None)

    def status(self, words):
        self.app.tell_all()
        return ""

    def health(self, words):
        app = self.app
        keys = app.hardware.keys
        gc.collect()
        stuck = [
            "%d,%d" % (x, y) for y in range(keys.h) for x in range(keys.w)
            if keys.stuck and keys.held_at_start(x, y)
        ]  # fmt: skip
        link = app.link
        seconds = clock.ticks_diff(clock.ticks_ms(), self._since) // 1000
        heap = gc.mem_free() if hasattr(gc, "mem_free") else 0
        text = "uptime=%d heap=%d fps=%d ma=%d ghosts=%d stuck=%s reset=%s" % (
            seconds, heap, app.frames_a_second, app.hardware.lights.milliamps, keys.ghosts,
            ";".join(stuck) or "-", self.cause,
        )  # fmt: skip
        return text + " skipped=%d damaged=%d unsent=%d" % (
            link.skipped, link.damaged, link.unsent
        )  # fmt: skip

    def journals(self, words):
        first = int(words[0]) if words and words[0].isdigit() else 0
        files = self._files()
        shown = ["%s %d" % (name, os.stat(path)[6]) for name, path in files[first : first + 8]]
        return " ".join([str(len(files))] + shown)

    def journal(self, words):
        if len(words) != 3 or not (words[1].isdigit() and words[2].isdigit()):
            raise ValueError("say name, offset and length")
        for name, path in self._files():
            if name == words[0]:
                return piece(path, int(words[1]), int(words[2]))
        raise ValueError("there is no journal %s" % words[0])

    def _files(self):
        """What a host may fetch: the records, the result of the self-test, the crash log."""
        found = []
        for folder, only in ((self.app.journal.folder, None), (self.app.folder, OTHERS)):
            try:
                names = sorted(os.listdir(folder))
            except OSError:
                continue
            found += [(name, folder + "/" + name) for name in names if not only or name in only]
        return found

    def settings(self, words):
        return " ".join(["%s=%s" % (name, self.app.settings.get(name)) for name in sorted(FIELDS)])

    def set(self, words):
        if len(words) != 2 or words[0] not in FIELDS:
            raise ValueError("the settings are " + ", ".join(sorted(FIELDS)))
        for value in FIELDS[words[0]]:
            if str(value) == words[1]:
                self.app.change_setting(words[0], value)
                return ""
        raise ValueError(
            "%s can be %s" % (words[0], ", ".join([str(value) for value in FIELDS[words[0]]]))
        )

    def clock(self, words):
        if not self._set_clock:
            raise ValueError("this board keeps no time")
        if len(words) != 1 or not words[0].isdigit():
            raise ValueError("say the seconds since 1970")
        self._set_clock(int(words[0]))
        return ""

    def selftest(self, words):
        return self.app.selftest(words)

    def reboot(self, words):
        if not self._reboot:
            raise ValueError("this board cannot start itself anew")
        return self._reboot(words == ["safe"])

    def _play(self):
        play = self.app.playing
        if play is None:
            raise ValueError("no game is being played; start one first")
        return play
