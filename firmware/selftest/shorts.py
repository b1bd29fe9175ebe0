"""Stage: whole lines of the key matrix that read closed with no key down."""

from array import array

from ..drivers.layout import cell_table, lines
from .stage import BLIND, Stage, closed, name


class Shorts(Stage):
    ask = "Still hands off."

    def begin(self):
        if self.test.profile.keys["driver"] != "ring":
            self.skip("This build has no key matrix whose lines could touch.")
        elif self.test.blind:
            self.skip(BLIND)
        self.always = array("H", [0xFFFF] * self.hw.keys.h)

    def tick(self, ms):
        self.ms += ms
        rows = self.hw.keys.driver.rows
        for y in range(len(rows)):
            self.always[y] &= rows[y]
        if self.ms >= 200:
            self.done = True
            self.find(*whole_lines(self.test.profile.keys, self.always))

    def key(self, x, y, down):
        pass


def whole_lines(spec, rows):
    """Sentences and keys of the matrix lines that read closed from end to end."""
    if spec["driver"] != "ring":
        return [], []
    cells = [(number & 15, number >> 4) for number in cell_table(spec)]
    outs, ins = lines(spec)
    sentences, found = [], []
    for line in range(outs):
        row = cells[line * ins : line * ins + ins]
        if all([closed(rows, cell) for cell in row]):
            found += row
            sentences.append(
                "Every key on row line %d reads closed, from %s on: the line is "
                "shorted. Look for a solder bridge at that 74HC595 output." % (line, name(row[0]))
            )
    for place in range(ins):
        column = cells[place::ins]
        if all([closed(rows, cell) for cell in column]):
            found += column
            sentences.append(
                "Every key on column line %d reads closed, from %s on: the line "
                "touches ground or its pull-up is missing. Look for a solder "
                "bridge at that 74HC165 input." % (place, name(column[0]))
            )
    return sentences, found
