"""Room on a small heap: code that is needed rarely is read from flash for it and let go again.

A host has the room, and others there who hold on to modules: nothing is forgotten on CPython.
"""

import gc
import sys

# Bytes.
SWEEP_AFTER = 8192
ON_BOARD = sys.implementation.name == "micropython"

# The game whose code has been read since power-up. Its names stay in memory even when the code is
# let go: on the board there is room for those of one game.
_game = None


def has_room_for(game):
    """May this game be read, or must the board start anew for it?"""
    global _game
    if ON_BOARD and _game not in (None, game):
        return False
    _game = game
    return True


def briefly(module, function, *words):
    """Call a function of a module of the firmware, and forget all that was read for it."""
    before = list(sys.modules)
    try:
        __import__(module)
        return getattr(sys.modules[module], function)(*words)
    finally:
        for name in list(sys.modules):
            if name not in before and name.startswith("firmware."):
                forget(name)


def forget(module):
    """Let a module go; it is read from flash again when it is needed."""
    if not ON_BOARD:
        return
    sys.modules.pop(module, None)
    package, _, name = module.rpartition(".")
    if package in sys.modules and hasattr(sys.modules[package], name):
        delattr(sys.modules[package], name)


def sweep():
    """Collect what is free now, on the board: a heap that is swept late falls into crumbs."""
    if ON_BOARD:
        gc.collect()


def sweep_when_due():
    """From now on what is free is collected after so many new bytes."""
    if ON_BOARD:
        gc.threshold(SWEEP_AFTER)


def sweep_later():
    """Do not, until `sweep_when_due`: only if there is no room left at all."""
    if ON_BOARD:
        gc.threshold(-1)
