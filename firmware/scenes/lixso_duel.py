"""The LIXSO duel on lights: the grid, the bars, and below them the race.

Two rows of lights, one a team, the first seat's team below: a light for each tile that the team
has laid.
"""

from shared_rules.lixso_grid import PLACEMENTS, SUPPLY

from ..signs import TILE
from . import lixso_grid

SIGNS = lixso_grid.SIGNS

choice_at = lixso_grid.choice_at
lights = lixso_grid.lights


def draw(frame, state, pick):
    lixso_grid.draw(frame, state, pick, PLACEMENTS)
    at = 16 * 13 + 1
    for team in state.teams:
        light = at
        for seat in team:
            for symbol in state.symbols[seat]:
                for _ in range(SUPPLY - state.left[symbol]):
                    frame[light] = TILE + symbol
                    light += 1
        at -= 32
