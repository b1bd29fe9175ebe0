"""The self-test on virtual boards, whole and broken, as a transcript for both interpreters.

A scripted person does what each stage asks for: looks at the lights, presses keys. Run with the
names of scenarios or without for all; a line that begins with FAILED is one.
"""

import json
import os
import sys

from rig import Board, Rig, board_data

FOLDER = "/tmp/"
SCENARIOS = {}


def scenario(function):
    SCENARIOS[function.__name__] = function
    return function


class Bench:
    """A rig, the self-test on it, and somebody who does what is asked."""

    def __init__(self, build, rig=None, folder=None):
        self.rig = rig or Rig(build)
        from firmware.selftest import SelfTest

        self.told = []
        self.test = SelfTest(self.rig.hw, FOLDER if folder is None else folder, self.hear)
        self.rgb = bytearray(768)
        self.beat = 0
        self.press_every_key = True
        self.rows = range(16)
        self.dead_buttons = ()
        self.deaf = False

    def hear(self, kind, text):
        self.told.append(kind + " " + text)

    def scan(self, times=1):
        rig, test = self.rig, self.test
        for _ in range(times):
            for what, x, y in rig.scan():
                test.key(x, y, what == "press")
            test.tick(10)
            self.beat += 1
            if self.beat % (4 if test.stage == "lights" else 32) == 0:
                test.draw(self.rgb)
                rig.lights.show(self.rgb)

    def run(self, *stages):
        self.scan(2)
        self.test.start(stages)
        for _ in range(100000):
            if self.test.done:
                return self.test.result
            act = getattr(self, "do_" + self.test.stage, None)
            if act:
                act()
            self.scan()
        print("FAILED the self-test never ends, in stage", self.test.stage)

    # The person

    def press(self, *cells):
        if self.rig.hw.cursor is not None:
            self.press_at(*cells[0])
            return
        for x, y in cells:
            self.rig.board.press(x, y)
        self.scan(5)
        for x, y in cells:
            self.rig.board.release(x, y)
        self.scan(5)

    def press_at(self, x, y):
        """With the cursor pad: MENU has its own button, elsewhere the cursor goes first."""
        if (x, y) == (0, 0):
            self.push("BTN_MENU")
            return
        cursor = self.rig.hw.cursor
        while cursor.cursor_x != x:
            self.push("BTN_RIGHT")
        while cursor.cursor_y != y:
            self.push("BTN_DOWN")
        self.push("BTN_OK")

    def push(self, signal):
        self.rig.board.button(signal)
        self.scan(4)
        self.rig.board.button(signal, False)
        self.scan(4)

    def menu(self):
        if self.test.profile.side_buttons or self.rig.hw.cursor is not None:
            self.push("BTN_MENU")
        else:
            self.press((0, 0))

    def do_lights(self):
        """Looks at each picture for a moment; marks what is not white in the last one."""
        stage = self.test._stage
        if stage.picture() < len(stage.ENDS):
            return
        self.scan(40)
        shown = self.rig.board.lights()
        cells = [bytes(shown[i : i + 3]) for i in range(0, 768, 3)]
        white = [cell for cell in cells if cell[0] == cell[1] == cell[2] > 0][0]
        cursor = self.rig.hw.cursor
        for at, cell in enumerate(cells):
            x, y = at % 16, at // 16
            if cursor is not None and (x, y) == (cursor.cursor_x, cursor.cursor_y):
                continue
            if cell != white and len(stage.wrong) < 3:
                self.press((x, y))
        self.menu()

    def do_coverage(self):
        if self.rig.hw.cursor is not None:
            for signal in ("BTN_UP", "BTN_DOWN", "BTN_LEFT", "BTN_RIGHT", "BTN_OK", "BTN_MENU"):
                if self.test.stage and signal not in self.dead_buttons:
                    self.push(signal)
            if self.test.stage == "coverage":
                self.menu()
            return
        for y in self.rows:
            for x in range(16):
                if (x, y) != (0, 0):
                    self.press((x, y))
        while self.test.stage == "coverage":
            self.menu()
            self.scan(30)

    def do_ghosts(self):
        stage = self.test._stage
        if stage.todo and not stage.waits:
            self.press(*stage.corners()[:3])

    def do_buzzer(self):
        self.scan(90)
        if self.deaf:
            self.menu()
        else:
            self.press((8, 8))


