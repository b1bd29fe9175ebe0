"""X-Tiles on lights: a tile every two lights, shared sides drawn once, in a window that scrolls.

The centre of a tile is dim, that of the last one winks; where the chosen tile fits, the place
breathes. `overview` is one light a tile. Each edge shows how many tiles its player has; the middle
of a side breathes when the table goes on there, and touching a side scrolls. The light at the
window's lower right corner is touched for the overview and back.

A hand is shown only while `pick.peek`: tiles as crosses below the table, the drawn one last. Of a
chosen tile both ways to lay it are shown; without peeking only when its place is chosen, as they
would lie there. The tile that the starter has drawn is no secret.
"""

from shared_rules.state import PASS
from shared_rules.xtiles import FACES, ORIGIN, TILE_CHOICE, TURN_CHOICE, WIDE, face_on

from ..signs import CHOSEN, DIM, EDGES, LAST, NEXT, OFF, SIDE, SOFT
from . import common

SIGNS = common.SIGNS + (SOFT, LAST, SIDE, SIDE + 1, SIDE + 2, SIDE + 3)

# The top left lights of the crosses: the hand and, last, the drawn tile.
SLOTS = (128, 132, 136, 140, 192, 196, 200, 204)
# The light that stands for the overview and the way back.
ZOOM = 16 * 14 + 14
# Without a hand: where the drawn tile is, and the two ways of a chosen one, out of its way.
DRAWN = 16 * 11 + 11
WAYS = (16 * 11 + 3, 16 * 11 + 7)
WAYS_ABOVE = (16 + 3, 16 + 7)


def draw(frame, state, pick):
    frame[:] = common.BLANK
    table = state._table
    if not pick.peek:
        counts(frame, state)
        frame[ZOOM] = SOFT
        arrows(frame, state, pick)
    elif not state.result:
        common.edge(frame, 0, 1, EDGES[state.turn])
    last = state._laid[-1] // 96
    nexts = pick.nexts
    if pick.overview:
        over(frame, state, pick, last)
    else:
        first, rows, at = window(pick)
        for _ in range(rows):
            cell = first
            light = at
            for _ in range(6):
                if cell in table:
                    face = table[cell]
                    frame[light - 16] = SIDE + (face & 3)
                    frame[light + 1] = SIDE + (face >> 2 & 3)
                    frame[light + 16] = SIDE + (face >> 4 & 3)
                    frame[light - 1] = SIDE + (face >> 6)
                    frame[light] = LAST if cell == last else DIM
                elif cell in pick.chosen:
                    frame[light] = CHOSEN
                elif cell in nexts:
                    frame[light] = NEXT
                cell += 1
                light += 2
            first += WIDE
            at += 32
    shown = crosses(state, pick)
    if shown and not pick.peek and state.drawn is None:
        # A band over the table, for the ways of a tile that has its place.
        for light in range(shown[0][2] & 240, (shown[0][2] & 240) + 48, 16):
            for x in range(1, 14):
                frame[light + x] = OFF
    for choice, face, light in shown:
        frame[light] = frame[light + 2] = frame[light + 32] = frame[light + 34] = 0
        frame[light + 1] = SIDE + (face & 3)
        frame[light + 18] = SIDE + (face >> 2 & 3)
        frame[light + 33] = SIDE + (face >> 4 & 3)
        frame[light + 16] = SIDE + (face >> 6)
        sign = CHOSEN if choice in pick.chosen else NEXT if choice in nexts else DIM
        frame[light + 17] = sign


