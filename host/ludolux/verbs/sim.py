"""`ludolux sim [GAME]`: the board in the browser, in the terminal, or played by a script.

What the board keeps (games, settings) is in a folder that stands for its flash; without --folder
that is `sim/BUILD` in the user's state folder, so that a game is resumed next time. A script
begins with an empty one unless a folder is given.
"""

import contextlib
import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ludolux import games
from ludolux.boardsource import BUILDS, board_source
from ludolux.failure import Failure
from ludolux.sim.board import HEAP, RUNTIMES, SimBoard
from ludolux.sim.files import state_folder
from ludolux.sim.record import Recorder

COLOURS = ("auto", "true", "256", "symbols")


def run(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Past the menu, into this game.")
    ] = None,
    options: Annotated[
        list[str] | None, typer.Argument(metavar="OPTION=VALUE", help="As size=4 or level=2.")
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play.")] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="Deals the same game again.")
    ] = None,
    runtime: Annotated[
        str, typer.Option(metavar="|".join(RUNTIMES), help="What runs the firmware.")
    ] = "cpython",
    build: Annotated[
        str | None, typer.Option(metavar=BUILDS, help="Which build; else keys.")
    ] = None,
    board_file: Annotated[
        Path | None, typer.Option("--board", metavar="FILE", help="A board file of your own.")
    ] = None,
    heap: Annotated[
        int, typer.Option(metavar="KB", help="The firmware's heap on micropython.")
    ] = HEAP // 1024,
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The board's flash; kept.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the game's record there.")
    ] = None,
    port: Annotated[
        int, typer.Option(metavar="N", help="Of the page; 0 takes a free one.")
    ] = 8765,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="0.0.0.0 lets other computers in.")
    ] = "127.0.0.1",
    one_plays: Annotated[
        bool, typer.Option("--one-plays", help="The first page plays, others watch.")
    ] = False,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only say where the page is.")
    ] = False,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Show it in this terminal.")
    ] = False,
    colours: Annotated[
        str, typer.Option(metavar="|".join(COLOURS), help="Of the terminal.")
    ] = "auto",
    headless: Annotated[
        bool, typer.Option("--headless", help="Show nothing; needs --script.")
    ] = False,
    script: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Play these lines (SCRIPTS.md).")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="The board where a script fails.")
    ] = None,
) -> None:
    check_words(runtime, colours, heap, terminal, headless, script)
    source = board_source(board_file)
    build = source.build(build)
    words = start_words(game, players, seed, options or [])
    with contextlib.ExitStack() as leaving:
        if folder is None:
            folder = state_folder() / "sim" / build
            if headless:
                folder = Path(leaving.enter_context(tempfile.TemporaryDirectory()))
        board = leaving.enter_context(
            SimBoard(
                build, folder=folder, seed=seed, runtime=runtime, heap=1024 * heap, source=source
            )
        )
        recorder = Recorder(board.folder, record) if record is not None else None
        try:
            if script is not None:
                from ludolux.sim.script import run_file

                run_file(board, script, words, picture)
            else:
                # Read before the board runs: what is read later makes its sweeping slow.
                if terminal:
                    if colours == "256":
                        os.environ["TEXTUAL_COLOR_SYSTEM"] = "256"  # it believes the terminal else
                    from ludolux.sim.terminal import run as run_terminal

                    show = partial(run_terminal, board, words, colours)
                else:
                    from ludolux.sim.web import serve

                    show = partial(serve, board, port, not no_browser, words, one_plays, host)
                board.power(True)
                board.run()
                if recorder is not None:
                    recorder.follow()
                show()
        finally:
            if recorder is not None:
                recorder.stop()


def check_words(
    runtime: str,
    colours: str,
    heap: int,
    terminal: bool,
    headless: bool,
    script: Path | None,
) -> None:
    for what, word, known in (
        ("runtime", runtime, RUNTIMES), ("colours", colours, COLOURS),
    ):  # fmt: skip
        if word not in known:
            raise Failure(f"--{what} cannot be {word!r}", f"it can be {', '.join(known)}")
    if not 16 <= heap <= 8192:
        raise Failure(f"the heap is 16 to 8192 KB, not {heap}")
    if headless and script is None:
        raise Failure("--headless shows nothing", "say with --script FILE what to play")
    if script is not None and not headless:
        raise Failure("a script is played without a face", "give --headless as well")
    if headless and terminal:
        raise Failure("--headless and --terminal exclude each other", "leave one out")
    if terminal and not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise Failure(
            "there is no terminal here to show the board in",
            "leave --terminal out for the page in a browser, or play in plain text: ludolux text",
        )


def start_words(
    game: str | None, players: int | None, seed: int | None, options: list[str]
) -> tuple[str, ...]:
    """The words of the link's `start`, checked here so that the sentence comes at once."""
    if game is None:
        if players is not None or options:
            raise Failure("players and options belong to a game", "name the game before them")
        return ()
    state = games.start(game, players, 0 if seed is None else seed, options, None)
    values = [
        f"{name}={value}" for name, value in games.read_options(games.load(game), options).items()
    ]
    chance = [] if seed is None else [f"seed={seed}"]
    return (game, f"players={state.players}", *chance, *values)
