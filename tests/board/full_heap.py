"""How much of a plain ESP32's heap the whole firmware leaves free, in a game and after its end.

    full_heap.py FOLDER BUILD GAME PLAYERS SEED [none|mirror]

Run as .mpy on 32-bit MicroPython with `-X heapsize=112k`. The bus is a stub that allocates nothing
(stub_machine.py), so what is counted is the firmware alone: rules, scene, app, journal, link and
drivers. The stub and the hand that plays (hand.py) are subtracted: `own` says how much.
"""

import gc
import sys

gc.collect()
before = gc.mem_alloc()

import hand  # noqa: E402
import stub_machine  # noqa: E402
from stub_clock import Clock  # noqa: E402

stub_machine.install()
stub_machine.clock = Clock()


class Port:
    """A host that says `says` and then listens to everything."""

    def __init__(self, says):
        self.says = says

    def read(self):
        said, self.says = self.says, None
        return said

    def write(self, line):
        return True


gc.collect()
own = gc.mem_alloc() - before


# What the host says: nothing, or that it wants to see the frames.
SAYS = {"none": None, "mirror": b"^1 frames on *996e\n"}


def main(folder, build, game, players, seed, host="none"):
    from firmware.start import Boot

    boot = Boot(stub_machine, "hardware/board.json", folder, build, "esp32", Port(SAYS[host]))
    boot.app.seeds = lambda: int(seed)
    player = hand.Hand(boot.app, int(seed), boot.step, stub_machine.clock.sleep_ms)
    player.start(game, int(players))
    lowest = free()
    while player.play_move():
        lowest = min(lowest, free())
    result = boot.app.playing.state.result
    print(result and result.reason, "lowest", lowest + own, "end", free() + own, "own", own)


def free():
    gc.collect()
    return gc.mem_free()


main(*sys.argv[1:])
