"""The games that the benchmarks measure, and how a random one of them is played."""

from dataclasses import dataclass, field
from functools import partial

import shared_rules


@dataclass(frozen=True, eq=False)
class Case:
    """One way to play a game. `milliseconds` is its goal for moves() and play() on the board."""

    label: str
    game: str
    players: int
    options: dict = field(default_factory=dict)
    milliseconds: int | None = None

    def starter(self):
        """A function from seed to new game; the game is loaded once, as a program would."""
        return partial(shared_rules.load(self.game).new, self.players, **self.options)

    def arguments(self, seed):
        """The case as the scripts in `board/` read it from their command line."""
        words = [self.game, self.players, seed]
        return words + [f"{name}={value}" for name, value in self.options.items()]


CASES = (
    Case("quixo", "quixo", 2, {}, 15),
    Case("quixo, 4 players", "quixo", 4, {}, 15),
    Case("lot", "lot", 2, {}, 15),
    Case("olix", "olix", 2, {}, 15),
    Case("lixso", "lixso", 1, {}),
    Case("lixso-duel", "lixso-duel", 2, {}, 60),
    Case("lixso-duel, 4 players", "lixso-duel", 4, {}, 60),
    Case("lixso-duel, clues apart", "lixso-duel", 2, {"clues_touch": False}, 60),
    Case("xtiles", "xtiles", 2, {}, 60),
    Case("xtiles, 6 players", "xtiles", 6, {}, 60),
)


def record(case, seed):
    """The moves of a random game; `board/play.py` picks the same ones from the same seed."""
    state = case.starter()(seed)
    chance = seed
    moves = state.moves()
    while moves:
        chance = (chance * 75 + 74) % 65537
        state.push(moves[chance % len(moves)])
        moves = state.moves()
    return state.history()
