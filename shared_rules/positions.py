"""Position texts, taken apart for every game alike. In memory only where positions are read."""

from .state import PASS, WORDS


def split_position(text, form, options=()):
    """Cut a position text into the fields of `form`, its options and its ending.

    The options are `name=value` words that a game adds where the board does not show them.
    The ending is the word that ended the game, or None.
    """
    if not isinstance(text, str):
        raise ValueError("a position is a text, not %r" % (text,))
    fields = text.split(" ")
    ending = fields.pop() if fields[-1] in WORDS[1:] else None
    found = {}
    while fields and fields[-1].split("=")[0] in options:
        name, _, value = fields.pop().partition("=")
        found[name] = value
    if len(fields) != len(form.split(" ")):
        raise ValueError("a position reads %r, with one blank between: not %r" % (form, text))
    return fields, found, ending


def restore_ending(state, ending):
    """End a game that was just read by the word that its position has at the end."""
    if ending:
        word = PASS + WORDS.index(ending)
        if state.result or word not in state.words:
            raise ValueError("a position cannot end with %r here" % ending)
        state._make_word(word)
    return state