def report(bench, result):
    for stage in result["stages"]:
        word = {True: "good", False: "bad", None: "skipped"}[stage["good"]]
        print("%-9s%s %s" % (stage["stage"], word, stage["why"]))
        for sentence in stage["found"]:
            print("         " + sentence)
    keys, lights = result["bad_keys"], result["bad_lights"]
    print("keys", keys if len(keys) < 20 else len(keys), "lights",
          lights if len(lights) < 20 else len(lights), "good", result["good"])  # fmt: skip
    with open(FOLDER + "selftest.json") as file:
        if json.load(file) != result:
            print("FAILED the file differs")
    flags = [flag for flag in bench.rig.flags if "drives high against" not in flag]
    if flags:
        print("FAILED flags", flags)


def picture(bench, ms=0):
    """The result as the lights get it: . dark, g green, r red, b blue, - grey."""
    bench.test._ms = ms
    bench.test.draw(bench.rgb)
    signs = {"000000": ".", "008000": "g", "900000": "r", "0000a0": "b", "181818": "-"}
    for y in range(16):
        row = [bytes(bench.rgb[48 * y + 3 * x : 48 * y + 3 * x + 3]) for x in range(16)]
        print("  ", "".join([signs["%02x%02x%02x" % (c[0], c[1], c[2])] for c in row]))


def broken(build, faults, stages, rows=(), before=False, **how):
    rig = None
    if before:
        board = Board(board_data(), build, "esp32")
        for fault in faults:
            board.fault(*fault)
        rig = Rig(build, board=board)
    bench = Bench(build, rig)
    bench.rows = rows
    for name in how:
        setattr(bench, name, how[name])
    bench.scan(3)
    if not before:
        for fault in faults:
            bench.rig.board.fault(*fault)
    print("--", faults, "from the start" if before else "")
    result = bench.run(*stages)
    report(bench, result)
    return bench


@scenario
def a_healthy_board_passes():
    for build in ("keys", "tiles", "touch", "lite"):
        print("--", build)
        bench = Bench(build)
        report(bench, bench.run())
        if not bench.test.result["good"]:
            print("FAILED")
        for line in bench.told:
            print("  ", line)
        picture(bench)
        bench.test.key(0, 0, True)
        print("closed", bench.test.closed)


@scenario
def keys_that_stick_or_never_close():
    broken("keys", [("stuck", 5, 6), ("stuck", 9, 1)], ["idle", "shorts"])
    broken("keys", [("stuck", 5, 6)], ["idle", "shorts"], before=True)
    bench = broken("keys", [("open", 2, 9), ("open", 15, 15)], ["coverage"], rows=range(16))
    picture(bench, 2256)
    broken("tiles", [("stuck", 13, 2)], ["bus", "idle"])
    broken("tiles", [("open", 7, 7)], ["coverage"], rows=range(16))
    broken("tiles", [("stuck", 7, 7)], ["idle", "coverage"], rows=range(16), before=True)
    broken("touch", [("stuck", 1, 2)], ["bus", "idle"])


@scenario
def a_bouncing_key_is_counted():
    bench = Bench("keys")
    bench.scan(3)
    bench.test.start(["coverage"])
    for _ in range(3):
        # A contact that opens again 60 ms after the press: no debounce covers that.
        bench.press((4, 4))
    bench.test.step()
    bench.scan()
    result = bench.test.result
    print(result["double"], [s for s in result["stages"][0]["found"] if "too many" in s])


@scenario
def missing_diodes():
    broken("keys", [], ["ghosts"])
    broken("keys", [("no_diode", 3, 3)], ["ghosts"])
    broken("keys", [("shorted_diode", 12, 12), ("no_diode", 3, 12)], ["ghosts"])
    broken("keys", [("no_diode", 11, 3)], ["ghosts"])
    bench = broken("keys", [("no_diode", 10, 5)], ["10,5", "9,5", "0,0"])
    picture(bench, 2256)


@scenario
def a_ruler_tries_a_whole_row():
    bench = Bench("keys")
    bench.scan(3)
    bench.rig.board.fault("no_diode", 9, 7)
    bench.test.start(["ghosts"])
    for x in range(16):
        bench.rig.board.press(x, 4)
    bench.scan(3)
    for x in range(16):
        bench.press((x, 11))
    for x in range(16):
        bench.rig.board.release(x, 4)
    bench.scan(5)
    for cells in ([(9, 7), (2, 7), (9, 13)],):
        bench.press(*cells)
    print("todo", bench.test._stage.todo)
    while bench.test.stage:
        bench.do_ghosts()
        bench.scan(3)
    report(bench, bench.test.result)
    print("diodes proven:", bench.test.result["diodes"])