def window(pick):
    """The first cell of the window, its rows, and the light of that cell's centre."""
    x, y = pick.look
    rows, light = (3, 18) if pick.peek else (6, 34)
    return ORIGIN + (y - rows // 2) * WIDE + x - 3, rows, light


def over(frame, state, pick, last):
    """One light a tile."""
    for cell in state._table:
        light = over_light(cell, pick)
        if light >= 0:
            frame[light] = LAST if cell == last else SOFT
    for cell in pick.nexts:
        if cell < TILE_CHOICE:
            light = over_light(cell, pick)
            if light >= 0:
                frame[light] = NEXT


def over_light(cell, pick):
    x = cell % WIDE - 48 - pick.look[0] + 7
    y = cell // WIDE - 48 - pick.look[1] + (3 if pick.peek else 7)
    top, bottom = (0, 6) if pick.peek else (1, 13)
    return 16 * y + x if 1 <= x <= 13 and top <= y <= bottom else -1


def counts(frame, state):
    """The number of tiles of each seat along its edge; that of the seat to move glows."""
    common.rim(frame, state)
    if state.result:
        return
    for seat in range(state.players):
        light, step, _ = common.EDGES[state.players][seat]
        sign = SOFT
        if seat == state.turn:
            common.edge(frame, seat, state.players, DIM)
            sign = EDGES[seat]
        common.run(frame, light, step, len(state._hands[seat]), sign)


def arrows(frame, state, pick):
    """The middle of each side where the table goes on."""
    first, rows, _ = window(pick)
    left, top = first % WIDE, first // WIDE
    wide = 6
    if pick.overview:
        left, top, rows, wide = pick.look[0] + 42, pick.look[1] + 42, 13, 13
    beyond = 0
    for cell in state._table:
        x, y = cell % WIDE, cell // WIDE
        if x < left:
            beyond |= 1
        elif x >= left + wide:
            beyond |= 2
        if y < top:
            beyond |= 4
        elif y >= top + rows:
            beyond |= 8
    for way, one, two in ((1, 112, 128), (2, 127, 143), (4, 7, 8), (8, 247, 248)):
        if beyond & way:
            frame[one] = frame[two] = NEXT


def scroll_at(x, y):
    """Where a touch on the ring moves the window: (dx, dy); (0, 0) for the overview and back, by
    the row and the column that the window leaves free; else None. Ask choice_at first."""
    if x % 15 and y % 15:
        return (0, 0) if x == 14 or y == 14 else None
    if not (x % 15 or y % 15):
        return None
    return (0, -1 if y == 0 else 1) if x % 15 else (-1 if x == 0 else 1, 0)


def crosses(state, pick):
    """The tiles shown beside the table: (choice, faces, top left light) of each."""
    shown = []
    if state.result:
        return shown
    if pick.peek:
        for tile in state._hands[state.turn]:
            shown.append((TILE_CHOICE + tile, FACES[4 * tile], SLOTS[len(shown)]))
    if state.drawn is not None:
        tile = state.drawn
        shown.append((TILE_CHOICE + tile, FACES[4 * tile], SLOTS[7] if pick.peek else DRAWN))
    chosen = pick.chosen
    if not chosen or chosen[0] >= PASS:
        return shown
    # One tile is chosen: it and its two ways remain, also for all to see once it has a place.
    shown = [cross for cross in shown if cross[0] == chosen[0]]
    place = chosen[-1] if chosen[-1] < TILE_CHOICE else -1
    if place < 0 and len(chosen) > 1 and chosen[1] < TILE_CHOICE:
        place = chosen[1]
    if shown or place >= 0:
        ways = WAYS
        if pick.peek:
            ways = SLOTS[5:7] if shown and shown[0][2] < SLOTS[4] else SLOTS[1:3]
        elif lights(place, state, pick) and lights(place, state, pick)[0] >= 128:
            ways = WAYS_ABOVE
        tile = chosen[0] - TILE_CHOICE
        for turned in (0, 1):
            face = FACES[4 * tile + 2 * turned] if place < 0 else face_on(place, tile, turned)
            shown.append((TURN_CHOICE + turned, face, ways[turned]))
    return shown


def choice_at(x, y, state, pick):
    light = 16 * y + x
    for choice, _, first in crosses(state, pick):
        if first <= light <= first + 34 and 0 <= x - first % 16 <= 2:
            return choice
    return cell_at(x, y, pick) if pick.chosen else -1


def cell_at(x, y, pick):
    """The cell that a light of the table stands for; of a side the one that may be touched."""
    if pick.overview:
        cell = ORIGIN + (y - (3 if pick.peek else 7) + pick.look[1]) * WIDE + x - 7 + pick.look[0]
        return cell if over_light(cell, pick) == 16 * y + x else -1
    first, rows, light = window(pick)
    x -= 1
    y -= light // 16 - 1
    if not (0 <= x <= 12 and 0 <= y <= 2 * rows):
        return -1
    cell = first + y // 2 * WIDE + x // 2
    if x & 1 and y & 1:
        return cell
    if not (x & 1 or y & 1):
        return -1
    # A side lies between two cells.
    other = cell - 1 if y & 1 else cell - WIDE
    if cell in pick.nexts:
        return cell if other not in pick.nexts and lights(cell, None, pick) else -1
    return other if other in pick.nexts and lights(other, None, pick) else -1


def lights(choice, state, pick):
    if choice >= TILE_CHOICE:
        for shown, _, first in crosses(state, pick):
            if shown == choice:
                return first + 1, first + 16, first + 17, first + 18, first + 33
        return ()
    if pick.overview and choice >= 0:
        light = over_light(choice, pick)
        return (light,) if light >= 0 else ()
    first, rows, light = window(pick)
    if choice < 0:
        return ()
    x = choice % WIDE - first % WIDE
    y = choice // WIDE - first // WIDE
    return (light + 32 * y + 2 * x,) if 0 <= x < 6 and 0 <= y < rows else ()
