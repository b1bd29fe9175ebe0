"""Drawings of where things are: the way of the light data, the key matrix, tiles and foils.

Plain SVG from board.json, seen from above as the players see the board unless it says otherwise.
"""

from collections.abc import Iterable
from typing import Any

from firmware.drivers.layout import cell_table, lines, wire_table
from ludolux.hardware.blocks import FIRST_TILE, JUMPERS

STEP = 40
EDGE = 46
INK, SOFT, PALE = "#1b1f24", "#7a828c", "#eef1f4"
RED, BLUE, GREEN, BARE = "#c62828", "#1565c0", "#2e7d32", "#b0703c"


class Sheet:
    """An SVG under construction."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" font-family="sans-serif" font-size="12">',
            f"<title>{title}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="white"/>',
            '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" '
            'markerHeight="7" orient="auto-start-reverse">'
            f'<path d="M0 0 L10 5 L0 10 z" fill="{BLUE}"/></marker></defs>',
        ]

    def text(
        self, x: float, y: float, words: str, colour: str = INK, anchor: str = "middle",
        size: float = 12, over: str = "",
    ) -> None:  # fmt: skip
        """Words; what they lie over has the colour `over`, and no line runs through them."""
        edge = f' stroke="{over}" stroke-width="3" paint-order="stroke"' if over else ""
        words = words.replace("&", "&amp;").replace("<", "&lt;")
        self.lines.append(
            f'<text x="{x:g}" y="{y:g}" fill="{colour}"{edge} text-anchor="{anchor}" '
            f'font-size="{size:g}">{words}</text>'
        )

    def box(
        self, x: float, y: float, w: float, h: float, fill: str = PALE, ink: str = SOFT,
        round: float = 3,
    ) -> None:  # fmt: skip
        self.lines.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{round:g}" '
            f'fill="{fill}" stroke="{ink}"/>'
        )

    def way(
        self, points: Iterable[tuple[float, float]], colour: str = BLUE, width: float = 2,
        tip: bool = False,
    ) -> None:  # fmt: skip
        text = " ".join(f"{x:g},{y:g}" for x, y in points)
        end = ' marker-end="url(#tip)"' if tip else ""
        self.lines.append(
            f'<polyline points="{text}" fill="none" stroke="{colour}" '
            f'stroke-width="{width:g}"{end}/>'
        )

    def dot(self, x: float, y: float, colour: str = INK, radius: float = 3) -> None:
        self.lines.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>')

    def done(self) -> str:
        return "\n".join([*self.lines, "</svg>"]) + "\n"


def _axes(sheet: Sheet, w: int, h: int) -> None:
    for x in range(w):
        sheet.text(EDGE + (x + 0.5) * STEP, EDGE - 10, str(x + 1), SOFT)
    for y in range(h):
        sheet.text(EDGE - 12, EDGE + (y + 0.5) * STEP + 4, str(y + 1), SOFT)
    sheet.text(EDGE, 16, "column", SOFT, "start", 11)
    sheet.text(6, EDGE - 10, "row", SOFT, "start", 11)


def _middle(cell: int, w: int) -> tuple[float, float]:
    return EDGE + (cell % w + 0.5) * STEP, EDGE + (cell // w + 0.5) * STEP


def _lane(cell: int, w: int) -> tuple[float, float]:
    """Where the way passes a cell: below its number."""
    x, y = _middle(cell, w)
    return x, y + 7


def lights(build: dict[str, Any]) -> str:
    """The way of the data through the lights: number of each light and the direction."""
    spec = build["lights"]
    w, h = spec["w"], spec["h"]
    sheet = Sheet(w * STEP + 2 * EDGE, h * STEP + 2 * EDGE, "The way of the light data")
    _axes(sheet, w, h)
    table = wire_table(spec)
    order = sorted(range(w * h), key=lambda cell: table[cell])
    for cell in range(w * h):
        x, y = _middle(cell, w)
        sheet.box(x - 15, y - 15, 30, 30)
    if "tile" in spec:
        for number in range(0, w * h, 16):
            points = [_lane(cell, w) for cell in order[number : number + 16]]
            sheet.way(points, BLUE, 1.2, True)
    else:
        count, length = lines(spec)
        for line in range(count):
            points = [_lane(cell, w) for cell in order[line * length : (line + 1) * length]]
            sheet.way(points, BLUE, 2, True)
            if line + 1 < count:
                following = _lane(order[(line + 1) * length], w)
                sheet.way([points[-1], following], RED, 1.6)
    for cell in range(w * h):
        x, y = _middle(cell, w)
        sheet.text(x, y - 2, str(table[cell] + 1), INK, size=10, over=PALE)
    x, y = _middle(order[0], w)
    sheet.box(x - 15, y - 15, 30, 30, "none", RED)
    words = "red box: the first light; blue: along a strip or a line; red: the wire to the next"
    sheet.text(EDGE, h * STEP + EDGE + 26, words, SOFT, "start", 11)
    return sheet.done()


def matrix(build: dict[str, Any]) -> str:
    """The key matrix from below: which row and column line each key hangs on."""
    spec = build["keys"]
    w, h = spec["w"], spec["h"]
    sheet = Sheet(
        w * STEP + 2 * EDGE + 40, h * STEP + 2 * EDGE + 16, "Rows and columns from below"
    )
    _, ins = lines(spec)
    by_cell = {}
    for number, cell in enumerate(cell_table(spec)):
        by_cell[cell % 16, cell // 16] = divmod(number, ins)
    rows: dict[int, list[tuple[float, float]]] = {}
    columns: dict[int, list[tuple[float, float]]] = {}
    for (x, y), (line, place) in by_cell.items():
        # From below, left and right are exchanged.
        at = EDGE + 30 + (w - 1 - x + 0.5) * STEP
        rows.setdefault(line, []).append((at, EDGE + (y + 0.5) * STEP + 8))
        columns.setdefault(place, []).append((at - 8, EDGE + (y + 0.5) * STEP))
    for x in range(w):
        sheet.text(EDGE + 30 + (w - 1 - x + 0.5) * STEP, EDGE - 22, str(x + 1), SOFT, size=11)
    for y in range(h):
        sheet.text(
            EDGE + 24 + w * STEP + 14, EDGE + (y + 0.5) * STEP + 4, str(y + 1), SOFT, size=11
        )
    for colour, letter, group in ((BARE, "ROW", rows), (GREEN, "COL", columns)):
        for number, points in group.items():
            points = sorted(points)
            vertical = points[0][0] == points[-1][0]
            first = (
                (points[0][0], points[0][1] - 24)
                if vertical
                else (points[0][0] - 24, points[0][1])
            )
            sheet.way([first, *points], colour, 2)
            if vertical:
                sheet.text(first[0] + 2, first[1] - 3, f"{letter}{number}", colour, size=8)
            else:
                sheet.text(first[0] - 3, first[1] + 3, f"{letter}{number}", colour, "end", 9)
            for x, y in points:
                sheet.dot(x, y, colour, 2.4)
    for points in rows.values():
        for x, y in points:
            sheet.way([(x - 8, y - 8), (x, y)], INK, 1)
    words = (
        "seen from below, the solder side: brown the rows, green the columns; a switch and a diode"
    )
    sheet.text(
        EDGE - 20, h * STEP + EDGE + 24, words + " join them at each key", SOFT, "start", 11
    )
    return sheet.done()


def key(build: dict[str, Any]) -> str:
    """One key from below: where its legs, its diode, its row and its column are."""
    sheet = Sheet(590, 340, "One key from below")
    sheet.box(150, 60, 210, 200, "#f7f3ea", SOFT, 8)
    sheet.text(285, 52, "one cell from below", SOFT)
    sheet.box(200, 100, 110, 110, "white", SOFT, 6)
    sheet.text(255, 159, "switch 6 x 6", SOFT, size=11)
    sheet.way([(200, 14), (200, 330)], GREEN, 4)
    sheet.text(192, 24, "column wire (COL)", GREEN, "end")
    sheet.text(192, 40, "on leg 1", GREEN, "end")
    # Legs 2 and 3 do nothing: cut flush, they are out of the way of the column.
    for x, y, name in ((310, 120, "2"), (200, 190, "3")):
        sheet.box(x - 4, y - 4, 8, 8, "white", SOFT, 4)
        sheet.text(x + (14 if x < 250 else -14), y + 4, name, SOFT, size=11)
    sheet.dot(200, 120, GREEN, 7)
    sheet.text(216, 124, "1", INK, size=11)
    sheet.dot(310, 190, INK, 6)
    sheet.text(294, 194, "4", INK, size=11)
    sheet.way([(310, 190), (310, 290)], INK, 2)
    sheet.box(301, 216, 18, 48, "#d98b4a", INK, 4)
    sheet.box(301, 250, 18, 8, INK, INK, 0)
    sheet.text(330, 236, "diode (DIO) on leg 4,", INK, "start")
    sheet.text(330, 252, "its ring towards the row", INK, "start")
    hop = [(30, 290), (186, 290), (192, 280), (208, 280), (214, 290), (560, 290)]
    sheet.way(hop, BARE, 4)
    sheet.dot(310, 290, BARE, 7)
    sheet.text(560, 310, "row wire (ROW), 5 mm above the columns", BARE, "end")
    notes = (
        "Legs 1 and 2 are joined inside", "the switch, so are 3 and 4:",
        "1 to 4 closes only when pressed.", "Cut 2 and 3 flush.",
    )  # fmt: skip
    for n, note in enumerate(notes):
        sheet.text(374, 84 + 16 * n, note, SOFT, "start", 11)
    return sheet.done()


def tiles(build: dict[str, Any]) -> str:
    """The tiles with their addresses and the jumpers to close on their backs."""
    spec = build["keys"]
    size = 150
    across = spec["w"] // spec["tile"]
    addresses = build["i2c"]["addresses"]
    down = (len(addresses) + across - 1) // across
    sheet = Sheet(across * size + 40, down * size + 60, "Tiles and their addresses")
    for n, address in enumerate(addresses):
        x, y = 20 + n % across * size, 20 + n // across * size
        sheet.box(x + 4, y + 4, size - 8, size - 8)
        sheet.text(x + size / 2, y + 34, f"T{n + 1}", INK, size=18)
        sheet.text(x + size / 2, y + 56, f"0x{address:02X} = {address}", BLUE)
        sheet.text(x + size / 2, y + 80, "close these jumpers:", SOFT, size=11)
        for bit in range(JUMPERS):
            closed = (address - FIRST_TILE) >> bit & 1
            left = x + 16 + bit * 25
            sheet.box(left, y + 92, 20, 20, RED if closed else "white", SOFT)
            sheet.text(left + 10, y + 126, f"A{bit}", RED if closed else SOFT, size=11)
    words = "seen from above; red: closed with solder on the back of the tile"
    sheet.text(20, down * size + 46, words, SOFT, "start", 11)
    return sheet.done()


def foils(build: dict[str, Any]) -> str:
    """The foils of a touch build and the electrode of each."""
    spec = build["keys"]
    w, h = spec["w"], spec["h"]
    left = 80
    sheet = Sheet(w * STEP + left + 30, h * STEP + left + 50, "Foils and electrodes")
    for x in range(w):
        at = left + (x + 0.5) * STEP
        sheet.box(at - 6, left - 6, 12, h * STEP + 12, "#bcd7f5", BLUE, 0)
        chip, pin = divmod(spec["columns"][x], 12)
        sheet.text(at, left - 30, f"FC{x + 1}", BLUE, size=11)
        sheet.text(at, left - 14, f"M{chip + 1} E{pin}", INK, size=10)
    for y in range(h):
        at = left + (y + 0.5) * STEP
        sheet.box(left - 6, at - 6, w * STEP + 12, 12, "#f4cfa8", BARE, 0)
        chip, pin = divmod(spec["rows"][y], 12)
        sheet.text(6, at + 4, f"FR{y + 1}", BARE, "start", 11)
        sheet.text(36, at + 4, f"M{chip + 1} E{pin}", INK, "start", 10)
    words = "blue: column foils, below; brown: row foils, above, with clear film between them"
    sheet.text(left, h * STEP + left + 30, words, SOFT, "start", 11)
    return sheet.done()


def of_build(build: dict[str, Any]) -> dict[str, str]:
    """All maps of a build, by name."""
    found = {"light-map": lights(build)}
    driver = build["keys"]["driver"]
    if driver == "ring":
        found["key-map"] = matrix(build)
        found["key"] = key(build)
    elif driver == "neotrellis":
        found["tile-map"] = tiles(build)
    elif driver == "mpr121":
        found["foil-map"] = foils(build)
    return found
