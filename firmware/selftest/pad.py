"""Stage: coverage for a cursor pad; each of the six buttons once."""

from .stage import DARK, GREEN, GREY, Stage, put


class Pad(Stage):
    ask = "Press each of the six buttons once, MENU last; pressed a second time it ends the stage."
    NAMES = ("up", "down", "left", "right", "ok", "menu")
    PLACES = ((7, 2), (7, 12), (2, 7), (12, 7), (7, 7), (0, 0))

    def begin(self):
        self.seen = bytearray(6)
        self.at = self._cursor()
        spec = self.test.profile.keys
        self.menu = tuple(spec["menu_key"])

    def _cursor(self):
        cursor = self.hw.cursor
        return cursor.cursor_x, cursor.cursor_y

    def key(self, x, y, down):
        self.quiet_ms = 0
        if down:
            which = 5 if (x, y) == self.menu and self.at != self.menu else 4
            if which == 5 and self.seen[5]:
                self.step()
            self.seen[which] = 1

    def tick(self, ms):
        super().tick(ms)
        keys = self.hw.keys
        at = self._cursor()
        if at != self.at:
            right = (at[0] - self.at[0]) % keys.w
            below = (at[1] - self.at[1]) % keys.h
            for which, moved in (
                (0, below > keys.h // 2),
                (1, 0 < below <= keys.h // 2),
                (2, right > keys.w // 2),
                (3, 0 < right <= keys.w // 2),
            ):
                if moved:
                    self.seen[which] = 1
            self.at = at
            self.quiet_ms = 0
        if min(self.seen) and not self.done:
            self.step()

    def step(self):
        self.done = True
        spec = self.test.profile.keys
        self.find(
            [
                "%s never closed: the button or its wire to the pin and to ground is open."
                % spec[self.NAMES[i]]
                for i in range(6)
                if not self.seen[i]
            ]
        )

    def draw(self, rgb):
        rgb[:] = DARK
        for i in range(6):
            x, y = self.PLACES[i]
            for dx in range(2):
                for dy in range(2):
                    put(rgb, x + dx, y + dy, GREEN if self.seen[i] else GREY)
