"""The way into a game: power-on picture, menu, resume or new, players, options."""

import shared_rules as rules

from . import icons
from .choose import Choose
from .message import Message

PART = "#..../###../##!!!/###../#...."
BIN = "..#../#####/.#.#./.#.#./.###."
NEW = "..+../..+../+++++/..+../..+.."
LOGO = "#..../#..../#..../#..../#####"

GAMES = {
    "quixo": "0.0.1/.0.../0.0.1/...../1.1.1",
    "lot": "0..../.0.1./..0.1/1..0./.1..0",
    "olix": "000.1/0.0.1/000.1/....1/11111",
    "lixso": "00.11/0..1./..2../3.22./33...",
    "lixso-duel": "00..1/0..11/...../22..3/2..33",
    "xtiles": ".0.1./0-1-2/.1.2./3-2-0/.3.0.",
}

# Runs of values longer than this are not offered: the default is taken.
LONGEST = 8


def show_welcome(app):
    """The power-on picture, then the game that was left, or the menu."""
    app.go(Message(app, LOGO, 900, lambda: after_welcome(app)))


def after_welcome(app):
    left = app.journal.unfinished()
    if left:
        ask_resume(app, left[0])
    else:
        show_menu(app)


def show_menu(app, unfinished=None):
    """The six games; a game that was left is marked."""
    app.players = 1
    if unfinished is None:
        unfinished = app.journal.unfinished()
    left = {entry.game: entry for entry in unfinished}

    def chosen(game):
        if game in left:
            ask_resume(app, left[game])
        else:
            ask_players(app, game)

    items = [(GAMES[game], game) for game in rules.GAMES]
    app.go(Choose(app, "menu", items, chosen, app.show_settings, marked=left))


def ask_resume(app, entry):
    """Resume the game that was left, begin anew, or remove it. Of a damaged record the good part
    can go on; the whole is set aside."""
    if entry.damage:
        app.tell("problem", entry.damage)

    def chosen(what):
        if what == "resume":
            app.resume(entry.name, bool(entry.damage))
        elif what == "new":
            ask_players(app, entry.game)
        else:
            ask_remove(app, entry)

    items = [
        (PART if entry.damage else icons.PLAY, "resume"), (NEW, "new"),
        (BIN, "remove"),
    ]  # fmt: skip
    app.go(Choose(app, "resume", items, chosen, lambda: show_menu(app)))


def ask_remove(app, entry):
    """Sure? A game that is removed is gone."""

    def chosen(sure):
        if sure:
            app.journal.remove(entry.name)
        show_menu(app)

    items = [(icons.YES, True), (icons.NO, False)]
    app.go(Choose(app, "remove", items, chosen, lambda: show_menu(app)))


def ask_players(app, game):
    if not app.room_for(game, ["setup", game]):
        return
    counts = rules.load(game).PLAYERS

    def chosen(players):
        ask_options(app, game, players, {})

    if len(counts) == 1:
        chosen(counts[0])
    else:
        items = [(icons.number(count), count) for count in counts]
        app.go(Choose(app, "setup", items, chosen, lambda: show_menu(app), marked=counts[:1]))


def ask_options(app, game, players, options):
    """One option after the other, then play."""
    if game == "lixso":
        from .levels import ask_level

        ask_level(app, lambda: show_menu(app))
        return
    offered = rules.load(game).OPTIONS
    for name in sorted(offered):
        values = offered[name]
        if name not in options and 1 < len(values) <= LONGEST:
            break
    else:
        app.start(game, players, options)
        return

    def chosen(value):
        options[name] = value
        ask_options(app, game, players, options)

    items = [(_picture(value), value) for value in values]
    app.go(Choose(app, "setup", items, chosen, lambda: show_menu(app), marked=values[:1]))


def _picture(value):
    if isinstance(value, bool):
        return icons.YES if value else icons.NO
    return icons.number(value)
