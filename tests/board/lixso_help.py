"""A LIXSO puzzle by keys with all the help there is, and what the board says to it.

    lixso_help.py FOLDER

Runs on both interpreters; the outputs are compared to the byte. On MicroPython it also says what
of the helpers stayed in memory: nothing may.
"""

import gc
import sys
from binascii import crc32

from desk import Desk

HELPERS = (
    "firmware.screens.hints", "firmware.progress", "firmware.screens.levels",
    "shared_rules.lixso_hints", "shared_rules.grids", "shared_rules.grids_6",
)  # fmt: skip


class Link:
    def tell(self, kind, text=""):
        if kind not in ("key", "scores", "turn"):
            print(kind, text)

    def send_frame(self, rgb):
        pass


def main(folder):
    desk = Desk(folder)
    desk.app.link = Link()
    desk.start("lixso", 1, level=6)
    play = desk.app.playing
    while not play.state.result:
        for _ in range(3):
            desk.tap(0, 15)
            gc.collect()
            print("%08x" % crc32(desk.app.frame))
        tile = play.help[2]
        for choice in play.state.steps(tile):
            if choice not in play.pick.chosen and tile not in play.state._tiles:
                desk.touch(choice)
        gc.collect()
        if len(play.state._tiles) == 9:
            desk.tap(0, 0)
            desk.choose("solvable")
            desk.wait(2200)
    for _ in range(4):
        desk.wait(2520)
        print("%08x" % crc32(desk.app.frame))
    if sys.implementation.name == "micropython":
        for name in HELPERS:
            if name in sys.modules:
                print("kept behind:", name)


main(sys.argv[1])
