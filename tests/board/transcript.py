"""Play random games and print all that the rules tell about them. Runs on both interpreters.

    transcript.py GAME PLAYERS FIRST_SEED LAST_SEED [OPTION=VALUE …]

The two outputs are compared to the byte. `full` as last word prints every position; without it a
checksum stands for each game's details, and its moves are printed.
"""

import gc
import sys
from binascii import crc32

import shared_rules as rules
from shared_rules.chance import Chance

ON_BOARD = sys.implementation.name == "micropython"


def read_option(text):
    name, _, value = text.partition("=")
    return name, value == "True" if value in ("True", "False") else int(value)


def play(game, players, seed, options, full):
    state = game.new(players=players, seed=seed, **options)
    chance = Chance(seed + 1000)
    crc = 0
    print("%d:" % seed, end="")
    while state.turn is not None:
        moves = state.moves()
        if not moves:
            break
        move = moves[chance.below(len(moves))]
        steps = [state.name(choice) for choice in state.steps(move)]
        detail = "%s | %d moves %s | %s | %s | %s" % (
            state.position(), len(moves), crc32(",".join(map(str, moves)).encode()),
            ",".join(steps), state.scores(), crc32(state.view(state.turn).encode()),
        )  # fmt: skip
        wrong = chance.below(state.limit)
        if wrong not in moves:
            try:
                refusal = state.why(wrong)
                detail += " | " + (refusal.reason if refusal else "also")
            except rules.NotAMove:
                pass
        crc = crc32(detail.encode(), crc)
        if full:
            print("\n" + detail)
        print(" " + state.text(move), end="")
        state.play(move)
        if ON_BOARD:
            # As the app does after every move: a heap that is swept late falls into crumbs.
            gc.collect()
    result = state.result
    end = "%s %s" % (list(result.winners), result.reason) if result else "stuck"
    print("\n%d: %s, %s, %s, %08x" % (seed, end, state.scores(), state.position(), crc))
    while state.history():
        state.pop()
    fresh = game.new(players=players, seed=seed, **options)
    if state.position() != fresh.position():
        print("taking back did not lead to the start")


def main(name, players, first, last, *options):
    full = "full" in options
    options = dict([read_option(option) for option in options if option != "full"])
    game = rules.load(name)
    for seed in range(int(first), int(last)):
        play(game, int(players), seed, options, full)


main(*sys.argv[1:])
