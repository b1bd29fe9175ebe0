"""Print every grid that comes with LIXSO as a line of tests/data/packs.txt. Both interpreters."""

from shared_rules import lixso
from shared_rules.cells import write_rows
from shared_rules.grids import COUNT, LEVELS, read

state = lixso.new()
for level in LEVELS:
    for number in range(1, COUNT + 1):
        clues, solution = read(level, number)
        tiles = sorted([state.text(tile) for tile in solution])
        print(level, number, write_rows(clues, 9), ",".join(tiles))
