"""How a game looks in text: the usual look, which serves any game, and what some games add.

The usual look draws the rows that a position text begins with. A game whose position has no rows
is shown as that text. LIXSO and X-Tiles have looks of their own, in files of their own.
"""

from __future__ import annotations

from typing import Any

from ludolux.text.words import has_scores, listed, score_line, seat_name
from shared_rules import lot, olix
from shared_rules.cells import cell_name
from shared_rules.state import PASS, State


class Look:
    """The usual look. `boxes` says whether lines and corners can be shown."""

    # What a player can write besides the moves that `?` lists.
    other_moves = ""

    def __init__(self, boxes: bool = False) -> None:
        self.boxes = boxes

    def board(self, state: State, seat: int | None) -> list[str]:
        """The position as the seat may see it; None is somebody who only watches."""
        text = state.view(seat)
        rows = text.split(" ")[0].split("/")
        width = len(rows[0])
        if len(rows) < 2 or any(len(row) != width for row in rows):
            return [text]
        letters = [cell_name(x, width)[0] for x in range(width)]
        lines = ["    " + " ".join(letters)]
        return lines + [f"{y + 1:>2}  {' '.join(row)}" for y, row in enumerate(rows)]

    def notes(self, state: State, seat: int | None) -> list[str]:
        """What else there is to know: below the board, before the prompt."""
        return [score_line(state)] if has_scores(state) else []

    def before(self, state: State, move: int) -> Any:
        """What `told` will want to know of the position before the move."""

    def told(self, state: State, seat: int, move: int, before: Any) -> list[str]:
        """What the seat just did, in words."""
        if move == PASS:
            return [f"{seat_name(state, seat)} passes."]
        return [f"{seat_name(state, seat)} played {state.text(move)}."]


class QuixoLook(Look):
    def notes(self, state: State, seat: int | None) -> list[str]:
        if state.players == 2:
            return []
        return ["A number is the seat that a cube's point faces: 1 and 3 are X, 2 and 4 are O."]


class LotLook(Look):
    def notes(self, state: State, seat: int | None) -> list[str]:
        assert isinstance(state, lot.Lot)
        light, dark = state.reserve
        return [
            "w light, b dark, W and B their stacks. "
            f"In reserve: light {light}, dark {dark}."
        ]  # fmt: skip

    def told(self, state: State, seat: int, move: int, before: Any) -> list[str]:
        if move == lot.SWAP:
            return [
                f"Seat {seat + 1} swapped the colours: seat 1 is now {state.side(0)},"
                f" seat 2 {state.side(1)}."
            ]
        return super().told(state, seat, move, before)


class OlixLook(Look):
    def notes(self, state: State, seat: int | None) -> list[str]:
        assert isinstance(state, olix.Olix)
        lines = ["Score columns, row 4 is the most advanced:"]
        for i, (value, holders) in enumerate(state.columns()):
            if value:
                held = listed([state.side(holder) for holder in holders])
                lines.append(f"  {olix.TYPES[i]}  {value}, {row_name(i, value)}: {held}")
            else:
                lines.append(f"  {olix.TYPES[i]}  nothing yet")
        left = [olix.PIECES - placed for placed in state.placed]
        lines.append(f"Pieces left: red {left[0]}, blue {left[1]}.")
        markers = state.scores()
        return [*lines, f"Markers: red {markers[0]}, blue {markers[1]}."]

    def before(self, state: State, move: int) -> Any:
        assert isinstance(state, olix.Olix)
        return state.columns()

    def told(self, state: State, seat: int, move: int, before: Any) -> list[str]:
        lines = super().told(state, seat, move, before)
        assert isinstance(state, olix.Olix)
        if move < state.limit:
            for i, value in enumerate(state.patterns(move, seat)):
                if value:
                    lines.append(
                        f"  {olix.TYPES[i]}-{value}: {self._gain(state, i, value, before)}."
                    )
        return lines

    def _gain(self, state: olix.Olix, kind: int, value: int, before: Any) -> str:
        """What a pattern did to its column, by the column before and after."""
        was, now = before[kind], state.columns()[kind]
        row = row_name(kind, value)
        if was == now:
            held = listed([state.side(holder) for holder in now[1]])
            return f"no change, the column is at {now[0]} of {held}"
        if value > olix.VALUES[kind][3]:
            return "beyond the last row of the column"
        return f"takes the column, {row}" if value > was[0] else f"shares the column, {row}"


def row_name(kind: int, value: int) -> str:
    """`row 2`, or that the value is past the last row."""
    values = olix.VALUES[kind]
    return f"row {values.index(value) + 1}" if value in values else "past the last row"


def look_of(game: str, boxes: bool) -> Look:
    """The look of a game; one that has none of its own gets the usual look."""
    if game in ("lixso", "lixso-duel"):
        from ludolux.text.draw_lixso import PuzzleLook, TilesLook

        return (PuzzleLook if game == "lixso" else TilesLook)(boxes)
    if game == "xtiles":
        from ludolux.text.draw_xtiles import XTilesLook

        return XTilesLook(boxes)
    looks = {"quixo": QuixoLook, "lot": LotLook, "olix": OlixLook}
    return looks.get(game, Look)(boxes)
