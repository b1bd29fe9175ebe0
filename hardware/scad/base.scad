// The plate under the lights: holes for the legs of the switches, or flat under a panel.
include <common.scad>

module legs(count_x, count_y)
  cells(count_x, count_y) along_strip() translate([0, switch_offset])
    for (x = [-1, 1], y = [-1, 1])
      translate([x * switch_legs_x / 2, y * switch_legs_y / 2]) circle(d = leg_hole, $fn = 12);

module plate(count_x = n_x, count_y = n_y) difference() {
  field(wall / 2, count_x, count_y);
  if (keyed) legs(count_x, count_y);
}

module base() layer(0, base_thickness) piece(wall / 2) plate();

if (is_undef(as_library)) base();
