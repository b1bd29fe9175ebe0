// The plate under the lights: holes for the legs of the switches and slots for the wires of the
// strips; under a panel holes for its cables, one of them near wherever they leave it.
include <common.scad>

module legs(count_x, count_y)
  cells(count_x, count_y) along_strip() translate([0, switch_offset])
    for (x = [-1, 1], y = [-1, 1])
      translate([x * switch_legs_x / 2, y * switch_legs_y / 2]) circle(d = leg_hole, $fn = 12);

// In the first and the last cell of a strip, on the side away from the edge: the ledge is there.
module wire_slots(count_x, count_y) {
  along = strips_along_x ? count_x : count_y;
  across = strips_along_x ? count_y : count_x;
  for (end = [0, along - 1], line = [0:across - 1])
    translate(strips_along_x ? [(end + 0.5) * pitch, (line + 0.5) * pitch]
                             : [(line + 0.5) * pitch, (end + 0.5) * pitch])
      along_strip()
        translate([(end == 0 ? 1 : -1) * (pitch - wall - wire_slot) / 2, switch_offset])
          square([wire_slot, wire_slot_length], center = true);
}

module cable_holes(count_x, count_y)
  for (i = [2:4:count_x - 1], j = [2:4:count_y - 1])
    translate([i * pitch, j * pitch]) circle(d = cable_hole, $fn = 24);

module plate(count_x = n_x, count_y = n_y) difference() {
  field(wall / 2, count_x, count_y);
  if (keyed) {
    legs(count_x, count_y);
    wire_slots(count_x, count_y);
  } else
    cable_holes(count_x, count_y);
}

module base() layer(0, base_thickness) piece(wall / 2) plate();

if (is_undef(as_library)) base();
