"""Signs that mean different things can be told apart without colour.

Every kind of colour vision is simulated on what the driver sends: after its gamma, at the lowest
brightness that the settings offer and at full. Two signs of one scene must then differ in rhythm
or in light: the brighter one has at least CLEARLY times the luminance of the other.

Why 1.3: the smallest step that people see between two small lights side by side is about a tenth;
three such steps can still be named across a board and in a lit room. A rhythm counts only if its
swing is itself easy to see: SWING, from the lowest to the highest light of its period.

Two exceptions, by place and time. The corner keys are known by their corner, where nothing else
ever stands. Of the edges only one seat's glows at a time, or those of seats that won together.
"""

import itertools

import pytest

from firmware import scenes, signs
from firmware.colours import PALETTES
from firmware.drivers.light import Light
from firmware.palette import BLINK, FLASH, LOWEST, PULSE, RHYTHMS, STEADY, Palette
from firmware.scenes import common
from shared_rules import GAMES

CLEARLY = 1.3
SWING = 1.6
CORNER_KEYS = {signs.MENU, signs.UNDO, signs.PEEK, signs.DONE}
EDGES = set(signs.EDGES)
# What menus and messages use: firmware/screens.
SCREENS = common.SIGNS + (signs.SOFT, signs.INK, signs.GOOD)
LUMINANCE = (0.2126, 0.7152, 0.0722)
# Machado, Oliveira and Fernandes (2009), severity 1, on linear light. Grey vision is luminance.
VISIONS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "grey": (LUMINANCE,) * 3,
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def levels(brightness):
    """What the light driver makes of a value at this brightness."""
    light = Light.__new__(Light)
    light._gamma = 50
    light._levels = bytearray(256)
    light.set_brightness(brightness)
    return light._levels


def seen(colour, vision):
    """The luminance that an eye finds in a light."""
    rows = VISIONS[vision]
    simulated = [max(0, sum(a * b for a, b in zip(row, colour, strict=True))) for row in rows]
    return sum(a * b for a, b in zip(LUMINANCE, simulated, strict=True))


def sent(palette, sign, share, table):
    colour = palette.colours[3 * sign : 3 * sign + 3]
    return [table[(value * share + 255) >> 8] for value in colour]


def name_of(sign):
    names = {value: name for name, value in vars(signs).items() if isinstance(value, int)}
    base = max(value for value in names if value <= sign)
    return f"{names[base]}+{sign - base}"


def pairs():
    """Signs that may stand in one picture and mean different things."""
    found = set()
    for used in [scenes.load(game).SIGNS for game in GAMES] + [SCREENS]:
        for one, other in itertools.combinations(sorted(set(used)), 2):
            if not (one in CORNER_KEYS or other in CORNER_KEYS or {one, other} <= EDGES):
                found.add((one, other))
    return sorted(found)


@pytest.mark.parametrize("brightness", [*range(LOWEST, 256, 32), 255])
@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("name", PALETTES)
def test_any_two_signs_differ_in_light_or_rhythm(name, vision, brightness):
    palette = Palette(name)
    table = levels(brightness)
    wrong = []
    for one, other in pairs():
        if palette.rhythm[one] != palette.rhythm[other]:
            continue
        low, high = sorted(seen(sent(palette, sign, 255, table), vision) for sign in (one, other))
        if high < CLEARLY * low:
            wrong.append(f"{name_of(one)} {name_of(other)} {high / low:.2f}")
    assert not wrong


@pytest.mark.parametrize("brightness", [LOWEST, 255])
@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("name", PALETTES)
def test_a_rhythm_can_be_seen(name, vision, brightness):
    palette = Palette(name)
    table = levels(brightness)
    for sign in range(signs.COUNT):
        rhythm = RHYTHMS[palette.rhythm[sign]]
        if len(rhythm) > 1:
            low = seen(sent(palette, sign, min(rhythm), table), vision)
            high = seen(sent(palette, sign, max(rhythm), table), vision)
            assert high > SWING * low, name_of(sign)


@pytest.mark.parametrize("name", PALETTES)
def test_every_sign_but_off_gives_light(name):
    palette = Palette(name)
    assert len(palette.colours) == 3 * signs.COUNT
    assert not any(palette.colours[:3])
    for sign in range(1, signs.COUNT):
        assert any(sent(palette, sign, 255, levels(LOWEST))), name_of(sign)


def test_rhythms_are_told_apart_by_their_pace():
    """Changes between light and dark a second; only REASON flashes, and it is over soon."""
    periods = {len(levels) for levels in RHYTHMS}
    assert len(periods) == len(RHYTHMS)
    assert all(max(levels) == 255 for levels in RHYTHMS)
    assert len(RHYTHMS[BLINK]) == 25
    assert len(RHYTHMS[PULSE]) == 12
    assert 25 / len(RHYTHMS[FLASH]) < 3  # faster flicker can harm
    for name in PALETTES:
        palette = Palette(name)
        fast = [sign for sign in range(signs.COUNT) if palette.rhythm[sign] == FLASH]
        assert fast == [signs.REASON]
        assert palette.rhythm[signs.OFF] == STEADY


@pytest.mark.parametrize("name", PALETTES)
def test_a_clue_is_brighter_than_a_tile_and_bright_than_faint(name):
    palette = Palette(name)
    higher = [(signs.CLUE + i, signs.TILE + i) for i in range(4)]
    higher += [(side, side + signs.FAINT) for side in (signs.FIRST, signs.SECOND)]
    higher += [(signs.FIRST + signs.FAINT, signs.SECOND)]
    for vision, brightness in itertools.product(VISIONS, (LOWEST, 255)):
        table = levels(brightness)
        for high, low in higher:
            bright, faint = [seen(sent(palette, sign, 255, table), vision) for sign in (high, low)]
            assert bright > faint, (vision, name_of(high))
