// What all parts share: the cells, flat layers that are stacked, and the cut into pieces that fit
// the printer. Set from outside: build, piece_x, piece_y (see params.scad).
include <params.scad>

build = "keys";
piece_x = 0;
piece_y = 0;

row = search([build], builds)[0];
n_x = builds[row][1];
n_y = builds[row][2];
pitch = builds[row][3];
keyed = builds[row][4] == "ring";       // a push switch and a cap in each cell
tiled = builds[row][4] == "neotrellis"; // bought boards: no base, no grid
strips_along_x = builds[row][5] == "rows";
buttons = builds[row][6];

grid_height = 0.8 * pitch;
size_x = n_x * pitch;
size_y = n_y * pitch;
inner = wall / 2 + gap;               // from the outermost cells to the frame
outer = inner + frame_wall;           // and to its outside
lid = outer + lid_gap + lid_wall;     // and to the outside of the face
stack = tiled ? tile_stack : base_thickness + grid_height;
ledge_z = floor_thickness + space;
frame_height = ledge_z + stack;
cap_z = grid_height - cap_flange - cap_lift; // underside of a cap over the base

pieces_x = ceil((size_x + 2 * lid) / printer);
pieces_y = ceil((size_y + 2 * lid) / printer);

// Cuts run just beside the wall between two cells, so that each wall stays whole. Not along its
// very edge: there rounding makes slivers, and OpenSCAD drops a layer that has one.
function cut(k, n, pieces, margin) =
  k <= 0 ? -margin : k >= pieces ? n * pitch + margin
    : round(n * k / pieces) * pitch + wall / 2 + overlap;

// A layer reaches a little into the one below: that makes them one solid.
module layer(z, height) {
  into = z > 0 ? overlap : 0;
  translate([0, 0, z - into]) linear_extrude(height + into) children();
}

// The children, flat, as far as they belong to this piece.
module piece(margin) intersection() {
  children();
  translate([cut(piece_x, n_x, pieces_x, margin), cut(piece_y, n_y, pieces_y, margin)])
    square([cut(piece_x + 1, n_x, pieces_x, margin) - cut(piece_x, n_x, pieces_x, margin),
            cut(piece_y + 1, n_y, pieces_y, margin) - cut(piece_y, n_y, pieces_y, margin)]);
}

module cells(count_x = n_x, count_y = n_y)
  for (i = [0:count_x - 1], j = [0:count_y - 1])
    translate([(i + 0.5) * pitch, (j + 0.5) * pitch]) children();

// In a cell the strip lies on one half and the switch stands on the other.
module along_strip() rotate(strips_along_x ? 0 : 90) children();

module field(margin, count_x = n_x, count_y = n_y)
  translate([-margin, -margin])
    square([count_x * pitch + 2 * margin, count_y * pitch + 2 * margin]);
