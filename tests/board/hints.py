"""Follow the hints on shipped grids and print them; then with a wrong tile. Both interpreters.

hints.py NUMBER
"""

import gc
import sys

from shared_rules import lixso, lixso_hints

number = int(sys.argv[1])
for level in range(1, 7):
    state = lixso.new(level=level, number=number)
    solution = state.solution
    words = []
    while not state.result:
        found = lixso_hints.hint(state, solution)
        words.append("%s %s %s" % (found.technique, found.cell, state.text(found.tile)))
        state.play(found.tile)
        gc.collect()
    print(level, number, ", ".join(words))
    for _ in range(20):
        state.pop()
    wrong = [move for move in state.moves() if move not in solution][-1]
    state.play(wrong)
    print(
        state.text(wrong), lixso_hints.hint(state, solution), lixso_hints.solvable(state, solution)
    )
