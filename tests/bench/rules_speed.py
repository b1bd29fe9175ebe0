"""How fast the rules are on CPython: whole random games, and Quixo beside OpenSpiel's pentago."""

import random
import time
from itertools import count
from statistics import median

from cases import CASES
from report import progress, section

ROUNDS = 7
DUEL_ROUNDS = 21
# Seconds of one round of one game: short, so that whatever else the machine does hits all alike.
SLICE = 0.15
GOAL = 2.5


def lean(moves, chance=random.random):
    """A random move at the least cost, so that the rules are what is measured."""
    return moves[int(chance() * len(moves))]


PICKS = {"lean pick": lean, "random.choice": random.choice}


@section("rules-speed", "Random whole games on CPython, moves a second of processor time")
def measure(report):
    random.seed(1)
    per_game(report)
    try:
        beside_pentago(report)
    except ImportError:
        report.not_measured("Quixo beside pentago", "open_spiel is missing: `make .venv/.bench`")


def per_game(report):
    speeds = {(case, name): [] for case in CASES for name in PICKS}
    for number in range(ROUNDS):
        for case, name in speeds:
            progress(f"round {number + 1} of {ROUNDS}: {case.label}")
            speeds[case, name].append(speed(ours(case.starter()), PICKS[name]))
    rows = [[case.label, *(median(speeds[case, name]) for name in PICKS)] for case in CASES]
    report.table("moves() and push(), moves a second", ["game", *PICKS], rows)


def beside_pentago(report):
    import pyspiel

    starts = [ours(CASES[0].starter()), theirs(pyspiel.load_game("pentago"))]
    rows = []
    for name, pick in PICKS.items():
        pairs = []
        for number in range(DUEL_ROUNDS):
            progress(f"round {number + 1} of {DUEL_ROUNDS}: Quixo and pentago, {name}")
            pairs.append([speed(start, pick) for start in starts])
        quixo, pentago = zip(*pairs, strict=True)
        ratios = sorted(one / other for one, other in pairs)
        rows.append([name, median(quixo), median(pentago), median(ratios), ratios[0], ratios[-1]])
    report.table(
        f"Quixo beside OpenSpiel's pentago, {DUEL_ROUNDS} rounds in turn, moves a second",
        ["player", "quixo", "pentago", "median ratio", "lowest", "highest"],
        rows,
    )
    for name, _, _, ratio, _, _ in rows:
        report.goal(f"Quixo to pentago, {name}", ratio, ratio >= GOAL, f"at least {GOAL}")


def speed(start, pick):
    """Moves a second over games that `start` begins and whose two verbs it returns."""
    made = 0
    begin = now = time.process_time()
    while now - begin < SLICE:
        list_moves, make = start()
        moves = list_moves()
        while moves:
            make(pick(moves))
            made += 1
            moves = list_moves()
        now = time.process_time()
    return made / (now - begin)


def ours(new):
    """Begin one game after the other, each with a seed of its own."""
    seeds = count()

    def start():
        state = new(next(seeds))
        return state.moves, state.push

    return start


def theirs(game):
    """The same of OpenSpiel: its list of moves is empty at the end as well."""

    def start():
        state = game.new_initial_state()
        return state.legal_actions, state.apply_action

    return start
