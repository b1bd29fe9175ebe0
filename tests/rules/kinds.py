"""Every kind of game there is: each registered game with each player count and option.

The tests are written for kinds, so a new game is tested by all of them as soon as it is
registered in shared_rules.GAMES.
"""

import shared_rules as rules
from shared_rules.chance import Chance


class Kind:
    """One game with its players and options; `name` is the id of its tests."""

    def __init__(self, game, players, options):
        self.game = game
        self.module = rules.load(game)
        self.players = players
        self.options = options
        words = [game, str(players)] + ["%s=%s" % pair for pair in options.items()]
        self.name = " ".join(words)

    def new(self, seed=0):
        return self.module.new(players=self.players, seed=seed, **self.options)


def all_kinds():
    """The defaults, and each other value of an option by itself; of a long run of values one."""
    kinds = []
    for game in rules.GAMES:
        module = rules.load(game)
        for players in module.PLAYERS:
            kinds.append(Kind(game, players, {}))
            for name, values in module.OPTIONS.items():
                for value in values[1:] if len(values) < 9 else values[5:6]:
                    kinds.append(Kind(game, players, {name: value}))
    return kinds


KINDS = all_kinds()
# One kind a game and number of players, with the default options.
PLAIN = [kind for kind in KINDS if not kind.options]


def ids(kinds):
    return [kind.name for kind in kinds]


def random_game(kind, seed, longest=400):
    """The states of a random game, one after each move; the same object every time."""
    chance = Chance(seed)
    state = kind.new(seed)
    yield state
    for _ in range(longest):
        moves = state.moves()
        if not moves:
            return
        state.play(moves[chance.below(len(moves))])
        yield state


def inside(thing):
    """All that an object holds, down to plain values, so that two moments can be compared."""
    if isinstance(thing, (str, int, bytes, bytearray, type(None))):
        return bytes(thing) if isinstance(thing, bytearray) else thing
    if isinstance(thing, (list, tuple, range)):
        return [inside(item) for item in thing]
    if isinstance(thing, dict):
        return {key: inside(value) for key, value in thing.items()}
    if type(thing).__name__ == "Board":
        return thing.size  # tables that only depend on the size, filled on demand
    held = {name: inside(v) for name, v in vars(thing).items() if name not in ("_after", "_past")}
    # The chain of past moves is as deep as the game is long: flatten it.
    past = getattr(thing, "_past", None)
    held["past"] = []
    while past:
        held["past"].append(inside(past[1:]))
        past = past[0]
    return held
