"""Pictures of printed parts for the guides: solids from OpenSCAD, drawn with a small z-buffer.

The same solids give the same picture on every machine: no window, no graphics card.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy
import trimesh
from PIL import Image

from ludolux.failure import Failure
from ludolux.hardware import files, printing

SIZE = 900  # pixels of the longer side, drawn twice as large and halved
BLACK, WHITE, GREEN, COPPER, GLOW = (
    (70, 74, 82), (226, 226, 220), (60, 122, 84), (196, 134, 84), (250, 214, 120),
)  # fmt: skip
LIGHT = numpy.array([0.35, -0.55, 0.76])


class Shape(NamedTuple):
    """A solid in a picture: its mesh, its colour, and how far it is moved."""

    mesh: trimesh.Trimesh
    colour: tuple[int, int, int]
    move: tuple[float, float, float] = (0, 0, 0)


def picture(shapes: list[Shape], out: Path, turn: float = 32, tilt: float = 52) -> None:
    """Draws shapes as seen from above at an angle, in degrees."""
    angle, down = numpy.radians(turn), numpy.radians(tilt)
    about_z = numpy.array([
        [numpy.cos(angle), -numpy.sin(angle), 0],
        [numpy.sin(angle), numpy.cos(angle), 0],
        [0, 0, 1],
    ])  # fmt: skip
    about_x = numpy.array([
        [1, 0, 0], [0, numpy.cos(down), -numpy.sin(down)], [0, numpy.sin(down), numpy.cos(down)],
    ])  # fmt: skip
    view = about_x.T @ about_z
    triangles, colours = [], []
    for shape in shapes:
        corners = shape.mesh.triangles + numpy.array(shape.move)
        shade = 0.45 + 0.55 * numpy.clip(shape.mesh.face_normals @ LIGHT, 0, 1)
        triangles.append(corners @ view.T)
        colours.append(numpy.outer(shade, shape.colour))
    points, paint = numpy.concatenate(triangles), numpy.concatenate(colours)
    flat = points[:, :, :2]
    low, high = flat.min(axis=(0, 1)), flat.max(axis=(0, 1))
    scale = 2 * (SIZE - 40) / max(high - low)
    pixels = (numpy.ceil((high - low) * scale) + 80).astype(int)
    image = numpy.full((pixels[1], pixels[0], 3), 255, dtype=numpy.uint8)
    depth = numpy.full((pixels[1], pixels[0]), -numpy.inf)
    flat = (flat - low) * scale + 40
    flat[:, :, 1] = pixels[1] - flat[:, :, 1]
    for corners, heights, colour in zip(flat, points[:, :, 2], paint, strict=True):
        _fill(image, depth, corners, heights, colour)
    edges = _edges(depth)
    image[edges] = (image[edges] * 0.45).astype(numpy.uint8)
    half = Image.fromarray(image).resize((pixels[0] // 2, pixels[1] // 2), Image.Resampling.BOX)
    # Few colours make small files; a board has no more.
    half.quantize(64, dither=Image.Dither.NONE).save(out, optimize=True)


def _fill(image: Any, depth: Any, corners: Any, heights: Any, colour: Any) -> None:
    """One triangle into the z-buffer."""
    (ax, ay), (bx, by), (cx, cy) = corners
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if abs(area) < 1e-9:
        return
    left, top = numpy.floor(corners.min(axis=0)).astype(int)
    right, bottom = numpy.ceil(corners.max(axis=0)).astype(int) + 1
    x, y = numpy.meshgrid(numpy.arange(left, right) + 0.5, numpy.arange(top, bottom) + 0.5)
    v = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    w = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    inside = (v >= 0) & (w >= 0) & (v + w <= 1)
    z = heights[0] + v * (heights[1] - heights[0]) + w * (heights[2] - heights[0])
    part = depth[top:bottom, left:right]
    nearer = inside & (z > part)
    part[nearer] = z[nearer]
    image[top:bottom, left:right][nearer] = colour


def _edges(depth: Any) -> Any:
    """Where the depth jumps: outlines make white parts on white paper visible."""
    known = numpy.where(numpy.isfinite(depth), depth, -1e6)
    jump = numpy.zeros(depth.shape, dtype=bool)
    for axis in (0, 1):
        step = numpy.abs(numpy.diff(known, axis=axis)) > 1.2
        if axis == 0:
            jump[1:] |= step
        else:
            jump[:, 1:] |= step
    return jump


def box(size: tuple[float, float, float], middle: tuple[float, float, float]) -> trimesh.Trimesh:
    mesh = trimesh.creation.box(size)
    mesh.apply_translation(middle)
    return mesh


def flipped(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """A part as it sits on the board, where it is printed upside down."""
    turned = mesh.copy()
    turned.apply_transform(trimesh.transformations.rotation_matrix(numpy.pi, [1, 0, 0]))
    return turned


class Maker:
    """Renders the solids that pictures need, each once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[tuple[str, str, tuple[int, int]], trimesh.Trimesh] = {}

    def part(self, name: str, build: str, at: tuple[int, int] = (0, 0)) -> trimesh.Trimesh:
        key = (name, build, at)
        if key not in self._made:
            path = self._folder / f"{name}-{build}-{at[0]}-{at[1]}.stl"
            printing.render(path, name, build, at)
            self._made[key] = trimesh.load_mesh(path)
        return self._made[key]

    def corner(self, name: str, build: str) -> trimesh.Trimesh:
        """A part as if the board had two by two cells."""
        path = self._folder / f"{name}-{build}-corner.stl"
        printing.render(path, name, build, more=("n_x=2", "n_y=2"))
        return trimesh.load_mesh(path)


