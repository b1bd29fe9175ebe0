"""`ludolux puzzles make|solve|grade|print`: the LIXSO lab at the command line."""

from __future__ import annotations

import os
import sys
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from ludolux.failure import Failure, command_name
from ludolux.puzzles import files
from ludolux.puzzles.cover import standard
from ludolux.puzzles.files import Named
from ludolux.puzzles.grade import LEVELS, explain_grid, grade
from ludolux.puzzles.solve import solutions
from shared_rules import lixso

# Status of a run that went well but found a grid that is no puzzle.
NOT_UNIQUE = 1
MOST_GRIDS = 100_000

run = typer.Typer(rich_markup_mode=None)

Grids = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GRID…",
        help="Nine rows joined by /, a file of grids, - for standard input, 4-12 for grid 12"
        " of level 4, 4 for all of level 4, or daily.",
    ),
]


class Symmetry(Enum):
    rotate = "rotate"
    mirror = "mirror"
    none = "none"


class Paper(Enum):
    a4 = "a4"
    letter = "letter"


@run.callback(invoke_without_command=True)
def puzzles(context: typer.Context) -> None:
    """Make, solve, grade and print LIXSO grids."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@run.command("make")
def make_grids(
    level: Annotated[int, typer.Option(metavar="1-6", help="How hard they shall be.")],
    count: Annotated[int, typer.Option(metavar="N", help="How many.")] = 1,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed, the same grids.")] = 0,
    symmetry: Annotated[Symmetry, typer.Option(help="How the clues lie.")] = Symmetry.none,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", help="Processes; without it, one a core.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler whose workers make.")
    ] = None,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Write them there.")] = None,
) -> None:
    """Make grids of a level, each with one solution."""
    if level not in LEVELS:
        raise Failure(f"there is no level {level}", "Levels go from 1, gentle, to 6, very hard")
    if not 1 <= count <= MOST_GRIDS:
        raise Failure(f"the count is a number from 1 to {MOST_GRIDS}, not {count}")
    if jobs is not None and jobs < 1:
        raise Failure(f"the number of jobs is at least 1, not {jobs}")
    if jobs is not None and cluster is not None:
        raise Failure("--jobs and --cluster exclude each other", "Leave one of them out")
    if to is not None:
        files.check_place(to)
    from ludolux.puzzles.workers import Wish, make_all

    wishes = [Wish(seed, level, symmetry.value, number) for number in range(count)]
    with Progress(count) as progress:
        made = make_all(wishes, jobs or os.cpu_count() or 1, cluster, progress.show)
    remarks = f"level={level} seed={seed} symmetry={symmetry.value}"
    lines = [f"{puzzle.grid} {remarks} number={n}" for n, puzzle in enumerate(made, 1)]
    text = "\n".join(lines) + "\n"
    if to is None:
        print(text, end="")
    else:
        files.write({to: text.encode()})
        print(f"{count} {'grid' if count == 1 else 'grids'} of level {level} in {to}")


@run.command("solve")
def solve_grids(grids: Grids = None) -> int:
    """Say how many solutions grids have, and show them.

    Of a grid with several, two that differ are shown. A tile is written as its symbol, its elbow
    and where its arms point: Xe5ne.
    """
    status = 0
    for named in files.read(grids or []):
        found = solve(named)
        print(f"{named.name}: {verdict(len(found))}")
        show_all(named, found)
        status = status if len(found) == 1 else NOT_UNIQUE
    return status


@run.command("grade")
def grade_grids(
    grids: Grids = None,
    brief: Annotated[bool, typer.Option("--brief", help="Only the level, no steps.")] = False,
) -> int:
    """Say how hard grids are, with every step in words.

    A tile is written as its symbol, its elbow and where its arms point: Xe5ne. From level 3 on a
    tile is tried: the lines below it lead to a dead end.
    """
    status = 0
    for named in files.read(grids or []):
        found = solve(named)
        if len(found) != 1:
            print(f"{named.name}: no level, for it has {verdict(len(found))}")
            show_all(named, found)
            status = NOT_UNIQUE
            continue
        if brief:
            board = standard()
            level, lines = grade(board, board.parse_grid(named.grid)).level, []
        else:
            level, lines = explain_grid(named.grid)
        beyond = "beyond level 6: it takes more than one what-if inside another"
        print(f"{named.name}: {beyond if level is None else f'level {level}'}")
        for line in lines:
            print(f"  {line}")
    return status


@run.command("print")
def print_grids(
    to: Annotated[Path, typer.Option(metavar="FILE", help="sheet.pdf or sheet.svg.")],
    grids: Grids = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Black on white, to be filled in.")
    ] = False,
    a_page: Annotated[
        int, typer.Option("--a-page", metavar="N", help="Grids a page: 1, 2, 4, 6 or 12.")
    ] = 4,
    paper: Annotated[Paper, typer.Option(help="The size of the paper.")] = Paper.a4,
    with_solutions: Annotated[
        bool, typer.Option("--solutions/--no-solutions", help="The solutions at the end.")
    ] = True,
) -> None:
    """Write sheets of grids to print: one PDF, or an SVG picture a page."""
    from ludolux.puzzles import paper as writer
    from ludolux.puzzles import sheet

    kind = to.suffix.lower()
    if kind not in (".pdf", ".svg"):
        raise Failure(f"a sheet is a .pdf or an .svg, and {to} is neither")
    if a_page not in sheet.LAYOUTS:
        raise Failure(f"a page has 1, 2, 4, 6 or 12 grids, not {a_page}")
    files.check_place(to)
    board, entries = standard(), []
    for number, named in enumerate(files.read(grids or []), 1):
        found = solve(named)
        if len(found) != 1:
            raise Failure(
                f"{named.name} is no puzzle: it has {verdict(len(found))}",
                f"`{command_name()} puzzles solve` shows them" if found else "",
                "Nothing was written",
            )
        clues = board.parse_grid(named.grid)
        level = grade(board, clues).level
        name = named.name.removeprefix("grid ") if named.name.startswith("grid ") else f"{number}"
        title = f"{name} · level {level or 'beyond 6'}"
        entries.append(sheet.Entry(title, clues, found[0]))
    pages = sheet.pages(entries, a_page, paper.value, plain, with_solutions)
    if kind == ".pdf":
        contents = {to: writer.pdf(pages, "LIXSO")}
    elif len(pages) == 1:
        contents = {to: writer.svg(pages[0], "LIXSO")}
    else:
        names = [to.with_stem(f"{to.stem}-{number}") for number in range(1, len(pages) + 1)]
        contents = {
            name: writer.svg(page, "LIXSO") for name, page in zip(names, pages, strict=True)
        }
    files.write(contents)
    what = f"{len(entries)} {'grid' if len(entries) == 1 else 'grids'}"
    print(f"{what} on {len(pages)} {'page' if len(pages) == 1 else 'pages'}:", *contents)


def solve(named: Named) -> list[tuple[int, ...]]:
    board = standard()
    return solutions(board, board.parse_grid(named.grid))


def verdict(found: int) -> str:
    return ("no solution", "exactly one solution", "several solutions; these are two")[found]


def show_all(named: Named, found: list[tuple[int, ...]]) -> None:
    for number, solution in enumerate(found, 1):
        if len(found) > 1:
            print(f"solution {number}:")
        show_solution(named.grid, solution)


def show_solution(grid: str, solution: tuple[int, ...]) -> None:
    """A solution as a drawing and as tiles."""
    from ludolux.text.draw import look_of
    from ludolux.text.prompt import boxes_fit

    board = standard()
    tiles = [board.tile_text(option) for option in solution]
    state = lixso.new(grid=grid)
    for tile in tiles:
        state.play(state.parse(tile))
    for line in look_of("lixso", boxes_fit()).board(state, None):
        print(line.rstrip())
    print(" ".join(tiles))


class Progress:
    """A bar on stderr where somebody looks, else nothing."""

    def __init__(self, total: int) -> None:
        self.bar = None
        if total > 1 and sys.stderr and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as Bar

            self.bar = Bar(
                TextColumn("making grids"), BarColumn(), MofNCompleteColumn(),
                TimeElapsedColumn(), console=Console(stderr=True), transient=True,
            )  # fmt: skip
            self.task = self.bar.add_task("", total=total)

    def __enter__(self) -> Progress:
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar:
            self.bar.stop()

    def show(self, done: int) -> None:
        if self.bar:
            self.bar.update(self.task, completed=done)
