"""Where a cell sits on the wire: tables from x, y to the number of a light or key line.

A panel has number 0 at its `origin` corner, runs along its `axis` first, back and forth if
`serpentine`, and is mounted turned clockwise by `rotate` degrees. x, y count from the top left
of what people see.
"""

from array import array


def wire_table(spec):
    """For each cell, row by row, its number on the wire."""
    w, h = spec["w"], spec["h"]
    if "tile" in spec:
        return array("H", [_in_tiles(x, y, w, spec["tile"]) for y in range(h) for x in range(w)])
    return array("H", [_in_panel(x, y, spec) for y in range(h) for x in range(w)])


def cell_table(spec):
    """For each number on the wire, its cell as y * 16 + x: what a key driver looks up."""
    w = spec["w"]
    table = wire_table(spec)
    cells = bytearray(len(table))
    for cell, number in enumerate(table):
        cells[number] = cell // w * 16 + cell % w
    return cells


def _in_tiles(x, y, w, tile):
    number = y // tile * (w // tile) + x // tile
    return (number * tile + y % tile) * tile + x % tile


def _in_panel(x, y, spec):
    w, h = panel_size(spec)
    turned = spec["rotate"]
    # Turn the picture back into the panel's own columns and rows.
    if turned == 90:
        x, y = y, h - 1 - x
    elif turned == 180:
        x, y = w - 1 - x, h - 1 - y
    elif turned == 270:
        x, y = w - 1 - y, x
    if spec["origin"][1] == "E":
        x = w - 1 - x
    if spec["origin"][0] == "S":
        y = h - 1 - y
    line, place, length = (y, x, w) if spec["axis"] == "rows" else (x, y, h)
    if spec.get("serpentine") and line & 1:
        place = length - 1 - place
    return line * length + place


def panel_size(spec):
    """The panel's own width and height, before it was turned."""
    if spec.get("rotate", 0) in (90, 270):
        return spec["h"], spec["w"]
    return spec["w"], spec["h"]


def lines(spec):
    """How many lines the wire has and how many places each: rows by columns of a key matrix."""
    w, h = panel_size(spec)
    return (h, w) if spec.get("axis", "rows") == "rows" else (w, h)
