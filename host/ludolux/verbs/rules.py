"""`ludolux rules GAME`: print a rule card, with headings set off on a terminal."""

import sys
from typing import Annotated

import typer

import shared_rules
from ludolux.failure import Failure
from ludolux.games import card


def run(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Which game.")] = None,
) -> None:
    if game is None:
        raise Failure("say which game", "the games are " + ", ".join(shared_rules.GAMES))
    text = card(game)
    if sys.stdout and sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text, end="")
