"""A picture of a scene, as the lights look on the table. Needs Pillow.

python tests/look.py GAME [SEED] [PLIES] [PALETTE] [WORD…]

Writes look-GAME.png into the folder LOOK, or /tmp. Words: players=4, size=3 and other options;
touch=N makes that many choices of the next move, peek, overview, beat=N, over (play to the end).
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from firmware import scenes  # noqa: E402
from firmware.palette import Palette  # noqa: E402
from firmware.pick import Pick  # noqa: E402
from shared_rules import load  # noqa: E402
from shared_rules.chance import Chance  # noqa: E402

PITCH = 36


def position(game, seed=1, plies=12, touches=0, players=None, **options):
    """A state of a random game and a selection in it."""
    module = load(game)
    state = module.new(players=players, seed=seed, **options)
    chance = Chance(seed)
    pick = Pick()
    for _ in range(plies):
        moves = state.moves()
        if not moves:
            break
        pick.last = moves[chance.below(len(moves))]
        state.play(pick.last)
        if state.result:
            break
    pick.begin(state)
    moves = state.moves()
    if moves:
        # The move with the most steps says most.
        move = max(moves, key=lambda move: (len(state.steps(move)), move * 7919 % 1009))
        steps = state.steps(move)
        for choice in steps[len(pick.chosen) : touches]:
            pick.touch(state, choice)
    return state, pick


def glow(rgb, path):
    """Round lights behind a diffuser, with the eye's response to light."""
    from PIL import Image, ImageDraw, ImageFilter

    side = 16 * PITCH
    image = Image.new("RGB", (side, side), (10, 10, 12))
    pen = ImageDraw.Draw(image)
    for light in range(256):
        x, y = light % 16 * PITCH, light // 16 * PITCH
        colour = tuple(rgb[3 * light : 3 * light + 3])
        box = (x + 5, y + 5, x + PITCH - 5, y + PITCH - 5)
        pen.ellipse(box, fill=tuple(max(22, value) for value in colour))
    soft = image.filter(ImageFilter.GaussianBlur(7))
    Image.blend(image, soft, 0.35).save(path)


def main(game, seed=1, plies=12, palette="normal", *words):
    options = {}
    touches, beat, flags = 0, 37, []
    for word in words:
        name, equals, value = word.partition("=")
        if name == "touch":
            touches = int(value)
        elif name == "beat":
            beat = int(value)
        elif equals:
            options[name] = int(value)
        else:
            flags.append(name)
    plies = 999 if "over" in flags else int(plies)
    state, pick = position(game, int(seed), plies, touches, **options)
    pick.peek = "peek" in flags
    pick.overview = "overview" in flags
    frame, rgb = bytearray(256), bytearray(768)
    scenes.load(game).draw(frame, state, pick)
    Palette(palette).paint(frame, rgb, beat)
    path = Path(os.environ.get("LOOK", "/tmp")) / f"look-{game}.png"
    glow(rgb, path)
    print(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
