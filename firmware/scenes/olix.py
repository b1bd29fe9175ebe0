"""OLIX on lights: one light a cell; to the right the four score columns.

Each column has its letter as a tiny picture, O and L above, I and X below, and under it four rows
as on the printed board, the most advanced lowest. A row is two lights: the left one is red's
marker, the right one blue's. A marker that the last move has won pulses, and a light runs along
its pattern.
"""

from shared_rules.olix import SIZE, VALUES

from ..memory import briefly
from ..signs import DIM, FIRST, MOVED, NEXT, SECOND, SOFT, URGE
from . import common

SIGNS = common.SIGNS + (SOFT, URGE, FIRST, FIRST + MOVED, SECOND, SECOND + MOVED)

PATTERNS = "firmware.scenes.olix_patterns"

# The top left light of the grid, and of each column's picture.
CORNER = 16 * 2
COLUMNS = ((12, 2, 0b1111), (14, 2, 0b1011), (12, 8, 0b1010), (14, 8, 0b1001))


def ground(sign):
    """What stands in every picture: open cells, the letters of the columns and their rows."""
    frame = bytearray(common.BLANK)
    for y in range(SIZE):
        common.run(frame, CORNER + 16 * y, 1, SIZE, sign)
    for i in range(4):
        x, y, bits = COLUMNS[i]
        common.picture(frame, x, y, bits, 2, 2, SOFT)
        # The outer light shows that there is a row.
        common.run(frame, 16 * (y + 2) + x + (i & 1), 16, 4, DIM)
    return frame


GROUND = ground(DIM)
# Whoever has a piece left may put it on any open cell.
OPEN = ground(NEXT)


def draw(frame, state, pick):
    frame[:] = OPEN if len(pick.nexts) > 1 else GROUND
    common.rim(frame, state)
    red, blue = state._rows
    for y in range(SIZE):
        at = CORNER + 16 * y
        one, other = red[y + 1] >> 1, blue[y + 1] >> 1
        while one | other:
            if one & 1:
                frame[at] = FIRST
            elif other & 1:
                frame[at] = SECOND
            one >>= 1
            other >>= 1
            at += 1
    columns = before = state._columns
    mover = -1
    last = pick.last
    if last is not None and last < state.limit:
        frame[CORNER + last // SIZE * 16 + last % SIZE] += MOVED
        # What the last move has found: its seat, and the columns before it.
        mover, before = state._past[1] & 7, state._past[2]
    for i in range(4):
        column = columns[i]
        if not column:
            continue
        x, y, _ = COLUMNS[i]
        values = VALUES[i]
        value = column >> 2
        at = 16 * (y + 2 + (values.index(value) if value in values else 3)) + x
        for seat in (0, 1):
            if column >> seat & 1:
                just = seat == mover and column != before[i]
                frame[at + seat] = URGE if just else SECOND if seat else FIRST


def choice_at(x, y, state, pick):
    return (y - 2) * SIZE + x if x < SIZE and 2 <= y < 2 + SIZE else -1


def lights(choice, state, pick):
    return (CORNER + choice // SIZE * 16 + choice % SIZE,)


def trail(state, move):
    """The patterns that have just won or kept a marker, one after the other, twice."""
    seat = 0 if state.piece(move) == "r" else 1
    values = state.patterns(move, seat)
    columns = state.columns()
    found = []
    for kind in range(4):
        value, holders = columns[kind]
        if values[kind] and values[kind] == value and seat in holders:
            for cell in briefly(
                "firmware.scenes.olix_patterns", "cells", state, move, kind, value
            ):
                found += 4 * lights(cell, state, None)
    return 2 * found
