"""The app: keys go to the screen, the screen draws, the palette paints, the lights show.

`scan` is called every scan_ms, `paint` 25 times a second.
"""

import gc
import sys

import shared_rules as rules

from . import clock, scenes, signs
from .palette import LOWEST, Palette
from .record import RecordError, result_text

BEAT_MS = 40
TUNES = {
    "choose": (880, 20), "play": (660, 30, 990, 40), "refuse": (220, 90), "end": (
        660, 90, 880, 90, 990, 90, 1320, 200),
}  # fmt: skip


# The screens around a game leave memory while it is played.
AROUND = (
    ("firmware.screens", "menu"), ("firmware.screens", "choose"), ("firmware.screens", "icons"),
)  # fmt: skip


def forget(package, name):
    """Let a module go; it is read from flash again when it is needed. A host has the room, and
    others there who hold on to it."""
    if sys.implementation.name != "micropython":
        return
    sys.modules.pop(package + "." + name, None)
    if package in sys.modules and hasattr(sys.modules[package], name):
        delattr(sys.modules[package], name)


class App:
    """`screen` is what the board shows; `players` and `game` belong to the game on it, if any."""

    def __init__(self, hardware, journal, settings, link=None, seeds=None, folder=".", safe=False):
        if hasattr(gc, "threshold"):
            # Sweep early and often: a heap that is swept late falls into crumbs.
            gc.threshold(8192)
        self.hardware = hardware
        self.journal = journal
        self.settings = settings
        self.link = link
        self.seeds = seeds
        self.folder = folder
        self.safe = safe
        self.now = clock.ticks_ms()
        self.beat = 0
        self.game = None
        self.players = 1
        self.frame = bytearray(256)
        self.rgb = bytearray(768)
        self._turned = bytearray(256)
        self._dirty = True
        self._moving = False
        self._began = self._before = 0
        self._told_unkept = False
        self._soon = None
        self._unsettled = False
        self._took_setting()
        self.screen = self.playing = None
        self._painted_at = self._second_began = self.now
        self._shown = self.frames_a_second = 0
        self._cursor = (-1, -1)
        if safe:
            self.home()
        else:
            self._menu().show_welcome(self)

    def go(self, screen):
        self.screen = screen
        self._dirty = True

    def scan(self):
        """Read the keys once and let the screen act on each event, at once."""
        self.now = clock.ticks_ms()
        keys = self.hardware.keys
        keys.update()
        event = keys.next()
        while event >= 0:
            x, y = self._turn(event & 15, event >> 4 & 15)
            self.press(x, y, event >= 256)
            event = keys.next()
        self._do_soon()

    def press(self, x, y, down):
        """A key, as the people around the board see it."""
        self.tell("key", "%d %d %s" % (x, y, "down" if down else "up"))
        self.screen.key(x, y, down)
        self.redraw()

    def paint(self):
        """One beat: timers run, what breathes and blinks goes on."""
        self.now = clock.ticks_ms()
        self.beat += 1
        if self.beat % 25 == 0:
            ms = max(1, clock.ticks_diff(self.now, self._second_began))
            self.frames_a_second = 1000 * self._shown // ms
            self._second_began = self.now
            self._shown = 0
        if self.hardware.buzzer:
            self.hardware.buzzer.tick()
        cursor = self.hardware.cursor
        if cursor and self._cursor != (cursor.cursor_x, cursor.cursor_y):
            self._cursor = (cursor.cursor_x, cursor.cursor_y)
            self._dirty = True
        if self.screen and self.screen.tick(self.now):
            self._dirty = True
        self._do_soon()
        if self._dirty or self._moving:
            self.show()
        if self._unsettled:
            # The light has changed already: now is the time for the slow part of keeping.
            self._unsettled = False
            self.journal.settle()

    def paint_if_due(self):
        if clock.ticks_diff(clock.ticks_ms(), self._painted_at) >= BEAT_MS:
            self._painted_at = clock.ticks_ms()
            self.paint()

    def show(self):
        """Bring the screen onto the lights. A frame that did not change is not sent."""
        if hasattr(self.screen, "paint"):
            self.screen.paint(self.rgb)
            self.hardware.lights.show(self.rgb)
            self._dirty = False
            return
        if self._dirty:
            self.screen.draw(self.frame)
            if self.hardware.cursor:
                x, y = self._turn(*self._cursor)
                self.frame[16 * y + x] = signs.CHOSEN
            self._moving = self.palette.moving(self.frame)
            self._dirty = False
        frame = self.frame
        if self._quarters():
            frame = self._turned
            for light in range(256):
                x, y = self._turn(light & 15, light >> 4)
                frame[light] = self.frame[16 * y + x]
        self.palette.paint(frame, self.rgb, self.beat)
        if self.hardware.lights.show(self.rgb):
            self._shown += 1
        if self.link:
            self.link.send_frame(self.rgb)

    def start(self, game, players, options, seed=None):
        """A new game, once the screen that asked for it is out of the way and out of memory."""
        if self.safe:
            raise ValueError("in safe mode no game is played; restart the board")
        rules.load(game)
        self._soon = lambda: self._start(game, players, options, seed)

    def resume(self, name):
        """Go on with a game that was left, likewise."""
        self._soon = lambda: self._resume(name)

    def _do_soon(self):
        if self._soon:
            job = self._soon
            self._soon = self.screen = None
            job()
            self.redraw()

    def _start(self, game, players, options, seed):
        """A new game, kept in the journal from its first line on."""
        if seed is None:
            seed = self.seeds() if self.seeds else clock.ticks_us() & 0xFFFFFF
        state = self._load(game).new(players=players, seed=seed, **options)
        self.journal.start(game, state.players, options, seed)
        self._play(game, state)

    def _resume(self, name):
        """Go on with a game that was left, or show that its record cannot be used."""
        self._unload()
        try:
            state, header = self.journal.resume(name)
        except (RecordError, OSError) as error:
            self.trouble("%s cannot be resumed: %s" % (name, error))
            return
        self._play(header.game, state)

    def home(self):
        """Where one is when nothing else is on: the menu, or safe mode."""
        menu = self._menu()
        if self.safe:
            menu.show_safe(self)
        else:
            menu.show_menu(self)

    def show_crash(self):
        self._menu().show_message(self, "SICK", self.home)

    def selftest(self, words):
        """What the link asks of the self-test: start, step, result."""
        from .screens.check import Check

        if words[:1] == ["start"]:
            self.journal.close()
            self._unload()
            self.go(Check(self, words[1:]))
            return ""
        if not isinstance(self.screen, Check):
            raise ValueError("the self-test is not running; start it first")
        if words == ["step"]:
            self.screen.test.step()
            return ""
        import json

        return json.dumps(self.screen.test.result)

    def pause(self, play):
        self._menu().show_pause(self, play)

    def leave(self):
        """Back to the menu. What is not finished can be resumed."""
        if self.playing and self.playing.state.result:
            self.journal.finish()
        else:
            self.journal.close()
        self._unload()
        self.home()

    def finished(self, state):
        text = result_text(state.result)
        self.keep("result", text)
        self.sound("end")
        self.tell("result", text)

    def keep(self, kind, text=""):
        """An event goes on flash before its light changes. If it cannot, that is shown once."""
        ms = self._before + clock.ticks_diff(clock.ticks_ms(), self._began)
        self._unsettled = True
        if self.journal.append(kind, text, ms):
            self._told_unkept = False
        elif not self._told_unkept:
            self._told_unkept = True
            self.tell("problem", self.journal.problems[-1])
            play = self.screen
            self._menu().show_message(self, "FLASH", lambda: self.go(play))

    def tell_all(self):
        """Where the game stands, for whoever listens."""
        if self.playing:
            state = self.playing.state
            self.tell("game", "%s players=%d" % (self.game, state.players))
            self.tell("turn", "-" if state.turn is None else str(state.turn))
            self.tell("scores", " ".join([str(score) for score in state.scores()]))
            if state.result:
                self.tell("result", result_text(state.result))

    def redraw(self):
        self._dirty = True
        if self.screen:
            self.show()

    def trouble(self, sentence):
        """Something could not be done: say it on the link, show it, go back to the menu."""
        self.tell("problem", sentence)
        self._menu().show_message(self, "SICK", self.home)

    def tell(self, kind, text):
        if self.link:
            self.link.tell(kind, text)

    def sound(self, name):
        if self.settings.get("sound") and self.hardware.buzzer:
            self.hardware.buzzer.play(TUNES[name])

    def change_setting(self, name, value):
        self.settings.set(name, value)
        self._took_setting()

    def _took_setting(self):
        self.palette = Palette(self.settings.get("palette"))
        level = self.settings.get("brightness") - 1
        self.hardware.lights.set_brightness(LOWEST + (255 - LOWEST) * level // 7)
        self._dirty = True

    def _menu(self):
        from .screens import menu

        return menu

    def _play(self, game, state):
        self.game = game
        self._began = clock.ticks_ms()
        self._before = self.journal.ms
        for package, name in AROUND:
            forget(package, name)
        gc.collect()
        from .screens.play import Play

        self.playing = Play(self, game, state, scenes.load(game))
        self.go(self.playing)
        self.tell_all()
        gc.collect()

    def _load(self, game):
        self._unload()
        self.game = game
        return rules.load(game)

    def _unload(self):
        """Forget the code of the last game: there is room for one."""
        self.screen = self.playing = None
        if self.game:
            for package in ("shared_rules", "firmware.scenes"):
                forget(package, self.game.replace("-", "_"))
        forget("firmware.screens", "play")
        self.game = None
        gc.collect()

    def _turn(self, x, y):
        """From a light of the board to the light of the picture that it shows."""
        for _ in range(self._quarters()):
            x, y = y, 15 - x
        return x, y

    def _quarters(self):
        """How far the picture is turned for the seat to move."""
        state = getattr(self.screen, "state", None)
        if state is None or state.turn is None:
            return 0
        return self.settings.get("rotation%d" % (state.turn + 1)) // 90
