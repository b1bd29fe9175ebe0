"""The printed parts: every piece is a closed solid of the size worked out by hand, and fits the
printer. `make test` renders the small parts and a sample of the large ones, `make test-long` all.
"""

import json
import math
from pathlib import Path

import pytest
import trimesh
from ludolux.failure import Failure
from ludolux.hardware import enclosure, printing

ROOT = Path(__file__).resolve().parent.parent
BOARD = json.loads((ROOT / "hardware/board.json").read_text())
EVERY = [
    (build, part, at) for build in BOARD["builds"] for part, at, _ in printing.wanted(BOARD, build)
]
QUICK = [
    case
    for case in EVERY
    if case[1] in ("cap", "coupon")
    or case[0] == "tiles"
    or (case[0] == "keys" and case[2] == (1, 1) and case[1] != "grid")
    or (case[0] == "lite" and case[1] != "grid")
]
SLOW = [case for case in EVERY if case not in QUICK]


def look(build, part, at, folder, scad=None):
    out = folder / "piece.stl"
    printing.render(out, part, build, at, scad)
    solid = trimesh.load_mesh(out)
    assert solid.is_watertight and solid.is_winding_consistent and solid.volume > 0
    assert tuple(solid.extents) == pytest.approx(enclosure.size(BOARD, build, part, at), abs=0.02)
    printer = enclosure.CONSTANTS["printer"][0]
    assert max(solid.extents[:2]) <= printer
    return solid