def make_all(out: Path) -> list[str]:
    """All pictures of the guides; their names."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        made = Maker(Path(folder))
        drawn = {
            "coupon-keys.png": [Shape(made.part("coupon", "keys"), BLACK)],
            "coupon-panel.png": [Shape(made.part("coupon", "lite"), BLACK)],
            "cap.png": [Shape(made.part("cap", "keys"), WHITE)],
            "frame-keys.png": four(made, "frame", "keys", 12),
            "frame-tiles.png": four(made, "frame", "tiles", 12),
            "frame-panel.png": [Shape(made.part("frame", "lite"), BLACK)],
            "base-keys.png": four(made, "base", "keys", 6),
            "grid-keys.png": [Shape(made.part("grid", "keys", (1, 0)), BLACK)],
            "face-keys.png": four(made, "face", "keys", 8),
            "face-tiles.png": four(made, "face", "tiles", 8),
            "cell.png": cell(made),
            "panel-stack.png": panel(made),
        }
        for name, shapes in drawn.items():
            picture(shapes, out / name)
    (out / printing.PICTURES_FROM).write_text(printing.source_hash() + "\n", encoding="utf-8")
    return list(drawn)


def four(made: Maker, part: str, build: str, apart: float) -> list[Shape]:
    """The four pieces of a part, a little apart."""
    return [
        Shape(made.part(part, build, (x, y)), BLACK, (x * apart, y * apart, 0))
        for x in (0, 1)
        for y in (0, 1)
    ]


def cell(made: Maker) -> list[Shape]:
    """Two by two cells of the keys build, taken apart: base, strip, switch, grid, cap."""
    pitch = 16.67
    shapes = [Shape(made.corner("base", "keys"), BLACK)]
    for y in (0, 1):
        middle = (y + 0.5) * pitch
        shapes.append(Shape(box((2 * pitch + 6, 8, 0.4), (pitch, middle + 3.6, 12)), WHITE))
        for x in (0, 1):
            at = (x + 0.5) * pitch
            shapes.append(Shape(box((5, 5, 1.6), (at, middle + 3.6, 13)), GLOW))
            shapes.append(Shape(box((6, 6, 3.6), (at, middle - 4.2, 14)), GREEN))
            shapes.append(Shape(box((3.4, 3.4, 3.4), (at, middle - 4.2, 17.5)), COPPER))
            cap = flipped(made.part("cap", "keys"))
            # Upside down its stem would be at the other side: turn it round as well.
            cap.apply_transform(numpy.diag([1, -1, 1, 1]))
            shapes.append(Shape(cap, WHITE, (at, middle, 68)))
    shapes.append(Shape(made.corner("grid", "keys"), BLACK, (0, 0, 30)))
    return shapes


def panel(made: Maker) -> list[Shape]:
    """The panel builds, taken apart: frame, base, panel, grid, diffuser, face."""
    side = 160
    return [
        Shape(made.part("frame", "lite"), BLACK),
        Shape(made.part("base", "lite"), BLACK, (0, 0, 75)),
        Shape(box((side, side, 1), (side / 2, side / 2, 105)), GREEN),
        Shape(made.part("grid", "lite"), BLACK, (0, 0, 130)),
        Shape(made.part("diffuser", "lite"), WHITE, (0, 0, 172)),
        Shape(_on_top(made.part("face", "lite"), side), BLACK, (0, 0, 215)),
    ]


def _on_top(face: trimesh.Trimesh, side: float) -> trimesh.Trimesh:
    turned = flipped(face)
    turned.apply_translation((0, side, 0))
    return turned


def main() -> None:
    folder = files.HOME / "pictures"
    known = folder / printing.PICTURES_FROM
    if known.exists() and known.read_text(encoding="utf-8").strip() == printing.source_hash():
        return
    try:
        names = make_all(folder)
    except Failure as failure:
        sys.exit(str(failure))
    for name in names:
        print(folder / name)


if __name__ == "__main__":
    main()
