"""The key matrix: rows driven push-pull, columns on pull-ups, a switch and a diode at each key.

A closed key with its diode lets current flow from column to row only. Without a working diode it
conducts both ways; ghosts and fighting outputs then follow from the wiring by themselves.
"""

from .switches import Switches

SETTLE_US = 10  # a column needs about 9 us over its 47k pull-up to read high again


class Matrix:
    def __init__(self, outs, ins, clock, flags):
        self.switches = Switches(clock)
        self._outs = outs
        self._ins = ins
        self._clock = clock
        self._flags = flags
        self._bad_diodes = {}
        self._bridges = []  # pairs of nodes: ('row', n), ('column', n), 'ground'
        self._low_rows = 0
        self._rows_before = 0
        self._changed_us = -SETTLE_US

    def lose_diode(self, key, kind="missing"):
        """kind: 'missing' (a wire in its place) or 'shorted'; both conduct both ways."""
        self._bad_diodes[key] = kind

    def bridge(self, one, other):
        """A solder bridge between two of ('row', n), ('column', n) and 'ground'."""
        self._bridges.append((one, other))

    def mend(self):
        self._bad_diodes.clear()
        self._bridges = []
        self.switches.mend()

    def drive_rows(self, pattern):
        """The 595 outputs; a 0 bit pulls its row low."""
        low = ~pattern & ((1 << self._outs) - 1)
        if low != self._low_rows:
            self._rows_before = self._low_rows
            self._low_rows = low
            self._changed_us = self._clock.us

    def columns(self):
        """What the 165 inputs read now; a 0 bit is a column pulled low."""
        low = self._low_columns(self._low_rows)
        if self._clock.us - self._changed_us < SETTLE_US:
            low |= self._low_columns(self._rows_before)
        return ~low & ((1 << self._ins) - 1)

    def _low_columns(self, low_rows):
        closed = self.switches.all_closed()
        if not closed and not self._bridges:
            return 0
        if not self._bad_diodes and not self._bridges:
            low = 0
            for line, place in closed:
                if low_rows >> line & 1:
                    low |= 1 << place
            return low
        return self._trace(closed, low_rows)

    def _trace(self, closed, low_rows):
        """Follows the current through every closed key and solder bridge."""
        paths = {}
        for line, place in closed:
            row, column = ("row", line), ("column", place)
            paths.setdefault(column, []).append(row)
            if (line, place) in self._bad_diodes:
                paths.setdefault(row, []).append(column)
        for one, other in self._bridges:
            paths.setdefault(one, []).append(other)
            paths.setdefault(other, []).append(one)
        low = 0
        for place in range(self._ins):
            if _sinks(("column", place), paths, low_rows):
                low |= 1 << place
        for line in range(self._outs):
            if not low_rows >> line & 1 and _sinks(("row", line), paths, low_rows):
                self._flags.report(
                    "Row line %d drives high against another output that drives "
                    "low: a diode is missing or two lines touch." % line
                )
        return low


def _sinks(node, paths, low_rows):
    """Whether current from this node reaches a low row or ground."""
    seen = {node}
    waiting = [node]
    while waiting:
        for following in paths.get(waiting.pop(), ()):
            if following == "ground":
                return True
            if following[0] == "row" and low_rows >> following[1] & 1:
                return True
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return False
