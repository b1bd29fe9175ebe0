"""Does this board work, and if not, where: a self-test as a row of stages, for a screen to host.

    test = SelfTest(hardware, folder="", tell=link.tell)
    test.start()                    # all stages, or those named; a cell "3,4" is a diode to try
    test.tick(ms)                   # with every scan, after keys.update() and the key events
    test.key(x, y, down)            # MENU at (0, 0) ends what waits for a person, so does step()
    test.draw(rgb)                  # bytearray(768) for the light driver
    test.done, test.result          # at the end the result is in selftest.json as well

Lights cannot be felt by the board: a person looks and touches those that are wrong. Keys can:
what reads closed at rest, what never closes, which lines touch and which diodes are missing.
Each stage is a file of its own and in memory only while it runs.
"""

import gc
import sys

from ..memory import forget
from .stage import BLUE, DARK, MENU, put

STAGES = ("bus", "lights", "idle", "shorts", "coverage", "ghosts", "buzzer", "memory")


def load(name):
    """The module of a stage, or of what comes after the last one."""
    module = "firmware.selftest." + name
    __import__(module)
    return sys.modules[module]


def unload(*kept):
    """Let all of this package go but itself and what is kept."""
    for module in list(sys.modules):
        package, _, name = module.rpartition(".")
        if package == "firmware.selftest" and name not in kept:
            forget(module)
    gc.collect()


class SelfTest:
    def __init__(self, hw, folder="", tell=None):
        self.hw = hw
        self.profile = hw.profile
        self.folder = folder + "/" if folder and not folder.endswith("/") else folder
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
            cell = self._cell(word)
            if word in STAGES:
                chosen.append(word)
            elif cell:
                suspects.append(cell)
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
        if self.closed:
            unload()
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
            load("result").draw(rgb, self.result, STAGES, self._ms)
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

    def _cell(self, word):
        """The cell that a word such as 3,4 names, or None."""
        x, comma, y = word.partition(",")
        if comma and x.isdigit() and y.isdigit():
            x, y = int(x), int(y)
            if x < self.hw.keys.w and y < self.hw.keys.h:
                return x, y
        return None

    def _begin(self):
        name = stage = self._todo[0]
        if stage == "coverage" and self.hw.cursor is not None:
            name = "pad"
        kind = getattr(load(name), name[0].upper() + name[1:])
        self._stage = kind(self)
        if not self._stage.done:
            self._tell("selftest", ("%s begins %s" % (stage, kind.ask)).rstrip())

    def _end(self):
        found, why = self._stage.found, self._stage.why
        name = self._todo.pop(0)
        self._stage = None
        unload("stage")
        good = False if found else None if why else True
        self.result["stages"].append({"stage": name, "good": good, "found": found, "why": why})
        for sentence in found:
            self.result["good"] = False
            self._tell("selftest", "%s bad %s" % (name, sentence))
        if not found:
            self._tell("selftest", "%s skipped %s" % (name, why) if why else name + " good")
        if self._todo:
            self._begin()
            return
        self.result.update(self.notes)
        self.done = True
        self._ms = 0
        if not load("result").save(self.result, self.folder):
            self._tell(
                "problem",
                "The result of the self-test could not be written: the flash is "
                "full or damaged. It is still on the lights and on the link.",
            )
        self._tell("selftest", "done good" if self.result["good"] else "done bad")
