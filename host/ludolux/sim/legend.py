"""The legend of a game: each sign its scene may use, its colour, rhythm, letter and meaning.

Which signs there are and how they look comes from the firmware; what they mean is what `signs.py`
says beside each of them; sides, symbols and colours are named by the rules.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import shared_rules as rules
from firmware import palette, scenes, signs  # pyright: ignore
from ludolux.sim.facts import peek_shows
from ludolux.text.words import lower_first, seat_name
from shared_rules import xtiles
from shared_rules.lixso_grid import SYMBOLS

RHYTHMS = ("steady", "breathes", "blinks", "pulses", "flashes", "winks")  # as palette has them
# The corner keys; what the peek key does depends on the game.
KEYS = {
    "MENU": "menu, and pause", "UNDO": "undo: the choices or the last move",
    "DONE": "deselect: take the choices back",
}  # fmt: skip
PEEK = {"hand": "peek: see the hand", "hint": "a hint"}
# One letter a sign where there is no colour; those of pieces and tiles come from the rules.
LETTERS = {"OFF": " ", "DIM": ".", "SOFT": ":", "INK": "#", "GOOD": "+", "WARNING": "!"} | {
    "NEXT": "?", "URGE": "%", "CHOSEN": "@", "REASON": "*", "LAST": "'",
    "MENU": "=", "UNDO": "<", "PEEK": "^", "DONE": "~",
}  # fmt: skip
PIECES = ("", ", in soft light", ", may be touched", ", moved last")
TILES = (" on a tile", ", a clue", " on a doubted tile", " on the tile laid last")


@dataclass(frozen=True)
class Entry:
    """One sign: `colour` as #rrggbb before the driver's gamma, `letter` for where is none."""

    sign: int
    group: str
    letter: str
    colour: str
    rhythm: str
    text: str


def legend(game: str, players: int | None = None, look: str = "normal") -> list[Entry]:
    """The signs of a game's scene in the palette `look`, in the order of signs.py."""
    painted = palette.Palette(look)
    state = rules.load(game).new(players=players, seed=1)
    entries = []
    for sign in sorted(set(scenes.load(game).SIGNS)):
        named = _name(sign, game, state)
        if sign == signs.OFF or named is None:
            continue
        group, letter, text = named
        red, green, blue = painted.colours[3 * sign : 3 * sign + 3]
        rhythm = RHYTHMS[painted.rhythm[sign]]
        entries.append(
            Entry(sign, group, letter, f"#{red:02x}{green:02x}{blue:02x}", rhythm, text)
        )
    return entries


def as_json(game: str, players: int | None, look: str) -> list[dict[str, Any]]:
    return [asdict(entry) for entry in legend(game, players, look)]


def _name(sign: int, game: str, state: Any) -> tuple[str, str, str] | None:
    """Group, letter and meaning; None for what this game never shows."""
    if sign in signs.EDGES:
        seat = signs.EDGES.index(sign)
        if seat >= state.players:
            return None
        return "seats", str(seat + 1), lower_first(seat_name(state, seat)) + " to move"
    if signs.FIRST <= sign < signs.SECOND + 4:
        seat, kind = divmod(sign - signs.FIRST, 4)
        side = state.side(seat)
        letter = side[0].upper() if kind != signs.FAINT else side[0].lower()
        return "pieces", letter, side + PIECES[kind]
    if signs.TILE <= sign < signs.SIDE:
        kind, symbol = divmod(sign - signs.TILE, 4)
        if kind == 2 and game != "lixso":
            return None  # only the puzzle knows doubt
        letter = SYMBOLS[symbol]
        return "pieces", letter.lower() if kind == 1 else letter, letter + TILES[kind]
    if signs.SIDE <= sign < signs.COUNT:
        colour = sign - signs.SIDE
        return "pieces", xtiles.COLOURS[colour], xtiles.NAMES[colour] + " side of a tile"
    name, text = meanings()[sign]
    if name == "PEEK" and not peek_shows(game):
        return None
    if name == "PEEK" or name in KEYS:
        return "keys", LETTERS[name], KEYS.get(name) or PEEK[peek_shows(game)]
    return "signs", LETTERS[name], text


def meanings() -> dict[int, tuple[str, str]]:
    """Name and meaning of each single sign, from the lines of signs.py."""
    source = Path(str(signs.__file__)).read_text(encoding="utf-8")
    found = re.findall(r"^([A-Z]+) = (\d+)(?:  # (.*))?$", source, re.MULTILINE)
    return {int(number): (name, text) for name, number, text in found}


class Reader:
    """Reads signs back from light as the link tells it: for terminals without colour.

    A colour at some moment of its rhythm may mean two signs; then a light keeps what it was.
    """

    def __init__(self) -> None:
        self._tables: dict[tuple[str, str], dict[bytes, tuple[int, ...]]] = {}
        self._before = [0] * 256

    def letters(self, rgb: bytes, game: str, look: str, players: int | None) -> list[str]:
        """A letter for each light."""
        table = self._table(game, look)
        names = {entry.sign: entry.letter for entry in self._entries(game, look, players)}
        for light in range(256):
            may = table.get(rgb[3 * light : 3 * light + 3], ())
            if self._before[light] not in may:
                self._before[light] = may[0] if may else signs.INK
        return [names.get(sign, "#" if sign else " ") for sign in self._before]

    def _entries(self, game: str, look: str, players: int | None) -> list[Entry]:
        return legend(game, players, look) if game else []

    def _table(self, game: str, look: str) -> dict[bytes, tuple[int, ...]]:
        """Every colour that a sign has at some beat, and the signs that have it."""
        if (game, look) not in self._tables:
            used = scenes.load(game).SIGNS if game else range(signs.COUNT)
            painted = palette.Palette(look)
            table: dict[bytes, tuple[int, ...]] = {}
            for sign in sorted(set(used)):
                colour = painted.colours[3 * sign : 3 * sign + 3]
                for share in set(palette.RHYTHMS[painted.rhythm[sign]]):
                    shown = bytes([(value * share + 255) >> 8 for value in colour])
                    table[shown] = (*table.get(shown, ()), sign)
            self._tables[game, look] = table
        return self._tables[game, look]
