"""A plain ESP32 has 112 KB: whole games by keys on the whole firmware, in a heap of that size.

The bus is a stub that allocates nothing. It and the hand that plays, which no board has, take
their part of the 112 KB; with a host that sees every frame as well, they get it on top.
"""

import os
import subprocess

import pytest

KINDS = [
    ("quixo", 2), ("quixo", 4), ("lot", 2), ("olix", 2), ("lixso", 1), ("lixso-duel", 4),
    ("xtiles", 2), ("xtiles", 6),
]  # fmt: skip
GOAL = 25 * 1024
# KB that the stub and the hand take, at the least.
HAND = 8


@pytest.mark.parametrize("game, players", KINDS)
def test_a_whole_game_leaves_room(game, players, micropython, compiled, tmp_path):
    lowest, end = free(micropython, compiled, tmp_path, game, players, "none", 112)
    assert end >= GOAL, f"{end} bytes are free after the end, {lowest} at the least"


@pytest.mark.parametrize("game, players", [KINDS[0], KINDS[4], KINDS[7]])
def test_a_host_may_see_every_frame(game, players, micropython, compiled, tmp_path):
    lowest, _ = free(micropython, compiled, tmp_path, game, players, "mirror", 112 + HAND)
    assert lowest > (HAND + 10) * 1024


def free(micropython, compiled, folder, game, players, host, heap):
    path = os.pathsep.join(map(str, (compiled, compiled / "tests" / "board")))
    done = subprocess.run(
        [micropython, "-X", f"heapsize={heap}k", "-m", "full_heap", folder, "keys", game,
         str(players), "3", host],
        cwd=compiled, env={**os.environ, "MICROPYPATH": path}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:] or done.stdout[-2000:]
    assert not (folder / "crash.txt").exists(), (folder / "crash.txt").read_text()
    words = done.stdout.split()
    return [int(words[words.index(name) + 1]) for name in ("lowest", "end")]
