"""`ludolux mirror`: a board at a port, live in the simulator's page or in this terminal."""

from typing import Annotated, Any

import typer


def run(
    port: Annotated[
        str | None, typer.Option(metavar="PORT", help="Which board; the only one if left out.")
    ] = None,
    page: Annotated[
        int, typer.Option(metavar="N", help="The port of the page; 0 takes a free one.")
    ] = 8765,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only say where the page is.")
    ] = False,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Show it in this terminal.")
    ] = False,
) -> None:
    from ludolux.ports import choose
    from ludolux.realboard import RealBoard

    board: Any = RealBoard(choose(port))
    try:
        if terminal:
            from ludolux.sim.terminal import run as run_terminal

            run_terminal(board)
        else:
            from ludolux.sim.web import serve

            serve(board, port=page, open_browser=not no_browser)
    finally:
        board.close()
