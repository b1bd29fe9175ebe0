"""What the small pictures on a screen of choices mean, for whoever sees them the first time.

The pictures are the firmware's own; the link tells which screen is shown.
"""

from __future__ import annotations

import shared_rules as rules
from firmware import colours, palette  # pyright: ignore
from firmware.screens import icons, menu, pause, settings_menu  # pyright: ignore
from ludolux.games import title

YES_OR_NO = ((icons.YES, "yes"), (icons.NO, "no"))


def choices(screen: str, game: str, players: int) -> list[dict[str, str]]:
    """The pictures of a screen and their meanings; none where numbers speak for themselves."""
    found: tuple[tuple[str, str], ...] = ()
    if screen == "menu":
        found = tuple((menu.GAMES[name], title(name).partition(":")[0]) for name in rules.GAMES)
    elif screen == "resume":
        found = ((icons.PLAY, "go on with it"), (menu.NEW, "begin anew"), (menu.BIN, "remove it"))
    elif screen == "pause":
        found = ((icons.PLAY, "go on"), (pause.LEAVE, "leave; it can be resumed"))
        found += ((pause.RESIGN, "resign"),)
        found += ((pause.DRAW, "agree on a draw"),) if players > 1 else ()
        found += ((pause.COUNT, "end and count"),) if game == "olix" else ()
    elif screen in ("agree", "remove"):
        found = YES_OR_NO
    elif screen == "settings":
        found = (
            (settings_menu.SUN, "brightness"), (settings_menu.PALETTE, "colours"),
            (settings_menu.SOUND, "sound"), (settings_menu.TURN, "turn the picture for a seat"),
            (icons.TOOLS, "self-test"),
        )  # fmt: skip
    elif screen == "safe":
        found = ((icons.TOOLS, "self-test"),)
    return [{"picture": picture, "text": text} for picture, text in found]


def inks() -> dict[str, dict[str, str]]:
    """By palette: the colour of each letter of a picture, as #rrggbb."""
    return {
        look: {
            letter: "#" + bytes(palette.Palette(look).colours[3 * sign : 3 * sign + 3]).hex()
            for letter, sign in icons.LETTERS.items()
        }
        for look in colours.PALETTES
    }
