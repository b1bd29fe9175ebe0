"""From the menu to the end of a game by keys only, and a checksum of every frame on the way.

    scripted_play.py FOLDER GAME PLAYERS SEED [OPTION=VALUE …]

Runs on both interpreters; the outputs are compared to the byte. `heap` as last word prints what is
free of the board's heap instead, at its lowest and after the end.
"""

import gc
import sys
from binascii import crc32

from desk import Desk

from firmware.header import read_value


def main(folder, game, players, seed, *words):
    options = dict([word.split("=") for word in words if "=" in word])
    options = {name: read_value(value) for name, value in options.items()}
    measure = "heap" in words
    desk = Desk(folder, int(seed))
    frames = [0, 0]
    free = []

    def seen(rgb):
        if measure:
            gc.collect()
            free.append(gc.mem_free())
            if len(free) > 1:
                free[:] = [min(free)]
        else:
            frames[0] += 1
            frames[1] = crc32(rgb, frames[1])

    desk.hardware.lights.seen = seen
    desk.start(game, int(players), **options)
    report(frames)
    state = desk.app.playing.state
    count = 0
    while desk.play_move():
        count += 1
        if not measure:
            print(count, state.text(state._past[1] >> 3), end=" ")
            report(frames)
        if count % 7 == 3:
            desk.tap(15, 0)  # undo, every now and then
            report(frames)
        gc.collect()
    desk.wait(2000)
    report(frames)
    result = state.result
    print(result.winners if result else "stuck", result.reason if result else "")
    print(desk.app.journal.problems, desk.app.settings.problems)
    if measure:
        gc.collect()
        print("lowest %d end %d" % (free[0], gc.mem_free()))


def report(frames):
    if frames[0]:
        print("%d frames %08x" % tuple(frames))
        frames[:] = [0, 0]


main(*sys.argv[1:])