@scenario
def lines_that_touch():
    stages = ["bus", "idle", "shorts", "coverage"]
    bench = broken("keys", [("row_short", 3, 7)], stages, rows=range(16))
    picture(bench, 2256)
    broken("keys", [("column_short", 4, 5)], stages, rows=range(16))
    broken("keys", [("row_to_ground", 6)], stages, rows=range(16))
    broken("keys", [("column_to_ground", 6)], stages[:3])
    broken("keys", [("column_to_ground", 6)], stages[:3], before=True)
    broken("keys", [("row_to_column", 2, 9)], stages[:3])


@scenario
def a_broken_chain():
    for joint in range(5):
        for level in (0, 1):
            broken("keys", [("chain", joint, level)], ["bus"])
    bench = broken("keys", [("chain", 2, 0)], [])
    picture(bench)


@scenario
def chips_that_do_not_answer():
    stages = ["bus", "idle", "shorts"]
    bench = broken("tiles", [("gone", 51)], stages)
    picture(bench, 2256)
    broken("tiles", [("nack", 51, 100000)], stages)
    broken("tiles", [("same_address", 46, 47)], stages)
    broken("tiles", [("same_address", 70, 61)], stages)
    broken("touch", [("gone", 91)], stages)
    broken("touch", [("nack", 92, 100000)], stages)
    for address in (90, 92):
        broken("touch", [("gone", address)], ["bus"], before=True)
    broken("tiles", [("gone", 51)], ["bus"], before=True)


@scenario
def lights_that_fail():
    for build in ("keys", "touch", "lite"):
        broken(build, [("light_cut", 100)], ["lights"])
    broken("keys", [("light_cut", 3)], ["lights"])
    bench = broken("keys", [("light_stuck", 37, 255, 0, 0)], ["lights"])
    picture(bench, 2256)
    # A corner is marked by holding it.
    bench = Bench("keys")
    bench.scan(3)
    bench.test.start(["lights"])
    for _ in range(6):
        bench.press((5, 5))
    bench.rig.board.press(0, 0)
    bench.scan(120)
    bench.rig.board.release(0, 0)
    bench.scan(5)
    print("marked", bench.test._stage.wrong, bench.test.stage)
    bench.press((15, 15))
    report(bench, bench.test.result)


@scenario
def the_pictures_of_the_light_stage():
    for build in ("keys", "tiles"):
        bench = Bench(build)
        bench.scan(3)
        bench.test.start(["lights"])
        stage = bench.test._stage
        for ms in (0, 1500, 2500, 3500, 4000, 4040, 4640, 4000 + 255 * 40, 15000):
            stage.ms = ms
            bench.test.draw(bench.rgb)
            shown = bench.rig.show(bench.rgb)
            lit = [i for i in range(256) if any(shown[3 * i : 3 * i + 3])]
            print(ms, len(lit), lit[:4], list(shown[:3]))
        for y in range(16):
            print("  ", "".join(["#" if 16 * y + x in lit else "." for x in range(16)]))


@scenario
def buttons_that_fail():
    broken("lite", [("button_stuck", "BTN_LEFT")], ["bus", "idle"])
    broken("lite", [], ["coverage"], dead_buttons=("BTN_UP", "BTN_OK"))
    broken("keys", [("button_stuck", "BTN_OK")], ["bus", "idle"])
    broken("keys", [], ["buzzer"], deaf=True)


@scenario
def nobody_answers():
    bench = Bench("keys")
    bench.scan(3)
    bench.test.start(["lights", "coverage", "ghosts", "buzzer"])
    stage, waited = "", 0
    while not bench.test.done:
        if bench.test.stage != stage:
            stage = bench.test.stage
            print(waited, stage, "|", bench.test.ask)
        bench.test.tick(1000)
        waited += 1
    print(waited, [stage["good"] for stage in bench.test.result["stages"]],
          len(bench.test.result["bad_keys"]))  # fmt: skip
    bench.test.start(["lights", "coverage", "ghosts", "buzzer"])
    for _ in range(4):
        bench.test.step()
        bench.scan()
    print(bench.test.done)


@scenario
def wrong_words_and_a_full_flash():
    bench = Bench("keys", folder="/nowhere/at/all/")
    for words in (["dance"], ["16,3"], ["3,x"], [","]):
        try:
            bench.test.start(words)
            print("FAILED", words)
        except ValueError as error:
            print(error)
    bench.run("shorts")
    print(bench.told)
    bench = Bench("keys")
    bench.run("memory")
    if not bench.test.result["flash"] > 0:
        print("FAILED flash")


def main(names):
    for name in names or sorted(SCENARIOS):
        print("== " + name)
        SCENARIOS[name]()
    os.remove(FOLDER + "selftest.json")


if __name__ == "__main__":
    words = sys.argv[1:]
    if words and words[0].startswith("/"):
        FOLDER = words.pop(0)
    main(words)
