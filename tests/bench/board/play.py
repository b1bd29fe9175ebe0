"""What the scripts beside this one share: a game from the command line, and a random player."""

import shared_rules


def new(words):
    """A new game from the words GAME PLAYERS SEED and OPTION=VALUE…"""
    options = {}
    for word in words[3:]:
        name, _, value = word.partition("=")
        options[name] = value == "True" if value in ("True", "False") else int(value)
    return shared_rules.load(words[0]).new(int(words[1]), int(words[2]), **options)


def finish(state, chance, before_each):
    """Play at random to the end and count the moves: small ints only, so it needs no heap."""
    count = 0
    moves = state.moves()
    while moves:
        chance = (chance * 75 + 74) % 65537
        state.play(moves[chance % len(moves)])
        count += 1
        if before_each:
            before_each()
        moves = state.moves()
    return count
