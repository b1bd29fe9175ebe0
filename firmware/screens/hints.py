"""Help in the LIXSO puzzle: a hint in three strengths, whether it can still be solved, the tally.

Functions on the Play screen, read from flash for an answer and forgotten after it. What was said
stays in `play.help` until the next move: (strength, cell, tile, technique), or NO.

Each answer is an event of the record, `hint`, so that a game that is resumed knows how many there
were. While a wrong tile lies a hint would lead astray: asked for one, the board says only that.
"""

from ..memory import briefly, forget
from . import icons
from .choose import Message

NO = "no"
UNKNOWN = "##./..#/.#./.../.#."
PICTURE_MS = 2000
WRONG_MS = 6000
REASONS = {
    "single": "only this tile fits there",
    "locked": "any other tile there leaves a cell beside it that nothing fits on",
    "what if": "any other tile there leads, single by single, to a cell that nothing fits on",
    "long what if": "the other tiles there fail as well, but late",
}
# Below the grid: five rows of lights.
TOP = 10


def hint(play, words):
    """For a host: the strength that it wants, or the next one."""
    if words and (len(words) > 1 or words[0] not in ("1", "2", "3")):
        raise ValueError("say hint, or hint 1, hint 2 or hint 3")
    can_help(play)
    return next_hint(play, int(words[0]) if words else 0)


def solvable(play, words):
    """For a host: `yes`, `no` or `unknown`; with `where` the wrong tiles."""
    if words not in ([], ["where"]):
        raise ValueError("say solvable, or solvable where")
    can_help(play)
    return still_solvable(play, bool(words))


def can_help(play):
    if not play.helps or play.state.result:
        raise ValueError("there is help only in a LIXSO puzzle that is not solved yet")


def next_hint(play, strength=0):
    """Show a hint: of this strength or, with 0, one stronger than the last. The line of it."""
    told = play.help
    if told is None or told == NO:
        told = ask(play, "hint")
    if told is None:
        return say(play, "-", "there is no hint for this grid here", "hint")
    if told[3] == "wrong":
        return still_solvable(play, play.help == NO)
    strength = strength or min(told[0] + 1, 3)
    play.help = (strength,) + told[1:]
    cell, tile = told[1], told[2]
    if strength == 1:
        # Clues stay to be seen: they are what one reasons from.
        cells = ask(play, "area", cell)
    else:
        cells = (cell,) if strength == 2 else play.state.tile_cells(tile)
    lights = []
    for cell in cells:
        if strength > 1 or play.state.clues[cell] == "." and play.state.tile_on(cell) is None:
            lights += play.scene.lights(cell, play.state, play.pick)
    if strength == 3:
        # The head of the symbol's bar as well: it is what is touched first.
        lights.append(play.scene.lights(play.state.steps(tile)[0], play.state, play.pick)[0])
    play.marks = bytes(lights)
    text = "%d %s %s" % (strength, told[3].replace(" ", "-"), sentence(play, cells))
    play.app.keep("hint", str(strength))
    return say(play, text, "", "hint")


def sentence(play, cells):
    strength, cell, tile, technique = play.help
    state = play.state
    if strength == 1:
        return "look from %s to %s" % (state.name(cells[0]), state.name(cells[-1]))
    if strength == 2:
        return "%s can be covered next" % state.name(cell)
    return "%s covers %s: %s" % (state.text(tile), state.name(cell), REASONS[technique])


def still_solvable(play, where=False):
    """Show whether the puzzle can be solved without taking a tile off; with `where`, the tiles
    that lie wrong. The answer as a word, or the tiles."""
    app = play.app
    if where:
        tiles = ask(play, "wrong_tiles")
        if not tiles:
            return say(play, "-", "no tile is known to lie wrong", "solvable")
        lights = []
        for tile in tiles:
            for cell in play.state.tile_cells(tile):
                lights += play.scene.lights(cell, play.state, play.pick)
        play.flash(lights, WRONG_MS)
        app.keep("hint", "where")
        return say(play, "no", " ".join([play.state.text(tile) for tile in tiles]), "solvable")
    answer = ask(play, "solvable")
    word = "unknown" if answer is None else "yes" if answer else NO
    play.help = NO if word == NO else play.help
    app.keep("hint", "solvable")
    picture = UNKNOWN if answer is None else icons.YES if answer else icons.NO
    app.go(Message(app, picture, PICTURE_MS, lambda: app.go(play)))
    return say(play, word, "", "solvable")


def ask(play, question, *words):
    """Ask the rules' own helper; it is as large as a game and leaves at once."""
    from shared_rules import lixso_hints

    state = play.state
    try:
        if question == "area":
            return lixso_hints.area(*words)
        solution = lixso_hints.solution_of(state)
        if question == "wrong_tiles":
            return lixso_hints.wrong_tiles(state, solution) if solution else []
        if question == "solvable":
            return lixso_hints.solvable(state, solution)
        found = lixso_hints.hint(state, solution)
        return found and (0, found.cell, found.tile, found.technique)
    finally:
        forget("shared_rules.lixso_hints")
        forget("shared_rules.grids")
        if state.grid_id:
            forget("shared_rules.grids_%d" % state.grid_id[0])


def say(play, text, more, kind):
    line = text + " " + more if more else text
    play.app.tell(kind, line)
    return line


# When it is solved


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
    """Minutes and seconds, at most 99:59."""
    minutes, seconds = divmod(min(seconds, 5999), 60)
    lights = picture_lights(icons.number("%02d" % minutes), 0)
    lights += picture_lights(icons.number("%02d" % seconds), 8)
    return bytes(lights + [16 * (TOP + 1) + 7, 16 * (TOP + 3) + 7])


def number_lights(picture, number):
    return bytes(picture_lights(picture, 1) + picture_lights(icons.number(min(number, 99)), 8))


def picture_lights(picture, x):
    rows = picture.split("/")
    return [
        16 * (TOP + y) + x + i for y in range(5) for i in range(len(rows[y])) if rows[y][i] != "."
    ]
