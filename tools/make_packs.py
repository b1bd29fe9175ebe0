"""Make the packs of LIXSO grids that come with the games: `make packs`, some minutes.

Writes shared_rules/grids_1.py to grids_6.py, and tests/data/packs.txt: the same grids as text, a
line each, to hold the packs against. The same seed gives the same files everywhere. A grid that
has been shipped keeps its id for ever, so this is only run again for a new format.
"""

from pathlib import Path

from ludolux.puzzles import packs
from ludolux.puzzles.make import make

from shared_rules.grids import LEVELS

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    lines = []
    for level in LEVELS:
        puzzles = packs.choose(level, make)
        file = ROOT / "shared_rules" / f"grids_{level}.py"
        file.write_text(packs.module_text(level, packs.pack(puzzles)))
        print(f"{file.relative_to(ROOT)}: {len(puzzles)} grids")
        for number, puzzle in enumerate(puzzles, 1):
            lines.append(f"{level} {number} {puzzle.grid} {','.join(sorted(puzzle.solution))}")
    (ROOT / "tests" / "data" / "packs.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
