// The frame: floor, walls and the ledge that carries base or tiles. Electronics lie on the floor.
// Pieces are bolted together through the ribs at their cuts.
include <common.scad>

module ledge() difference() { field(inner); field(inner - ledge); }

// Posts under the corners of every fourth cell, where no key has its wires; of every eighth where
// no board would lie between them.
post_step = 4 * pitch - post < board ? 8 : 4;

module posts()
  for (i = [post_step:post_step:n_x - 1], j = [post_step:post_step:n_y - 1])
    translate([i * pitch, j * pitch]) circle(d = post, $fn = 16);

module ribs() {
  for (k = [1:1:pieces_x - 1])
    translate([cut(k, n_x, pieces_x, 0) - rib, -inner]) square([2 * rib, size_y + 2 * inner]);
  for (k = [1:1:pieces_y - 1])
    translate([-inner, cut(k, n_y, pieces_y, 0) - rib]) square([size_x + 2 * inner, 2 * rib]);
}

module bolt() translate([0, 0, floor_thickness + rib_height / 2])
  rotate([90, 0, 0]) cylinder(d = bolt_hole, h = 4 * rib, center = true, $fn = 16);

module bolts() {
  for (k = [1:1:pieces_x - 1], at = [1:2:2 * pieces_y * 2 - 1])
    translate([cut(k, n_x, pieces_x, 0), at * size_y / (4 * pieces_y), 0]) rotate(90) bolt();
  for (k = [1:1:pieces_y - 1], at = [1:2:2 * pieces_x * 2 - 1])
    translate([at * size_x / (4 * pieces_x), cut(k, n_y, pieces_y, 0), 0]) bolt();
}

// Through the wall: USB and jack at the back, each between two lines of posts, as the boards
// behind them; push buttons at the front.
module doors() {
  middle = floor_thickness + space / 2;
  usb_x = post_step * pitch / 2;
  translate([usb_x - usb_width / 2, size_y - ledge - 1, middle - usb_height / 2])
    cube([usb_width, frame_wall + 2 * ledge + 2, usb_height]);
  translate([usb_x + post_step * pitch, size_y - ledge - 1, middle]) rotate([-90, 0, 0])
    cylinder(d = jack_hole, h = frame_wall + 2 * ledge + 2, $fn = 24);
  for (k = [0:1:buttons - 1])
    translate([size_x / 8 + k * button_step, ledge + 1, middle]) rotate([90, 0, 0])
      cylinder(d = button_hole, h = frame_wall + 2 * ledge + 2, $fn = 24);
}

module frame() difference() {
  union() {
    layer(0, floor_thickness) piece(outer) field(outer);
    layer(floor_thickness, rib_height) piece(outer) union() {
      difference() { field(outer); field(inner); }
      ledge();
      posts();
      ribs();
    }
    layer(floor_thickness + rib_height, space - rib_height) piece(outer) union() {
      difference() { field(outer); field(inner); }
      ledge();
      posts();
    }
    layer(ledge_z, stack) piece(outer) difference() { field(outer); field(inner); }
  }
  doors();
  bolts();
}

if (is_undef(as_library)) frame();
