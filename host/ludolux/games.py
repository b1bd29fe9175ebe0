"""A game from the words of a command line: its name, players, seed, options or position."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import shared_rules as rules
from ludolux.failure import Failure, command_name
from shared_rules.arguments import either
from shared_rules.state import State

if TYPE_CHECKING:
    from shared_rules import Game

YES_NO = {"yes": True, "true": True, "no": False, "false": False}


def load(name: str) -> Game:
    """The module of a game, or a Failure that names the games."""
    try:
        return rules.load(name)
    except ValueError as error:
        raise Failure(str(error), f"`{command_name()} text` asks which one to play") from None


def card(name: str) -> str:
    """The rule card of a game as Markdown."""
    load(name)
    path = Path(str(rules.__file__)).with_name(name.replace("-", "_") + ".md")
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        raise Failure(
            f"the rule card of {name} cannot be read", f"it should be in {path}",
            "Installing Ludolux again brings it back", status=1,
        ) from None  # fmt: skip


def title(name: str) -> str:
    """The heading of the rule card: the game in one line."""
    try:
        return card(name).partition("\n")[0].lstrip("# ")
    except Failure:
        return name


def read_value(values: Iterable[int], text: str) -> int | str:
    """An option's value, by the type of the default. What is none stays text: `new` refuses it."""
    default = next(iter(values))
    if isinstance(default, bool):
        return YES_NO.get(text.lower(), text)
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def read_options(game: Game, words: Iterable[str]) -> dict[str, int | str]:
    """`size=4` and the like. Names that are unknown here go on to `new`, which knows them all."""
    options: dict[str, int | str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Failure(
                f"{word!r} is not an option", "an option is a name and a value, as size=4",
                offer(game),
            )  # fmt: skip
        if name in options:
            raise Failure(f"the option {name!r} is given twice", "give it once")
        # A grid is a text of its own; what else has no list of values is a number.
        options[name] = (
            value if name == "grid" else read_value(game.OPTIONS.get(name, (0,)), value)
        )
    return options


def offer(game: Game) -> str:
    """The options of a game in a sentence."""
    offers = [f"{name} ({values_in_words(values)})" for name, values in game.OPTIONS.items()]
    return "this game's options: " + (", ".join(offers) or "none")


def values_in_words(values: Iterable[int]) -> str:
    values = list(values)
    if isinstance(values[0], bool):
        return "yes or no" if values[0] else "no or yes"
    return either(values)


def start(
    name: str,
    players: int | None,
    seed: int,
    words: Iterable[str],
    position: str | None,
) -> State:
    """A new game, or the position given; a Failure says what is wrong and what is allowed."""
    game = load(name)
    words = list(words)
    if position is not None:
        if players is not None or words:
            raise Failure(
                "a position says itself how many play and with which options",
                "leave --players and the options out",
            )
        try:
            return game.from_position(position)
        except ValueError as error:
            raise Failure(
                f"that is not a position of {name}: {error}",
                f"a position can be had by typing `position` in `{command_name()} text {name}`",
            ) from None
    options = read_options(game, words)
    try:
        return game.new(players, seed, **options)
    except ValueError as error:
        raise Failure(
            str(error), offer(game), f"`{command_name()} rules {name}` explains the game"
        ) from None
