"""What a page may ask for, read from its messages: a table of wishes, each checked before use.

A message is JSON, {"do": NAME, …}. What is not understood is a ValueError with a sentence, which
goes back to that page; nothing else happens.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from ludolux.sim.mirror import CORNERS
from ludolux.sim.web.hub import Hub, Page

LONGEST = 2000  # characters of a message
BUTTONS = ("BTN_UP", "BTN_DOWN", "BTN_LEFT", "BTN_RIGHT", "BTN_OK", "BTN_MENU")
# The faults of the panel: kind, its text, and what it needs: a key, a light or nothing.
FAULTS = {
    "stuck": ("A key sticks", "key"),
    "open": ("A key never closes", "key"),
    "no_diode": ("The diode of a key is missing", "key"),
    "bouncing": ("All keys bounce", ""),
    "chain": ("The chain of shift registers is broken", "chain"),
    "light_cut": ("The light chain is cut", "light"),
    "brownout": ("The supply sags for a moment", ""),
}
# Those that only boards with one of these drivers can have.
OF_DRIVERS = {"no_diode": {"ring"}, "chain": {"ring"}, "open": {"ring", "neotrellis"},
              "stuck": {"ring", "neotrellis", "mpr121"}, "bouncing": {"ring", "neotrellis"},
              "light_cut": {"ws2812"}}  # fmt: skip


def offered_faults(drivers: set[str]) -> list[dict[str, str]]:
    return [
        {"kind": kind, "text": text, "needs": needs}
        for kind, (text, needs) in FAULTS.items()
        if kind not in OF_DRIVERS or OF_DRIVERS[kind] & drivers
    ]


async def obey(hub: Hub, page: Page, text: str) -> None:
    """Do what a message asks for, or ValueError."""
    if len(text) > LONGEST:
        raise ValueError("That message is too long.")
    try:
        wish = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("That message is not JSON.") from None
    name = wish.get("do") if isinstance(wish, dict) else None
    if not isinstance(name, str) or name not in WISHES:
        raise ValueError("The simulator does not know what to do with that message.")
    await WISHES[name](hub, page, wish)


def whole(wish: dict[str, Any], name: str, most: int) -> int:
    value = wish.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError(f"{name} must be a whole number from 0 to {most}.")
    return value


def word(wish: dict[str, Any], name: str, known: Any = None, longest: int = 120) -> str:
    value = wish.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= longest:
        raise ValueError(f"{name} must be a short text.")
    if known is not None and value not in known:
        raise ValueError(f"{name} must be one of {', '.join(known)}.")
    return value


def flag(wish: dict[str, Any], name: str) -> bool:
    value = wish.get(name)
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false.")
    return value


async def press(hub: Hub, page: Page, wish: dict[str, Any]) -> None:
    hub.press(page, whole(wish, "x", 15), whole(wish, "y", 15))


async def release(hub: Hub, page: Page, wish: dict[str, Any]) -> None:
    hub.release(page, whole(wish, "x", 15), whole(wish, "y", 15))


async def key(hub: Hub, page: Page, wish: dict[str, Any]) -> None:
    name = word(wish, "name", CORNERS)
    (hub.press_named if flag(wish, "down") else hub.release_named)(page, name)


async def button(hub: Hub, page: Page, wish: dict[str, Any]) -> None:
    hub.button(page, word(wish, "signal", BUTTONS), flag(wish, "down"))


async def start(hub: Hub, page: Page, wish: dict[str, Any]) -> None:
    words = wish.get("words")
    if not isinstance(words, list) or not 0 < len(words) <= 12:
        raise ValueError("words must be the game and its options.")
    for one in words:
        if not isinstance(one, str) or len(one) > 120:
            raise ValueError("words must be the game and its options, as short texts.")
    await hub.ask(page, "start", *words)


async def move(hub: Hub, page: Page, wish: dict[str, Any]) -> None:
    await hub.ask(page, "move", *word(wish, "text").split())


async def setting(hub: Hub, page: Page, wish: dict[str, Any]) -> None:
    await hub.ask(page, "set", word(wish, "name"), word(wish, "value"))
    settings = await hub.ask(page, "settings")
    hub.listener.facts.take_settings(settings)


async def fault(hub: Hub, page: Page, wish: dict[str, Any]) -> None:
    kind = word(wish, "kind", FAULTS)
    text, needs = FAULTS[kind]
    where = []
    if needs == "key":
        where = [whole(wish, "x", 15), whole(wish, "y", 15)]
        text += f" at {where[0]},{where[1]}"
    elif needs == "light":
        where = [whole(wish, "x", 15) + 16 * whole(wish, "y", 15)]
        text += f" before light {where[0]}"
    elif needs == "chain":
        where = [1, 0]
    hub.fault(page, kind, where, text)


async def mend(hub: Hub, page: Page, wish: dict[str, Any]) -> None:
    hub.mend(page)


async def power(hub: Hub, page: Page, wish: dict[str, Any]) -> None:
    hub.power(page, flag(wish, "on"))


async def cable(hub: Hub, page: Page, wish: dict[str, Any]) -> None:
    hub.cable(page, flag(wish, "plugged"))


async def panel(hub: Hub, page: Page, wish: dict[str, Any]) -> None:
    hub.watch(page, flag(wish, "on"))


Wish = Callable[[Hub, Page, dict[str, Any]], Awaitable[None]]
WISHES: dict[str, Wish] = {
    "press": press, "release": release, "key": key, "button": button, "start": start,
    "move": move, "set": setting, "fault": fault, "mend": mend, "power": power,
    "cable": cable, "panel": panel,
}  # fmt: skip
