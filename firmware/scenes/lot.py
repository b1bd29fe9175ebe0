"""L.O.T. on lights: a cell is 2 by 2 lights.

A single is two lights, a stack all four and brighter. Light is bright and falls like a backslash,
dark is faint and rises like a slash. An empty cell is one light. A line to be resolved pulses
until the piece that stays is touched. `swap` is offered in the middle of seat 1's edge.
"""

from shared_rules.lot import RIM, SIZE, SWAP, SWAP_CHOICE, line_cells

from ..signs import CHOSEN, DIM, EDGES, FAINT, FIRST, MOVED, NEXT, SECOND, URGE
from . import common

SIGNS = common.SIGNS + (URGE,) + tuple(range(FIRST, FIRST + 8))

SWAP_LIGHTS = (5, 6, 7, 8, 9, 10)


def draw(frame, state, pick):
    frame[:] = common.BLANK
    turn = state.turn
    common.rim(frame, state, EDGES[0 if turn == state.light else 1])
    chosen, nexts = pick.chosen, pick.nexts
    resolving = len(chosen) > 0
    moved = changed(pick.last)
    # The board of the rules as it is kept: 0 empty, 1 and 2 singles, 3 and 4 stacks, light odd.
    board = state._board
    cell = 0
    for y in range(SIZE):
        at = 32 * y + 17
        on = RIM * (y + 1)
        for _ in range(SIZE):
            on += 1
            piece = board[on]
            if piece:
                sign = FIRST if piece & 1 else SECOND
                if cell == moved:
                    sign += MOVED
                elif piece < 3:
                    sign += FAINT
            else:
                sign = NEXT if cell in nexts else DIM
            if resolving:
                if cell in nexts:
                    sign = URGE
                elif cell in chosen:
                    sign = CHOSEN
                if not piece and cell == chosen[0]:
                    # The piece being placed looks like the single that it is.
                    piece = 1 if turn == state.light else 2
            if not piece:
                frame[at] = sign
            elif piece == 1:
                frame[at] = frame[at + 17] = sign
            elif piece == 2:
                frame[at + 1] = frame[at + 16] = sign
            else:
                frame[at] = frame[at + 1] = frame[at + 16] = frame[at + 17] = sign
            at += 2
            cell += 1
    if SWAP_CHOICE in nexts:
        for light in SWAP_LIGHTS:
            frame[light] = NEXT


def changed(move):
    """The cell that a move has left something on, or -1."""
    if move is None or move >= SWAP:
        return -1
    code = (move & 1023) - 1
    return line_cells(code // 3)[code % 3] if code >= 0 else move >> 10


def choice_at(x, y, state, pick):
    if y == 0:
        return SWAP_CHOICE if x in SWAP_LIGHTS and SWAP_CHOICE in pick.nexts else -1
    if x % 15 == 0 or y == 15:
        return -1
    return (y - 1) // 2 * SIZE + (x - 1) // 2


def lights(choice, state, pick):
    if choice == SWAP_CHOICE:
        return SWAP_LIGHTS
    at = 32 * (choice // SIZE) + 2 * (choice % SIZE) + 17
    return at, at + 1, at + 16, at + 17


def trail(state, move):
    """The line that became a stack, the piece that stayed last."""
    code = (move & 1023) - 1
    if code < 0:
        return ()
    cells = list(line_cells(code // 3))
    cells.append(cells.pop(code % 3))
    found = []
    for cell in cells:
        found += 2 * lights(cell, state, None)
    return found
