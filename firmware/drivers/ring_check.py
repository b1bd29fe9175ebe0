"""What is wrong with a key ring, in sentences: for the self-test, in memory only for it."""

from .rows import clear


def check(ring):
    """What the self-test finds wrong, as sentences; no key may be down meanwhile."""
    ring.prove()
    if ring.broken:
        return [where(ring)]
    found = []
    clear(ring.rows, ring.h)
    ring.walk()
    for line in range(ring._outs):
        if ring._words[line] == ring._all_open:
            found.append(
                "Every key on row line %d reads closed: the row is shorted. "
                "Look for a solder bridge at that 74HC595 output." % line
            )
    for place in range(ring._ins):
        if all(word >> place & 1 for word in ring._words):
            found.append(
                "Every key on column line %d reads closed: the column is shorted "
                "to ground or its pull-up is missing. Look for a solder bridge at "
                "that 74HC165 input." % place
            )
    if not found:
        for y in range(ring.h):
            for x in range(ring.w):
                if ring.rows[y] >> x & 1:
                    found.append(
                        "The key at column %d, row %d reads closed at rest: it "
                        "sticks or its switch is turned by a quarter. Free it or "
                        "turn it." % (x + 1, y + 1)
                    )
    return found


def where(ring):
    """Names the joints that can be the broken ones.

    Idle columns are ones, so a ring stuck low betrays the first 165 that cannot pass them
    on. Behind the 165s, or stuck high, one place looks like another.
    """
    ring.pulse()
    ring._spi.write_readinto(ring._test, ring._back)
    ring.rest()
    good = 0
    while good < ring._in_bytes and ring._back[good] == 0xFF:
        good += 1
    last = ring._in_bytes
    before, after = "the MOSI pin", "74HC165 number 1"
    if good == 0:
        before, after = "74HC165 number %d" % last, "the MISO pin"
    elif good < last:
        before = "74HC165 number %d" % (last - good)
        after = "74HC165 number %d" % (last - good + 1)
    elif ring._back[good] == 0xFF:
        after = "the MISO pin"
    return (
        "The key ring does not return what is sent into it: a joint is open or a chip "
        "has no power, somewhere between %s and %s. Check there first, then the clock "
        "and latch wires." % (before, after)
    )
