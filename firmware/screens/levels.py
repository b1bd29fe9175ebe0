"""Which LIXSO grid: a level, each with how much of it is solved, or the grid of the day.

A level goes on with its first grid that is not solved yet. Below its digit three lights stand for
its 20 grids: full for a third that is solved, soft for one that is begun. The link has the
numbers.
"""

from shared_rules import grids, lixso

from .. import progress
from . import icons
from .choose import Choose

DAY = "#.#/###/#.#/#.#/###"
DAILY = "daily"
THIRDS = 3


def ask_level(app, back):
    try:
        solved = progress.solved(app.folder)
    except OSError as error:
        app.tell("problem", "What is solved cannot be read (%s)." % error)
        solved = [0] * progress.LEVELS
    counts = [progress.count(bits) for bits in solved]
    app.tell("progress", " ".join([str(count) for count in counts]))
    items = []
    for level in lixso.OPTIONS["level"]:
        items.append((with_bar(icons.number(level), level and counts[level - 1], level), level))
    day = app.clock // 86400
    if app.clock:
        level, number = grids.daily(day)
        done = solved[level - 1] >> number - 1 & 1
        items.append((with_bar(DAY, progress.GRIDS if done else 0, True), DAILY))

    def chosen(level):
        options = {"daily": day} if level == DAILY else {"level": level}
        number = progress.next_unsolved(solved[level - 1]) if options.get("level") else None
        if number:
            options["number"] = number
        app.start("lixso", 1, options)

    app.go(Choose(app, "setup", items, chosen, back, marked=(0,)))


def with_bar(picture, count, shown):
    """A picture and, below it, three lights for the share of grids that are solved."""
    if not shown:
        return picture
    bar = ""
    for third in range(THIRDS):
        over = THIRDS * count - progress.GRIDS * third
        bar += "+" if over >= progress.GRIDS else ":" if over > 0 else "-"
    return picture + "/.../" + bar
