// The coupon: two by two cells with all that a cell has. Print it first and try your strip,
// switches and filament on it. The parts lie side by side: base with grid, face, caps or diffuser.
as_library = true;
include <grid.scad>
include <base.scad>
include <cap.scad>
include <face.scad>

step = 2 * pitch + wall + coupon_gap;

module body() {
  layer(0, base_thickness) plate(2, 2);
  translate([0, 0, base_thickness - overlap]) scale([1, 1, 1 + overlap / grid_height])
    grid(2, 2, true);
}

module lid_piece() layer(0, face_thickness)
  difference() { field(wall / 2, 2, 2); holes(2, 2); }

module sheet() layer(0, diffuser_thickness) field(wall / 2, 2, 2);

body();
if (keyed || tiled) translate([step, 0, 0]) lid_piece(); else translate([step, 0, 0]) sheet();
if (keyed) translate([0, step, 0]) cells(2, 2) cap();
