"""How X-Tiles looks in text: the table, the hand of the seat that looks, and no other hand."""

from __future__ import annotations

from typing import Any

from ludolux.text.draw import Look
from ludolux.text.words import plural, score_line, seat_name
from shared_rules import xtiles
from shared_rules.state import PASS, State

# A tile takes three letters by three; its middle says what it is.
LAID, LAST, OPEN = "+", "*", "."
GAP = " "


class XTilesLook(Look):
    def board(self, state: State, seat: int | None) -> list[str]:
        assert isinstance(state, xtiles.XTiles)
        table = state.table()
        shown = {
            (x, y): picture(sides(x, y, code, turned), LAST if i == len(table) - 1 else LAID)
            for i, (x, y, code, turned) in enumerate(table)
        }
        # Where a seat can lay says something about its hand: only for its own eyes.
        if seat is not None and seat == state.turn:
            for move in state.moves():
                if move != PASS:
                    shown[place(state.steps(move)[2])] = picture("    ", OPEN)
        return grid(shown)

    def notes(self, state: State, seat: int | None) -> list[str]:
        assert isinstance(state, xtiles.XTiles)
        counts = [
            f"seat {other + 1} has {len(state.hand(other))}" for other in range(state.players)
        ]  # fmt: skip
        lines = [
            f"Round {state.round}, to {plural(state.target, 'point')}. {score_line(state)}",
            "Tiles in hand: " + ", ".join(counts) + ".",
        ]
        if seat is None or seat != state.turn:
            return lines
        lines.append("* is the last tile laid, . a place where you can lay one.")
        if state.drawn is not None:
            code = xtiles.tile_code(state.drawn)
            lines.append(f"You begin the round: first lay the drawn tile, {code}.")
            lines += hand_pictures([code])
        hand = state.hand(seat)
        lines.append(f"Your hand, seat {seat + 1}, as it lies where x + y is even:")
        return lines + hand_pictures(hand)

    def before(self, state: State, move: int) -> Any:
        assert isinstance(state, xtiles.XTiles)
        touched = state.touching(state.steps(move)[2]) if move < state.limit else ()
        return len(touched), len(state.rounds), state.round, state.drawn is not None

    def told(self, state: State, seat: int, move: int, before: Any) -> list[str]:
        assert isinstance(state, xtiles.XTiles)
        if move >= state.limit:
            return super().told(state, seat, move, before)
        touched, rounds, number, drawn = before
        name = seat_name(state, seat)
        lines = [f"{name} laid {'the drawn tile, ' if drawn else ''}{state.text(move)}."]
        over = len(state.rounds) > rounds
        if touched > 2:
            lines.append(f"It touches {touched} tiles: applause!")
        if touched > 1 and not over and not drawn:
            lines.append(f"It touches {touched} tiles, so {name.lower()} plays again.")
        return lines + (self._round_over(state, number, touched) if over else [])

    def _round_over(self, state: xtiles.XTiles, number: int, touched: int) -> list[str]:
        winner, points = state.rounds[-1]
        if winner is None:
            return [f"Round {number} is over: nobody can lay a tile. No points, same starter."]
        doubled = ", doubled because the last tile touched two or more" if touched > 1 else ""
        return [
            f"Round {number} is over: {seat_name(state, winner).lower()} laid its last tile"
            f" and scores {plural(points, 'point')}{doubled}.",
            score_line(state),
        ]


def place(cell: int) -> tuple[int, int]:
    """The x and y of a cell, counted from the first tile."""
    x, y = cell % xtiles.WIDE, cell // xtiles.WIDE
    return x - xtiles.ORIGIN % xtiles.WIDE, y - xtiles.ORIGIN // xtiles.WIDE


def sides(x: int, y: int, code: str, turned: int) -> str:
    """The colours of a tile on a cell: north, east, south, west."""
    tile = xtiles.TILES.index(code) // 5
    face = xtiles.face_on(xtiles.ORIGIN + y * xtiles.WIDE + x, tile, turned)
    return "".join([xtiles.COLOURS[face >> 2 * side & 3] for side in range(4)])


def picture(colours: str, middle: str) -> tuple[str, str, str]:
    north, east, south, west = colours
    return f" {north} ", f"{west}{middle}{east}", f" {south} "


def grid(shown: dict[tuple[int, int], tuple[str, str, str]]) -> list[str]:
    """Pictures at their places, with x above and y at the left."""
    xs = range(min(x for x, _ in shown), max(x for x, _ in shown) + 1)
    ys = range(min(y for _, y in shown), max(y for _, y in shown) + 1)
    lines = ["     " + GAP.join([f"{x:^3}" for x in xs]).rstrip()]
    for y in ys:
        for part in range(3):
            label = f"{y:>3}  " if part == 1 else "     "
            row = GAP.join([shown.get((x, y), ("   ",) * 3)[part] for x in xs])
            lines.append((label + row).rstrip())
    return lines


def hand_pictures(codes: list[str]) -> list[str]:
    """The tiles side by side, their names above."""
    pictures = [picture(sides(0, 0, code, 0), LAID) for code in codes]
    lines = ["  " + " ".join(codes)]
    return lines + [
        ("  " + " ".join([f"{shown[part]:^4}" for shown in pictures])).rstrip()
        for part in range(3)
    ]  # fmt: skip
