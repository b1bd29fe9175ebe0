"""The colours of the signs in each palette, before the driver's gamma.

tests/test_vision.py proves them for every kind of colour vision: a colour is changed here and
looked at there. In memory only while a palette is made.
"""

PALETTES = ("normal", "safe", "night")

# Red, green and blue of each sign, in the order of signs.py.
_COLOURS = (
    # normal
    "000000 000030 2e3f4e bdbec4 30fe3e fd9000 "  # OFF DIM SOFT INK GOOD WARNING
    "3a6c5a ffde71 ffffff ff3021 c0bfbc "  # NEXT URGE CHOSEN REASON LAST
    "2f2f3f 3a2d1d 2f273e 23452a "  # MENU UNDO PEEK DONE
    "d66228 6885ff 899725 d356b3 878d87 2a9f90 "  # EDGES
    "ffa143 c44000 ff8041 fd6928 003aa0 00268d 2f5ffc 1f4fdf "  # FIRST, SECOND
    "efe433 a90044 00c037 000082 ffffbd c33d46 24d757 2c35a8 "  # TILE, CLUE: I X S O
    "ffe332 d2231f 01b235 0015a8 fcdb33 c71f1e 01b136 001fd2 "  # DOUBT, LAID: I X S O
    "0128df ffa325 cc0000 fee144",  # SIDE: blue orange red yellow
    # safe
    "000000 000036 32445a dcdbdd 58d194 feb000 "  # OFF DIM SOFT INK GOOD WARNING
    "4b878c fff1a0 ffffff fb5e20 bebfbd "  # NEXT URGE CHOSEN REASON LAST
    "2d2c42 584626 2f2848 224f46 "  # MENU UNDO PEEK DONE
    "d5681d 4f8ef8 9c8d30 c76ba7 929194 2aa193 "  # EDGES
    "fea739 af5b01 feaf50 fea02d 0137bc 00289a 274be5 2060fe "  # FIRST, SECOND
    "d6ed61 592000 24be9c 0116a8 feffe1 b15a29 57d6ae 2848a9 "  # TILE, CLUE: I X S O
    "f2e267 782b02 25b795 0326e6 f6e266 ce4e00 25ae8e 001ebc "  # DOUBT, LAID: I X S O
    "0229df ffa923 c33300 f0e67c",  # SIDE: blue orange red yellow
    # night
    "000000 270000 441900 af6d34 a39425 ad5000 "  # OFF DIM SOFT INK GOOD WARNING
    "6f4617 bf8f50 cfa070 cd2100 a3734b "  # NEXT URGE CHOSEN REASON LAST
    "391100 3c1600 330717 2a2900 "  # MENU UNDO PEEK DONE
    "9e3f00 8f496f 686600 953b67 7e5a39 72653c "  # EDGES
    "d05e00 8f2400 c2511f c14019 5e1d2e 430024 65294c 5f2847 "  # FIRST, SECOND
    "b49920 780100 5f7f00 46003a cbad50 8e2606 6c8f2a 511c44 "  # TILE, CLUE: I X S O
    "bd991f 750000 557500 4c003c be9b1f 910000 587900 490038 "  # DOUBT, LAID: I X S O
    "481a68 c86100 8e0100 c09c3a",  # SIDE: blue orange red yellow
)  # fmt: skip


def of(name):
    """Three bytes a sign."""
    words = _COLOURS[PALETTES.index(name)].split(" ")
    return bytes([int(word[i : i + 2], 16) for word in words for i in (0, 2, 4)])
