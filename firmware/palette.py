"""How signs look: a colour and a rhythm. `paint` turns a frame into light.

Any two signs of one scene differ in light or in rhythm, for every kind of colour vision and down
to the brightness LOWEST: tests/test_vision.py.
"""

from .memory import briefly
from .native import micropython, ptr8
from .signs import COUNT

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
        self.name = name
        self.colours = briefly("firmware.colours", "of", name)
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
