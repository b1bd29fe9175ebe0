"""Small pictures, five lights high: rows of letters, each letter a sign."""

from .. import signs
from ..scenes import common

# Letters of the pictures. `.` stays dark.
LETTERS = {
    "#": signs.INK,
    "-": signs.DIM,
    "+": signs.GOOD,
    "!": signs.WARNING,
    "0": signs.TILE,
    "1": signs.TILE + 1,
    "2": signs.TILE + 2,
    "3": signs.TILE + 3,
}

GAMES = {
    "quixo": ("0.0.1", ".0...", "0.0.1", ".....", "1.1.1"),
    "lot": ("0....", ".0.1.", "..0.1", "1..0.", ".1..0"),
    "olix": ("000.1", "0.0.1", "000.1", "....1", "11111"),
    "lixso": ("00.11", "0..1.", "..2..", "3.22.", "33..."),
    "lixso-duel": ("00..1", "0..11", ".....", "22..3", "2..33"),
    "xtiles": (".0.1.", "0-1-2", ".1.2.", "3-2-0", ".3.0."),
}

YES = ("....+", "...++", "+.++.", "+++..", ".+...")
NO = ("!...!", ".!.!.", "..!..", ".!.!.", "!...!")
PLAY = ("#....", "###..", "#####", "###..", "#....")
NEW = ("..+..", "..+..", "+++++", "..+..", "..+..")
LEAVE = ("###..", "#..#.", "#.###", "#..#.", "###..")
RESIGN = ("!!!!.", "!!!!.", "!....", "!....", "!....")
DRAW = (".....", "#####", ".....", "#####", ".....")
COUNT = ("#.#.#", "#.#.#", "#.#.#", "-----", "#####")
SUN = ("#.#.#", ".###.", "#####", ".###.", "#.#.#")
PALETTE = ("00.11", "00.11", ".....", "22.33", "22.33")
SOUND = ("..#..", ".##.#", "###.#", ".##.#", "..#..")
TURN = (".###.", "#...#", "#.#.#", "..##.", ".###.")
SICK = ("!!!!!", "!.!.!", "!!!!!", ".!!!.", ".!.!.")
FLASH = ("####.", "#..##", "#...#", "#!!!#", "#####")
TOOLS = ("#...#", "##.##", ".###.", "..#..", "..#..")
LOGO = ("#....", "#....", "#....", "#....", "#####")


def digit(n):
    """A digit, three lights wide."""
    bits = common.DIGITS[n]
    return tuple(
        ["".join(["#" if bits >> 14 - 3 * y - x & 1 else "." for x in range(3)]) for y in range(5)]
    )


def number(n):
    """A number from 0 to 99."""
    if n < 10:
        return digit(n)
    return tuple([a + "." + b for a, b in zip(digit(n // 10), digit(n % 10))])


def put(frame, picture, x, y):
    """Draw a picture with its top left corner at a light."""
    for row in picture:
        for i, letter in enumerate(row):
            if letter != ".":
                frame[16 * y + x + i] = LETTERS[letter]
        y += 1
