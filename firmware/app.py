"""The app: keys go to the screen, the screen draws, the palette paints, the lights show.

`scan` is called every scan_ms, `paint` 25 times a second.
"""

import gc

from . import clock, scenes, signs
from .course import result_text
from .memory import briefly, forget, sweep, sweep_later, sweep_when_due
from .palette import LOWEST, Palette

BEAT_MS = 40
BETWEEN = "firmware.between"
TUNES = {
    "choose": (880, 20), "play": (660, 30, 990, 40), "refuse": (220, 90), "end": (
        660, 90, 880, 90, 990, 90, 1320, 200),
}  # fmt: skip


class App:
    """`screen` is what the board shows; `players` and `game` belong to the game on it, if any."""

    def __init__(self, hardware, journal, settings, link=None, seeds=None, folder=".", safe=False):
        # Given by whoever switched the board on: how to start anew, and what board.json says.
        self.restart = self.read_profile = None
        sweep_when_due()
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
        self.clock = 0  # seconds since 1970, once a host has told the time
        self.frame = bytearray(256)
        self.rgb = bytearray(768)
        self._turned = None
        self._host_peeks = False
        self._dirty = True
        self._moving = False
        self._began = self._before = 0
        self._told_unkept = False
        self.soon = None
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
        if screen is self.playing:
            briefly("firmware.tidy", "for_play")
        self.tell("screen", screen.name)

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

    def press(self, x, y, down, by_host=False):
        """A key, as the people around the board see it."""
        if (x, y) == (0, 15):
            self._host_peeks = down and by_host
        sweep_later()  # the light comes first
        try:
            self.tell("key", "%d %d %s" % (x, y, "down" if down else "up"))
            self.screen.key(x, y, down)
            self.redraw()
        finally:
            sweep_when_due()
        self._think()

    def _think(self):
        """What is to be found out once a touch has been shown."""
        if self.screen and self.screen is self.playing and self.playing.think():
            self._dirty = True

    def paint(self):
        """One beat: timers run, what breathes and blinks goes on."""
        self.now = clock.ticks_ms()
        self.beat += 1
        if self.beat % 25 == 0:
            ms = max(1, clock.ticks_diff(self.now, self._second_began))
            self.frames_a_second = 1000 * self._shown // ms
            self._second_began = self.now
            self._shown = 0
            sweep()  # now, so that no touch has to wait for it
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
        self._think()

    def paint_if_due(self):
        if clock.ticks_diff(clock.ticks_ms(), self._painted_at) >= BEAT_MS:
            self._painted_at = clock.ticks_ms()
            self.paint()

    def show(self):
        """Bring the screen onto the lights. A frame that did not change is not sent."""
        if hasattr(self.screen, "paint"):
            self.screen.paint(self.rgb)
            self._dirty = False
        else:
            self._draw()
        if self.hardware.lights.show(self.rgb):
            self._shown += 1
        if self.link:
            # A hand that somebody at the table looks at is not for whoever is at the host.
            secret = self.screen.secret() and not self._host_peeks
            self.link.send_frame(None if secret else self.rgb)

    def _draw(self):
        if self._dirty:
            self.screen.draw(self.frame)
            if self.hardware.cursor:
                x, y = self._turn(*self._cursor)
                self.frame[16 * y + x] = signs.CHOSEN
            self._moving = self.palette.moving(self.frame)
            self._dirty = False
        frame = self.frame
        if self._quarters():
            frame = self._turned = self._turned or bytearray(256)
            for light in range(256):
                x, y = self._turn(light & 15, light >> 4)
                frame[light] = self.frame[16 * y + x]
        self.palette.paint(frame, self.rgb, self.beat)

    def start(self, game, players, options, seed=None):
        """A new game, once the screen that asked for it is out of the way and out of memory.
        ValueError says what is wrong with the arguments."""
        briefly(BETWEEN, "start", self, game, players, options, seed)

    def resume(self, name, up_to_damage=False):
        """Go on with a game that was left, likewise."""
        briefly(BETWEEN, "resume", self, name, up_to_damage)

    def room_for(self, game, wish):
        """Can this game be read now? If not, the board starts anew and then fulfils the wish."""
        return briefly(BETWEEN, "room_for", self, game, wish)

    def _do_soon(self):
        """What had to wait until nobody holds the screen any more: a function of between.py and
        its words, or `leave`."""
        if self.soon:
            job = self.soon
            self.soon = self.screen = None
            gc.collect()
            if job[0] == "leave":
                self._leave()
            else:
                self.let_go()
                found = briefly(BETWEEN, job[0], self, *job[1:])
                if found:
                    self._play(*found)
            self.redraw()

    def home(self):
        """Where one is when nothing else is on: the menu, or safe mode."""
        forget("firmware.screens.settings_menu")
        if self.safe:
            from .screens import messages

            messages.show_safe(self)
        else:
            # What reads the records leaves before the menu comes.
            unfinished = self.journal.unfinished()
            sweep()
            self._menu().show_menu(self, unfinished)

    def show_settings(self):
        from .screens import settings_menu

        settings_menu.show_settings(self)

    def set_up(self, game):
        """Ask who plays, and how."""
        self._menu().ask_players(self, game)

    def show_crash(self):
        self._message("sick", self.home)

    def check(self, words=()):
        """The self-test, all of it or some stages. ValueError: there is no such stage."""
        from .screens.check import Check

        self.journal.close()
        self.let_go()
        self.hardware.profile, _ = self.read_profile()
        self.go(Check(self, words))

    def pause(self, play):
        from .screens import pause

        pause.show_pause(self, play)

    def leave(self):
        """Back to the menu, likewise. What is not finished can be resumed."""
        self.soon = ("leave",)

    def _leave(self):
        over = self.playing and self.playing.state.result
        self.let_go()
        if over:
            self.journal.finish()
        else:
            self.journal.close()
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
            self._message("flash", lambda: self.go(play))

    def redraw(self):
        self._dirty = True
        if self.screen:
            self.show()

    def trouble(self, sentence):
        """Something could not be done: say it on the link, show it, go back to the menu."""
        self.tell("problem", sentence)
        self._message("sick", self.home)

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

    def _message(self, picture, then):
        from .screens import messages

        messages.show_message(self, picture, then)

    def _menu(self):
        from .screens import menu

        return menu

    def _play(self, game, state, options):
        self.game = game
        self.options = options
        self._began = clock.ticks_ms()
        self._before = self.journal.ms
        from .screens.play import Play

        self.playing = Play(self, game, state, scenes.load(game))
        self.go(self.playing)
        if self.link:
            briefly("firmware.telling", "game", self)
        gc.collect()

    def let_go(self):
        """Forget the game and the screens around it: there is room for one game's code."""
        if self.playing:
            self.playing.empty()
        self.soon = self.screen = self.playing = None
        if self.game:
            for package in ("shared_rules.", "firmware.scenes."):
                forget(package + self.game.replace("-", "_"))
        forget("firmware.screens.play")
        briefly("firmware.tidy", "for_play")
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
