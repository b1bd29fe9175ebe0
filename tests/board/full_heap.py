"""How much of a plain ESP32's heap the whole firmware leaves free, in a game and after its end.

    full_heap.py FOLDER BUILD GAME PLAYERS SEED [none|mirror]

Run as .mpy on 32-bit MicroPython with `-X heapsize=112k`. The bus is a stub that allocates nothing
(stub_machine.py), so what is counted is the firmware alone: rules, scene, app, journal, link and
drivers. The stub and the hand that plays (heap_game.py) are subtracted: `own` says how much.
"""

import gc
import sys

import shared_rules  # noqa: F401  the hand imports it, but it is the firmware's share
from shared_rules import chance  # noqa: F401

gc.collect()
before = gc.mem_alloc()
import heap_game  # noqa: E402

gc.collect()
heap_game.play(gc.mem_alloc() - before, *sys.argv[1:])
