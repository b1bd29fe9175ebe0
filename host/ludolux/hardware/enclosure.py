"""The printed parts: params.scad from board.json, and the size that each part must have.

The sizes are worked out here a second time, by hand as it were, so that the tests can hold what
OpenSCAD makes against them.
"""

import math
from typing import Any

# All in millimetres; each with the reason for its value.
CONSTANTS: dict[str, tuple[float, str]] = {
    "printer": (180, "the largest piece that a small printer takes"),
    "wall": (1.0, "walls of the light grid: two lines of a 0.5 mm nozzle, opaque in black"),
    "overlap": (0.01, "of two layers, so that they become one solid; of a cut and its wall"),
    "gap": (0.4, "between grid and frame, so that they slide into each other"),
    "frame_wall": (2.4, "sides of the frame"),
    "floor_thickness": (2.4, "bottom of the frame"),
    "space": (28, "under the lights, for the ESP32 board, the perfboard and the terminals"),
    "ledge": (4, "what base or tiles rest on"),
    "post": (6, "posts that carry the middle"),
    "board": (52, "what lies between posts: a perforated board of 50 mm and some air"),
    "rib": (3, "flange of a piece at a cut"),
    "rib_height": (14, "its height"),
    "bolt_hole": (3.4, "M3 goes through"),
    "base_thickness": (2.4, "the plate that switches stand on"),
    "tile_stack": (8, "NeoTrellis and its mat; measure yours, an estimate"),
    "silicone_key": (10, "side of a key of the 4 x 4 mat; measure yours, an estimate"),
    "strip_width": (8, "width of the strip; 5 fits as well"),
    "strip_offset": (3.6, "middle of the strip, from the middle of the cell"),
    "strip_slot": (1.6, "height of the slot that the strip passes"),
    "smd_slot": (3, "width of the slots over the small parts of a panel"),
    "smd_height": (1.2, "height of these slots"),
    "switch_offset": (-4.2, "middle of the switch, from the middle of the cell"),
    "switch_height": (7, "from the base to the top of its button; 6x6x7 has 7"),
    "switch_legs_x": (6.5, "distance of its legs"),
    "switch_legs_y": (4.5, "distance of its legs"),
    "leg_hole": (1.3, "holes for the legs"),
    "wire_slot": (3, "slots beside the ends of the strips, for the wires from below"),
    "wire_slot_length": (7, "their length"),
    "cable_hole": (14, "holes under a panel, for the cables on its back"),
    "rest": (2.2, "corners that a cap tilts on"),
    "cap_clearance": (0.25, "around a cap, to the walls"),
    "cap_shoulder": (0.9, "flange of a cap, held by the face"),
    "cap_flange": (1.2, "its thickness"),
    "cap_lift": (0.4, "free way of a cap below the face"),
    "cap_above": (2.6, "what of a cap lies above its flange"),
    "stem": (4, "stem of a cap on the switch"),
    "face_thickness": (1.6, "the face"),
    "face_clearance": (0.3, "around caps and keys in the face"),
    "rim": (1, "how far the face covers a panel's diffuser"),
    "skirt": (6, "edge of the face around the frame"),
    "lid_gap": (0.25, "between frame and skirt"),
    "lid_wall": (1.6, "the skirt"),
    "diffuser_thickness": (0.6, "two or three layers of white"),
    "usb_width": (14, "door for the USB plug"),
    "usb_height": (9, "door for the USB plug"),
    "jack_hole": (11, "door for the supply's cable or a panel jack"),
    "button_hole": (12.2, "push buttons in the front wall"),
    "button_step": (19, "from button to button"),
    "coupon_gap": (4, "between the parts of the coupon"),
}
PARTS = ("frame", "base", "grid", "diffuser", "face", "cap", "coupon")


def rows(board: dict[str, Any]) -> list[tuple[str, int, int, float, str, str, int]]:
    """What the enclosure must know of each build."""
    found = []
    for name, build in board["builds"].items():
        lights, keys = build["lights"], build["keys"]
        along = lights.get("axis", "rows")
        if lights.get("rotate", 0) in (90, 270):
            along = "columns" if along == "rows" else "rows"
        buttons = 6 if keys["driver"] == "buttons" else len(build.get("side_buttons", {}))
        size = (lights["w"], lights["h"], lights["pitch_mm"])
        found.append((name, *size, keys["driver"], along, buttons))
    return found


