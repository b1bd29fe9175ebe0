"""Does this board work, and if not, where: a self-test as a row of stages, for a screen to host.

    test = SelfTest(hardware, folder="", tell=link.tell)
    test.start()                    # all stages, or those named; a cell "3,4" is a diode to try
    test.tick(ms)                   # with every scan, after keys.update() and the key events
    test.key(x, y, down)            # MENU at (0, 0) ends what waits for a person, so does step()
    test.draw(rgb)                  # bytearray(768) for the light driver
    test.done, test.result          # at the end the result is in selftest.json as well

Lights cannot be felt by the board: a person looks and touches those that are wrong. Keys can:
what reads closed at rest, what never closes, which lines touch and which diodes are missing.
"""

import gc
import json
import os
from array import array

from .drivers.layout import cell_table, lines, wire_table

DARK = bytes(768)
DIM = b"\x28\x28\x28" * 256
MENU = (0, 0)
DONE = (15, 15)
PATIENCE = 60000  # ms without a touch until a stage stops waiting for a person
HOLD = 1000
MOST = 16  # sentences of one kind
HEAP = 25000
FLASH = 65536
RED = b"\x90\x00\x00"
GREEN = b"\x00\x80\x00"
BLUE = b"\x00\x00\xa0"
WHITE = b"\x60\x60\x60"
GREY = b"\x18\x18\x18"
TUNE = (523, 150, 659, 150, 784, 150, 1047, 300)
# The likely cause, by key driver.
STUCK = {
    "ring": "it sticks, its switch is turned by a quarter, or its row and column touch there",
    "neotrellis": "it sticks, or the rubber lies askew on it",
    "mpr121": "its foil is damp, or something lies on it",
}
DEAD = {
    "ring": "its switch, its diode or a joint there is open, or the diode is turned round",
    "neotrellis": "its contact is dirty, or it has been stuck since power-up",
    "mpr121": "its row or column of foil has no contact to its electrode",
}
# 3 x 5 lights a letter, row by row from the top, the left light first.
LETTERS = {
    "N": 0b101111111111101,
    "W": 0b101101111111101,
    "E": 0b111100110100111,
    "S": 0b111100111001111,
}


def put(rgb, x, y, colour):
    at = 48 * y + 3 * x
    rgb[at : at + 3] = colour


def name(cell):
    return "column %d, row %d" % (cell[0] + 1, cell[1] + 1)


def listed(rows):
    return [(x, y) for y in range(len(rows)) for x in range(16) if rows[y] >> x & 1]


class Stage:
    ask = ""

    def __init__(self, test):
        self.test = test
        self.hw = test.hw
        self.found = []  # sentences: what is wrong
        self.why = ""  # why the stage proves nothing, if so
        self.done = False
        self.ms = 0
        self.quiet_ms = 0  # since the last touch
        self.begin()

    def begin(self):
        pass

    def tick(self, ms):
        self.ms += ms
        self.quiet_ms += ms
        if self.quiet_ms >= PATIENCE:
            self.step()

    def key(self, x, y, down):
        self.quiet_ms = 0
        if down and (x, y) == MENU:
            self.step()

    def step(self):
        self.done = True

    def draw(self, rgb):
        rgb[:] = DARK

    def skip(self, why):
        self.why = why
        self.done = True

    def find(self, sentences, cells=(), what="bad_keys"):
        extra = len(sentences) - MOST
        if extra > 0:
            sentences = sentences[:MOST] + ["And %d more like these." % extra]
        self.found += sentences
        self.test.bad(what, cells)


