"""The games of Ludolux: pure rules for CPython and MicroPython.

No input or output, no clock, no lights. `README.md` beside this file is the contract.
"""

from .state import IllegalMove as IllegalMove
from .state import NotAMove as NotAMove
from .state import Result as Result

# Raised by one whenever a recorded game could replay differently.
VERSION = 2

GAMES = ("quixo", "lot", "olix", "lixso", "lixso-duel", "xtiles")

# The games in which a seat knows what the others must not: seeds and records tell it.
SECRETS = ("xtiles",)


def load(name):
    """The module of one game. Only that game's code enters memory."""
    if name not in GAMES:
        raise ValueError("there is no game %r; the games are %s" % (name, ", ".join(GAMES)))
    module = name.replace("-", "_")
    return getattr(__import__("shared_rules." + module), module)
