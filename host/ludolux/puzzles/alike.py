"""Which LIXSO grids are the same for a player: turned, mirrored, or with other symbols.

Two grids are alike when their canonical forms are equal.
"""

from collections.abc import Callable

Turn = Callable[[int, int, int], tuple[int, int]]

# The eight ways to lay a square on itself: where the cell (row, column) comes from.
TURNS: tuple[Turn, ...] = (
    lambda r, c, last: (r, c),
    lambda r, c, last: (c, last - r),
    lambda r, c, last: (last - r, last - c),
    lambda r, c, last: (last - c, r),
    lambda r, c, last: (r, last - c),
    lambda r, c, last: (last - r, c),
    lambda r, c, last: (c, r),
    lambda r, c, last: (last - c, last - r),
)


def canonical(grid: str) -> str:
    """The smallest text among all grids that are alike, symbols named a b c d as they come."""
    rows = grid.split("/")
    return min(renamed(turned(rows, turn)) for turn in TURNS)


def turned(rows: list[str], turn: Turn) -> str:
    last = len(rows) - 1
    places = [[turn(r, c, last) for c in range(last + 1)] for r in range(last + 1)]
    return "/".join("".join(rows[r][c] for r, c in line) for line in places)


def renamed(text: str) -> str:
    """The symbols as a, b, c, d in the order in which they first occur."""
    names: dict[str, str] = {}
    for symbol in text:
        if symbol not in "./" and symbol not in names:
            names[symbol] = "abcd"[len(names)]
    return text.translate(str.maketrans(names))
