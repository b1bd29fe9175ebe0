"""The app at a desk: a hand that touches keys, and lights that are only looked at.

No chips here: the firmware alone, so that its frames are its own. Runs on both interpreters.
"""

import sys

from hand import Hand
from stub_clock import Clock


class Machine:
    clock = Clock()


class Keys:
    w = h = 16
    ghosts = 0
    stuck = False

    def __init__(self):
        self.waiting = []

    def update(self):
        return len(self.waiting)

    def next(self):
        return self.waiting.pop(0) if self.waiting else -1

    def held_at_start(self, x, y):
        return False


class Lights:
    milliamps = 0

    def __init__(self):
        self.last = bytearray(768)
        self.shown = 0
        self.seen = None

    def set_brightness(self, brightness):
        self.brightness = brightness

    def show(self, rgb):
        if rgb != self.last:
            self.last[:] = rgb
            self.shown += 1
            if self.seen:
                self.seen(rgb)


class Buzzer:
    def play(self, tune):
        pass

    def tick(self):
        pass


class Hardware:
    cursor = None

    def __init__(self):
        self.keys = Keys()
        self.lights = Lights()
        self.buzzer = Buzzer()


sys.modules["machine"] = Machine

from firmware.app import App  # noqa: E402  the firmware finds our `machine`
from firmware.journal import Journal  # noqa: E402
from firmware.settings import Settings  # noqa: E402


class Desk(Hand):
    """A board that was just switched on, and a hand at it."""

    def __init__(self, folder, seed=1, link=None):
        self.hardware = Hardware()
        app = App(
            self.hardware, Journal(folder + "/games", "desk"), Settings(folder + "/settings"),
            link, seeds=lambda: seed, folder=folder,
        )  # fmt: skip
        super().__init__(app, seed, self.work, Machine.clock.sleep_ms)

    def work(self):
        self.app.scan()
        self.app.paint()

    def tap(self, x, y):
        self.hardware.keys.waiting += [x | y << 4 | 256, x | y << 4]
        self.app.scan()
        self.wait()

    def hold(self, x, y, down):
        self.hardware.keys.waiting.append(x | y << 4 | (256 if down else 0))
        self.app.scan()
        self.wait()
