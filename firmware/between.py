"""Between two games: a new one, going on with one that was left, making room.

Functions of the App, in memory only for that. `begin` and `go_on` give what is then played: the
game, its state and its options.
"""

import shared_rules as rules

from . import clock
from .course import RecordError
from .memory import briefly, has_room_for


def start(app, game, players, options, seed):
    if app.safe:
        raise ValueError("in safe mode no game is played; restart the board")
    wish = ["start", game] + ["%s=%s" % pair for pair in options.items()]
    wish += [] if players is None else ["players=%d" % players]
    wish += [] if seed is None else ["seed=%d" % seed]
    if game not in rules.GAMES or room_for(app, game, wish):
        # A trial: what is wrong is said at once, and the game on the board stays.
        try:
            rules.load(game).new(players=players, seed=seed or 0, **options)
        except MemoryError:
            pass  # not beside what is on the screen; it comes to light when that has left
        app.soon = ("begin", game, players, options, seed)


def resume(app, name, up_to_damage):
    wish = ["resume", name] + (["part"] if up_to_damage else [])
    if room_for(app, name.partition("-")[2], wish):
        app.soon = ("go_on", name, up_to_damage)


def room_for(app, game, wish):
    if has_room_for(game):
        return True
    app.soon = ("start_anew_for", wish)
    return False


def begin(app, game, players, options, seed):
    """A new game, kept in the journal from its first line on."""
    if seed is None:
        seed = app.seeds() if app.seeds else clock.ticks_us() & 0xFFFFFF
    app.game = game
    try:
        state = rules.load(game).new(players=players, seed=seed, **options)
    except ValueError as error:
        app.trouble("%s cannot begin: %s" % (game, error))
        return None
    time = briefly("firmware.calendar", "text", app.clock) if app.clock else None
    app.journal.start(game, state.players, options, seed, time)
    return game, state, options


def go_on(app, name, up_to_damage):
    """A game that was left, or a picture that says that its record cannot be used."""
    app.game = name.partition("-")[2]
    rules.load(app.game)
    try:
        state, header = app.journal.resume(name, up_to_damage)
    except (RecordError, OSError) as error:
        app.trouble("%s cannot be resumed: %s" % (name, error))
        return None
    return header.game, state, header.options


def start_anew_for(app, wish):
    """See next_up.py."""
    briefly("firmware.next_up", "write", app.folder, wish)
    app.restart()
