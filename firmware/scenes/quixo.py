"""Quixo on lights: a cube is 2 by 2 lights with a dark line between.

X lights one diagonal brightly, O all four softly. With four players all four lights are soft and
the two on the side that the point faces are bright. A cube that may be taken breathes, a taken
one blinks; where it may go back in, half of the cube that stands there breathes. The point is
turned by touching the edge of the player that it shall face.
"""

from shared_rules.quixo import SEAT_CHOICE

from ..signs import CHOSEN, DIM, FAINT, FIRST, MOVED, NEXT, SECOND, TOUCH
from . import common

SIGNS = common.SIGNS + tuple(range(FIRST, FIRST + 8))

# Of the lights of a cube those towards seat 0, 1, 2, 3, then the other two.
POINTS = ((16, 17, 0, 1), (0, 16, 1, 17), (0, 1, 16, 17), (1, 17, 0, 16))
# The lights of an X, then those that only an O has.
DIAGONAL = (0, 17, 1, 16)


def corner(size):
    """Where the board begins, on both axes: it stands in the middle."""
    return (17 - 3 * size) // 2


def draw(frame, state, pick):
    frame[:] = common.BLANK
    common.rim(frame, state)
    size = state.size
    chosen, nexts = pick.chosen, pick.nexts
    taking = not chosen
    moved = -1
    if pick.last is not None and pick.last < state.limit:
        moved = state.steps(pick.last)[1]
    cell = 0
    first = 17 * corner(size)
    for y in range(size):
        at = first + 48 * y
        for x in range(size):
            may = cell in nexts
            mark = "." if cell in chosen else state.cube(x, y)
            if mark == ".":
                sign = CHOSEN if cell in chosen else NEXT if may else DIM
                frame[at] = frame[at + 1] = frame[at + 16] = frame[at + 17] = sign
            else:
                sign = SECOND if mark in "O24" else FIRST
                other = sign + FAINT
                if may and taking:
                    sign += TOUCH
                elif cell == moved:
                    sign += MOVED
                if mark == "X":
                    points, other = DIAGONAL, 0
                elif mark == "O":
                    points, other = DIAGONAL, sign
                else:
                    points = POINTS[ord(mark) - 49]
                if may and not taking:
                    other = NEXT
                frame[at + points[0]] = frame[at + points[1]] = sign
                frame[at + points[2]] = frame[at + points[3]] = other
            at += 3
            cell += 1
    for choice in nexts:
        if choice >= SEAT_CHOICE:
            for light in lights(choice, state, pick):
                frame[light] = NEXT


def choice_at(x, y, state, pick):
    size = state.size
    if x % 15 == 0 or y % 15 == 0:
        seat = common.seat_at(x, y, state.players) if len(pick.chosen) == 2 else -1
        return SEAT_CHOICE + seat if seat >= 0 else -1
    x -= corner(size)
    y -= corner(size)
    if x < 0 or y < 0 or x % 3 == 2 or y % 3 == 2 or x >= 3 * size or y >= 3 * size:
        return -1
    return y // 3 * size + x // 3


def lights(choice, state, pick):
    if choice >= SEAT_CHOICE:
        # The middle of the edge: its ends still show whose turn it is.
        return common.edge_lights(choice - SEAT_CHOICE, state.players)[4:10]
    size = state.size
    at = 16 * (corner(size) + choice // size * 3) + corner(size) + choice % size * 3
    return at, at + 1, at + 16, at + 17


def trail(state, move):
    """The push: from the end where the cube went in to where it was taken."""
    take, end = state.steps(move)[:2]
    step = 1 if abs(take - end) < state.size else state.size
    found = []
    for cell in range(end, take + (1 if end < take else -1), step if end < take else -step):
        found += lights(cell, state, None)
    return found
