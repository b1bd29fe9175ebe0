"""Ask for hints on one of the shipped grids, with a marker around each call, as instructions.py.

    micropython -m hints LEVEL NUMBER EVERY

Lays the solution tile by tile as the hints say. At the start and after every EVERY tiles the parts
between markers are: the garbage collection and hint().
"""

import gc
import os
import sys

from shared_rules import lixso, lixso_hints

level, number, every = [int(word) for word in sys.argv[1:]]
state = lixso.new(level=level, number=number)
solution = state.solution


def ask():
    mark = os.unsetenv
    mark("-")
    mark("-")
    for count in range(27):
        if count % every:
            state.play(lixso_hints.hint(state, solution).tile)
            continue
        gc.collect()
        mark("-")
        found = lixso_hints.hint(state, solution)
        mark("-")
        state.play(found.tile)


ask()
