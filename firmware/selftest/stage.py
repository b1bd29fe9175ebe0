"""What all stages of the self-test share: how one runs, and how it paints and names cells.

A stage is a file with a class of its name. It has `begin`, `tick`, `key`, `step` and `draw`, and
when it is `done`, `found` has sentences about what is wrong, or `why` says why nothing is known.
"""

DARK = bytes(768)
MENU = (0, 0)
PATIENCE = 60000  # ms without a touch until a stage stops waiting for a person
MOST = 16  # sentences of one kind
BLIND = "The key ring is broken, so no key can be read."
RED = b"\x90\x00\x00"
GREEN = b"\x00\x80\x00"
BLUE = b"\x00\x00\xa0"
WHITE = b"\x60\x60\x60"
GREY = b"\x18\x18\x18"


def put(rgb, x, y, colour):
    at = 48 * y + 3 * x
    rgb[at : at + 3] = colour


def name(cell):
    return "column %d, row %d" % (cell[0] + 1, cell[1] + 1)


def listed(rows):
    return [(x, y) for y in range(len(rows)) for x in range(16) if rows[y] >> x & 1]


def closed(rows, cell):
    return rows[cell[1]] >> cell[0] & 1


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
