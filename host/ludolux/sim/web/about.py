"""What never changes while the simulator runs, told to a page once: games, cards, legends."""

from __future__ import annotations

import functools
from typing import Any

import shared_rules as rules
from firmware import colours, settings_file  # pyright: ignore
from firmware.scenes import common  # pyright: ignore
from ludolux.games import card, title
from ludolux.sim import legend
from ludolux.sim.board import SimBoard
from ludolux.sim.choices import inks
from ludolux.sim.mirror import CORNERS
from ludolux.sim.web.wishes import BUTTONS, offered_faults

MANY = 12  # an option with more values than these is a number to be typed


def about(board: SimBoard) -> dict[str, Any]:
    drivers = board.source.drivers(board.build)
    return {
        "is": "about",
        "build": board.build,
        "mcu": board.chips.mcu,
        "runtime": board.runtime.name,
        "gamma": board.source.gamma(board.build),
        "inks": inks(),
        "games": {name: one_game(name) for name in rules.GAMES},
        "settings": {
            name: [str(value) for value in sorted(values)]
            for name, values in settings_file.FIELDS.items()
        },
        "corners": CORNERS,
        "buttons": BUTTONS if "buttons" in drivers else (),
        "faults": offered_faults(drivers),
    }


@functools.cache
def one_game(name: str) -> dict[str, Any]:
    game = rules.load(name)
    return {
        "title": title(name),
        "card": card(name),
        "players": list(game.PLAYERS),
        "options": {
            option: offered(list(values)) for option, values in sorted(game.OPTIONS.items())
        },
        "edges": {players: edges(players) for players in game.PLAYERS},
        "legends": {
            look: {players: legend.as_json(name, players, look) for players in game.PLAYERS}
            for look in colours.PALETTES
        },
    }


def offered(values: list[int]) -> dict[str, Any]:
    """The values of an option: a list, or a range of numbers when there are many."""
    if len(values) > MANY:
        return {"default": values[0], "least": min(values), "most": max(values)}
    return {"default": str(values[0]), "values": [str(value) for value in values]}


def edges(players: int) -> list[str]:
    """Where each seat sits, by the middle of its edge on the lights."""
    sides = []
    for seat in range(players):
        lights = common.edge_lights(seat, players)
        x, y = lights[len(lights) // 2] % 16, lights[len(lights) // 2] // 16
        side = "left" if x == 0 else "right" if x == 15 else "top" if y == 0 else "bottom"
        half = " left" if x < 7 else " right"
        sides.append(side + (half if len(lights) < 14 else ""))
    return sides
