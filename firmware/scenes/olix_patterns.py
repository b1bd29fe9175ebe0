"""Where an OLIX pattern lies, found by trying: in memory only while a pattern is shown.

The rules find the value of the best pattern quickly; here the first pattern of that value is
looked for whose cells contain the piece just placed.
"""

from shared_rules.olix import SIZE

# The kinds of pattern, by the columns of the score board.
RING, CORNER, STRAIGHT = range(3)


def cells(state, move, kind, value):
    """The cells of a pattern of this kind and value with the piece in it, in order."""
    colour = state.piece(move)

    def own(x, y):
        return 0 <= x < SIZE and 0 <= y < SIZE and state.piece(y * SIZE + x) == colour

    x, y = move % SIZE, move // SIZE
    if kind == RING:
        return rectangle(own, x, y, value)
    if kind == CORNER:
        return corner(own, x, y, value)
    for dx, dy in ((1, 0), (0, 1)) if kind == STRAIGHT else ((1, 1), (1, -1)):
        run = arm(own, x, y, -dx, -dy)[::-1] + arm(own, x, y, dx, dy)[1:]
        if len(run) == value:
            return run
    return []


def arm(own, x, y, dx, dy):
    """The cells from here on, this one the first."""
    found = []
    while own(x, y):
        found.append(y * SIZE + x)
        x += dx
        y += dy
    return found


def corner(own, x, y, value):
    """The corner lies on the row or on the column of the piece."""
    here = y * SIZE + x
    for line in (((1, 0), (-1, 0)), ((0, 1), (0, -1))):
        for dx, dy in line:
            for at in arm(own, x, y, -dx, -dy):
                cx, cy = at % SIZE, at // SIZE
                along = arm(own, cx, cy, dx, dy)
                for sx, sy in ((dy, dx), (-dy, -dx)):
                    across = arm(own, cx, cy, sx, sy)
                    both = len(along) > 2 and len(across) > 2
                    if both and len(along) + len(across) - 1 == value and here in along:
                        return along[::-1] + across[1:]
    return []


def rectangle(own, x, y, value):
    """Clockwise around the outline, then the pieces inside."""
    for top in range(y + 1):
        for left in range(x + 1):
            if not own(left, top):
                continue
            for right in range(max(x, left + 1), SIZE):
                if not own(right, top):
                    if right > x:
                        break
                    continue
                for bottom in range(max(y, top + 1), SIZE):
                    found = outline(own, left, top, right, bottom)
                    if found and len(found) == value:
                        return found
    return []


def outline(own, left, top, right, bottom):
    """The cells of a rectangle whose whole outline is own, or None."""
    around = [(x, top) for x in range(left, right)]
    around += [(right, y) for y in range(top, bottom)]
    around += [(x, bottom) for x in range(right, left, -1)]
    around += [(left, y) for y in range(bottom, top, -1)]
    for x, y in around:
        if not own(x, y):
            return None
    inside = [
        (x, y) for y in range(top + 1, bottom) for x in range(left + 1, right) if own(x, y)
    ]  # fmt: skip
    return [y * SIZE + x for x, y in around + inside]
