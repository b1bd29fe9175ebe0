// The diffuser of a panel: a thin white sheet on top of the grid.
include <common.scad>

module diffuser() layer(0, diffuser_thickness) piece(wall / 2) field(wall / 2);

if (is_undef(as_library)) diffuser();
