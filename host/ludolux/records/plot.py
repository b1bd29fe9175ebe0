"""Thinking times as bars: in the terminal, and as a picture."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw
from rich.console import Console
from rich.table import Table

from ludolux.records.counting import Counts, classes
from ludolux.records.pictures import GROUND, INK, SOFT, font_of
from ludolux.sim import picture

BAR = 44
BLOCKS = " ▏▎▍▌▋▊▉█"
COLOURS = ((255, 140, 64), (64, 128, 255), (95, 160, 135), (255, 214, 100), (220, 90, 90),
           (180, 130, 230))  # fmt: skip
WIDE, HIGH, EDGE = 900, 420, 60


def print_bars(console: Console, counts: Counts) -> None:
    """All games together: how long people thought about a move."""
    bars = classes(ms for kind in counts.kinds.values() for ms in kind.all_thought)
    most = max(number for _, number in bars) or 1
    table = Table(box=None, pad_edge=False, show_header=False, title="Thinking about a move",
                  title_justify="left")  # fmt: skip
    table.add_column(justify="right")
    table.add_column(min_width=BAR)
    table.add_column(justify="right")
    plain = not (console.encoding or "").lower().startswith("utf")
    for name, number in bars:
        table.add_row(name, bar(number / most, plain), str(number))
    console.print(table)


def bar(share: float, plain: bool) -> str:
    """A bar of eighths of a letter, or of # where the terminal has no such letters."""
    if plain:
        return "#" * round(BAR * share)
    eighths = round(8 * BAR * share)
    return "█" * (eighths // 8) + BLOCKS[eighths % 8].strip()


def save_bars(counts: Counts, file: Path) -> None:
    """A group of bars a class, one bar a game."""
    kinds = list(counts.kinds.values())
    image = Image.new("RGB", (WIDE, HIGH), GROUND)
    pen = ImageDraw.Draw(image)
    shares = []
    for kind in kinds:
        bars = classes(kind.all_thought)
        total = sum(number for _, number in bars) or 1
        shares.append([number / total for _, number in bars])
    top = max([share for row in shares for share in row] or [0]) or 1
    names = [name for name, _ in classes([])]
    step = (WIDE - 2 * EDGE) / len(names)
    room = step * 0.8 / max(len(kinds), 1)
    floor, height = HIGH - EDGE, HIGH - 2 * EDGE - 40
    pen.text((EDGE, 18), "How long people thought about a move", INK, font_of(20))
    for number, kind in enumerate(kinds):
        colour = COLOURS[number % len(COLOURS)]
        label = f"{kind.game} {kind.players}"
        x = EDGE + number % 6 * (WIDE - 2 * EDGE) / 6
        y = 50 + number // 6 * 18
        # With more games than colours, the bars that come again are hollow.
        filling = colour if number < len(COLOURS) else GROUND
        pen.rectangle((x, y + 3, x + 10, y + 13), filling, colour)
        pen.text((x + 16, y), label, SOFT, font_of(13))
        for i, share in enumerate(shares[number]):
            if not share:
                continue
            left = EDGE + i * step + number * room
            pen.rectangle(
                (left, floor - height * share / top, left + max(room - 1, 1), floor),
                filling, colour,
            )  # fmt: skip
    pen.line((EDGE, floor, WIDE - EDGE, floor), SOFT)
    for i, name in enumerate(names):
        middle = EDGE + (i + 0.4) * step
        pen.text((middle, floor + 18), name, SOFT, font_of(14), anchor="mm")
    pen.text((EDGE - 8, floor - height), f"{top:.0%}", SOFT, font_of(14), anchor="rm")
    picture.save_image(image, file)
