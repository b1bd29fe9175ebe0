"""Whole key grids at once, as rows of bits: the loops that run a hundred times a second.

A grid is an array('H'), bit x of rows[y] for the key at x, y.
"""

from ..native import micropython, ptr16


@micropython.viper
def clear(rows: ptr16, count: int):
    for y in range(count):
        rows[y] = 0


@micropython.viper
def merge(rows: ptr16, more: ptr16, count: int):
    for y in range(count):
        rows[y] = int(rows[y]) | int(more[y])


@micropython.viper
def keep_common(rows: ptr16, one: ptr16, other: ptr16, first: int, count: int):
    """rows keep only what is in one or other; the first time they take it all."""
    for y in range(count):
        both = int(one[y]) | int(other[y])
        rows[y] = both if first else both & int(rows[y])


@micropython.viper
def ghosted(rows: ptr16, count: int) -> int:
    """The rectangle rule: two rows that share two columns may hide a key that nobody pressed.

    The reading cannot tell such a ghost from four keys pressed at once, so both count.
    """
    for y in range(count - 1):
        row = int(rows[y])
        if row & (row - 1):
            for other in range(y + 1, count):
                shared = row & int(rows[other])
                if shared & (shared - 1):
                    return 1
    return 0


@micropython.viper
def find_active(
    rows: ptr16,
    side: ptr16,
    masked: ptr16,
    seen: ptr16,
    down: ptr16,
    busy: ptr16,
    bounced: ptr16,
    active: ptr16,
    count: int,
) -> int:
    """Compares a reading with the last one (seen) and with what is known to be down.

    Fills bounced with the keys that just changed and active with those that need a look.
    """
    found = 0
    for y in range(count):
        raw = (int(rows[y]) | int(side[y])) & (int(masked[y]) ^ 0xFFFF)
        changed = raw ^ int(seen[y])
        seen[y] = raw
        bounced[y] = changed
        changed |= raw ^ int(down[y]) | int(busy[y])
        active[y] = changed
        found |= changed
    return found
