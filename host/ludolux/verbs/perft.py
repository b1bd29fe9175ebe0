"""`ludolux perft GAME DEPTH`: the count on stdout, progress on stderr where somebody looks."""

import sys
import time
from typing import Annotated

import typer

from ludolux.failure import Failure
from ludolux.games import start
from ludolux.perft import divide, perft

# More is out of reach for any game, and Python's own stack ends soon after.
DEEPEST = 200


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.")],
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="How many moves deep.")],
    options: Annotated[
        list[str] | None, typer.Argument(metavar="OPTION=VALUE", help="As size=4.")
    ] = None,
    divided: Annotated[
        bool, typer.Option("--divide", help="The count under each first move.")
    ] = False,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play.")] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="For games with chance.")] = 0,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Count from this position.")
    ] = None,
) -> None:
    state = start(game, players, seed, options or [], position)
    lowest = 1 if divided else 0
    if not lowest <= depth <= DEEPEST:
        raise Failure(f"the depth is a number from {lowest} to {DEEPEST}, not {depth}")
    if depth == 0:
        print(perft(state, depth))
        return
    progress = Progress(len(state.moves()), shown=not divided)
    total = 0
    for text, count in divide(state, depth):
        total += count
        progress.step(total)
        if divided:
            print(text, count, flush=True)
    progress.clear()
    print(f"total {total}" if divided else total)


class Progress:
    """One line that is written over. Silent where stderr is not a terminal, or for short runs."""

    def __init__(self, moves: int, shown: bool) -> None:
        self.moves = moves
        self.done = 0
        self.shown = shown and bool(sys.stderr) and sys.stderr.isatty()
        self.began = time.monotonic()
        self._write("counting …")

    def step(self, total: int) -> None:
        self.done += 1
        seconds = time.monotonic() - self.began
        self._write(f"{self.done} of {self.moves} first moves, {total} so far, {seconds:.0f} s")

    def clear(self) -> None:
        self._write("")

    def _write(self, line: str) -> None:
        if self.shown:
            print(f"\r{line:<70}\r{line}", end="", file=sys.stderr, flush=True)
