"""Cuts the power at every single write of a game, and looks what the board remembers. MicroPython.

    power_cuts.py GAME PLAYERS SEED [twice] [wrong=CLASS] [agreed=EVENTS] [OPTION=VALUE …]

A game is played once on a LittleFS in a flash that remembers its operations. The flash after the
first n of them, and after half of the next, is what a cut leaves: there the journal is opened
again, and the position must be the last one shown or the one being shown. Then a move more is
played and looked for after another reboot. `twice` also cuts at every write of each recovery.
With `agreed` a game of OLIX ends by agreement after so many events; a wrong journal is tried until
it has failed three times. `settings` as GAME changes settings and notes crashes instead,
`progress` solves LIXSO grids.
"""

import gc
import os
import sys

import vfs
from flash import Flash, apply

import shared_rules as rules
from firmware import header, journal, record
from shared_rules.chance import Chance

HERE = "/flash"
FOLDER = HERE + "/games"


class Mounted:
    """A file system for a while."""

    def __init__(self, flash):
        self.flash = flash

    def __enter__(self):
        vfs.mount(vfs.VfsLfs2(self.flash), HERE)

    def __exit__(self, *_):
        vfs.umount(HERE)


class Story:
    """What was shown when: `shown` has (operations done, what was shown then)."""

    def __init__(self):
        self.flash = Flash()
        vfs.VfsLfs2.mkfs(self.flash)
        self.shown = []
        self.lines = 0
        self.slowest = 0

    def show(self, what):
        done = len(self.flash.operations)
        if self.shown:
            self.slowest = max(self.slowest, done - self.shown[-1][0])
        self.shown.append((done, what))

    def begin(self):
        """What is on the flash now stands before the first cut."""
        self.first = bytes(self.flash.image)
        self.flash.operations = []

    def allowed(self, done):
        """What may be found when so many operations were done: the last shown, the next."""
        last = -1
        for i, (at, _) in enumerate(self.shown):
            if at <= done:
                last = i
        return [what for _, what in self.shown[max(last, 0) : last + 2]]


def play_game(story, make, name, players, seed, options, agreed):
    """A whole random game with some moves taken back, in a journal that has two older games."""
    game = rules.load(name)
    chance = Chance(seed + 1000)
    with Mounted(story.flash):
        for older in (1, 2):
            keeper = journal.Journal(FOLDER, "test")
            keeper.start("olix", 2, {}, older)
            keeper.append("move", "f6", 5)
            keeper.append("move", "resign", 10)
            if older == 1:
                keeper.append("result", "0 resign", 10)
                keeper.finish()
            keeper.close()
        keeper = make(FOLDER, "test")
        story.begin()
        state = game.new(players=players, seed=seed, **options)
        story.show(None)
        keeper.start(name, players, options, seed)
        story.show(state.position())
        ms = 0
        while state.turn is not None:
            ms += 500 + chance.below(9000)
            moves = state.moves()
            if story.lines == agreed:
                state.play(state.parse("count"))
                keeper.append("move", "count", ms)
            elif state.history() and chance.below(8) == 0:
                state.pop()
                keeper.append("undo", "", ms)
            else:
                text = state.text(moves[chance.below(len(moves))]) if moves else "resign"
                state.play(state.parse(text))
                keeper.append("move", text, ms)
            story.show(state.position())
            story.lines += 1
            gc.collect()
        keeper.append("result", record.result_text(state.result), ms)
        story.show(state.position())
        keeper.finish()
        story.show(state.position())
        story.size = os.stat(FOLDER + "/00003-%s.rec" % name)[6]
        if keeper.problems or not keeper.kept:
            print("PROBLEM", keeper.problems)


