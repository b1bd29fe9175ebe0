"""The way through the board: menu, resume or new, players, options, pause, settings."""

import shared_rules as rules

from ..settings_file import FIELDS
from . import icons
from .choose import Choose, Message

# Runs of values longer than this are not offered: the default is taken.
LONGEST = 8


def show_welcome(app):
    """The power-on picture, then the game that was left, or the menu."""
    app.go(Message(app, icons.LOGO, 900, lambda: after_welcome(app)))


def show_safe(app):
    """Safe mode: no game is read; the self-test and the link work."""
    app.go(Choose(app, "safe", [(icons.TOOLS, "check")], lambda _: app.selftest(["start"])))


def show_message(app, picture, then):
    """Something went wrong: its picture for two seconds."""
    app.go(Message(app, getattr(icons, picture), 2000, then))


def after_welcome(app):
    left = app.journal.unfinished()
    if left:
        ask_resume(app, left[0])
    else:
        show_menu(app)


def show_menu(app):
    """The six games; a game that was left is marked."""
    app.players = 1
    left = {entry.game: entry for entry in app.journal.unfinished()}

    def chosen(game):
        if game in left:
            ask_resume(app, left[game])
        else:
            ask_players(app, game)

    items = [(icons.GAMES[game], game) for game in rules.GAMES]
    app.go(Choose(app, "menu", items, chosen, lambda: show_settings(app), marked=left))


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
        (icons.PART if entry.damage else icons.PLAY, "resume"), (icons.NEW, "new"),
        (icons.BIN, "remove"),
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


def show_pause(app, play):
    """Go on, leave (the game is kept), resign, draw."""
    state = play.state
    items = [(icons.PLAY, "go on"), (icons.LEAVE, "leave")]
    if not state.result:
        items.append((icons.RESIGN, "resign"))
        if state.players > 1:
            items.append((icons.DRAW, "draw"))
        if app.game == "olix":
            items.append((icons.COUNT, "count"))

    def chosen(value):
        if value == "go on":
            app.go(play)
        elif value == "leave":
            app.leave()
        elif value == "resign":
            ask_all(app, play, "resign", [state.turn])
        else:
            others = [seat for seat in range(state.players) if seat != state.turn]
            ask_all(app, play, value, [state.turn] + others)

    app.go(Choose(app, "pause", items, chosen, lambda: app.go(play), seat=state.turn))


def ask_all(app, play, word, seats):
    """Ask each of the seats in turn; one no is a no."""
    if not seats:
        app.go(play)
        play.end_by(word)
        return

    def chosen(agreed):
        if agreed:
            ask_all(app, play, word, seats[1:])
        else:
            app.go(play)

    items = [(icons.YES, True), (icons.NO, False)]
    app.go(Choose(app, "agree", items, chosen, lambda: app.go(play), seat=seats[0]))


def show_settings(app):
    """Brightness, palette, sound, rotation: each goes on to its values."""
    items = [
        (icons.SUN, "brightness"), (icons.PALETTE, "palette"), (icons.SOUND, "sound"),
        (icons.TURN, "rotation"), (icons.TOOLS, "check"),
    ]  # fmt: skip

    def chosen(name):
        if name == "rotation":
            ask_seat(app)
        elif name == "check":
            app.selftest(["start"])
        else:
            ask_setting(app, name)

    app.go(Choose(app, "settings", items, chosen, lambda: show_menu(app)))


def ask_seat(app):
    """For whom is the picture to be turned?"""
    app.players = 6
    items = [(icons.number(seat + 1), "rotation%d" % (seat + 1)) for seat in range(6)]
    app.go(
        Choose(
            app, "settings", items, lambda name: ask_setting(app, name), lambda: show_settings(app)
        )
    )


def ask_setting(app, name):
    values = sorted(FIELDS[name])
    pictures = [
        (icons.YES if value else icons.NO) if isinstance(value, bool) else icons.number(n + 1)
        for n, value in enumerate(values)
    ]

    def chosen(value):
        app.change_setting(name, value)
        ask_setting(app, name)

    marked = (app.settings.get(name),)
    items = list(zip(pictures, values))
    app.go(Choose(app, "settings", items, chosen, lambda: show_settings(app), marked=marked))
