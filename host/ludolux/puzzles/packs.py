"""Writes the packs of grids that come with the games; shared_rules.grids reads them.

The grids are a pure function of a seed: the same ones come out on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from zlib import crc32

from ludolux.puzzles.alike import canonical
from ludolux.puzzles.cover import ARMS, SYMBOLS, standard
from ludolux.puzzles.grade import grade
from ludolux.puzzles.make import Puzzle
from shared_rules import grids

SEED = "packs"
# So many of a level have clues in this order: most are symmetric, for the eye.
LAYOUTS = {"rotate": 10, "mirror": 5, "none": 5}


def choose(level: int, make: Callable[..., Puzzle]) -> list[Puzzle]:
    """The grids of a level, the easier ones first, no two alike, nor their solutions."""
    found: list[Puzzle] = []
    seen: set[str] = set()
    for symmetry, wanted in LAYOUTS.items():
        number = 0
        while wanted:
            puzzle = make(SEED, level, symmetry, number)
            number += 1
            forms = {canonical(puzzle.grid), canonical(solved_text(puzzle.solution))}
            if not forms & seen:
                seen |= forms
                found.append(puzzle)
                wanted -= 1
    return sorted(found, key=effort)


def effort(puzzle: Puzzle) -> tuple[int, int]:
    """How much work a grid is among those of its level: what-ifs first, then all steps."""
    board = standard()
    steps = grade(board, board.parse_grid(puzzle.grid)).steps
    return sum(step.technique.endswith("what if") for step in steps), len(steps)


def solved_text(solution: Iterable[str]) -> str:
    """A solution as a grid text with a clue on every cell."""
    board = standard()
    symbols = board.symbols_by_cell(board.option_of(tile) for tile in solution)
    return board.grid_text(dict(enumerate(symbols)))


def pack(puzzles: Iterable[Puzzle]) -> bytes:
    """The pack of some grids, as shared_rules.grids describes it."""
    packed = [pack_grid(puzzle) for puzzle in puzzles]
    body = grids.HEAD + bytes([len(packed)]) + b"".join(packed)
    return body + crc32(body).to_bytes(4, "big")


def pack_grid(puzzle: Puzzle) -> bytes:
    board = standard()
    tiles = [(min(board.cells_of(board.option_of(tile))), tile) for tile in puzzle.solution]
    halves = [SYMBOLS.index(tile[0]) << 2 | ARMS.index(tile[3:]) for _, tile in sorted(tiles)]
    has_clue = [symbol != "." for symbol in puzzle.grid.replace("/", "")]
    halves.append(has_clue[80] << 3 | puzzle.level)
    pairs = zip(halves[::2], halves[1::2], strict=True)
    mask = sum(clue << cell for cell, clue in enumerate(has_clue[:80]))
    return bytes(high << 4 | low for high, low in pairs) + mask.to_bytes(10, "little")


def module_text(level: int, packed: bytes) -> str:
    """The module of a level: one constant, a grid a line."""
    head, size = len(grids.HEAD) + 1, grids.GRID_BYTES
    cuts = [0, *range(head, len(packed) - 3, size), len(packed)]
    lines = [packed[start:end] for start, end in zip(cuts, cuts[1:], strict=False)]
    body = "\n".join('    b"' + "".join(map("\\x{:02x}".format, line)) + '"' for line in lines)
    return (
        f'"""The LIXSO grids of level {level}, packed: grids.py says how. Made by `make packs`."""'
        f"\n\nPACK = (\n{body}\n)\n"
    )
