"""Sheets of LIXSO grids to print: what lies where on each page, whatever writes the page.

Several grids a page, with boxes to tick the tiles off, and the solutions at the end. In colour, or
plain: black on white with the symbols as letters, to be filled in with a pencil. Lengths are
points, 72 to the inch; y goes down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludolux.puzzles.cover import SYMBOLS, Board, standard

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
# Grids a page: how many columns and rows they take.
LAYOUTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
SOLUTIONS_A_PAGE = 12
MARGIN = 42.0
GAP = 24.0
# Below a grid, as parts of its side: its title and the boxes.
TITLE, BOXES = 0.075, 0.085
# The line around a tile, as a part of a cell.
BORDER = 0.09

INK, GREY, SHADE, WHITE = "#1a1a1a", "#9a9a9a", "#5f5f5f", "#ffffff"
# Told apart with any kind of colour vision, and light enough for a black letter.
COLOURS = ("#f2b134", "#74c0ee", "#4fc49f", "#e59bc4")
RULES = (
    "Cover every cell with L-shaped tiles of three cells. A clue is covered by its own symbol.",
    "Tiles of one symbol touch neither by side nor by corner."
    " There are seven of each symbol, and one of the 28 is left over.",
)


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    fill: str | None
    stroke: str | None
    line: float = 0.0


class Line(NamedTuple):
    x: float
    y: float
    to_x: float
    to_y: float
    stroke: str
    line: float


class Text(NamedTuple):
    x: float
    y: float
    size: float
    words: str
    bold: bool = False
    anchor: str = "start"  # or middle
    colour: str = INK


Shape = Box | Line | Text


class Page(NamedTuple):
    width: float
    height: float
    shapes: list[Shape]


class Entry(NamedTuple):
    title: str
    clues: dict[int, int]  # from cell to symbol number
    solution: tuple[int, ...]  # options of the lab's board


def pages(
    entries: Sequence[Entry], a_page: int, paper: str, plain: bool, solutions: bool
) -> list[Page]:
    """The sheets: all grids, then all solutions."""
    board = standard()
    sheets = list(_laid_out(board, entries, a_page, paper, plain, False))
    if solutions:
        sheets += _laid_out(board, entries, SOLUTIONS_A_PAGE, paper, plain, True)
    for number, page in enumerate(sheets, 1):
        foot = Text(
            page.width / 2, page.height - MARGIN / 2, 8,
            f"LIXSO · made by Ludolux · {number} of {len(sheets)}", anchor="middle", colour=GREY,
        )  # fmt: skip
        page.shapes.append(foot)
    return sheets


def _laid_out(
    board: Board, entries: Sequence[Entry], a_page: int, paper: str, plain: bool, solved: bool
) -> Iterator[Page]:
    width, height = PAPERS[paper]
    columns, rows = LAYOUTS[a_page]
    top = MARGIN + 18
    across = (width - 2 * MARGIN - GAP * (columns - 1)) / columns
    down = (height - top - MARGIN - GAP * (rows - 1)) / rows
    below = TITLE if solved else TITLE + BOXES
    side = min(across, down / (1 + below))
    for start in range(0, len(entries), a_page):
        page = Page(width, height, [Box(0, 0, width, height, WHITE, None)])
        if solved:
            page.shapes.append(Text(MARGIN, MARGIN, 11, "Solutions", bold=True))
        else:
            for number, line in enumerate(RULES):
                page.shapes.append(Text(MARGIN, MARGIN - 8 + 11 * number, 8, line))
        for index, entry in enumerate(entries[start : start + a_page]):
            column, row = index % columns, index // columns
            x = MARGIN + column * (across + GAP) + (across - side) / 2
            y = top + row * (down + GAP)
            page.shapes.extend(_grid(board, entry, x, y, side, plain, solved))
        yield page


def _grid(
    board: Board, entry: Entry, x: float, y: float, side: float, plain: bool, solved: bool
) -> Iterator[Shape]:
    """One grid with its title below it and, to be filled in, boxes for the tiles."""
    cell = side / board.size
    shown = entry.clues
    if solved:
        shown = {p: o // board.shapes for o in entry.solution for p in board.cells_of(o)}
    for place, symbol in shown.items():
        left, top = x + place % board.size * cell, y + place // board.size * cell
        if not plain:
            yield Box(left, top, cell, cell, COLOURS[symbol], None)
        clue = place in entry.clues
        yield Text(
            left + cell / 2, top + cell * 0.71, cell * 0.6, SYMBOLS[symbol], bold=clue,
            anchor="middle", colour=INK if clue else GREY if plain else SHADE,
        )  # fmt: skip
    for number in range(1, board.size):
        yield Line(x + number * cell, y, x + number * cell, y + side, GREY, side / 600)
        yield Line(x, y + number * cell, x + side, y + number * cell, GREY, side / 600)
    if solved:
        yield from _borders(board, entry.solution, x, y, cell)
    # As thick as the borders of the tiles, whose ends it covers.
    yield Box(x, y, side, side, None, INK, cell * BORDER if solved else side / 150)
    size = side * TITLE * 0.6
    yield Text(x, y + side * (1 + TITLE * 0.85), size, entry.title, bold=True)
    if not solved:
        yield from _boxes(x, y + side * (1 + TITLE * 1.3), side, plain)


def _borders(
    board: Board, solution: Sequence[int], x: float, y: float, cell: float
) -> Iterator[Shape]:
    """A thick line between cells of different tiles."""
    tile_on = {place: option for option in solution for place in board.cells_of(option)}
    size, thick = board.size, cell * BORDER
    for place in board.cells:
        left, top = x + place % size * cell, y + place // size * cell
        if place % size < size - 1 and tile_on[place] != tile_on[place + 1]:
            yield Line(left + cell, top, left + cell, top + cell, INK, thick)
        if place // size < size - 1 and tile_on[place] != tile_on[place + size]:
            yield Line(left, top + cell, left + cell, top + cell, INK, thick)


def _boxes(x: float, y: float, side: float, plain: bool) -> Iterator[Shape]:
    """Seven boxes a symbol, to tick off the tiles."""
    part = side / len(SYMBOLS)
    box = part / 9.6
    for symbol, name in enumerate(SYMBOLS):
        left = x + symbol * part
        yield Text(left + box / 2, y + box * 0.95, box * 1.3, name, bold=True, anchor="middle")
        for number in range(7):
            fill = WHITE if plain else COLOURS[symbol]
            yield Box(left + box * (1.25 + 1.1 * number), y, box, box, fill, INK, box / 18)
