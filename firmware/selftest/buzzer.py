"""Stage: a short tune, and a person who says whether it played."""

from .stage import DARK, GREEN, MENU, RED, Stage, put

TUNE = (523, 150, 659, 150, 784, 150, 1047, 300)


class Buzzer(Stage):
    ask = "A short tune plays. Press MENU if you hear nothing, any other key if you do."

    def begin(self):
        if self.hw.buzzer is None:
            self.skip("This build has no buzzer.")
        else:
            self.hw.buzzer.play(TUNE)

    def tick(self, ms):
        super().tick(ms)
        if self.hw.buzzer is not None:
            self.hw.buzzer.tick()

    def key(self, x, y, down):
        if down and (x, y) == MENU:
            self.find(
                [
                    "The buzzer is silent: check its two wires, the 100 ohm resistor and that "
                    "it is a passive piezo."
                ]
            )
        self.done = self.done or down

    def step(self):
        self.skip("Nobody said whether the buzzer played.")

    def draw(self, rgb):
        rgb[:] = DARK
        for i in range(5):
            put(rgb, i, 0, RED)
            put(rgb, 0, i, RED)
        for i in range(3):
            put(rgb, 12 + i, 13 + i, GREEN)
        for i in range(5):
            put(rgb, 15, 15 - i, GREEN)
