"""The settings: brightness, palette, sound, rotation for each seat, and the self-test."""

from ..settings_file import FIELDS
from . import icons
from .choose import Choose

SUN = "#.#.#/.###./#####/.###./#.#.#"
PALETTE = "00.11/00.11/...../22.33/22.33"
SOUND = "..#../.##.#/###.#/.##.#/..#.."
TURN = ".###./#...#/#.#.#/..##./.###."


def show_settings(app):
    """Brightness, palette, sound, rotation: each goes on to its values."""
    items = [
        (SUN, "brightness"), (PALETTE, "palette"), (SOUND, "sound"),
        (TURN, "rotation"), (icons.TOOLS, "check"),
    ]  # fmt: skip

    def chosen(name):
        if name == "rotation":
            ask_seat(app)
        elif name == "check":
            app.check()
        else:
            ask_setting(app, name)

    app.go(Choose(app, "settings", items, chosen, app.home))


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
