"""Which game, how many players, which options: asked at a prompt where there is a choice."""

from __future__ import annotations

from collections.abc import Sequence

import shared_rules as rules
from ludolux import games
from ludolux.text.prompt import ask, say
from shared_rules.arguments import either

# What an option means, for the question. One that is missing here is asked for by its name.
MEANINGS = {
    "size": "size, cubes on a side",
    "level": "level of the grid, 0 for any",
    "clues_touch": "may a tile lie beside a clue of its symbol that it does not cover",
    "target": "target, points to win, 0 for the usual number",
}


def choose_game() -> str:
    """A game by its number in the list or its name."""
    say("The games:")
    for number, name in enumerate(rules.GAMES, 1):
        players = either(games.load(name).PLAYERS)
        word = "player" if players == "1" else "players"
        say(f"  {number}  {name}, {players} {word}. {games.title(name)}")
    while True:
        answer = ask("Which game? Its number or name:").lower()
        if answer in rules.GAMES:
            return answer
        if answer in [str(number) for number in range(1, len(rules.GAMES) + 1)]:
            return rules.GAMES[int(answer) - 1]
        say(f"Write a number from 1 to {len(rules.GAMES)}, or a name, as {rules.GAMES[0]}.")


def choose_players(name: str) -> int:
    """The number of players, asked for where the game leaves a choice."""
    allowed = games.load(name).PLAYERS
    return allowed[0] if len(allowed) == 1 else choose("how many players", allowed)


def choose_options(name: str, given: Sequence[str]) -> list[str]:
    """The options as words of a command line; those given already are not asked for."""
    options = games.read_options(games.load(name), given)
    words = list(given)
    for option, values in games.load(name).OPTIONS.items():
        if option not in options and not ("grid" in options and option == "level"):
            value = choose(MEANINGS.get(option, option), values)
            words.append(f"{option}={write_value(value)}")
    return words


def choose(what: str, values: Sequence[int]) -> int:
    """One of the values; Enter takes the first."""
    question = f"{what[0].upper()}{what[1:]}? {games.values_in_words(values)}"
    while True:
        answer = ask(f"{question}, Enter for {write_value(values[0])}:")
        if not answer:
            return values[0]
        value = games.read_value(values, answer)
        if isinstance(value, int) and value in values:
            return value
        say(f"Write {games.values_in_words(values)}, or press Enter for {write_value(values[0])}.")


def write_value(value: int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
