"""Play random games and print what their scenes draw. Runs on both interpreters.

    scenes.py GAME PLAYERS FIRST_SEED LAST_SEED [OPTION=VALUE …]

One line a picture, two hexadecimal digits a light. The two outputs are compared to the byte.
"""

import gc
import sys
from binascii import hexlify

import shared_rules as rules
from firmware import scenes
from shared_rules.chance import Chance
from shared_rules.state import PASS

# Games here end after so many plies: the pictures do not get newer.
LONGEST = 60


class Selection:
    """What a scene reads of firmware/pick.py."""

    def __init__(self):
        self.chosen = ()
        self.nexts = set()
        self.last = None
        self.peek = False
        self.look = (0, 0)
        self.overview = False


def choose(pick, state, moves, chosen):
    """Let these choices be made, and find what may follow."""
    pick.chosen = chosen
    pick.nexts = nexts = set()
    count = len(chosen)
    fixed = min(count, state.any_order_from)
    for move in moves:
        steps = state.steps(move)
        loose = steps[fixed:]
        if move < PASS and steps[:fixed] == chosen[:fixed]:
            if count < state.any_order_from:
                nexts.update(loose[:1])
            elif all([choice in loose for choice in chosen[fixed:]]):
                nexts.update([choice for choice in loose if choice not in chosen[fixed:]])
    return pick


def read_option(text):
    name, _, value = text.partition("=")
    return name, value == "True" if value in ("True", "False") else int(value)


def main(name, players, first, last, *options):
    options = dict([read_option(option) for option in options])
    game = rules.load(name)
    scene = scenes.load(name)
    frame = bytearray(256)
    for seed in range(int(first), int(last)):
        state = game.new(players=int(players), seed=seed, **options)
        chance = Chance(seed + 77)
        pick = Selection()
        for ply in range(LONGEST):
            moves = state.moves()
            if not moves:
                break
            move = moves[chance.below(len(moves))]
            steps = state.steps(move)
            choose(pick, state, moves, steps[: chance.below(len(steps))])
            pick.look = (chance.below(5) - 2, chance.below(5) - 2)
            pick.peek = ply % 3 == 1
            pick.overview = ply % 5 == 4
            scene.draw(frame, state, pick)
            print(hexlify(frame).decode())
            state.push(move)
            pick.last = move
            gc.collect()
        pick.chosen = ()
        pick.nexts = set()
        scene.draw(frame, state, pick)
        print(hexlify(frame).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
