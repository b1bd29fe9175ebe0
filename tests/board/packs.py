"""Print every grid that comes with LIXSO as a line of tests/data/packs.txt. Both interpreters.

    packs.py [forgets]

With `forgets`: whether a new puzzle leaves any module of the grids in memory.
"""

import sys

from shared_rules import lixso
from shared_rules.cells import write_rows

if sys.argv[1:] == ["forgets"]:
    lixso.new(level=6)
    kept = [name for name in sys.modules if "grids" in name]
    print(kept or "no grids in memory")
else:
    from shared_rules.grids import COUNT, LEVELS, read

    state = lixso.new()
    for level in LEVELS:
        for number in range(1, COUNT + 1):
            clues, solution = read(level, number)
            tiles = sorted([state.text(tile) for tile in solution])
            print(level, number, write_rows(clues, 9), ",".join(tiles))
