"""The LIXSO puzzle on lights: the grid, the bars, and four keys below.

From the left: `?` the next tile is laid in doubt, a line to take a tile off, a wave to turn a tile
over or back, two lines to take all doubted tiles off. Doubted tiles breathe.
"""

from shared_rules.lixso import DOUBT_CHOICE, DOUBTED

from ..signs import CHOSEN, DIM, NEXT
from . import common, lixso_grid

SIGNS = lixso_grid.SIGNS
# The modules that give hints and that look back at the end, read when they are asked for.
HELP = "firmware.screens.hints"
TALLY = "firmware.screens.tally"

# The left light of each key in row 11; two wide, three high.
KEYS = (1, 5, 9, 13)
ICONS = (0b110110, 0b001100, 0b101101, 0b110011)


def draw(frame, state, pick):
    lixso_grid.draw(frame, state, pick, DOUBTED)
    for i in range(4):
        choice = DOUBT_CHOICE + i
        sign = CHOSEN if choice in pick.chosen else NEXT if choice in pick.nexts else DIM
        common.picture(frame, KEYS[i], 11, ICONS[i], 2, 3, sign)


def choice_at(x, y, state, pick):
    if 11 <= y <= 13:
        for i in range(4):
            if 0 <= x - KEYS[i] < 2:
                return DOUBT_CHOICE + i
    return lixso_grid.choice_at(x, y, state, pick)


def lights(choice, state, pick):
    if choice >= DOUBT_CHOICE:
        i = choice - DOUBT_CHOICE
        return common.picture_lights(KEYS[i], 11, ICONS[i], 2, 3)
    return lixso_grid.lights(choice, state, pick)
