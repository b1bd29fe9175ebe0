"""Help in the LIXSO puzzle: a hint in three strengths, and whether it can still be solved.

Functions on the Play screen, read from flash for an answer and forgotten after it. What was said
stays in `play.help` until the next move: (strength, cell, tile, technique, area), or NO.

Each answer is an event of the record, `hint`, so that a game that is resumed knows how many there
were. While a wrong tile lies a hint would lead astray: asked for one, the board says only that.
"""

from ..memory import forget, sweep

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
    _, cell, tile, technique, cells = told
    # Clues in the area stay to be seen: they are what one reasons from.
    if strength > 1:
        cells = (cell,) if strength == 2 else play.state.tile_cells(tile)
    lights = []
    for cell in cells:
        if strength > 1 or play.state.clues[cell] == "." and play.state.tile_on(cell) is None:
            lights += play.scene.lights(cell, play.state, play.pick)
    if strength == 3:
        # The head of the symbol's bar as well: it is what is touched first.
        lights.append(play.scene.lights(play.state.steps(tile)[0], play.state, play.pick)[0])
    play.marks = bytes(lights)
    text = "%d %s %s" % (strength, technique.replace(" ", "-"), sentence(play, cells))
    play.app.keep("hint", str(strength))
    return say(play, text, "", "hint")


def sentence(play, cells):
    strength, cell, tile, technique, _ = play.help
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
    from . import icons
    from .choose import Message

    picture = UNKNOWN if answer is None else icons.YES if answer else icons.NO
    app.go(Message(app, picture, PICTURE_MS, lambda: app.go(play)))
    return say(play, word, "", "solvable")


def ask(play, question):
    """Ask the rules' own helper. It is as large as a game and leaves at once; meanwhile the lists
    of the turn make room for it."""
    state = play.state
    play.pick.put_down()
    sweep()
    try:
        from shared_rules import grids

        solution = grids.solution_of(state)
        forget_grids(state)
        sweep()
        from shared_rules import lixso_hints

        if question == "wrong_tiles":
            return lixso_hints.wrong_tiles(state, solution) if solution else []
        if question == "solvable":
            return lixso_hints.solvable(state, solution)
        found = lixso_hints.hint(state, solution)
        if found is None:
            return None
        return 0, found.cell, found.tile, found.technique, lixso_hints.area(found.cell)
    finally:
        forget_grids(state)
        forget("shared_rules.lixso_hints")


def forget_grids(state):
    forget("shared_rules.grids")
    if state.grid_id:
        forget("shared_rules.grids_%d" % state.grid_id[0])


def say(play, text, more, kind):
    line = text + " " + more if more else text
    play.app.tell(kind, line)
    return line
