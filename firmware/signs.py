"""What a light can mean: one small int a meaning. `palette.py` says how each of them looks.

A scene writes these into a frame and never thinks of colours.
"""

OFF = 0  # nothing here
DIM = 1  # the ground: an empty cell, a place for something
SOFT = 2  # what is there but not in question: the rest of a glow, a small picture
INK = 3  # text and pictures
GOOD = 4  # done, right, won
WARNING = 5  # look here: something is not as it should be

NEXT = 6  # may be touched now
URGE = 7  # one of these must be touched now
CHOSEN = 8  # has been touched
REASON = 9  # why the last touch was refused
LAST = 10  # what the last move changed

# The corner keys. They stand nowhere else, and nothing else stands there.
MENU = 11
UNDO = 12
PEEK = 13
DONE = 14

# By seat, the glow at the edge of the seat to move. One at a time, and alike in light.
EDGES = (15, 16, 17, 18, 19, 20)

# The pieces of the first and of the second side: bright, soft, may be touched, just moved.
FIRST = 21
SECOND = 25
BRIGHT, FAINT, TOUCH, MOVED = 0, 1, 2, 3

# LIXSO, + 0 to 3 for I X S O: on a tile, on a clue, on a doubted tile, on the tile laid last.
TILE = 29
CLUE = 33
DOUBT = 37
LAID = 41

# X-Tiles, + 0 to 3: a blue, orange, red, yellow side of a tile.
SIDE = 45

COUNT = 49
