"""How LIXSO looks in text, puzzle and duel: the outlines of the tiles, clues in brackets."""

from __future__ import annotations

from typing import Any

from ludolux.text.draw import Look
from shared_rules import lixso
from shared_rules.cells import cell_name
from shared_rules.lixso_grid import CELLS, SIZE, SYMBOLS, TileState
from shared_rules.state import State

# A corner by the lines that meet there: 1 up, 2 right, 4 down, 8 left.
CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
PLAIN_CORNERS = " |-+||++-+-+++++"


class TilesLook(Look):
    """The grid with its tiles; the duel needs no more."""

    def __init__(self, boxes: bool = False) -> None:
        super().__init__(boxes)
        self.corners = CORNERS if boxes else PLAIN_CORNERS

    def board(self, state: State, seat: int | None) -> list[str]:
        assert isinstance(state, TileState)
        tiles = [state.tile_on(cell) for cell in range(CELLS)]
        lines = ["     " + "   ".join([cell_name(x, SIZE)[0] for x in range(SIZE)])]
        for y in range(SIZE):
            lines.append("   " + self._between(tiles, y))
            lines.append(f"{y + 1:>2} " + self._row(state, tiles, y))
        return [*lines, "   " + self._between(tiles, SIZE)]

    def notes(self, state: State, seat: int | None) -> list[str]:
        assert isinstance(state, TileState)
        left = [f"{symbol} {count}" for symbol, count in zip(SYMBOLS, state.left, strict=True)]
        lines = ["(X) is a clue, X a tile. Tiles left: " + ", ".join(left) + "."]
        return lines + super().notes(state, seat)

    def _row(self, state: TileState, tiles: list[int | None], y: int) -> str:
        """The cells of a row with the lines that stand between them."""
        row = ""
        for x in range(SIZE + 1):
            row += self.corners[5] if self._wall(tiles, x - 1, y, x, y) else " "
            if x < SIZE:
                row += self._cell(state, tiles[y * SIZE + x], y * SIZE + x)
        return row

    def _cell(self, state: TileState, tile: int | None, cell: int) -> str:
        if tile is None:
            return f"({state.clues[cell]})" if state.clues[cell] != "." else " . "
        text = state.text(tile)
        return f" {text[0]}{'?' if text.endswith('?') else ' '}"

    def _between(self, tiles: list[int | None], y: int) -> str:
        """The lines that lie between row y and the one above."""
        line = ""
        for x in range(SIZE + 1):
            meeting = (
                self._wall(tiles, x - 1, y - 1, x, y - 1)
                + 2 * self._wall(tiles, x, y - 1, x, y)
                + 4 * self._wall(tiles, x - 1, y, x, y)
                + 8 * self._wall(tiles, x - 1, y - 1, x - 1, y)
            )
            line += self.corners[meeting]
            if x < SIZE:
                line += self.corners[10] * 3 if meeting & 2 else "   "
        return line

    def _wall(self, tiles: list[int | None], x1: int, y1: int, x2: int, y2: int) -> bool:
        """Is there a line between two neighbouring places? Around the grid always."""
        inside = [0 <= x < SIZE and 0 <= y < SIZE for x, y in ((x1, y1), (x2, y2))]
        if not all(inside):
            return any(inside)
        return tiles[y1 * SIZE + x1] != tiles[y2 * SIZE + x2]


class PuzzleLook(TilesLook):
    """The puzzle has doubted tiles, and a player who can get stuck."""

    other_moves = (
        "Also: Xe5ne? lays a tile in doubt, -e5 takes the tile on e5 off, ?e5 turns it over or"
        " back, -- takes all doubted tiles off."
    )

    def notes(self, state: State, seat: int | None) -> list[str]:
        assert isinstance(state, lixso.Lixso)
        lines = super().notes(state, seat)[:1]
        lines.append(f"{state.scores()[0]} of {CELLS // 3} tiles lie; X? is a doubted one.")
        if state.stuck:
            lines.append(
                "Stuck: no tile fits any more and cells are open, so something lies wrong."
                " Take tiles off with undo, -e5 or --."
            )
        return lines

    def told(self, state: State, seat: int, move: int, before: Any) -> list[str]:
        text = state.text(move)
        if text == "--":
            return ["You took all doubted tiles off."]
        if text[0] in "-?":
            done = "took the tile on {} off." if text[0] == "-" else "turned the tile on {} over."
            return ["You " + done.format(text[1:])]
        return [f"You laid {text.rstrip('?')}{' in doubt' if text.endswith('?') else ''}."]
