// The face: a lid over the frame. Caps or silicone keys come through its holes; over a panel it
// is a rim that holds the diffuser.
include <common.scad>

module holes(count_x, count_y)
  if (keyed) cells(count_x, count_y)
    square(pitch - wall - 2 * cap_clearance - 2 * cap_shoulder + 2 * face_clearance, center = true);
  else if (tiled) cells(count_x, count_y) square(silicone_key + 2 * face_clearance, center = true);
  else field(-rim, count_x, count_y);

module face() {
  // Printed upside down: the skirt points up.
  layer(0, face_thickness) piece(lid) difference() { field(lid); holes(n_x, n_y); }
  layer(face_thickness, skirt) piece(lid) difference() { field(lid); field(outer + lid_gap); }
}

if (is_undef(as_library)) face();
