"""Room on a small heap: code that is needed rarely is read from flash for it and let go again.

A host has the room, and others there who hold on to modules: nothing is forgotten on CPython.
"""

import gc
import sys

ON_BOARD = sys.implementation.name == "micropython"


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
