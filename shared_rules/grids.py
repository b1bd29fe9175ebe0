"""The LIXSO grids that come with Ludolux: 20 of each level, made and graded by the puzzle lab.

A grid has an id for ever: (level, number), levels 1 to 6, numbers from 1. Each level is a module
of its own, grids_1 to grids_6, that holds one constant, the pack. A board may forget them and this
module once a game has begun.

A pack: the four letters LXG1, one byte that counts the grids, 24 bytes for each, and the CRC-32 of
all that, highest byte first. A grid:

    27 half bytes   the solution, 4 × symbol + direction of the arms, high half first. Each tile
                    covers the first cell in reading order that those before it left open
    1 half byte     8 if cell 80 has a clue, plus the level
    10 bytes        the cells 0 to 79, the lowest bit first: has it a clue? Its symbol is that of
                    the tile that covers it in the solution
"""

from binascii import crc32

LEVELS = (1, 2, 3, 4, 5, 6)
COUNT = 20
HEAD = b"LXG1"
GRID_BYTES = 24
CELLS = 81

# By direction of the arms, ne se sw nw: from the first cell of a tile to its elbow, from there to
# the arms.
ELBOW = (9, 0, 1, 9)
ARMS = ((-9, 1), (9, 1), (9, -1), (-9, -1))


def read(level, number):
    """A grid by its id: its clues as one text of 81 symbols, and its solution as tile codes."""
    if level not in LEVELS:
        raise ValueError("the levels go from 1 to 6, there is no %r" % (level,))
    if not isinstance(number, int) or not 1 <= number <= COUNT:
        raise ValueError("the grids of a level go from 1 to %d, not %r" % (COUNT, number))
    module = __import__("shared_rules.grids_%d" % level, None, None, ("PACK",))
    return unpack(one_of(module.PACK, level, number))


def one_of(pack, level, number):
    """The 24 bytes of one grid, out of a pack that is whole."""
    start = len(HEAD) + 1 + (number - 1) * GRID_BYTES
    packed = pack[start : start + GRID_BYTES]
    count = (len(pack) - len(HEAD) - 5) // GRID_BYTES
    if (
        number > count
        or pack[: len(HEAD) + 1] != HEAD + bytes([count])
        or crc32(pack[:-4]) != int.from_bytes(pack[-4:], "big")
        or packed[13] & 7 != level
    ):
        raise ValueError(
            "the grids of level %d are damaged: copy or install Ludolux once more" % level
        )
    return packed


def unpack(packed):
    """(clues, solution) of the 24 bytes of a grid."""
    symbols = bytearray(CELLS)
    solution = []
    first = 0
    for index in range(CELLS // 3):
        while symbols[first]:
            first += 1
        half = packed[index // 2] >> (0 if index & 1 else 4) & 15
        elbow = first + ELBOW[half & 3]
        solution.append(((half >> 2) * CELLS + elbow) * 4 + (half & 3))
        symbol = ord("IXSO"[half >> 2])
        symbols[elbow] = symbol
        for step in ARMS[half & 3]:
            symbols[elbow + step] = symbol
    for cell in range(CELLS - 1):
        if not packed[14 + cell // 8] >> cell % 8 & 1:
            symbols[cell] = 46
    if not packed[13] & 8:
        symbols[CELLS - 1] = 46
    return bytes(symbols).decode(), solution


def daily(days):
    """The id of the grid of a day, given in days since 1970-01-01: harder from Monday, level 1,
    to Saturday, level 6; on Sundays the levels take turns. None comes back within nine weeks."""
    if not isinstance(days, int) or isinstance(days, bool) or days < 0:
        raise ValueError("a day is the number of days since 1970-01-01, not %r" % (days,))
    # That day was a Thursday.
    week, weekday = divmod(days + 3, 7)
    if weekday == 6:
        return week % 6 + 1, (week * 7 + COUNT // 2) % COUNT + 1
    return weekday + 1, week * 7 % COUNT + 1
