"""Hints for the LIXSO puzzle, and whether it can still be solved. Loaded only when asked for.

A hint has three strengths: `area(hint.cell)`, where to look; `hint.cell`; and `hint.tile` with the
name of the technique that finds it. All come from one call that looks only as far as a person
waits: a third of a second on an ESP32.

    single        only this tile fits on the cell
    locked        any other tile there would leave a cell beside it that nothing fits on
    what if       any other tile there leads to such a cell when singles are laid after it
    long what if  it takes more than that to see why the others are wrong
    wrong         no hint for the next tile: this one, which lies, is not where it belongs

Decisions
1. A doubted tile counts as one that lies.
2. While a wrong tile lies there is no way on, and the hint is that tile. Ask `solvable` first, and
   show where it lies only to somebody who wants to know.
3. A grid of one's own has no solution at hand: it gets the hints that need none, and `solvable`
   is None, unless some open cell shows that it cannot be.

Tiles are tried on the state itself and taken off again: afterwards it is as it was.
"""

from collections import namedtuple

from .lixso_grid import ARMS, AT, CELLS, PLACEMENTS, RIM, SIZE

Hint = namedtuple("Hint", ("cell", "tile", "technique"))

# So many tiles are tried for each technique, those of the narrowest cells first.
TRIALS = (("locked", 48), ("what if", 9))

# Four symbols in twelve ways fit on a cell at most.
MOST = 48
COVERED = 255

# By direction: from the elbow to the top left of the four cells that hold the tile.
CORNER = (-RIM, 0, -1, -RIM - 1)


def _covering():
    """The twelve tiles over a place: (step to the elbow, direction, steps to the other cells)."""
    found = []
    for direction in range(4):
        first, second = ARMS[direction]
        found.append((0, direction, first, second))
        found.append((-first, direction, -first, second - first))
        found.append((-second, direction, -second, first - second))
    return tuple(found)


COVERING = _covering()


def wrong_tiles(state, solution):
    """The tiles that lie where the solution has another one, in the order played; without a
    solution none is known."""
    if solution is None:
        return []
    tiles = [tile % PLACEMENTS for tile in state._tiles]
    return [tile for tile in tiles if tile not in solution]


def solvable(state, solution):
    """Can the puzzle still be solved from here, without taking a tile off? None: not known."""
    if solution is not None:
        return not wrong_tiles(state, solution)
    return False if state.stuck or 0 in _open_counts(state) else None


def area(cell):
    """The ninth of the grid that the cell is in, as nine cells."""
    corner = cell // (3 * SIZE) * 3 * SIZE + cell % SIZE // 3 * 3
    return [corner + SIZE * row + column for row in range(3) for column in range(3)]


def hint(state, solution):
    """The next tile as a Hint, or None when there is none to give."""
    if state.result:
        return None
    if solution is not None:
        wrong = wrong_tiles(state, solution)
        if wrong:
            return Hint(wrong[0] // 4 % CELLS, wrong[0], "wrong")
    counts = _open_counts(state)
    if 0 in counts:
        return None
    first = next(_narrowest(counts))
    if counts[first] == 1:
        return Hint(first, _fitting(state, first)[0], "single")
    for technique, trials in TRIALS:
        fails = _leaves_bare if technique == "locked" else _what_if_fails
        for cell in _narrowest(counts):
            trials -= counts[cell]
            if trials < 0:
                continue
            fitting = _fitting(state, cell)
            right = _right_one(fitting, solution)
            left = [tile for tile in fitting if tile == right or not fails(state, tile)]
            if len(left) == 1:
                return Hint(cell, left[0], technique)
    if solution is None:
        return None
    return Hint(first, _right_one(_fitting(state, first), solution), "long what if")


def _narrowest(counts):
    """The open cells, those that fewest tiles fit on first. One by one: a board has no room for
    a list."""
    for count in range(1, MOST + 1):
        cell = counts.find(bytes([count]))
        while cell >= 0:
            yield cell
            cell = counts.find(bytes([count]), cell + 1)


def _right_one(tiles, solution):
    """The tile among these that the solution has, if there is one."""
    for tile in tiles:
        if solution is not None and tile in solution:
            return tile
    return None


def _open_counts(state):
    """Per cell how many tiles fit on it, COVERED for a covered one."""
    counts = bytearray(RIM * RIM)
    fits, _ = state._fits(range(4))  # a list of them all would find no room on a board
    for place in range(4 * CELLS):
        at = AT[place % CELLS]
        for direction in range(4):
            if fits[place] >> direction & 1:
                first, second = ARMS[direction]
                counts[at] += 1
                counts[at + first] += 1
                counts[at + second] += 1
    open_counts = bytearray(CELLS)
    for cell in range(CELLS):
        open_counts[cell] = COVERED if state._symbol[AT[cell]] else counts[AT[cell]]
    return bytes(open_counts)


def _fitting(state, cell):
    """The tiles that fit on a cell."""
    found = []
    _options(state, AT[cell], PLACEMENTS, found)
    return found


def _options(state, at, most, into=None):
    """How many tiles fit on the place, counted to `most`; the tiles themselves go into a list."""
    number = 0
    for symbol in range(4):
        blocked = state._blocked[symbol]
        if blocked[at] or not state.left[symbol]:
            continue
        for elbow, direction, one, other in COVERING:
            if blocked[at + one] or blocked[at + other]:
                continue
            number += 1
            if into is not None:
                y, x = divmod(at + elbow, RIM)
                cell = (y - 1) * SIZE + x - 1
                into.append((symbol * CELLS + cell) * 4 + direction)
            if number == most:
                return number
    return number


def _near(state, tile):
    """The open places on which less may fit because of this tile: near it, or anywhere when it is
    the last of its symbol."""
    if not state.left[tile // 4 // CELLS]:
        return [at for at in AT if not state._symbol[at]]
    y, x = divmod(AT[tile // 4 % CELLS] + CORNER[tile % 4], RIM)
    return [
        RIM * row + column
        for row in range(max(1, y - 2), min(SIZE, y + 3) + 1)
        for column in range(max(1, x - 2), min(SIZE, x + 3) + 1)
        if not state._symbol[RIM * row + column]
    ]


def _leaves_bare(state, tile):
    """Would this tile leave an open cell that nothing fits on?"""
    state._count(tile, 1)
    bare = any([not _options(state, at, 1) for at in _near(state, tile)])
    state._count(tile, -1)
    return bare


def _what_if_fails(state, tile):
    """Does laying this tile, and then every single that follows, leave such a cell?"""
    state._count(tile, 1)
    laid = [tile]
    fails = False
    for last in laid:  # grows as singles are laid
        for at in _near(state, last):
            if state._symbol[at]:
                continue
            fitting = []
            number = _options(state, at, 2, fitting)
            fails = fails or not number
            if number == 1 and not fails:
                state._count(fitting[0], 1)
                laid.append(fitting[0])
        if fails:
            break
    for tile in laid:
        state._count(tile, -1)
    return fails
