"""When a LIXSO puzzle is solved: what is kept of it, and the pages that the end shows in turn."""

from ..memory import briefly
from . import icons

# Below the grid: five rows of lights.
TOP = 10


def tally(play):
    """Keep what was solved; the lights of the pages that the end shows in turn: the time, the
    hints and, for a grid of ours, how many of its level are solved."""
    app = play.app
    state = play.state
    if state.result.reason != "solved":
        return ()
    seconds = app.journal.ms // 1000
    hints = app.journal.course.hints
    pages = [time_lights(seconds), number_lights(icons.HINT, hints)]
    grid = "-"
    if state.grid_id:
        level, number = state.grid_id
        grid = "%d-%d" % state.grid_id
        try:
            briefly("firmware.progress", "note", app.folder, level, number, seconds, hints)
            bits = briefly("firmware.progress", "solved", app.folder)[level - 1]
            pages.append(number_lights(icons.YES, bin(bits).count("1")))
        except OSError as error:
            app.tell("problem", "That grid %s is solved cannot be kept (%s)." % (grid, error))
    app.tell("solved", "seconds=%d hints=%d grid=%s" % (seconds, hints, grid))
    return pages


def time_lights(seconds):
    """Minutes and seconds, at most 99:59; the colon has room on its right."""
    minutes, seconds = divmod(min(seconds, 5999), 60)
    lights = picture_lights(icons.number(minutes), 0 if minutes > 9 else 3)
    lights += picture_lights(icons.number("%02d" % seconds), 9)
    return bytes(lights + [16 * (TOP + 1) + 7, 16 * (TOP + 3) + 7])


def number_lights(picture, number):
    return bytes(picture_lights(picture, 1) + picture_lights(icons.number(min(number, 99)), 8))


def picture_lights(picture, x):
    rows = picture.split("/")
    return [
        16 * (TOP + y) + x + i for y in range(5) for i in range(len(rows[y])) if rows[y][i] != "."
    ]
