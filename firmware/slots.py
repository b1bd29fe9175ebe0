"""Two places for the app on flash, the folders a and b, and a small file that says which one runs.

The file `slot` says `a`, or `a b 2`: b is on trial, for two more starts, and a is what the board
comes back to. Before a start on trial its count goes down, so an app that hangs, crashes or loses
power is tried no more often than that. Once it has run well for a moment the file says `b`.
"""

import os

FILE = "slot"
TRIES = 2
BOTH = ("a", "b")
DIGITS = ("0", "1", "2", "3")


def read(text):
    """(good, on trial or None, starts that are left) of the file's text; a damaged one says a."""
    words = text.split()
    if len(words) == 1 and words[0] in BOTH:
        return words[0], None, 0
    if len(words) == 3 and words[0] in BOTH and words[1] in BOTH and words[2] in DIGITS:
        return words[0], words[1], int(words[2])
    return "a", None, 0


def choose(text):
    """The slot to start now, and what the file must say before that."""
    good, trial, left = read(text)
    if trial and left:
        return trial, "%s %s %d" % (good, trial, left - 1)
    return good, good


def other(slot):
    return "b" if slot == "a" else "a"


def proved(text):
    """What the file says once the app that was started last runs well."""
    good, trial, _ = read(text)
    return trial or good


def kept():
    try:
        with open(FILE) as file:
            return file.read(16)
    except (OSError, ValueError):
        return ""


def keep(text):
    """After a power cut the file has the old text or the new one, never a part."""
    if text != kept():
        with open(FILE + ".new", "w") as file:
            file.write(text)
        os.rename(FILE + ".new", FILE)


def begin():
    """The folder of the app to start; the trial is counted before it begins."""
    slot, text = choose(kept())
    if slot not in os.listdir():
        slot = text = other(slot)
    keep(text)
    return slot


def good():
    """The app runs well: no more trial."""
    keep(proved(kept()))


def on_trial():
    return read(kept())[1] is not None
