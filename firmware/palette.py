"""How signs look: a colour in each palette and a rhythm. `paint` turns a frame into light.

Colours are before the driver's gamma. Any two signs of one scene differ in light or in rhythm,
for every kind of colour vision and down to the brightness LOWEST: tests/test_vision.py. A
colour is changed there and here together.
"""

from .native import micropython, ptr8
from .signs import COUNT

PALETTES = ("normal", "safe", "night")
# The lowest brightness that the settings may offer: below it neighbouring levels fall together.
LOWEST = 64

# The rhythms: the share of light, of 255, at each beat of a period. 25 beats are a second.
STEADY, BREATHE, BLINK, PULSE, FLASH, WINK = range(6)


def _swell(period, low):
    """Up and down softly, from `low` to 255."""
    half = period // 2
    levels = []
    for i in range(period):
        up = min(i, period - i)
        levels.append(low + (255 - low) * up * up * (3 * half - 2 * up) // (half * half * half))
    return bytes(levels)


RHYTHMS = (
    b"\xff",
    _swell(74, 96),  # a breath takes three seconds
    b"\xff" * 13 + b"\x40" * 12,  # once a second
    _swell(12, 96),  # twice a second
    b"\xff" * 5 + b"\0" * 4,  # below three times a second, for those whom flicker harms: REASON
    b"\xff" * 44 + b"\x50" * 6,  # on, with a short dip every two seconds
)

# One letter a sign, in the order of signs.py: the rhythm.
_RHYTHM = (
    "SSSSSK"  # OFF DIM SOFT INK GOOD WARNING
    "BPKFW"  # NEXT URGE CHOSEN REASON LAST
    "SSSS" "SSSSSS"  # the keys, the edges
    "SSBW" "SSBW"  # FIRST and SECOND: bright, faint, to be touched, moved
    "SSSS" "SSSS" "BBBB" "WWWW"  # TILE CLUE DOUBT LAID
    "SSSS"  # SIDE
)  # fmt: skip

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


@micropython.viper
def _mix(colours: ptr8, rhythm: ptr8, shares: ptr8, now: ptr8, count: int):
    """Each sign's colour at this moment."""
    i = 0
    for sign in range(count):
        share = int(shares[int(rhythm[sign])])
        for _ in range(3):
            now[i] = (int(colours[i]) * share + 255) >> 8
            i += 1


@micropython.viper
def _fill(frame: ptr8, now: ptr8, rgb: ptr8):
    at = 0
    for light in range(256):
        sign = int(frame[light]) * 3
        rgb[at] = now[sign]
        rgb[at + 1] = now[sign + 1]
        rgb[at + 2] = now[sign + 2]
        at += 3


@micropython.viper
def _any_moves(frame: ptr8, rhythm: ptr8) -> int:
    for light in range(256):
        if int(rhythm[int(frame[light])]):
            return 1
    return 0


class Palette:
    """`colours` has three bytes a sign, `rhythm` one."""

    def __init__(self, name):
        words = _COLOURS[PALETTES.index(name)].split(" ")
        self.name = name
        self.colours = bytes([int(word[i : i + 2], 16) for word in words for i in (0, 2, 4)])
        self.rhythm = bytes(["SBKPFW".index(letter) for letter in _RHYTHM])
        self._shares = bytearray(len(RHYTHMS))
        self._now = bytearray(3 * COUNT)

    def paint(self, frame, rgb, beat):
        """Fill `rgb`, 768 bytes, with the light of this beat."""
        for i in range(len(RHYTHMS)):
            levels = RHYTHMS[i]
            self._shares[i] = levels[beat % len(levels)]
        _mix(self.colours, self.rhythm, self._shares, self._now, COUNT)
        _fill(frame, self._now, rgb)

    def moving(self, frame):
        """Is there a sign in the frame that changes from beat to beat?"""
        return bool(_any_moves(frame, self.rhythm))
