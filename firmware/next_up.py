"""What to do right after starting anew: a small file that is taken away as it is read.

Names that were once read stay in MicroPython's memory for good, so a second kind of game gets a
fresh start: the wish is written down, the board starts anew, and the wish comes true.
"""

import os

from .files import put


def write(folder, words):
    """Keep the wish: `start GAME players=2 …` or `resume NAME`."""
    put(folder + "/next", "wb", " ".join(words).encode())


def take(folder):
    """The words of the wish, or none. It is gone before it is tried: a crash is not repeated."""
    try:
        with open(folder + "/next", "rb") as file:
            words = file.read(400).decode().split(" ")
        os.remove(folder + "/next")
    except (OSError, ValueError):
        return []
    return words
