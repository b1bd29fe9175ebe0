"""The game that full_heap.py measures: power-up, the menu, a game by keys to its end."""

import gc

import stub_machine
from hand import Hand
from stub_clock import Clock

stub_machine.install()
stub_machine.clock = Clock()

# What the host says: nothing, or that it wants to see the frames.
SAYS = {"none": None, "mirror": b"^1 frames on *996e\n"}


class Port:
    """A host that says `says` and then listens to everything."""

    def __init__(self, says):
        self.says = says

    def read(self):
        said, self.says = self.says, None
        return said

    def write(self, line):
        return True


def play(own, folder, build, game, players, seed, host="none"):
    from firmware.start import Boot

    boot = Boot(stub_machine, "hardware/board.json", folder, build, "esp32", Port(SAYS[host]))
    boot.app.seeds = lambda: int(seed)
    player = Hand(boot.app, int(seed), boot.step, stub_machine.clock.sleep_ms)
    player.start(game, int(players))
    lowest = free()
    # A puzzle is solved with all the help there is: that reads the most code.
    go_on = player.play_hint if game == "lixso" else player.play_move
    while go_on():
        lowest = min(lowest, free())
    player.wait(1000)
    result = boot.app.playing.state.result
    print(result and result.reason, "lowest", lowest + own, "end", free() + own, "own", own)


def free():
    gc.collect()
    return gc.mem_free()
