"""`ludolux text [GAME]`: set a game up from the command line or by asking, and play it."""

import random
import shlex
from typing import Annotated

import typer

from ludolux import games
from ludolux.failure import INTERRUPTED, Failure, command_name
from ludolux.text import choose
from ludolux.text.draw import look_of
from ludolux.text.prompt import boxes_fit, edit_lines, say
from ludolux.text.session import Session

# Short enough to be read out and typed again.
SEEDS = 1_000_000


def run(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Which game; without it you are asked.")
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Argument(metavar="OPTION=VALUE", help="As size=4, clues_touch=no or grid=TEXT."),
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play.")] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="Deals the same game again.")
    ] = None,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Begin with this position.")
    ] = None,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with plain letters.")] = False,
) -> None:
    words = list(options or [])
    if game is not None and "=" in game:
        # Only options were given: what stands in the place of the game is the first of them.
        game, words = None, [game, *words]
    edit_lines()
    again = ""
    try:
        if game is None:
            game = choose.choose_game()
            if position is None:
                players = choose.choose_players(game) if players is None else players
                words = choose.choose_options(game, words)
        seed = random.randrange(SEEDS) if seed is None else seed
        state = games.start(game, players, seed, words, position)
        if position is None:
            settings = ["--players", str(state.players), "--seed", str(seed), *words]
        else:
            settings = ["--position", position]
        again = shlex.join([command_name(), "text", game, *settings])
        say(games.title(game), same_again(again))
        say(f"Write moves as {state.example}; ? lists them, help says what else you can write.")
        Session(game, state, look_of(game, boxes_fit() and not ascii_only)).run()
    except EOFError:
        # Ctrl-D, or a pipe that has no more lines: as good as quitting.
        say("")
    except KeyboardInterrupt:
        say("")
        raise Failure("stopped", same_again(again), status=INTERRUPTED) from None
    say(f"Goodbye. {same_again(again)}".rstrip())


def same_again(again: str) -> str:
    return f"The same game again: `{again}`." if again else ""
