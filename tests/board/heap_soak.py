"""Touch the board at random for a long time: the heap in use in the menu must not grow.

    heap_soak.py FOLDER ROUNDS GAME PLAYERS [leak]

Run as .mpy on 32-bit MicroPython; the bus is a stub, so the heap is the firmware's alone. A round
begins and ends in the menu: it plays some moves of the game by keys, touches keys at random, which
also leads to settings, menus, undo, resignation and the self-test, and goes home. Each round
starts from the same flash, so what is in use after it can be compared. Fingers that ask for
another kind of game would make the board start anew, with an empty heap: here they are sent back
to the menu. A line a round: its number, touches so far, bytes in use, crashes. `leak` keeps a
little of every round, to see that this is noticed.
"""

import gc
import os
import sys

import stub_boot
from hand import Hand

from shared_rules.chance import Chance

TOUCHES = 60
MOVES = 4


class Guest(Hand):
    touches = 0

    def tap(self, x, y):
        Guest.touches += 1
        self.app.press(x, y, True)
        self.wait()
        self.app.press(x, y, False)
        self.wait()


def play(boot, guest, game, players):
    """A game from the menu, or the one that was left; some moves, then fingers anywhere."""
    boot.app.start(game, players, {}, 3)
    guest.wait(80)
    for _ in range(MOVES):
        if not guest.play_move():
            break
    for _ in range(TOUCHES):
        guest.app = boot.app
        guest.tap(guest.chance.below(16), guest.chance.below(16))
        if guest.chance.below(8) == 0:
            guest.wait(800)


def go_home(boot, guest):
    """Leave whatever is on, forget what it kept on flash and in the settings, back to the menu."""
    app = boot.app
    if app.screen.name == "check":
        while not app.screen.test.done:
            app.screen.test.step()
            guest.wait()
        guest.tap(0, 0)
    app.leave()
    guest.wait(80)
    for name in list(app.settings.values):
        app.change_setting(name, DEFAULTS[name])
    for file in sorted(os.listdir(boot.folder + "/games")):
        if not file.endswith(".tail"):
            app.journal.remove(file[: file.rfind(".")])
    app.home()
    guest.wait(80)
    if app.screen.name != "menu":
        print("FAILED the menu does not come back, but", app.screen.name)


def used():
    gc.collect()
    gc.collect()
    return gc.mem_alloc()


DEFAULTS = {}
kept = []


def main(folder, rounds, game, players, leak=""):
    boot = stub_boot.switch_on(folder)
    app = boot.app

    def turn_away():
        os.remove(folder + "/next")
        app.home()

    app.restart = turn_away
    DEFAULTS.update(app.settings.values)
    guest = Guest(app, 1, boot.step, stub_boot.sleep_ms)
    guest.wait(1200)
    for number in range(int(rounds)):
        guest.chance = Chance(number + 1)
        play(boot, guest, game, int(players))
        go_home(boot, guest)
        if leak:
            kept.append(bytearray(64))
        print(number, guest.touches, used(), boot.crashes)


main(*sys.argv[1:])
