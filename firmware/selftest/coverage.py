"""Stage: every key is pressed once. Keys that answer for others betray lines that touch."""

from array import array

from .stage import BLIND, DARK, GREEN, GREY, MENU, WHITE, Stage, name, put

# The likely cause, by key driver.
DEAD = {
    "ring": "its switch, its diode or a joint there is open, or the diode is turned round",
    "neotrellis": "its contact is dirty, or it has been stuck since power-up",
    "mpr121": "its row or column of foil has no contact to its electrode",
}


class Coverage(Stage):
    ask = (
        "Press every key once, one at a time; each turns green. MENU comes last: pressed a "
        "second time it ends the stage."
    )
    AGAIN = 80  # ms: a press so soon after the release was the same finger

    def begin(self):
        if self.test.blind:
            self.skip(BLIND)
        keys = self.hw.keys
        self.w, self.h = keys.w, keys.h
        none = [0] * self.h
        self.seen = array("H", none)
        self.alone = array("H", none)
        self.left = self.w * self.h
        self.released = array("H", [0] * 256)  # in steps of 8 ms, 0: never
        self.batch = []
        self.rows = {}  # pairs of rows, of columns: how often they answered together
        self.columns = {}
        self.bursts = 0  # how often a whole column answered at once
        self.double = {}
        self.ended = False

    def key(self, x, y, down):
        self.quiet_ms = 0
        if down:
            self.batch.append((x, y))
        else:
            self.released[16 * y + x] = (self.ms >> 3) % 65535 + 1

    def tick(self, ms):
        super().tick(ms)
        if self.batch:
            self._sort(self.batch)
            self.batch = []
        if (self.left == 0 or self.ended) and not self.done:
            self.step()

    def _sort(self, batch):
        """One finger, one key: what came with it came through lines that touch."""
        if len(batch) == 1:
            self._once(batch[0])
        elif len(batch) == 2:
            (x, y), (other_x, other_y) = sorted(batch)
            if x == other_x:
                self._pair(self.rows, y, other_y)
            elif y == other_y:
                self._pair(self.columns, x, other_x)
        elif len(batch) > self.h // 2 and len(set([x for x, _ in batch])) == 1:
            self.bursts += 1
        if len(batch) < 3:
            for x, y in batch:
                if not self.seen[y] >> x & 1:
                    self.seen[y] |= 1 << x
                    self.left -= 1

    def _once(self, cell):
        x, y = cell
        released = self.released[16 * y + x]
        if released and ((self.ms >> 3) + 1 - released) % 65535 < self.AGAIN >> 3:
            self.double[cell] = self.double.get(cell, 0) + 1
        elif cell == MENU and self.seen[0] & 1:
            self.ended = True
        self.alone[y] |= 1 << x

    def step(self):
        self.done = True
        if not any(self.seen):
            self.skip("Nobody pressed a key.")
            return
        for pairs, what, chip in (
            (self.rows, "Rows", "74HC595 outputs"),
            (self.columns, "Columns", "74HC165 inputs"),
        ):
            for (one, other), times in sorted(pairs.items()):
                cells = self._line(what, one) + self._line(what, other)
                if times >= 3 and not self._any_alone(cells):
                    self.find(
                        [
                            "%s %d and %d act as one: their lines touch. Look for a solder "
                            "bridge between them, first at the %s."
                            % (what, one + 1, other + 1, chip)
                        ],
                        cells,
                    )
        if self.bursts:
            rows = [y for y in range(self.h) if not self.seen[y]]
            which = ", ".join([str(y + 1) for y in rows])
            self.find(
                [
                    "A key closes its whole column: the line of its row touches ground. It is "
                    "row %s. Look for a solder bridge at its 74HC595 output."
                    % which.replace(", ", " or ")
                ],
                [(x, y) for y in rows for x in range(self.w)],
            )
        known = self.test.bad_cells("bad_keys")
        dead = [
            (x, y)
            for y in range(self.h)
            for x in range(self.w)
            if not self.seen[y] >> x & 1 and (x, y) not in known
        ]
        why = DEAD.get(self.test.profile.keys["driver"], DEAD["ring"])
        self.find(["The key at %s never closed: %s." % (name(cell), why) for cell in dead], dead)
        twice = sorted(self.double)
        self.find(
            [
                "The key at %s gave %d presses too many: its contact is worn or dirty."
                % (name(cell), self.double[cell])
                for cell in twice
            ],
            twice,
        )
        self.test.notes["double"] = [[x, y, self.double[x, y]] for x, y in twice]

    def draw(self, rgb):
        rgb[:] = DARK
        for y in range(self.h):
            row = self.seen[y]
            for x in range(self.w):
                put(rgb, x, y, GREEN if row >> x & 1 else GREY)
        if self.seen[0] & 1 and self.ms & 512:
            put(rgb, 0, 0, WHITE)

    def _pair(self, pairs, one, other):
        pairs[one, other] = pairs.get((one, other), 0) + 1

    def _line(self, what, number):
        if what == "Rows":
            return [(x, number) for x in range(self.w)]
        return [(number, y) for y in range(self.h)]

    def _any_alone(self, cells):
        return any([self.alone[y] >> x & 1 for x, y in cells])
