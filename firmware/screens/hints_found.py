"""Ask the rules' own helper about a LIXSO puzzle. It is as large as a game, and leaves at once."""

from ..memory import forget, sweep


def ask(play, question):
    """What lixso_hints.py says; a hint as (0, cell, tile, technique, area)."""
    state = play.state
    sweep()
    try:
        from shared_rules import lixso_hints

        found = getattr(lixso_hints, question)(state, state.solution)
        if question == "hint" and found:
            return 0, found.cell, found.tile, found.technique, lixso_hints.area(found.cell)
        return found
    finally:
        forget("shared_rules.lixso_hints")
