"""Replay a recorded game with a marker around each call, for a count of instructions between them.

    micropython -m instructions MOVES GAME PLAYERS SEED [OPTION=VALUE…]

MOVES is a file, for a word of the command line may not be long. The marker is unsetenv(): it is a
function of the C library, so that valgrind can see it, and nothing else calls it. The parts
between markers: one that is empty, then for each move the garbage collection, moves() and play().
Collecting first keeps it out of the calls.
"""

import gc
import os
import sys

import play

with open(sys.argv[1]) as file:
    recorded = [int(word) for word in file.read().split()]
state = play.new(sys.argv[2:])


def replay():
    mark = os.unsetenv
    collect = gc.collect
    moves = state.moves
    make = state.play
    mark("-")
    mark("-")
    for move in recorded:
        collect()
        mark("-")
        moves()
        mark("-")
        make(move)
        mark("-")


replay()
