"""How lights and key lines are laid out in space, walked along the wire as a person would.

Deliberately not the firmware's tables turned round: the two find each other's mistakes.
"""


def walk_panel(spec):
    """The cells (x, y) in the order of the wire, for a panel mounted as board.json says."""
    w, h = spec["w"], spec["h"]
    quarter_turns = spec.get("rotate", 0) // 90
    if quarter_turns % 2:
        w, h = h, w
    rows_first = spec.get("axis", "rows") == "rows"
    x = 0 if "W" in spec["origin"] else w - 1
    y = 0 if "N" in spec["origin"] else h - 1
    right = 1 if "W" in spec["origin"] else -1
    down = 1 if "N" in spec["origin"] else -1
    cells = []
    for _ in range(h if rows_first else w):
        for step in range(w if rows_first else h):
            if step:
                x, y = (x + right, y) if rows_first else (x, y + down)
            cells.append((x, y))
        if rows_first:
            y += down
            if spec.get("serpentine"):
                right = -right
            else:
                x = 0 if right > 0 else w - 1
        else:
            x += right
            if spec.get("serpentine"):
                down = -down
            else:
                y = 0 if down > 0 else h - 1
    for _ in range(quarter_turns):
        cells = [(h - 1 - y, x) for x, y in cells]
        w, h = h, w
    return cells


def walk_tiles(spec):
    """The cells (x, y) tile by tile in reading order, each tile in reading order."""
    size = spec["tile"]
    cells = []
    for top in range(0, spec["h"], size):
        for left in range(0, spec["w"], size):
            for y in range(top, top + size):
                for x in range(left, left + size):
                    cells.append((x, y))
    return cells


def walk(spec):
    return walk_tiles(spec) if "tile" in spec else walk_panel(spec)