class Bus(Stage):
    """Do all chips answer, and does the key ring return what is sent into it?"""

    ask = "Do not touch the keys."

    def tick(self, ms):
        hw, profile = self.hw, self.test.profile
        sentences = [
            sentence
            for sentence in hw.check()
            if "at rest" not in sentence and not sentence.startswith("Every key")
        ]
        self.find(sentences)
        if profile.i2c:
            present = hw._i2c.scan()
            for i, address in enumerate(profile.i2c["addresses"]):
                if address not in present:
                    self._lose(i, profile.keys)
        self.done = True

    def _lose(self, chip, spec):
        if "tile" in spec:
            size, across = spec["tile"], spec["w"] // spec["tile"]
            cells = [
                (chip % across * size + x, chip // across * size + y)
                for y in range(size)
                for x in range(size)
            ]
            self.test.bad("bad_lights", cells)
        else:
            cells = [
                (x, y)
                for y in range(spec["h"])
                for x in range(spec["w"])
                if chip in (spec["columns"][x] // 12, spec["rows"][y] // 12)
            ]
        self.test.bad("bad_keys", cells)


class Lights(Stage):
    """Pictures for a person to check; then all white, and the wrong ones are touched."""

    ask = (
        "All dark; red; green; blue; one light that walks row by row from the top left; "
        "letters in the corners; then all white: touch each light that is not, then MENU."
    )
    # Until when, in ms, each picture shows; a touch goes on to the next.
    ENDS = (1000, 2000, 3000, 4000, 4000 + 256 * 40, 17000)

    def begin(self):
        self.wrong = []
        self.full = [bytes(colour) * 256 for colour in (RED, GREEN, BLUE)]
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
            rgb[:] = self.full[picture - 1]
        elif picture == 4:
            light = (self.ms - self.ENDS[3]) // 40
            put(rgb, light % 16, light // 16, WHITE)
        elif picture == 5:
            for x, y, letters in ((0, 0, "NW"), (9, 0, "NE"), (0, 11, "SW"), (9, 11, "SE")):
                self._write(rgb, x, y, letters)
        elif picture == 6:
            rgb[:] = DIM
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


class Idle(Stage):
    """Nobody touches anything: what reads closed all the time sticks."""

    ask = "Take your hands off the board for four seconds."
    GRACE = 500

    def begin(self):
        if self.test.blind:
            self.skip("The key ring is broken, so no key can be read.")
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
        whole = self.test.whole_lines(self.always)[1]  # the next stage speaks of these
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


class Shorts(Stage):
    """Whole lines of the key matrix that read closed with no key down."""

    ask = "Still hands off."

    def begin(self):
        if self.test.profile.keys["driver"] != "ring":
            self.skip("This build has no key matrix whose lines could touch.")
        elif self.test.blind:
            self.skip("The key ring is broken, so no key can be read.")
        self.always = array("H", [0xFFFF] * self.hw.keys.h)

    def tick(self, ms):
        self.ms += ms
        rows = self.hw.keys.driver.rows
        for y in range(len(rows)):
            self.always[y] &= rows[y]
        if self.ms >= 200:
            self.done = True
            self.find(*self.test.whole_lines(self.always))

    def key(self, x, y, down):
        pass


class Coverage(Stage):
    """Every key is pressed once. Keys that answer for others betray lines that touch."""

    ask = (
        "Press every key once, one at a time; each turns green. MENU comes last: pressed a "
        "second time it ends the stage."
    )
    AGAIN = 80  # ms: a press so soon after the release was the same finger

    def begin(self):
        if self.test.blind:
            self.skip("The key ring is broken, so no key can be read.")
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


class Pad(Stage):
    """Coverage for a cursor pad: each of the six buttons once."""

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


class Ghosts(Stage):
    """Three corners of a rectangle are pressed; a fourth that shows betrays a missing diode.

    Current runs backwards only through the corner between the two others: that diode it is.
    """

    ask = (
        "Press the three white keys at once and hold them until they go out. Or lay a ruler on "
        "a row and run a finger along another: that tries the whole row. MENU ends."
    )

    def begin(self):
        if self.test.profile.keys["ghosts"] != "rectangle":
            self.skip("This build reads each key by itself: no diodes, no ghosts.")
        elif self.test.blind:
            self.skip("The key ring is broken, so no key can be read.")
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
        if not (_closed(rows, tried) and _closed(rows, beside) and _closed(rows, below)):
            self.steady = 0
            return
        self.quiet_ms = 0
        self.steady += 1
        if self.steady == 3:
            self.steady = 0
            self.todo.pop(0)
            if _closed(rows, fourth):
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
                down = _closed(self.hw.keys.driver.rows, (x, y))
                put(rgb, x, y, BLUE if down else WHITE)


class Sound(Stage):
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


class Memory(Stage):
    def tick(self, ms):
        gc.collect()
        notes = self.test.notes
        if hasattr(gc, "mem_free"):
            notes["heap"] = gc.mem_free()
            if notes["heap"] < HEAP:
                self.find(
                    [
                        "Only %d bytes of the heap are free; a game needs %d. Deploy the "
                        "compiled app." % (notes["heap"], HEAP)
                    ]
                )
        try:
            room = os.statvfs(self.test.folder or "/")
            notes["flash"] = room[1] * room[4]
            if notes["flash"] < FLASH:
                self.find(
                    [
                        "Only %d bytes of flash are free. Fetch the journals and remove old "
                        "ones." % notes["flash"]
                    ]
                )
        except OSError:
            self.find(
                ["The flash cannot be read: its file system is damaged. Flash the board anew."]
            )
        self.done = True


STAGES = ("bus", "lights", "idle", "shorts", "coverage", "ghosts", "buzzer", "memory")
_CLASSES = {
    "bus": Bus,
    "lights": Lights,
    "idle": Idle,
    "shorts": Shorts,
    "coverage": Coverage,
    "ghosts": Ghosts,
    "buzzer": Sound,
    "memory": Memory,
}


class SelfTest:
    def __init__(self, hw, folder="", tell=None):
        self.hw = hw
        self.profile = hw.profile
        self.folder = folder
        self.suspects = []  # keys whose diodes are to be tried
        self.notes = {}
        self.result = None
        self.done = False
        self.closed = False  # the person has seen the result
        self._tell = tell or (lambda kind, text: None)
        self._stage = None
        self._ms = 0

    def start(self, words=()):
        """Stages by name, in the order of STAGES; all without a name. A wrong name: ValueError."""
        chosen, suspects = [], []
        for word in words:
            x, comma, y = word.partition(",")
            if word in STAGES:
                chosen.append(word)
            elif (
                comma
                and x.isdigit()
                and y.isdigit()
                and int(x) < self.hw.keys.w
                and (int(y) < self.hw.keys.h)
            ):
                suspects.append((int(x), int(y)))
            else:
                raise ValueError(
                    'The self-test has no stage "%s". Its stages are %s; a key is '
                    "written 3,4." % (word[:20], ", ".join(STAGES))
                )
        if suspects and not chosen:
            chosen.append("ghosts")
        self.suspects = suspects
        self.notes = {}
        self.result = {
            "format": 1,
            "name": self.profile.name,
            "build": self.profile.build,
            "mcu": self.profile.mcu,
            "good": True,
            "stages": [],
            "bad_keys": [],
            "bad_lights": [],
        }
        self.done = self.closed = False
        self._todo = [stage for stage in STAGES if stage in (chosen or STAGES)]
        self._begin()

    @property
    def blind(self):
        """Whether no key can be read, because the key ring is broken."""
        return getattr(self.hw.keys.driver, "broken", False)

    @property
    def stage(self):
        """The stage that runs, or ""."""
        return self._todo[0] if self._stage else ""

    @property
    def ask(self):
        """What a person should do now."""
        return self._stage.ask if self._stage else ""

    def tick(self, ms):
        self._ms += ms
        if self._stage is not None:
            if not self._stage.done:
                self._stage.tick(ms)
            if self._stage.done:
                self._end()

    def key(self, x, y, down):
        if self._stage is not None:
            if not self._stage.done:
                self._stage.key(x, y, down)
        elif self.done and down and (x, y) == MENU:
            self.closed = True

    def step(self):
        """Ends a stage that waits for a person, as MENU does."""
        if self._stage is not None and not self._stage.done:
            self._stage.step()

    def draw(self, rgb):
        if self._stage is not None:
            self._stage.draw(rgb)
        elif self.done:
            self._draw_result(rgb)
        else:
            rgb[:] = DARK

    def draw_cursor(self, rgb):
        cursor = self.hw.cursor
        if cursor is not None and self._ms & 256:
            put(rgb, cursor.cursor_x, cursor.cursor_y, BLUE)

    def bad(self, what, cells):
        known = self.result[what]
        for x, y in cells:
            if [x, y] not in known:
                known.append([x, y])

    def bad_cells(self, what):
        return [tuple(cell) for cell in self.result[what]]

    def whole_lines(self, rows):
        """Sentences and keys of the matrix lines that read closed from end to end."""
        spec = self.profile.keys
        if spec["driver"] != "ring":
            return [], []
        cells = [(number & 15, number >> 4) for number in cell_table(spec)]
        outs, ins = lines(spec)
        sentences, found = [], []
        for line in range(outs):
            row = cells[line * ins : line * ins + ins]
            if all([_closed(rows, cell) for cell in row]):
                found += row
                sentences.append(
                    "Every key on row line %d reads closed, from %s on: the line is "
                    "shorted. Look for a solder bridge at that 74HC595 output."
                    % (line, name(row[0]))
                )
        for place in range(ins):
            column = cells[place::ins]
            if all([_closed(rows, cell) for cell in column]):
                found += column
                sentences.append(
                    "Every key on column line %d reads closed, from %s on: the line "
                    "touches ground or its pull-up is missing. Look for a solder "
                    "bridge at that 74HC165 input." % (place, name(column[0]))
                )
        return sentences, found

    def _begin(self):
        stage = self._todo[0]
        kind = _CLASSES[stage]
        if stage == "coverage" and self.hw.cursor is not None:
            kind = Pad
        self._stage = kind(self)
        if not self._stage.done:
            self._tell("selftest", ("%s begins %s" % (stage, kind.ask)).rstrip())

    def _end(self):
        stage = self._stage
        name = self._todo.pop(0)
        good = False if stage.found else None if stage.why else True
        self.result["stages"].append(
            {"stage": name, "good": good, "found": stage.found, "why": stage.why}
        )
        if stage.found:
            self.result["good"] = False
        for sentence in stage.found:
            self._tell("selftest", "%s bad %s" % (name, sentence))
        if not stage.found:
            self._tell(
                "selftest", "%s skipped %s" % (name, stage.why) if stage.why else name + " good"
            )
        self._stage = None
        if self._todo:
            self._begin()
            return
        self.result.update(self.notes)
        self.done = True
        self._ms = 0
        self._save()
        self._tell("selftest", "done good" if self.result["good"] else "done bad")

    def _save(self):
        """Writes selftest.json whole: a power cut leaves the old one or the new one."""
        try:
            with open(self.folder + "selftest.new", "w") as file:
                json.dump(self.result, file)
            os.rename(self.folder + "selftest.new", self.folder + "selftest.json")
        except OSError:
            self._tell(
                "problem",
                "The result of the self-test could not be written: the flash is "
                "full or damaged. It is still on the lights and on the link.",
            )

    def _draw_result(self, rgb):
        """In turns: a bar for each stage, and the board with its bad keys and lights."""
        rgb[:] = DARK
        if self._ms // 2000 & 1 and (self.result["bad_keys"] or self.result["bad_lights"]):
            blink = self._ms & 256
            for y in range(16):
                for x in range(16):
                    put(rgb, x, y, GREY)
            for x, y in self.result["bad_keys"]:
                put(rgb, x, y, RED if blink else DARK[:3])
            for x, y in self.result["bad_lights"]:
                # The light itself may be dead: its row and column point at it from the edges.
                for at in ((0, y), (15, y), (x, 0), (x, 15), (x, y)):
                    put(rgb, at[0], at[1], BLUE)
            return
        for stage in self.result["stages"]:
            x = 2 * STAGES.index(stage["stage"])
            if stage["good"]:
                for y in range(10, 14):
                    put(rgb, x, y, GREEN)
            elif stage["good"] is None:
                put(rgb, x, 13, GREY)
            else:
                for y in range(2, 14, 1 if self._ms & 256 else 2):
                    put(rgb, x, y, RED)


def _closed(rows, cell):
    return rows[cell[1]] >> cell[0] & 1
