"""Play a game, leave it, ask for another kind: on the board that means starting anew.

    two_games.py FOLDER GAME [OTHER]

An empty GAME is whatever the board has started anew for. The bus is a stub.
"""

import sys

import stub_boot
from hand import Hand
from stub_machine import Restart


def main(folder, game, other=""):
    boot = stub_boot.switch_on(folder)
    hand = Hand(boot.app, 3, boot.step, stub_boot.sleep_ms)
    if not game:
        hand.wait(200)
    print("shows", boot.app.screen.name)
    if game:
        hand.start(game, 2)
    for _ in range(6):
        hand.play_move()
    print("played", boot.app.game)
    if not other:
        return
    hand.tap(0, 0)
    hand.choose("leave")
    hand.wait()
    try:
        hand.choose(other)
        hand.choose("resume")
    except Restart:
        with open(folder + "/next") as file:
            print("starts anew:", file.read())


main(*sys.argv[1:])