@pytest.mark.parametrize(("build", "part", "at"), QUICK)
def test_small_parts_and_a_sample_are_closed_solids_of_the_right_size(build, part, at, tmp_path):
    look(build, part, at, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(("build", "part", "at"), SLOW)
def test_every_part_is_a_closed_solid_of_the_right_size(build, part, at, tmp_path):
    look(build, part, at, tmp_path)


def test_wires_pass_through_the_base(tmp_path):
    """Beside each end of each strip a slot; under a panel a hole wherever its cables may leave."""
    c = {name: value for name, (value, _) in enclosure.CONSTANTS.items()}
    for build, at, legs, slots, holes in (
        ("keys", (1, 0), 4 * 64, 8, 0),
        ("lite", (0, 0), 0, 0, 16),
    ):
        solid = look(build, "base", at, tmp_path)
        x, y, _ = enclosure.size(BOARD, build, "base", at)
        # A circle of n corners has the area n/2 r² sin(360°/n).
        open_area = legs * 3 * (c["leg_hole"] / 2) ** 2
        open_area += slots * c["wire_slot"] * c["wire_slot_length"]
        open_area += holes * 12 * (c["cable_hole"] / 2) ** 2 * math.sin(math.radians(15))
        assert solid.volume == pytest.approx((x * y - open_area) * c["base_thickness"], abs=1)


@pytest.mark.parametrize(("build", "at"), [("keys", (0, 1)), ("tiles", (0, 1)), ("lite", (0, 0))])
def test_a_board_of_50_by_70_mm_lies_behind_the_usb_door(build, at, tmp_path):
    solid = look(build, "frame", at, tmp_path)
    lights = BOARD["builds"][build]["lights"]
    back = lights["h"] * lights["pitch_mm"] - enclosure.CONSTANTS["ledge"][0]
    corners = solid.vertices
    middle = enclosure.CONSTANTS["floor_thickness"][0] + enclosure.CONSTANTS["space"][0] / 2
    door = corners[(abs(corners[:, 2] - middle) < 6) & (corners[:, 1] > back + 5)]
    usb = sorted({x for x in door[:, 0] if 5 < x < 100})
    usb_x = (usb[0] + usb[0] + enclosure.CONSTANTS["usb_width"][0]) / 2
    inside = (
        (abs(corners[:, 0] - usb_x) < 25)
        & (corners[:, 1] > back - 71)
        & (corners[:, 1] < back - 1)
        & (corners[:, 2] > enclosure.CONSTANTS["floor_thickness"][0] + 0.1)
    )
    assert not inside.any(), corners[inside]


def test_pieces_of_a_part_make_up_the_whole():
    for build in BOARD["builds"]:
        for part in ("frame", "face", "grid", "base"):
            across, down = enclosure.pieces(BOARD, build, part)
            widths = [enclosure.size(BOARD, build, part, (x, 0))[0] for x in range(across)]
            lights = BOARD["builds"][build]["lights"]
            assert sum(widths) > lights["w"] * lights["pitch_mm"]
            assert {across, down} == ({2} if lights["pitch_mm"] > 10 else {1})


def test_three_pitches_are_covered():
    pitches = {build["lights"]["pitch_mm"] for build in BOARD["builds"].values()}
    assert pitches == {10, 15, 16.67}


def test_a_cap_reaches_its_switch_and_stays_under_the_face():
    c = {name: value for name, (value, _) in enclosure.CONSTANTS.items()}
    height = 0.8 * 16.67
    underside = height - c["cap_flange"] - c["cap_lift"]
    _, _, cap = enclosure.size(BOARD, "keys", "cap")
    stem = cap - c["cap_flange"] - c["cap_above"]
    assert underside - stem == pytest.approx(c["switch_height"])
    above = underside + c["cap_flange"] + c["cap_above"] - height - c["face_thickness"]
    assert 0.3 < above < 1.5  # felt by a finger, and no lever to break off
    # Strip and switch share the cell without touching each other or the walls.
    inside = (16.67 - c["wall"]) / 2
    assert c["strip_offset"] + c["strip_width"] / 2 <= inside
    assert c["switch_offset"] - 3 >= -inside
    assert c["strip_offset"] - c["strip_width"] / 2 > c["switch_offset"] + 3


def test_a_part_of_the_wrong_size_is_noticed(tmp_path):
    """A part of another size than the one worked out by hand is refused."""
    scad = tmp_path / "scad"
    scad.mkdir()
    for path in (ROOT / "hardware/scad").glob("*.scad"):
        text = path.read_text().replace("wall = 1;", "wall = 1.4;")
        (scad / path.name).write_text(text)
    with pytest.raises(AssertionError):
        look("keys", "cap", (0, 0), tmp_path, scad)


def test_a_scad_file_with_a_mistake_is_a_sentence(tmp_path):
    scad = tmp_path / "scad"
    scad.mkdir()
    (scad / "cap.scad").write_text("cube(")
    with pytest.raises(Failure, match="OpenSCAD could not make cap"):
        printing.render(tmp_path / "x.stl", "cap", "keys", scad=scad)


def test_a_layer_that_openscad_leaves_out_is_a_sentence(tmp_path):
    """It says ERROR, writes the rest and ends with status 0."""
    scad = tmp_path / "scad"
    scad.mkdir()
    open_mesh = "polyhedron(points = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], faces = [[0, 1, 2]]);"
    (scad / "cap.scad").write_text(f"cube(1); translate([0, 0, 2]) cube(1); {open_mesh}")
    with pytest.raises(Failure, match="could not make cap .* ERROR: .*not closed"):
        printing.render(tmp_path / "x.stl", "cap", "keys", scad=scad)


def test_the_grid_is_whole(tmp_path):
    """By volume, roughly: a solid without its lowest layer is closed as well."""
    c = {name: value for name, (value, _) in enclosure.CONSTANTS.items()}
    pitch, wall, height = 16.67, c["wall"], 0.8 * 16.67
    solid = look("keys", "grid", (1, 1), tmp_path)
    x, y, _ = enclosure.size(BOARD, "keys", "grid", (1, 1))
    walls = x * y - (8 * (pitch - wall) - c["overlap"]) ** 2
    slots = 64 * wall * (c["strip_width"] + 1) * c["strip_slot"]
    rests = 128 * ((c["rest"] - wall / 2) ** 2) * (height - 1.6 - c["strip_slot"])
    assert solid.volume == pytest.approx(walls * height - slots + rests, rel=0.03)


def test_without_openscad_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Failure, match="apt install openscad"):
        printing.openscad()
