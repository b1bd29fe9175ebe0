"""Pictures of the board: soft round lights behind a diffuser in a dark frame, or plain text.

`rgb` is what the wire carries (after gamma and brightness) unless it is said to be `linear=False`,
a palette's own values, which are meant for the eye already.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from ludolux.failure import Failure

PITCH = 36
FRAME = 22
FOIL = (17, 17, 20)  # a light that is off, through the diffuser
WOOD = (9, 9, 11)
GAMMA = 2.5


def draw(rgb: bytes, pitch: int = PITCH, linear: bool = True) -> Image.Image:
    """The board as an eye sees it."""
    side = 16 * pitch
    seen = to_eye(rgb) if linear else rgb
    lights = Image.new("RGB", (side, side))
    pen = ImageDraw.Draw(lights)
    foil = Image.new("RGB", (side, side), WOOD)
    foil_pen = ImageDraw.Draw(foil)
    inset = pitch * 0.11
    for light in range(256):
        x, y = light % 16 * pitch, light // 16 * pitch
        box = (x + inset, y + inset, x + pitch - inset, y + pitch - inset)
        foil_pen.rounded_rectangle(box, pitch * 0.3, fill=FOIL)
        colour = tuple(seen[3 * light : 3 * light + 3])
        if any(colour):
            core = pitch * 0.17
            pen.ellipse((x + core, y + core, x + pitch - core, y + pitch - core), fill=colour)
    # Three reaches of the same light: the spot, the diffuser around it, the glow between keys.
    spot = lights.filter(ImageFilter.GaussianBlur(pitch * 0.07))
    near = lights.filter(ImageFilter.GaussianBlur(pitch * 0.2)).point(lambda v: v * 0.55)
    far = lights.filter(ImageFilter.GaussianBlur(pitch * 0.7)).point(lambda v: v * 0.3)
    for layer in (far, near, spot):
        foil = ImageChops.screen(foil, layer)
    frame = FRAME * pitch // PITCH
    whole = Image.new("RGB", (side + 2 * frame, side + 2 * frame), WOOD)
    edge = ImageDraw.Draw(whole)
    edge.rounded_rectangle(
        (1, 1, side + 2 * frame - 2, side + 2 * frame - 2), frame * 0.8, outline=(38, 36, 34)
    )
    whole.paste(foil, (frame, frame))
    return whole


def to_eye(rgb: bytes) -> bytes:
    """From the wire's light to a screen's: undo the driver's gamma, the brightest light nearly
    full, as eyes get used to a dim board."""
    top = max(max(rgb), 24)
    table = bytes(min(255, round(245 * (value / top) ** (1 / GAMMA))) for value in range(256))
    return rgb.translate(table)


def save(rgb: bytes, file: Path, linear: bool = True) -> None:
    save_image(draw(rgb, linear=linear), file)


def save_image(image: Image.Image, file: Path) -> None:
    if file.suffix.lower() not in (".png", ".gif", ".webp"):
        raise Failure(f"{file} is no name for a picture", "end it in .png")
    try:
        image.save(file)
    except OSError as error:
        raise Failure(
            f"the picture cannot be written to {file}: {error.strerror or error}", status=1
        ) from None


def as_text(rgb: bytes) -> str:
    """A letter a light: r g b, y c m w for mixtures, capital where it is bright, . where dark."""
    top = max(max(rgb), 1)
    rows = []
    for y in range(16):
        letters = []
        for x in range(16):
            colour = rgb[3 * (16 * y + x) :][:3]
            most = max(colour)
            mixed = sum((1 << n) for n in range(3) if most and colour[n] * 3 > most)
            letter = ".rgybmcw"[mixed]
            letters.append(letter.upper() if most * 4 > top else letter)
        rows.append(" ".join(letters))
    return "\n".join(rows)
