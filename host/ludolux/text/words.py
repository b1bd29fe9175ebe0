"""Seats, scores and results in words. What happened is asked of the state, never worked out."""

from __future__ import annotations

from collections.abc import Sequence

from shared_rules import olix, xtiles
from shared_rules.state import State


def plural(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def seat_name(state: State, seat: int) -> str:
    """`Seat 1 (X)`; without the brackets where a seat has no side of its own."""
    if state.players == 1:
        return "You"
    side = state.side(seat)
    return f"Seat {seat + 1}" if side == f"seat {seat + 1}" else f"Seat {seat + 1} ({side})"


def seats_name(state: State, seats: Sequence[int]) -> str:
    """Several seats: `Seats 1 and 3 (X)`."""
    if len(seats) == 1:
        return seat_name(state, seats[0])
    # Partners may play with the same thing: a dictionary keeps one of each, in order.
    sides = list(dict.fromkeys([state.side(seat) for seat in seats]))
    name = f"Seats {listed([str(seat + 1) for seat in seats])}"
    return name if sides[0] == f"seat {seats[0] + 1}" else f"{name} ({listed(sides)})"


def has_scores(state: State) -> bool:
    """Does the game count points? Those that do have a `scores` of their own."""
    return type(state).scores is not State.scores


def score_line(state: State) -> str:
    """`Score: seat 1 has 3, seat 2 has 4.` Teams that share have their sum as well."""
    scores = state.scores()
    parts = [
        f"{lower_first(seat_name(state, seat))} has {scores[seat]}"
        for seat in range(state.players)
    ]
    line = "Score: " + ", ".join(parts)
    if any(len(team) > 1 for team in state.teams):
        sums = [
            f"{lower_first(seats_name(state, team))} have {sum(scores[seat] for seat in team)}"
            for team in state.teams
        ]
        line += ". Together: " + ", ".join(sums)
    return line + "."


def lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def result_lines(state: State, mover: int | None) -> list[str]:
    """How the game ended: who won and why. `mover` made the last move, None if nobody knows."""
    result = state.result
    if result is None:
        return []
    why = REASONS.get(result.reason, lambda state, mover: f"the game ended by {result.reason}")
    if not result.winners:
        who = "The puzzle stays unsolved" if state.players == 1 else "A draw"
    elif state.players == 1:
        who = "Solved"
    else:
        one = len(result.winners) == 1
        who = f"{seats_name(state, result.winners)} {'wins' if one else 'win'}"
    lines = [f"{who}: {why(state, mover)}."]
    return [*lines, score_line(state)] if has_scores(state) and state.players > 1 else lines


def winners_of(state: State) -> tuple[int, ...]:
    return state.result.winners if state.result else ()


def _line(state: State, mover: int | None) -> str:
    winners = winners_of(state)
    side = state.side(winners[0])
    if side in ("light", "dark"):
        return f"three {side} stacks stand in line"
    if mover is not None and mover not in winners:
        return f"seat {mover + 1} completed a line of {side}, the opponent's symbol"
    return f"a line of {side} is complete"


def _beyond(state: State, mover: int | None) -> str:
    assert isinstance(state, olix.Olix)
    kinds = [
        f"{olix.TYPES[i]}-{value}, above {olix.VALUES[i][3]}"
        for i, (value, _) in enumerate(state.columns())
        if value > olix.VALUES[i][3]
    ]
    return "a pattern beyond the last value of its column: " + listed(kinds)


def _markers(state: State, mover: int | None) -> str:
    red, blue = state.scores()
    if red != blue:
        most, least = max(red, blue), min(red, blue)
        return f"{plural(most, 'marker')} on the score board against {least}"
    if winners_of(state):
        return f"{plural(red, 'marker')} each, but the rows of the winner's are more advanced"
    return f"{plural(red, 'marker')} each, in rows that are equally advanced"


def _tiles(state: State, mover: int | None) -> str:
    scores = state.scores()
    tiles = sorted([sum(scores[seat] for seat in team) for team in state.teams])
    if tiles[0] == tiles[-1]:
        return f"nobody can lay a tile any more, and there are {tiles[0]} on each side"
    return (
        f"nobody can lay a tile any more, and it is {plural(tiles[-1], 'tile')} against {tiles[0]}"
    )


def _resign(state: State, mover: int | None) -> str:
    if state.players == 1:
        return "you gave up"
    winners = winners_of(state)
    others = [seat for seat in range(state.players) if seat not in winners]
    gave_up = [mover] if mover is not None else others
    return lower_first(seats_name(state, gave_up)) + " resigned"


def _target(state: State, mover: int | None) -> str:
    assert isinstance(state, xtiles.XTiles)
    return f"first to reach the target of {state.target} points"


REASONS = {
    "line": _line,
    "full": lambda state, mover: "every cell is occupied and nobody has three stacks in line",
    "reserve": lambda state, mover: "both reserves are empty and nobody has three stacks in line",
    "beyond": _beyond,
    "markers": lambda state, mover: "all pieces are placed. " + _markers(state, mover),
    "count": lambda state, mover: "both agreed to count. " + _markers(state, mover),
    "resign": _resign,
    "draw": lambda state, mover: "agreed by all",
    "solved": lambda state, mover: "every cell is covered",
    "tiles": _tiles,
    "target": _target,
}
