"""What the scenes share: the players' edges, the corner keys, digits and small pictures.

A light is a number, 16 * y + x.
"""

from .. import signs
from ..signs import CHOSEN, DIM, DONE, INK, MENU, NEXT, OFF, PEEK, REASON, UNDO, WARNING

# All that stands in any scene: through this file, or put there by the play screen.
SIGNS = (OFF, DIM, WARNING, NEXT, CHOSEN, REASON, MENU, UNDO, PEEK, DONE) + signs.EDGES

# A dark frame but for the corner keys: a scene begins with it.
BLANK = bytearray(256)
BLANK[0] = MENU
BLANK[15] = UNDO
BLANK[240] = PEEK
BLANK[255] = DONE

# An edge: its first light, the step to the next and how many. Half edges begin at the corner.
_BOTTOM = (241, 1, 14)
_LEFT = (16, 16, 14)
_TOP = (1, 1, 14)
_RIGHT = (31, 16, 14)
_TOP_LEFT = (1, 1, 7)
_TOP_RIGHT = (14, -1, 7)
# By number of players the edge of each seat, clockwise from the bottom.
EDGES = (
    (),
    (_BOTTOM,),
    (_BOTTOM, _TOP),
    (_BOTTOM, _LEFT, _RIGHT),
    (_BOTTOM, _LEFT, _TOP, _RIGHT),
    (_BOTTOM, _LEFT, _TOP_LEFT, _TOP_RIGHT, _RIGHT),
    ((241, 1, 7), _LEFT, _TOP_LEFT, _TOP_RIGHT, _RIGHT, (254, -1, 7)),
)

# 3 by 5 lights, a row after the other, the top left light the highest bit.
DIGITS = (
    0b111101101101111, 0b010110010010111, 0b111001111100111, 0b111001111001111,
    0b101101111001001, 0b111100111001111, 0b111100111101111, 0b111001001010010,
    0b111101111101111, 0b111101111001111,
)  # fmt: skip


def put(frame, x, y, sign):
    frame[16 * y + x] = sign


def clear(frame):
    """Dark, corners too."""
    for light in range(256):
        frame[light] = OFF


def run(frame, light, step, count, sign):
    for _ in range(count):
        frame[light] = sign
        light += step


def edge(frame, seat, players, sign=None):
    """Light the edge of a seat, in its own glow or with a sign."""
    light, step, count = EDGES[players][seat]
    run(frame, light, step, count, signs.EDGES[seat] if sign is None else sign)


def edge_lights(seat, players):
    light, step, count = EDGES[players][seat]
    return [light + step * i for i in range(count)]


def seat_at(x, y, players):
    """The seat whose edge this light is on, or -1."""
    for seat in range(players):
        if 16 * y + x in edge_lights(seat, players):
            return seat
    return -1


def rim(frame, state, sign=None):
    """The glow of the seat to move or, when the game is over, of the winners."""
    if state.result:
        for seat in state.result.winners:
            edge(frame, seat, state.players)
    else:
        edge(frame, state.turn, state.players, sign)


def sparkle(frame, beat):
    """Applause: a few dark lights shine up, others every fifth of a second."""
    light = beat // 5 * 149
    for _ in range(12):
        light = (light * 5 + 77) & 255
        if frame[light] <= DIM:
            frame[light] = INK


def picture(frame, x, y, bits, width, height, sign):
    """Draw a small picture given as bits, a row after the other, the top left one the highest."""
    mask = 1 << width * height
    for light in range(16 * y + x, 16 * (y + height) + x, 16):
        for i in range(width):
            mask >>= 1
            if bits & mask:
                frame[light + i] = sign


def picture_lights(x, y, bits, width, height):
    """The lights that `picture` lights."""
    last = width * height - 1
    return [16 * (y + i // width) + x + i % width for i in range(last + 1) if bits >> last - i & 1]


def number(frame, x, y, value, sign):
    """Digits from x on, four lights each, five high; returns where the next would stand."""
    for digit in str(value):
        picture(frame, x, y, DIGITS[ord(digit) - 48], 3, 5, sign)
        x += 4
    return x