def recover(make):
    """Boot: what the journal brings back, its journal and state; and the older games."""
    keeper = make(FOLDER, "test")
    left = keeper.unfinished()
    older = [summary.name for summary in left if summary.name == "00002-olix"]
    files = os.listdir(FOLDER)
    if older != ["00002-olix"] or "00001-olix.rec" not in files or keeper.problems:
        return "an older game is lost, or %s" % keeper.problems, None, None
    for summary in left:
        if summary.name[:5] == "00003":
            if summary.damage:
                return summary.damage, None, None
            state, _ = keeper.resume(summary.name)
            if keeper.problems or not keeper.kept:
                return "told %s" % keeper.problems, None, None
            return state.position(), keeper, state
    for file in os.listdir(FOLDER):
        if file[:5] == "00003" and file.endswith(".rec"):
            with open(FOLDER + "/" + file, "rb") as lines:
                whole = record.replay(record.lines_of(lines), rules)
            if not whole.reader.ended:
                return "a record without a result", None, None
            return whole.state.position(), None, whole.state
    return None, None, None


def check_game(image, make, allowed, go_on):
    """None, or what is wrong with this flash; the operations of the recovery."""
    flash = Flash(len(image) // 4096, image)
    keeper = None
    try:
        with Mounted(flash):
            found, keeper, state = recover(make)
            operations = flash.operations
            moves = state.moves() if keeper and go_on and found in allowed else []
            if moves:
                flash.operations = []
                keeper.append("move", state.text(moves[0]), 10000000)
                state.play(moves[0])
            if keeper:
                keeper.close()
        if found not in allowed:
            return "found %s, not %s" % (found, allowed), operations
        if moves:
            with Mounted(flash):
                found, keeper, _ = recover(make)
                if keeper:
                    keeper.close()
            if found != state.position():
                return "went on, then found %s" % found, operations
        return "wrote where nothing was erased" if flash.broken else None, operations
    except Exception as error:
        return "%s: %s" % (type(error).__name__, error), flash.operations


def each_cut(first, operations):
    """(operations done, flash) after each cut; the flash must be copied before it is used."""
    image = bytearray(first)
    yield 0, image
    for done, operation in enumerate(operations):
        torn = bytearray(image)
        apply(torn, operation, half=True)
        yield done, torn
        apply(image, operation)
        yield done + 1, image


def try_all(story, check, twice, enough):
    """Cut everywhere: how many cuts were tried, how many twice, and what went wrong."""
    once = again = 0
    wrong = []
    for done, image in each_cut(story.first, story.flash.operations):
        allowed = story.allowed(done)
        once += 1
        problem, recovery = check(image, allowed, True)
        if problem:
            wrong.append("after %d operations: %s" % (done, problem))
        if enough and len(wrong) >= enough:
            break
        if twice:
            for more, second in each_cut(image, recovery):
                again += 1
                problem, _ = check(second, allowed, False)
                if problem:
                    wrong.append("after %d, then %d operations: %s" % (done, more, problem))
        gc.collect()
    return once, again, wrong


def read_option(text):
    name, _, value = text.partition("=")
    return name, header.read_value(value)


def main(name, *words):
    twice = "twice" in words
    options = dict([read_option(word) for word in words if "=" in word])
    story = Story()
    make = journal.Journal
    if "wrong" in options:
        import wrong_journals

        make = getattr(wrong_journals, options.pop("wrong"))
    if name == "settings":
        import settings_cuts

        check = settings_cuts.play(story, Mounted)
    elif name == "progress":
        import progress_cuts

        check = progress_cuts.play(story, Mounted)
    else:
        players, seed = int(words[0]), int(words[1])
        agreed = options.pop("agreed", -1)
        play_game(story, make, name, players, seed, options, agreed)

        def check(image, allowed, go_on):
            return check_game(image, make, allowed, go_on)

    enough = 0 if make is journal.Journal else 3
    once, again, wrong = try_all(story, check, twice, enough)
    operations = story.flash.operations
    erasures = len([1 for _, _, data in operations if data is None])
    written = sum([len(data) for _, _, data in operations if data])
    print(
        "%s: %d events, %d bytes of record, %d writes of %d bytes, %d erasures, at most %d"
        " operations an event" % (
            name, story.lines, story.size, len(operations) - erasures, written, erasures,
            story.slowest,
        )
    )  # fmt: skip
    for problem in wrong[:3]:
        print("WRONG", problem)
    problem, _ = check(story.flash.image, story.allowed(len(operations)), False)
    print("without a cut:", problem or "all is well")
    print("%d cuts, %d second cuts, %d wrong" % (once, again, len(wrong)))


main(*sys.argv[1:])
