"""The grid and the bars that the LIXSO puzzle and the duel share.

One light a cell. Cells of one symbol that touch are one tile, for tiles of a symbol never touch;
an open clue is brighter than a tile of its symbol. Beside the grid four bars, I X S O from the
left, show how many tiles are left; their heads are touched to choose a symbol. Then the cells
where a tile of it can lie breathe, and clues of that symbol pulse.
"""

from shared_rules.lixso_grid import CELLS, SIZE, SUPPLY, SYMBOL_CHOICE, SYMBOLS

from ..signs import CHOSEN, CLUE, DIM, DOUBT, LAID, NEXT, TILE, URGE
from . import common

SIGNS = common.SIGNS + (URGE,) + tuple(range(TILE, TILE + 16))

# Where the grid and the bars begin; a bar has a head, a dark light and seven lights.
CORNER = 17
# From an elbow to the arms of its tile, by direction.
ARMS = ((-16, 1), (1, 16), (-1, 16), (-16, -1))
BARS = 16 + 11


def draw(frame, state, pick, doubted):
    """Clues, tiles, bars; codes from `doubted` on are tiles in doubt."""
    frame[:] = ground(state.clues)
    common.rim(frame, state)
    chosen, nexts = pick.chosen, pick.nexts
    for cell in nexts:
        if cell < CELLS:
            # As light() has it; this is done for many cells.
            at = cell + 7 * (cell // 9) + 17
            frame[at] = NEXT if frame[at] == DIM else URGE
    last = pick.last
    for tile in state._tiles:
        sign = LAID if tile == last else TILE if tile < doubted else DOUBT
        sign += tile // 4 // CELLS % 4
        elbow = tile // 4 % CELLS
        at = light(elbow)
        one, two = ARMS[tile & 3]
        # Where a tile is to be touched, its elbow says so.
        frame[at] = NEXT if elbow in nexts else sign
        frame[at + one] = frame[at + two] = sign
    for choice in chosen:
        if choice < CELLS:
            frame[light(choice)] = CHOSEN
    for symbol in range(4):
        bar(frame, symbol, state.left[symbol], chosen, nexts)


def ground(clues):
    """What stays while these clues do: they, and the lights of the bars, dim. Kept for the next
    picture, as nearly all of them have the clues of the one before."""
    global _ground
    if _ground[0] is not clues:
        frame = bytearray(common.BLANK)
        for cell in range(CELLS):
            symbol = SYMBOLS.find(clues[cell])
            frame[light(cell)] = DIM if symbol < 0 else CLUE + symbol
        for symbol in range(4):
            common.run(frame, BARS + symbol + 32, 16, SUPPLY, DIM)
        _ground = (clues, frame)
    return _ground[1]


_ground = (None, None)


def bar(frame, symbol, left, chosen, nexts):
    choice = SYMBOL_CHOICE + symbol
    at = BARS + symbol
    sign = TILE + symbol
    frame[at] = sign
    if choice in chosen:
        frame[at] = CHOSEN
        sign = CLUE + symbol
    elif choice in nexts:
        frame[at] = NEXT
    common.run(frame, at + 16 * (2 + SUPPLY - left), 16, left, sign)


def light(cell):
    return CORNER + cell // SIZE * 16 + cell % SIZE


def choice_at(x, y, state, pick):
    """A bar at any time; a cell once there is something chosen to be done with it."""
    if 11 <= x <= 14 and 1 <= y <= SIZE:
        return SYMBOL_CHOICE + x - 11
    if 1 <= x <= SIZE and 1 <= y <= SIZE and pick.chosen:
        return (y - 1) * SIZE + x - 1
    return -1


def lights(choice, state, pick):
    if choice >= SYMBOL_CHOICE:
        at = BARS + choice - SYMBOL_CHOICE
        return [at + 16 * i for i in range(SIZE)]
    return (light(choice),)
