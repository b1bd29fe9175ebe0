// The cap of one key, printed as it stands here: upside down, its face on the printer's bed.
// A wide flange keeps it under the face of the board; the stem stands on the switch.
include <common.scad>

cap_side = pitch - wall - 2 * cap_clearance;
cap_top = cap_side - 2 * cap_shoulder;
cap_height = cap_flange + cap_above;

module cap() {
  layer(0, cap_above) square(cap_top, center = true);
  layer(cap_above, cap_flange) square(cap_side, center = true);
  layer(cap_height, cap_z - switch_height) along_strip()
    translate([0, switch_offset]) circle(d = stem, $fn = 24);
}

if (is_undef(as_library)) cap();
