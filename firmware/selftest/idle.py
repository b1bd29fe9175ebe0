"""Stage: nobody touches anything; what reads closed all the time sticks."""

from array import array

from .shorts import whole_lines
from .stage import BLIND, DARK, GREY, RED, WHITE, Stage, listed, name, put

# The likely cause, by key driver.
STUCK = {
    "ring": "it sticks, its switch is turned by a quarter, or its row and column touch there",
    "neotrellis": "it sticks, or the rubber lies askew on it",
    "mpr121": "its foil is damp, or something lies on it",
}


class Idle(Stage):
    ask = "Take your hands off the board for four seconds."
    GRACE = 500

    def begin(self):
        if self.test.blind:
            self.skip(BLIND)
        height = self.hw.keys.h
        self.always = array("H", [0xFFFF] * height)
        self.ever = array("H", [0] * height)
        self.length = self.GRACE + self.test.profile.timing["stuck_ms"]

    def tick(self, ms):
        self.ms += ms
        if self.ms < self.GRACE:
            return
        rows = self.hw.keys.driver.rows
        for y in range(len(rows)):
            self.always[y] &= rows[y]
            self.ever[y] |= rows[y]
        if self.ms >= self.length:
            self._judge()

    def key(self, x, y, down):
        pass

    def draw(self, rgb):
        rgb[:] = DARK
        for i in range(16):
            put(rgb, i, 8, GREY if i > self.ms * 16 // self.length else WHITE)
        for x, y in listed(self.hw.keys.driver.rows):
            put(rgb, x, y, RED)

    def _judge(self):
        self.done = True
        hw = self.hw
        side = hw.keys.side
        sentences = side.check() if side is not None else []
        if self.test.profile.keys["driver"] in ("mpr121", "buttons"):
            sentences += [found for found in hw.keys.driver.check() if "at rest" in found]
        whole = whole_lines(self.test.profile.keys, self.always)[
            1
        ]  # the next stage speaks of these
        stuck = [cell for cell in listed(self.always) if cell not in whole]
        why = STUCK.get(self.test.profile.keys["driver"], STUCK["ring"])
        sentences += [
            "The key at %s reads closed at rest: %s." % (name(cell), why) for cell in stuck
        ]
        self.find(sentences, stuck)
        for y in range(len(self.ever)):
            self.ever[y] &= ~self.always[y]
        loose = listed(self.ever)
        self.find(
            [
                "The key at %s closed while nobody touched it: its contact is loose, or "
                "somebody did. Try this stage again." % name(cell)
                for cell in loose
            ],
            loose,
        )
