"""Pictures of the scenes, as the lights look on the table. Needs Pillow (`make pictures` gets it).

    python tools/look.py FILE.png GAME [SEED] [PLIES] [PALETTE] [WORD …]
    python tools/look.py --sheet FILE.png          the games side by side, for the README

Words: players=4, size=3 and other options; touch=N makes that many choices of the next move; peek,
overview, beat=N, over (play to the end).
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

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


def glow(rgb):
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
    return Image.blend(image, soft, 0.35)


def look(game, seed=1, plies=12, palette="normal", *words):
    """The picture that the words ask for."""
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
    return glow(rgb)


SHEET = (
    ("quixo", 3, 24, "normal", "touch=1"),
    ("lot", 3, 30),
    ("olix", 3, 40),
    ("lixso", 3, 14),
    ("lixso-duel", 5, 12, "normal", "touch=2"),
    ("xtiles", 3, 13, "normal", "players=4", "peek"),
)


def sheet():
    from PIL import Image

    side, gap = 300, 12
    whole = Image.new("RGB", (3 * side + 2 * gap, 2 * side + gap), (255, 255, 255))
    for n, words in enumerate(SHEET):
        small = look(*words).resize((side, side), Image.Resampling.LANCZOS)
        whole.paste(small, (n % 3 * (side + gap), n // 3 * (side + gap)))
    return whole


def main(*words):
    if words[:1] == ("--sheet",):
        sheet().quantize(160).save(words[1], optimize=True)
    else:
        look(*words[1:]).save(words[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
