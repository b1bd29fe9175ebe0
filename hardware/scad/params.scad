// Made by `make hardware` from board.json; a change here is lost.

// name, columns, rows, pitch in mm, key driver, strips along, buttons
builds = [
  ["keys", 16, 16, 16.67, "ring", "rows", 2],
  ["tiles", 16, 16, 15, "neotrellis", "rows", 2],
  ["touch", 16, 16, 10, "mpr121", "rows", 2],
  ["lite", 16, 16, 10, "buttons", "rows", 6],
];

printer = 180; // the largest piece that a small printer takes
wall = 1; // walls of the light grid: two lines of a 0.5 mm nozzle, opaque in black
overlap = 0.01; // of two layers, so that they become one solid; of a cut and its wall
gap = 0.4; // between grid and frame, so that they slide into each other
frame_wall = 2.4; // sides of the frame
floor_thickness = 2.4; // bottom of the frame
space = 28; // under the lights, for the ESP32 board, the perfboard and the terminals
ledge = 4; // what base or tiles rest on
post = 6; // posts that carry the middle
board = 52; // what lies between posts: a perforated board of 50 mm and some air
rib = 3; // flange of a piece at a cut
rib_height = 14; // its height
bolt_hole = 3.4; // M3 goes through
base_thickness = 2.4; // the plate that switches stand on
tile_stack = 8; // NeoTrellis and its mat; measure yours, an estimate
silicone_key = 10; // side of a key of the 4 x 4 mat; measure yours, an estimate
strip_width = 8; // width of the strip; 5 fits as well
strip_offset = 3.6; // middle of the strip, from the middle of the cell
strip_slot = 1.6; // height of the slot that the strip passes
smd_slot = 3; // width of the slots over the small parts of a panel
smd_height = 1.2; // height of these slots
switch_offset = -4.2; // middle of the switch, from the middle of the cell
switch_height = 7; // from the base to the top of its button; 6x6x7 has 7
switch_legs_x = 6.5; // distance of its legs
switch_legs_y = 4.5; // distance of its legs
leg_hole = 1.3; // holes for the legs
wire_slot = 3; // slots beside the ends of the strips, for the wires from below
wire_slot_length = 7; // their length
cable_hole = 14; // holes under a panel, for the cables on its back
rest = 2.2; // corners that a cap tilts on
cap_clearance = 0.25; // around a cap, to the walls
cap_shoulder = 0.9; // flange of a cap, held by the face
cap_flange = 1.2; // its thickness
cap_lift = 0.4; // free way of a cap below the face
cap_above = 2.6; // what of a cap lies above its flange
stem = 4; // stem of a cap on the switch
face_thickness = 1.6; // the face
face_clearance = 0.3; // around caps and keys in the face
rim = 1; // how far the face covers a panel's diffuser
skirt = 6; // edge of the face around the frame
lid_gap = 0.25; // between frame and skirt
lid_wall = 1.6; // the skirt
diffuser_thickness = 0.6; // two or three layers of white
usb_width = 14; // door for the USB plug
usb_height = 9; // door for the USB plug
jack_hole = 11; // door for the supply's cable or a panel jack
button_hole = 12.2; // push buttons in the front wall
button_step = 19; // from button to button
coupon_gap = 4; // between the parts of the coupon
