"""Show and tell what was found out about a LIXSO puzzle, and keep that it was asked for."""

UNKNOWN = "##./..#/.#./.../.#."
PICTURE_MS = 2000
WRONG_MS = 6000
REASONS = {
    "single": "only this tile fits there",
    "locked": "any other tile there leaves a cell beside it that nothing fits on",
    "what if": "any other tile there leads, single by single, to a cell that nothing fits on",
    "long what if": "the other tiles there fail as well, but late",
}


def hint(play, told, strength):
    if told is None:
        return say(play, "hint", "- there is no hint for this grid here")
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
    return say(play, "hint", text)


def sentence(play, cells):
    strength, cell, tile, technique, _ = play.help
    state = play.state
    if strength == 1:
        return "look from %s to %s" % (state.name(cells[0]), state.name(cells[-1]))
    if strength == 2:
        return "%s can be covered next" % state.name(cell)
    return "%s covers %s: %s" % (state.text(tile), state.name(cell), REASONS[technique])


def wrong_tiles(play, tiles):
    if not tiles:
        return say(play, "solvable", "- no tile is known to lie wrong")
    lights = []
    for tile in tiles:
        for cell in play.state.tile_cells(tile):
            lights += play.scene.lights(cell, play.state, play.pick)
    play.flash(lights, WRONG_MS)
    play.app.keep("hint", "where")
    return say(play, "solvable", " ".join(["no"] + [play.state.text(tile) for tile in tiles]))


def solvable(play, answer):
    app = play.app
    app.keep("hint", "solvable")
    from . import icons
    from .message import Message

    picture = UNKNOWN if answer is None else icons.YES if answer else icons.NO
    app.go(Message(app, picture, PICTURE_MS, lambda: app.go(play)))
    return say(play, "solvable", "unknown" if answer is None else "yes" if answer else "no")


def say(play, kind, line):
    play.app.tell(kind, line)
    return line
