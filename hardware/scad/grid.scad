// The light grid: opaque walls around each cell, so that its light stays in it. Slots at the
// bottom let the strip through, or leave room for the small parts on a panel.
include <common.scad>

module openings(count_x, count_y) cells(count_x, count_y)
  square(pitch - wall, center = true);

module slots(count_x, count_y) {
  if (keyed)
    cells(count_x, count_y) along_strip()
      // Long enough to leave the outer walls open for the wires from strip to strip.
      translate([0, strip_offset]) square([pitch + 3 * wall, strip_width + 1], center = true);
  else
    cells(count_x, count_y) {
      square([pitch + 0.01, smd_slot], center = true);
      square([smd_slot, pitch + 0.01], center = true);
    }
}

// The cap tilts on these two corners of its lit side while the switch gives way on the other.
module rests(count_x, count_y)
  cells(count_x, count_y) along_strip() for (side = [-1, 1])
    translate([side * (pitch / 2 - rest / 2), pitch / 2 - rest / 2])
      square(rest + 0.01, center = true);

module bottom(count_x, count_y) difference() {
  field(wall / 2, count_x, count_y);
  openings(count_x, count_y);
  slots(count_x, count_y);
}

module top(count_x, count_y) difference() {
  field(wall / 2, count_x, count_y);
  openings(count_x, count_y);
}

module grid(count_x = n_x, count_y = n_y, whole = false) {
  slot_height = keyed ? strip_slot : smd_height;
  module mine() if (whole) children(); else piece(wall / 2) children();
  layer(0, slot_height) mine() bottom(count_x, count_y);
  if (keyed) {
    layer(slot_height, cap_z - slot_height) mine() union() {
      top(count_x, count_y);
      intersection() { rests(count_x, count_y); field(wall / 2, count_x, count_y); }
    }
    layer(cap_z, grid_height - cap_z) mine() top(count_x, count_y);
  } else
    layer(slot_height, grid_height - slot_height) mine() top(count_x, count_y);
}

if (is_undef(as_library)) grid();
