"""Help in the LIXSO puzzle: a hint in three strengths, and whether it can still be solved.

Functions on the Play screen. What was said stays in `play.help` until the next move: (strength,
cell, tile, technique, area), or NO. First the answer is found (hints_found.py), then it is shown
(hints_shown.py): a board has no room for the code of both at once.

Each answer is an event of the record, `hint`, so that a game that is resumed knows how many there
were. While a wrong tile lies a hint would lead astray: asked for one, the board says only that.
"""

from ..memory import briefly

NO = "no"
FOUND = "firmware.screens.hints_found"
SHOWN = "firmware.screens.hints_shown"


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
        told = briefly(FOUND, "ask", play, "hint")
    if told and told[3] == "wrong":
        return still_solvable(play, play.help == NO)
    return briefly(SHOWN, "hint", play, told, strength)


def still_solvable(play, where=False):
    """Show whether the puzzle can be solved without taking a tile off; with `where`, the tiles
    that lie wrong. The answer as a word, or the tiles."""
    if where:
        return briefly(SHOWN, "wrong_tiles", play, briefly(FOUND, "ask", play, "wrong_tiles"))
    answer = briefly(FOUND, "ask", play, "solvable")
    if answer is False:
        play.help = NO
    return briefly(SHOWN, "solvable", play, answer)
