"""Pictures of a record: one moment as PNG, the whole game as an animated GIF, with captions."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from ludolux.failure import Failure
from ludolux.records.look import Look
from ludolux.records.timeline import Timeline
from ludolux.sim import picture

GIF_PITCH = 20
COLOURS = 128
SAMPLES = 12  # frames that the GIF's colours are taken from
EVEN_MS = 1000
SHORTEST_MS, LONGEST_MS = 40, 60_000  # what browsers show of a GIF
END_MS = 3000
INK, SOFT, GROUND = (239, 230, 218), (179, 164, 147), (9, 9, 11)
LINES = 2
STRIP = 1.5  # the height of a line of the caption, in lights
SMALLEST = 0.5  # and of its letters
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def save_png(timeline: Timeline, look: Look, file: Path) -> None:
    """The timeline's moment."""
    picture.save_image(captioned(timeline, look, picture.PITCH), file)


def save_gif(
    timeline: Timeline,
    look: Look,
    file: Path,
    speed: float = 1.0,
    even: bool = False,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> None:
    """All moments, one picture each, for as long as they lasted."""
    if file.suffix.lower() != ".gif":
        raise Failure(f"{file} is no name for an animation", "end it in .gif")
    if not file.parent.is_dir():
        raise Failure(f"there is no folder {file.parent} for {file.name}", status=1)
    count = len(timeline.events) + 1
    samples = {}
    for at in sorted({count * n // SAMPLES for n in range(SAMPLES)} | {count - 1}):
        timeline.go(at)
        samples[at] = captioned(timeline, look, GIF_PITCH)
    colours = shared_colours(list(samples.values()))
    durations = [lasts(timeline, at, speed, even) for at in range(count)]

    def frames() -> Iterator[Image.Image]:
        for at in range(count):
            timeline.go(at)
            image = samples.get(at) or captioned(timeline, look, GIF_PITCH)
            yield image.quantize(palette=colours, dither=Image.Dither.NONE)
            progress(at + 1, count)

    write(frames(), durations, file)


def write(frames: Iterator[Image.Image], durations: list[int], file: Path) -> None:
    """The file is there when it is whole, however the drawing ends."""
    whole = io.BytesIO()
    next(frames).save(
        whole, "GIF", save_all=True, append_images=frames, duration=durations, loop=0,
        optimize=False,
    )  # fmt: skip
    try:
        file.write_bytes(whole.getvalue())
    except OSError as error:
        raise Failure(
            f"the picture cannot be written to {file}: {error.strerror or error}", status=1
        ) from None


def lasts(timeline: Timeline, at: int, speed: float, even: bool) -> int:
    """How long the moment after so many events is shown, in milliseconds."""
    if at == len(timeline.events):
        return END_MS
    ms = EVEN_MS if even else timeline.events[at].thought
    return round(max(SHORTEST_MS, min(ms / speed, LONGEST_MS)) / 10) * 10


def shared_colours(samples: list[Image.Image]) -> Image.Image:
    """One palette for all frames: nothing flickers where nothing changes."""
    width, height = samples[0].size
    sheet = Image.new("RGB", (width, height * len(samples)))
    for number, image in enumerate(samples):
        sheet.paste(image, (0, number * height))
    return sheet.quantize(COLOURS, dither=Image.Dither.NONE)


def captioned(timeline: Timeline, look: Look, pitch: int) -> Image.Image:
    """The board and, below it, what happened and whose turn it is."""
    board = picture.draw(look.light(look.frame()), pitch, linear=False)
    return with_caption(board, timeline.captions(), pitch)


def with_caption(board: Image.Image, captions: tuple[str, str], pitch: int) -> Image.Image:
    strip = round(STRIP * pitch)
    side = board.width
    whole = Image.new("RGB", (side, board.height + LINES * strip + pitch // 4), GROUND)
    whole.paste(board, (0, 0))
    pen = ImageDraw.Draw(whole)
    edge = pitch
    for number, (text, colour) in enumerate(zip(captions, (INK, SOFT), strict=True)):
        text, font = fitting(text, side - 2 * edge, pitch)
        middle = board.height + strip * number + strip // 2
        pen.text((edge, middle), text, colour, font, anchor="lm", spacing=pitch // 8)
    return whole


@functools.lru_cache(maxsize=1000)
def fitting(text: str, width: int, pitch: int) -> tuple[str, Font]:
    """The text, in two lines where it is too long for one, and the font in which it fits."""
    for lines, largest in ((text, 0.85), (halved(text), 0.65)):
        for size in range(round(largest * pitch), round(SMALLEST * pitch) - 1, -1):
            font = font_of(size)
            if max(font.getlength(line) for line in lines.split("\n")) <= width:
                return lines, font
    return halved(text), font_of(round(SMALLEST * pitch))


def halved(text: str) -> str:
    """Two lines of much the same length."""
    blanks = [at for at, letter in enumerate(text) if letter == " "]
    if not blanks:
        return text
    at = min(blanks, key=lambda blank: abs(2 * blank - len(text)))
    return text[:at] + "\n" + text[at + 1 :]


@functools.lru_cache(maxsize=64)
def font_of(size: int) -> Font:
    return ImageFont.load_default(size)
