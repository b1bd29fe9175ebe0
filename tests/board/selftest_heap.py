"""How much heap the self-test takes beside the whole firmware, stage by stage, and gives back.

    selftest_heap.py FOLDER

Run as .mpy on 32-bit MicroPython with `-X heapsize=112k`. The last line says how many bytes more
than before are in use when it is over, and which of its modules are still there.
"""

import gc
import sys

import stub_boot


def used():
    gc.collect()
    return gc.mem_alloc()


def wait(boot, ms):
    for _ in range(0, ms, 40):
        stub_boot.sleep_ms(40)
        boot.step()


def run(boot):
    """All stages. Nobody answers; so each one that asks waits until its patience ends."""
    before = used()
    boot.app.check()
    test = boot.app.screen.test
    stage, most = "", 0
    while not test.done:
        if test.stage != stage:
            stage = test.stage
            print(stage, used() - before, "free", gc.mem_free())
        wait(boot, 40)
        most = max(most, gc.mem_alloc() - before)
    print("result", used() - before, "free", gc.mem_free())
    print("good", [part["good"] for part in test.result["stages"]])
    del test
    boot.app.press(0, 0, True)
    wait(boot, 80)


def modules():
    return [name for name in sorted(sys.modules) if name.startswith("firmware.selftest")]


def main(folder):
    boot = stub_boot.switch_on(folder)
    wait(boot, 1200)
    run(boot)  # what was read for the first time stays, as names of attributes do
    before = used()
    run(boot)
    print("after", used() - before, modules())


main(*sys.argv[1:])
