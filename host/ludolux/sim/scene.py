"""A scene of a game without a board: a random position, drawn by the firmware's own scenes."""

from __future__ import annotations

from typing import Any

from firmware import scenes  # pyright: ignore
from firmware.palette import Palette  # pyright: ignore
from firmware.pick import Pick  # pyright: ignore
from shared_rules.chance import Chance
from shared_rules.state import State

BEAT = 37  # a moment at which what breathes is bright


def position(state: State, seed: int, plies: int, touches: int = 0) -> Any:
    """Play so many random moves; a Pick with so many choices of the next one made."""
    chance = Chance(seed)
    pick: Any = Pick()
    for _ in range(plies):
        moves = state.moves()
        if not moves:
            break
        pick.last = moves[chance.below(len(moves))]
        state.play(pick.last)
        if state.result:
            break
    pick.begin(state)
    moves = state.moves()
    if moves:
        # The move with the most steps says most.
        move = max(moves, key=lambda move: (len(state.steps(move)), move * 7919 % 1009))
        for choice in state.steps(move)[len(pick.chosen) : touches]:
            pick.touch(state, choice)
            pick.think(state)
    return pick


def paint(game: str, state: State, pick: Any, palette: str = "normal", beat: int = BEAT) -> bytes:
    """Red, green and blue of the lights, as the palette gives them."""
    frame, rgb = bytearray(256), bytearray(768)
    scenes.load(game).draw(frame, state, pick)
    Palette(palette).paint(frame, rgb, beat)
    return bytes(rgb)