def params(board: dict[str, Any]) -> str:
    """The text of scad/params.scad."""
    lines = ["// Made by `make hardware` from board.json; a change here is lost.", ""]
    lines.append("// name, columns, rows, pitch in mm, key driver, strips along, buttons")
    lines.append("builds = [")
    for name, w, h, pitch, driver, along, buttons in rows(board):
        lines.append(f'  ["{name}", {w}, {h}, {pitch:g}, "{driver}", "{along}", {buttons}],')
    lines += ["];", ""]
    for name, (value, why) in CONSTANTS.items():
        lines.append(f"{name} = {value:g}; // {why}")
    return "\n".join(lines) + "\n"


def parts_of(board: dict[str, Any], build: str) -> list[str]:
    """Which parts a build is printed from."""
    driver = next(row[4] for row in rows(board) if row[0] == build)
    return {
        "ring": ["coupon", "frame", "base", "grid", "cap", "face"],
        "neotrellis": ["frame", "face"],
    }.get(driver, ["coupon", "frame", "base", "grid", "diffuser", "face"])


def pieces(board: dict[str, Any], build: str, part: str) -> tuple[int, int]:
    """Into how many pieces a part is cut, across and down, so that it fits the printer."""
    if part in ("cap", "coupon"):
        return 1, 1
    _, w, h, pitch, *_ = next(row for row in rows(board) if row[0] == build)
    lid = _lid()
    printer = CONSTANTS["printer"][0]
    return math.ceil((w * pitch + 2 * lid) / printer), math.ceil((h * pitch + 2 * lid) / printer)


def _lid() -> float:
    c = {name: value for name, (value, _) in CONSTANTS.items()}
    return c["wall"] / 2 + c["gap"] + c["frame_wall"] + c["lid_gap"] + c["lid_wall"]


def size(
    board: dict[str, Any], build: str, part: str, at: tuple[int, int] = (0, 0)
) -> tuple[float, float, float]:
    """How large a piece of a part must be, in mm."""
    c = {name: value for name, (value, _) in CONSTANTS.items()}
    _, w, h, pitch, driver, _, _ = next(row for row in rows(board) if row[0] == build)
    cell = pitch - c["wall"]
    height = 0.8 * pitch
    stem = height - c["cap_flange"] - c["cap_lift"] - c["switch_height"]
    cap = c["cap_above"] + c["cap_flange"] + stem
    if part == "cap":
        side = cell - 2 * c["cap_clearance"]
        return side, side, cap
    if part == "coupon":
        step = 2 * pitch + c["wall"] + c["coupon_gap"]
        across = step + 2 * pitch + c["wall"]
        deep = 2 * pitch + c["wall"]
        if driver == "ring":
            # The caps are the last thing at the far side.
            deep = c["wall"] / 2 + step + 1.5 * pitch + cell / 2 - c["cap_clearance"]
        return across, deep, max(c["base_thickness"] + height, cap if driver == "ring" else 0)
    edge = {"frame": _lid() - c["lid_gap"] - c["lid_wall"], "face": _lid()}
    margin = edge.get(part, c["wall"] / 2)
    tall = {
        "frame": c["floor_thickness"] + c["space"]
        + (c["tile_stack"] if driver == "neotrellis" else c["base_thickness"] + height),
        "base": c["base_thickness"],
        "grid": height,
        "diffuser": c["diffuser_thickness"],
        "face": c["face_thickness"] + c["skirt"],
    }[part]  # fmt: skip
    counts = pieces(board, build, part)
    sides = []
    for n, count, k in ((w, counts[0], at[0]), (h, counts[1], at[1])):
        beside = c["wall"] / 2 + c["overlap"]
        first = -margin if k == 0 else round(n * k / count) * pitch + beside
        last = round(n * (k + 1) / count) * pitch + beside
        sides.append((n * pitch + margin if k == count - 1 else last) - first)
    return sides[0], sides[1], tall
