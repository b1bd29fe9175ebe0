"""Stage: three corners of a rectangle are pressed; a fourth betrays a missing diode.

Current runs backwards only through the corner between the two others: that diode it is.
"""

from array import array

from .stage import (
    BLIND,
    BLUE,
    DARK,
    GREEN,
    MENU,
    RED,
    WHITE,
    Stage,
    closed,
    listed,
    name,
    put,
)


class Ghosts(Stage):
    ask = (
        "Press the three white keys at once and hold them until they go out. Or lay a ruler on "
        "a row and run a finger along another: that tries the whole row. MENU ends."
    )

    def begin(self):
        if self.test.profile.keys["ghosts"] != "rectangle":
            self.skip("This build reads each key by itself: no diodes, no ghosts.")
        elif self.test.blind:
            self.skip(BLIND)
        keys = self.hw.keys
        self.w, self.h = keys.w, keys.h
        self.todo = list(self.test.suspects) or [
            (3, 3),
            (self.w - 4, 3),
            (3, self.h - 4),
            (self.w - 4, self.h - 4),
        ]
        self.proven = array("H", [0] * self.h)
        self.guilty = []
        self.vague = []
        self.steady = 0
        self.waits = False  # for the keys to be let go

    def corners(self):
        """The corner that is tried, those beside and below or above it, and the fourth."""
        x, y = self.todo[0]
        x2, y2 = (x + self.w // 2) % self.w, (y + self.h // 2) % self.h
        return (x, y), (x2, y), (x, y2), (x2, y2)

    def key(self, x, y, down):
        self.quiet_ms = 0
        alone = sum([1 for row in self.hw.keys.driver.rows if row]) <= 1
        if down and (x, y) == MENU and alone and not (self.todo and MENU in self.corners()):
            self.step()

    def tick(self, ms):
        super().tick(ms)
        rows = self.hw.keys.driver.rows
        if self.done:
            return
        if self.waits:
            self.waits = any(rows)
            if not self.waits and not self.todo:
                self.step()
            return
        self._explore(rows)
        tried, beside, below, fourth = self.corners()
        if not (closed(rows, tried) and closed(rows, beside) and closed(rows, below)):
            self.steady = 0
            return
        self.quiet_ms = 0
        self.steady += 1
        if self.steady == 3:
            self.steady = 0
            self.todo.pop(0)
            if closed(rows, fourth):
                self.guilty.append(tried)
            self.waits = True

    def _explore(self, rows):
        """Two rows with one closed column in common: its diode holds where a row has more."""
        for y in range(self.h):
            row = rows[y]
            if not row & (row - 1):
                continue
            for other in range(self.h):
                common = row & rows[other]
                if other == y or not common:
                    continue
                if common & (common - 1):
                    if not self._expected(y, other):
                        self._suspect(y, other, common)
                else:
                    self.proven[y] |= common

    def _expected(self, y, other):
        """Whether these are the rows of the corners that are asked for."""
        tried, _, below, _ = self.corners()
        return (y, other) in ((tried[1], below[1]), (below[1], tried[1]))

    def _suspect(self, y, other, common):
        pair = (min(y, other), max(y, other))
        if pair in self.vague:
            return
        self.vague.append(pair)
        cells = [(x, line) for line in pair for x in range(self.w) if common >> x & 1]
        # One of these; four can be tried one by one, a whole row is for the person to repeat.
        if len(cells) == 4:
            self.todo += [cell for cell in cells if cell not in self.todo]

    def step(self):
        self.done = True
        self.test.notes["diodes"] = sum([len(listed([row])) for row in self.proven])
        self.find(
            [
                "The diode of the key at %s lets current back: it is missing, bridged or "
                "broken. Replace it." % name(cell)
                for cell in self.guilty
            ],
            self.guilty,
        )
        if self.vague and not self.guilty:
            self.find(
                [
                    "A key showed in rows %d and %d that nobody pressed: a diode there is "
                    "missing. Try its keys one by one in this stage." % (one + 1, other + 1)
                    for one, other in self.vague
                ]
            )
        if self.todo and not self.found:
            self.why = "The three keys were not pressed together, so nothing is known."

    def draw(self, rgb):
        rgb[:] = DARK
        for x, y in listed(self.proven):
            put(rgb, x, y, GREEN)
        for x, y in self.guilty:
            put(rgb, x, y, RED)
        if self.todo and not self.waits:
            for x, y in self.corners()[:3]:
                down = closed(self.hw.keys.driver.rows, (x, y))
                put(rgb, x, y, BLUE if down else WHITE)
