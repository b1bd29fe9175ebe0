"""`ludolux shot GAME --out FILE.png`: a picture of a scene, of a screen, or of all games."""

import contextlib
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from PIL import Image

from firmware.colours import PALETTES  # pyright: ignore
from ludolux import games
from ludolux.failure import Failure
from ludolux.sim import picture, scene
from ludolux.sim.board import SimBoard

# How each screen is reached, as lines of a script.
SCREENS = {
    "welcome": ("power cut", "power on", "wait 300ms"),
    "menu": (),
    "settings": ("press menu",),
    "players": ("choose 1 of 6",),
    "pause": ("new quixo players=2 seed=1", "move a1a5", "press menu"),
    "resume": ("new quixo players=2 seed=1", "move a1a5", "power cut", "power on", "wait 1500ms"),
    "end": ("new quixo players=2 seed=1", "move resign", "wait 1s"),
}
SHEET = (
    ("quixo", 3, 24, 1, None),
    ("lot", 3, 30, 0, None),
    ("olix", 3, 40, 0, None),
    ("lixso", 3, 14, 0, None),
    ("lixso-duel", 5, 12, 2, None),
    ("xtiles", 3, 13, 0, 4),
)
LONGEST = 9999


def run(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Which game.")] = None,
    options: Annotated[
        list[str] | None, typer.Argument(metavar="OPTION=VALUE", help="As size=4.")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE.png", help="Where to.")] = Path("board.png"),
    seed: Annotated[int, typer.Option(metavar="S", help="Of the game and its moves.")] = 1,
    plies: Annotated[int, typer.Option(metavar="N", help="Random moves before it.")] = 12,
    over: Annotated[bool, typer.Option("--over", help="Play to the end.")] = False,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play.")] = None,
    touch: Annotated[int, typer.Option(metavar="N", help="Choices of the next move made.")] = 0,
    palette: Annotated[str, typer.Option(metavar="NAME", help="Colours.")] = "normal",
    peek: Annotated[bool, typer.Option("--peek", help="Show the hand.")] = False,
    overview: Annotated[bool, typer.Option("--overview", help="The table from afar.")] = False,
    beat: Annotated[
        int, typer.Option(metavar="N", help="Which moment, 25 a second.")
    ] = scene.BEAT,
    screen: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"Instead: {', '.join(SCREENS)}.")
    ] = None,
    script: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Instead: the board after this script.")
    ] = None,
    sheet: Annotated[bool, typer.Option("--sheet", help="Instead: all games in one.")] = False,
) -> None:
    if sum(bool(way) for way in (game, screen, script, sheet)) != 1:
        raise Failure("say what to show", "a GAME, or --screen NAME, --script FILE or --sheet")
    if palette not in PALETTES:
        raise Failure(f"there is no palette {palette!r}", f"there are {', '.join(PALETTES)}")
    if sheet:
        picture.save_image(all_games().quantize(160), out)
    elif game is not None:
        if not 0 <= plies <= LONGEST:
            raise Failure(f"--plies goes from 0 to {LONGEST}")
        state = games.start(game, players, seed, options or [], None)
        pick = scene.position(state, seed, LONGEST if over else plies, touch)
        pick.peek, pick.overview = peek, overview
        picture.save(scene.paint(game, state, pick, palette, beat), out, linear=False)
    else:
        picture.save(on_board(screen, script, palette, seed), out)


def on_board(screen: str | None, script: Path | None, palette: str, seed: int) -> bytes:
    """What the lights of a simulated board show on a screen or after a script."""
    from ludolux.sim.script import Runner, run_file, run_lines

    if screen is not None and screen not in SCREENS:
        raise Failure(f"there is no screen {screen!r}", f"there are {', '.join(SCREENS)}")
    with contextlib.ExitStack() as leaving:
        folder = leaving.enter_context(tempfile.TemporaryDirectory())
        board = leaving.enter_context(SimBoard(folder=folder, seed=seed))
        if script is not None:
            run_file(board, script)
        elif screen is not None:
            start = ("power on", f"set palette {palette}", "wait 1500ms")
            run_lines(Runner(board), screen, [*start, *SCREENS[screen]], None)
        return board.wire().rgb


def all_games() -> Image.Image:
    """The games side by side, for the README."""
    side, gap = 300, 12
    whole = Image.new("RGB", (3 * side + 2 * gap, 2 * side + gap), (255, 255, 255))
    for n, (game, seed, plies, touches, players) in enumerate(SHEET):
        state = games.start(game, players, seed, [], None)
        pick = scene.position(state, seed, plies, touches)
        pick.peek = True
        board = picture.draw(scene.paint(game, state, pick), linear=False)
        small = board.resize((side, side), Image.Resampling.LANCZOS)
        whole.paste(small, (n % 3 * (side + gap), n // 3 * (side + gap)))
    return whole
