"""The pictures of the games: pure functions from a state and a selection to a frame of signs.

One file a game, with `draw`, `choice_at`, `lights` and the tuple SIGNS of all signs that it may
use; the contract is in ../README.md. A scene reads the state's inner fields where the public ones
would build texts for every picture.
"""


def load(name):
    """The scene of one game. Only that scene's code enters memory."""
    module = name.replace("-", "_")
    return getattr(__import__("firmware.scenes." + module).scenes, module)
