"""The `ludolux` command: a table of verbs, and what happens when one of them fails."""

import contextlib
import importlib
import io
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from ludolux import __version__
from ludolux.failure import INTERRUPTED, Failure, sentence

# Each verb is the function `run` of a module of its own, or a Typer application of that name with
# verbs of its own; loaded only when the verb is used.
VERBS = {
    "sim": ("ludolux.verbs.sim", "The board of light in a window: the same firmware, simulated."),
    "shot": ("ludolux.verbs.shot", "A picture of a game or a screen, as the lights look."),
    "replay": ("ludolux.verbs.replay", "Prove a record of a game, show it again, export it."),
    "stats": ("ludolux.verbs.stats", "Count records: games, winners, lengths, thinking times."),
    "logs": ("ludolux.verbs.logs", "List, fetch and watch the games that a board has recorded."),
    "text": ("ludolux.verbs.text", "Play a game in plain text at a prompt."),
    "rules": ("ludolux.verbs.rules", "Print the rule card of a game."),
    "perft": ("ludolux.verbs.perft", "Count the sequences of moves of a length."),
    "puzzles": ("ludolux.verbs.puzzles", "Make, solve, grade and print LIXSO grids."),
    "flash": ("ludolux.verbs.flash", "MicroPython and the app onto a board, with one command."),
    "deploy": ("ludolux.verbs.deploy", "A changed app onto a board, only what changed."),
    "devices": ("ludolux.verbs.devices", "The boards on USB."),
    "doctor": ("ludolux.verbs.doctor", "What is wrong between this computer and a board?"),
    "monitor": ("ludolux.verbs.monitor", "What a board says, in plain words; its prompt."),
    "mirror": ("ludolux.verbs.mirror", "A board, live in the simulator's page or the terminal."),
    "selftest": ("ludolux.verbs.selftest", "The board's own test, and a drawing of the result."),
    "backup": ("ludolux.verbs.backup", "Games and settings of a board into a file."),
    "restore": ("ludolux.verbs.restore", "Such a file back onto a board."),
    "vboard": ("ludolux.verbs.vboard", "A virtual ESP32 at a serial port, to flash and to try."),
    "hardware": ("ludolux.verbs.hardware", "Check a board file; make its lists and its parts."),
}
OUTPUT_LOST, BAD_INPUT = 1, 2


def main() -> None:
    """The entry point: runs the verb, turns every failure into sentences and a status."""
    try:
        status = run(sys.argv[1:])
        if sys.stdout:
            sys.stdout.flush()
    except KeyboardInterrupt:
        status = stop("stopped.", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has had enough, and knows.
        status = OUTPUT_LOST
    except OSError as error:
        status = stop(f"the output cannot be written: {error.strerror}.", OUTPUT_LOST)
    except SystemExit as leaving:
        # Typer's own way out of a broken pipe.
        status = leaving.code if isinstance(leaving.code, int) else OUTPUT_LOST
    # A second Ctrl-C has nothing left to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if status == OUTPUT_LOST:
        discard_output()
    sys.exit(status)


def run(arguments: list[str]) -> int:
    """Run one verb and return its status."""
    for stream in (sys.stdin, sys.stdout):
        # A terminal without our letters, or bytes that are none, shall not end a game.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = application(arguments)()
    except Failure as failure:
        return stop(str(failure), failure.status)
    except (OSError, SystemExit):
        raise
    except Exception as error:
        # Typer's errors come from one of two packages, by its version; they have this in common.
        explain = getattr(error, "format_message", None)
        if explain:
            return stop(usage(explain(), getattr(error, "ctx", None)), BAD_INPUT)
        if os.environ.get("LUDOLUX_DEBUG"):
            raise
        return stop(
            f"a fault in Ludolux itself: {type(error).__name__}: {error}."
            " With LUDOLUX_DEBUG=1 in the environment it says where; please report that.",
            1,
        )
    if status == INTERRUPTED:
        return stop("stopped.", INTERRUPTED)
    return status if isinstance(status, int) else 0


def application(arguments: list[str]) -> Callable[[], object]:
    """The Typer application, ready to run. Only the verb that is asked for is imported."""
    import typer

    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

    @app.callback(invoke_without_command=True)
    def ludolux(
        context: typer.Context,
        version: bool = typer.Option(False, "--version", help="Say which version this is."),
    ) -> None:
        """Ludolux, an open tabletop board of light: games, puzzles and tools."""
        if version:
            print("ludolux", __version__)
            raise typer.Exit()
        if context.invoked_subcommand is None:
            print(context.get_help())

    asked = next((word for word in arguments if not word.startswith("-")), None)
    for verb, (module, purpose) in VERBS.items():
        function = importlib.import_module(module).run if verb == asked else not_loaded
        if isinstance(function, typer.Typer):
            app.add_typer(function, name=verb, help=purpose)
        else:
            app.command(verb, help=purpose)(function)
    return lambda: app(args=arguments, prog_name="ludolux", standalone_mode=False)


def not_loaded() -> None:
    """Stands in the list of verbs for one that this call does not use."""


def usage(message: str, context: Any) -> str:
    """A mistake on the command line, with the form that is right."""
    if context is None or context.parent is None:
        more = f"The commands are {', '.join(VERBS)}; `ludolux --help` says more."
    else:
        form = " ".join(context.get_usage().removeprefix("Usage:").split())
        more = f"It is written `{form}`; `{context.command_path} --help` says more."
    return f"{sentence(message)} {more}"


def stop(message: str, status: int) -> int:
    """Say it on stderr. Nobody may be there to read it either."""
    with contextlib.suppress(OSError):
        print(f"ludolux: {message}", file=sys.stderr)
    return status


def discard_output() -> None:
    """Who read our output has gone: keep the interpreter from complaining about the rest."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
