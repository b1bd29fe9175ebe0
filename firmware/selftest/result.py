"""The result of the self-test: as a file, and as a picture."""

import json
import os

from .stage import BLUE, DARK, GREEN, GREY, RED, put


def save(result, folder):
    """Writes selftest.json whole: a power cut leaves the old one or the new one.

    Says whether it could.
    """
    try:
        with open(folder + "selftest.new", "w") as file:
            json.dump(result, file)
        os.rename(folder + "selftest.new", folder + "selftest.json")
        return True
    except OSError:
        return False


def draw(rgb, result, stages, ms):
    """In turns: a bar for each stage, and the board with its bad keys and lights."""
    rgb[:] = DARK
    blink = ms & 256
    if ms // 2000 & 1 and (result["bad_keys"] or result["bad_lights"]):
        _draw_board(rgb, result, blink)
        return
    for stage in result["stages"]:
        x = 2 * stages.index(stage["stage"])
        if stage["good"]:
            for y in range(10, 14):
                put(rgb, x, y, GREEN)
        elif stage["good"] is None:
            put(rgb, x, 13, GREY)
        else:
            for y in range(2, 14, 1 if blink else 2):
                put(rgb, x, y, RED)


def _draw_board(rgb, result, blink):
    rgb[:] = GREY * 256
    for x, y in result["bad_keys"]:
        put(rgb, x, y, RED if blink else DARK[:3])
    for x, y in result["bad_lights"]:
        # The light itself may be dead: its row and column point at it from the edges.
        for at in ((0, y), (15, y), (x, 0), (x, 15), (x, y)):
            put(rgb, at[0], at[1], BLUE)
