"""Small pictures, five lights high: rows of letters, each letter a sign."""

from .. import signs
from ..scenes import common

# Letters of the pictures. `.` stays dark.
LETTERS = {
    "#": signs.INK,
    "-": signs.DIM,
    ":": signs.SOFT,
    "+": signs.GOOD,
    "!": signs.WARNING,
    "0": signs.TILE,
    "1": signs.TILE + 1,
    "2": signs.TILE + 2,
    "3": signs.TILE + 3,
}

YES = "....+/...++/+.++./+++../.+..."
NO = "!...!/.!.!./..!../.!.!./!...!"
PLAY = "#..../###../#####/###../#...."
HINT = ".###./#...#/.#.#./.###./..#.."
TOOLS = "#...#/##.##/.###./..#../..#.."


def number(n):
    """A number from 0 to 99; a digit is three lights wide."""
    rows = []
    for y in range(5):
        row = []
        for digit in str(n):
            bits = common.DIGITS[int(digit)] >> 12 - 3 * y
            row.append("".join(["#" if bits >> 2 - x & 1 else "." for x in range(3)]))
        rows.append(".".join(row))
    return "/".join(rows)


def width(picture):
    return picture.find("/")


def put(frame, picture, x, y):
    """Draw a picture with its top left corner at a light."""
    at = 16 * y + x
    light = at
    for letter in picture:
        if letter == "/":
            at += 16
            light = at
        else:
            if letter != ".":
                frame[light] = LETTERS[letter]
            light += 1
