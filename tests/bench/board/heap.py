"""Import a game and play a random one to its end; print the bytes of heap after either.

    micropython -m heap lazy|tidy GAME PLAYERS SEED [OPTION=VALUE…]

`tidy` collects the garbage before each move, `lazy` leaves it until the heap is full.
"""

import gc
import sys

gc.collect()
before = gc.mem_alloc()

import play  # noqa: E402  (what it takes is part of the figure)

words = sys.argv[2:]
state = play.new(words)
gc.collect()
ready = gc.mem_alloc()
count = play.finish(state, int(words[2]), gc.collect if sys.argv[1] == "tidy" else None)
gc.collect()
print(ready - before, gc.mem_alloc() - before, count)
