"""Solve a LIXSO grid by the hint key on the whole firmware, with a marker around each ask.

    micropython -m firmware_hints FOLDER LEVEL

Marks as in firmware_presses.py: `hint1`, `hint2`, `hint3` are from the key event to the frame
handed to the wire, with all that is read from flash for it.
"""

import gc
import os
import sys

import hand
import stub_boot


def mark(name):
    print(name)
    os.unsetenv("-")


def main(folder, level):
    boot = stub_boot.switch_on(folder)
    player = hand.Hand(boot.app, 3, boot.step, stub_boot.sleep_ms)
    player.start("lixso", 1, level=int(level))
    play = boot.app.playing
    mark("empty")
    mark("-")
    count = 0
    while not play.state.result:
        if count % 4 == 0:
            for strength in (1, 2, 3):
                gc.collect()
                mark("hint%d" % strength)
                boot.app.press(0, 15, True)
                mark("-")
                boot.app.press(0, 15, False)
        else:
            for _ in range(3):
                player.tap(0, 15)
        play.play(play.help[2])
        count += 1


main(*sys.argv[1:])
