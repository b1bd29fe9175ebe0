"""A new game that a host asks for: its words as the App takes them.

Apart from requests.py, which is large: the game itself is read while this is in memory.
"""

import shared_rules as rules

from .header import read_value


def start(boot, words):
    if not words:
        raise ValueError("say which game: " + ", ".join(rules.GAMES))
    options = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals:
            raise ValueError("an option is NAME=VALUE, not %s" % word)
        options[name] = value if name == "grid" else read_value(value)
    players, seed = options.pop("players", None), options.pop("seed", None)
    boot.app.start(words[0], players, options, seed)
