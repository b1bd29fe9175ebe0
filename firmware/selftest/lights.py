"""Stage: pictures for a person to check; then all white, and the wrong ones are touched."""

from ..drivers.layout import wire_table
from .stage import BLUE, DARK, GREEN, MENU, RED, WHITE, Stage, name, put

DONE = (15, 15)
HOLD = 1000
DIM = b"\x28\x28\x28"
# 3 x 5 lights a letter, row by row from the top, the left light first.
LETTERS = {
    "N": 0b101111111111101,
    "W": 0b101101111111101,
    "E": 0b111100110100111,
    "S": 0b111100111001111,
}


class Lights(Stage):
    ask = (
        "All dark; red; green; blue; one light that walks row by row from the top left; "
        "letters in the corners; then all white: touch each light that is not, then MENU."
    )
    # Until when, in ms, each picture shows; a touch goes on to the next.
    ENDS = (1000, 2000, 3000, 4000, 4000 + 256 * 40, 17000)

    def begin(self):
        self.wrong = []
        self.held = None
        self.held_ms = 0
        self.ma = 0

    def picture(self):
        for i, end in enumerate(self.ENDS):
            if self.ms < end:
                return i
        return len(self.ENDS)

    def tick(self, ms):
        super().tick(ms)
        self.ma = max(self.ma, self.hw.lights.milliamps)
        if self.held:
            self.held_ms += ms
            if self.held_ms >= HOLD:
                self._mark(self.held)
                self.held = None

    def key(self, x, y, down):
        self.quiet_ms = 0
        picture = self.picture()
        if picture < len(self.ENDS):
            if down:
                self.ms = self.ENDS[picture]
        elif (x, y) not in (MENU, DONE):
            if down:
                self._mark((x, y))
        elif down:
            self.held, self.held_ms = (x, y), 0  # a corner ends the stage unless it is held
        elif self.held == (x, y):
            self.finish()

    def step(self):
        if self.wrong:
            self.finish()
        else:
            self.skip("Nobody said whether the lights are right.")

    def finish(self):
        self.done = True
        self.test.notes["ma"] = self.ma
        if not self.wrong:
            return
        spec = self.test.profile.lights
        table = wire_table(spec)
        chain = sorted([(table[y * spec["w"] + x], x, y) for x, y in self.wrong])
        sentences = [
            "The light at %s is wrong: number %d on the wire." % (name((x, y)), number + 1)
            for number, x, y in chain
        ]
        number, x, y = chain[0]
        if "tile" not in spec:
            before = "the data pin" if number == 0 else "light %d" % number
            sentences.insert(
                0,
                "The first wrong light is number %d of the chain, at %s: check "
                "the joint between %s and it, then that light."
                % (number + 1, name((x, y)), before),
            )
        self.find(sentences, self.wrong, "bad_lights")

    def draw(self, rgb):
        picture = self.picture()
        rgb[:] = DARK
        if 1 <= picture <= 3:
            rgb[:] = (RED, GREEN, BLUE)[picture - 1] * 256
        elif picture == 4:
            light = (self.ms - self.ENDS[3]) // 40
            put(rgb, light % 16, light // 16, WHITE)
        elif picture == 5:
            for x, y, letters in ((0, 0, "NW"), (9, 0, "NE"), (0, 11, "SW"), (9, 11, "SE")):
                self._write(rgb, x, y, letters)
        elif picture == 6:
            rgb[:] = DIM * 256
            for x, y in self.wrong:
                put(rgb, x, y, RED if self.ms & 256 else DARK[:3])
            self.test.draw_cursor(rgb)

    def _mark(self, cell):
        if cell in self.wrong:
            self.wrong.remove(cell)
        else:
            self.wrong.append(cell)

    def _write(self, rgb, x, y, letters):
        for letter in letters:
            for i in range(15):
                if LETTERS[letter] >> 14 - i & 1:
                    put(rgb, x + i % 3, y + i // 3, WHITE)
            x += 4
