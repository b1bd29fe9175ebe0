"""A flash that fills up while a game is played, and gets room again. MicroPython with LittleFS."""

import os

import vfs
from flash import Flash

import shared_rules as rules
from firmware.journal import Journal

FOLDER = "/flash/games"
flash = Flash(16)
vfs.VfsLfs2.mkfs(flash)
vfs.mount(vfs.VfsLfs2(flash), "/flash")


def finished():
    return len([1 for file in os.listdir(FOLDER) if file.endswith(".rec")])


fillers = []


def fill():
    """Files of a block each until there is no block left."""
    while True:
        fillers.append("/flash/filler%d" % len(fillers))
        flash.operations = []
        try:
            with open(fillers[-1], "wb") as file:
                file.write(4000 * b"x")
        except OSError:
            return


journal = Journal(FOLDER, "test")
for seed in range(2):
    journal.start("olix", 2, {}, seed)
    journal.append("resign")
    journal.append("result", "1 resign")
    journal.finish()

state = rules.load("quixo").new()
journal.start("quixo", 2, {}, 0)


def play(count):
    for _ in range(count):
        count = len(state.history())
        text = ("a1a5", "e5e1", "a5a1", "e1e5")[count % 4]
        journal.append("move", text, 100 * count)
        state.play(state.parse(text))


play(5)
print("kept: %s, finished games: %d" % (journal.kept, finished()))
fill()
while journal.kept and len(state.history()) < 38:
    play(1)
    fill()
told = [sentence for sentence in journal.problems if "takes no more" in sentence]
print(
    "with a full flash: %d finished games, not kept: %s, told: %s"
    % (finished(), not journal.kept, bool(told))
)
play(40 - len(state.history()))
for filler in fillers:
    os.remove(filler)
play(1)
print("with room again: %s, 41 moves: %s" % (journal.kept, len(state.history()) == 41))
vfs.umount("/flash")
vfs.mount(vfs.VfsLfs2(flash), "/flash")
journal = Journal(FOLDER, "test")
again, _ = journal.resume(journal.unfinished()[0].name)
print("after a reboot:", again.position() == state.position())
