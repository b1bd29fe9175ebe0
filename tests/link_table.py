"""What the tests of the link share: a board in this process and a client that talks to it."""

import os
import subprocess
from pathlib import Path

from exams import Rig  # also puts a virtual `machine` in place, which the firmware imports
from ludolux.linkclient import Client, Pipe

from firmware.lines import piece
from firmware.link import Link, cell

ROOT = Path(__file__).resolve().parent.parent
SENTENCE = "The cube at a1 may not be taken: it shows the other sign."


class Actions:
    def __init__(self):
        self.done = []
        self.link = None
        self.folder = None

    def about(self):
        return "firmware=0.1 rules=1 build=lite mcu=esp32 name=ludolux-16"

    def tap(self, words):
        self.done.append(cell(words))

    def move(self, words):
        raise ValueError(SENTENCE)

    def set(self, words):
        self.done.append(words)

    def health(self, words):
        raise RuntimeError("a mistake of ours")

    def journals(self, words):
        names = sorted(path.name for path in self.folder.iterdir())
        pairs = [
            f"{name.replace(' ', '%20')} {(self.folder / name).stat().st_size}"
            for name in names[int(words[0]) :][:3]
        ]
        return " ".join([str(len(names)), *pairs])

    def journal(self, words):
        return piece(str(self.folder / words[0]), int(words[1]), int(words[2]))


class Table:
    """A board in this process and a client that talks to it."""

    def __init__(self, room=65536):
        self.rig = Rig("lite")
        self.pipe = Pipe(room)
        self.actions = Actions()
        self.link = self.actions.link = Link(self.pipe.board, self.actions)
        self.client = Client(self.pipe, idle=self.tick)

    def tick(self):
        self.rig.board.clock.sleep_ms(10)
        self.link.poll()

    def ticks(self, count):
        for _ in range(count):
            self.tick()

    def seen(self):
        return list(self.client.messages())


def scripted(command, what, lines):
    path = ":".join([".", "host", "tests/board"])
    done = subprocess.run(
        [*command, "tests/board/link.py", what],
        cwd=ROOT, input="".join(line.hex() + "\n" for line in lines), capture_output=True,
        text=True, env={**os.environ, "PYTHONPATH": path, "MICROPYPATH": path},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    return done.stdout
