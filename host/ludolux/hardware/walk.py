"""What a person does in a trial: lights each light, presses each key, watches which answers."""

from __future__ import annotations

from typing import Any

from firmware.boards import BUTTONS

MOST = 6  # sentences of one kind
WHITE = 0x60
# How the cursor goes, by the button's name in board.json; OK and MENU press instead.
MOVES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
Cell = tuple[int, int]


def lights(hardware: Any, chips: Any) -> list[str]:
    """Sentences about lights that are dark, or lit where another belongs."""
    spec = hardware.profile.lights
    w, h = spec["w"], spec["h"]
    found = []
    for at in range(w * h):
        frame = bytearray(3 * w * h)
        frame[3 * at : 3 * at + 3] = bytes([WHITE] * 3)
        hardware.lights.show(frame)
        chips.clock.sleep_ms(2)
        shown = chips.lights()
        lit = [(i % w, i // w) for i in range(w * h) if any(shown[3 * i : 3 * i + 3])]
        if lit != [(at % w, at // w)]:
            found.append(f"The light at {_said([(at % w, at // w)])} is {_lit(lit)}.")
    return shortened(found)


def _lit(lit: list[Cell]) -> str:
    return f"at {_said(lit)} instead" if lit else "dark"


def keys(hardware: Any, chips: Any) -> list[str]:
    """Sentences about keys that never close, or answer for others."""
    if hardware.cursor is not None:
        return buttons(hardware, chips)
    spec = hardware.profile.keys
    found = []
    _pressed(hardware, chips)
    for y in range(spec["h"]):
        for x in range(spec["w"]):
            chips.press(x, y)
            answered = _pressed(hardware, chips)
            chips.release(x, y)
            _pressed(hardware, chips)
            if answered != [(x, y)]:
                how = f"answers as {_said(answered)}" if answered else "never closes"
                found.append(f"The key at {_said([(x, y)])} {how}.")
    return shortened(found)


def buttons(hardware: Any, chips: Any) -> list[str]:
    """Sentences about the buttons of a cursor pad that do not do what they are for."""
    spec, cursor = hardware.profile.keys, hardware.cursor
    found = []
    for name in BUTTONS:
        before = cursor.cursor_x, cursor.cursor_y
        chips.button(spec[name], True)
        answered = _pressed(hardware, chips)
        chips.button(spec[name], False)
        _pressed(hardware, chips)
        moved = (cursor.cursor_x - before[0], cursor.cursor_y - before[1])
        if name in MOVES:
            right = moved == MOVES[name] and not answered
        else:
            right = answered == [before if name == "ok" else tuple(spec["menu_key"])]
        if not right:
            found.append(f"{spec[name]} does not do what it is for.")
    return found


def _pressed(hardware: Any, chips: Any) -> list[Cell]:
    """The keys that went down while the debouncing has its time."""
    found = []
    for _ in range(6):
        chips.clock.sleep_ms(hardware.profile.timing["scan_ms"])
        hardware.keys.update()
        while (event := hardware.keys.next()) >= 0:
            if event & 256:
                found.append((event & 15, event >> 4 & 15))
    return found


def _said(cells: list[Cell]) -> str:
    return " and ".join(f"column {x + 1}, row {y + 1}" for x, y in cells[:3])


def shortened(found: list[str]) -> list[str]:
    more = len(found) - MOST
    return found if more <= 0 else [*found[:MOST], f"And {more} more like these."]
