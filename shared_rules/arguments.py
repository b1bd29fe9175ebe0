"""The arguments of `new`, checked for every game alike. In memory only while a game begins."""


def check_arguments(allowed_players, offered, players, seed, options):
    """Players and options with the defaults filled in, or a ValueError in words."""
    if players is None:
        players = allowed_players[0]
    if isinstance(players, bool) or players not in allowed_players:
        raise ValueError("players must be %s, not %r" % (either(allowed_players), players))
    if not isinstance(seed, int):
        raise ValueError("seed must be a whole number, not %r" % (seed,))
    chosen = {name: values[0] for name, values in offered.items()}
    for name, value in options.items():
        if name not in offered:
            raise ValueError(
                "there is no option %r; the options are: %s"
                % (name, ", ".join(sorted(offered)) or "none")
            )
        if type(value) is not type(chosen[name]) or value not in offered[name]:
            raise ValueError("%s must be %s, not %r" % (name, either(offered[name]), value))
        chosen[name] = value
    return players, chosen


def either(values):
    """Allowed values in words: `5, 4 or 3`; a long run of numbers by its ends."""
    if len(values) > 7:
        return "from %s to %s" % (values[0], values[-1])
    words = [str(value) for value in values]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
