"""The exams that the virtual board sets a driver.

An exam puts drivers on a virtual board and gives back what went wrong, as short texts; an empty
list is a pass. It takes classes to stand in for `lights`, `keys`, `tiles` or `logic`.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "board"))

from rig import Board, Rig, board_data, cells, frame  # noqa: E402

Board(board_data()).switch_on()  # the drivers import `machine`

import machine  # noqa: E402


def sit(exam, drivers=None):
    """The exam's failures; a crash of the driver or of the board is one too."""
    try:
        return exam(**(drivers or {}))
    except (OSError, machine.Reset) as error:
        return [repr(error)]


def differs(what, got, wanted):
    return [] if got == wanted else [f"{what}: {got} instead of {wanted}"]


CORNERS = [(3, 0), (15, 2), (0, 9), (8, 15)]
LIT = (
    {(0, 0): (255, 0, 0)},
    {(2, 1): (0, 255, 0), (0, 15): (0, 0, 255), (15, 15): (0, 0, 255)},
    {(7, 3): (255, 255, 0)},
)


def ring_exam(**drivers):
    rig = Rig("keys", **drivers)
    failures = []
    for chosen in ([(3, 4)], CORNERS, []):
        for x, y in chosen:
            rig.board.press(x, y)
        failures += differs("keys", rig.pressed(), chosen)
        for x, y in chosen:
            rig.board.release(x, y)
    return failures + rig.flags


def settling_exam(**drivers):
    """The fastest chip imaginable, so that only the driver's own waiting counts."""
    data = board_data()
    data["timing"].update(spi_call_us=0, pin_call_us=0)
    data["builds"]["keys"]["keys"]["baud"] = 4000000
    rig = Rig("keys", data=data, **drivers)
    rig.board.press(5, 5)
    return differs("keys", rig.pressed(), [(5, 5)])


def chain_exam(**drivers):
    failures = []
    for level in (0, 1):
        rig = Rig("keys", **drivers)
        rig.scan(3)
        rig.board.fault("chain", 3, level)
        rig.scan(105)
        rig.events()
        failures += differs(f"noticed at {level}", rig.driver.broken, True)
        failures += differs(f"keys down at {level}", cells(rig.keys.down), [])
    return failures


def ghost_exam(**drivers):
    rig = Rig("keys", **drivers)
    rig.scan(3)
    rig.board.fault("no_diode", 5, 6)
    for x, y in ((5, 6), (2, 6), (5, 3)):
        rig.board.press(x, y)
    return differs("the fourth corner", ("press", 2, 3) in rig.scan(5), False)


def bounce_exam(**drivers):
    failures = []
    for build in ("keys", "tiles"):
        rig = Rig(build, **drivers)
        rig.scan(3)
        for ms in (2, 6, 10, 15):
            rig.board.fault("bouncing", 4, 7, ms=ms)
            rig.board.press(4, 7)
            events = rig.scan(10, ms=2) + rig.scan(8)
            failures += differs(f"{build}, {ms} ms", events, [("press", 4, 7)])
            rig.board.release(4, 7)
            rig.scan(8)
    return failures


def stuck_exam(**drivers):
    rig = Rig("keys", **drivers)
    rig.board.fault("stuck", 4, 4)
    return differs("events", rig.scan(5), [])


def tile_exam(**drivers):
    rig = Rig("tiles", **drivers)
    failures = differs("at rest", rig.scan(3), [])
    for x, y in ((0, 0), (6, 9), (15, 15)):
        rig.board.press(x, y)
        failures += differs("press", rig.scan(6), [("press", x, y)])
        rig.board.release(x, y)
        failures += differs("release", rig.scan(6), [("release", x, y)])
    return failures + rig.flags


def tile_overflow_exam(**drivers):
    rig = Rig("tiles", **drivers)
    rig.scan(3)
    rig.board.press(5, 5)
    rig.scan(5)
    rig.board.fault("events_lost", 5, 5)
    rig.board.release(5, 5)  # this edge finds no room any more
    rig.scan(12)
    return differs("down in the end", cells(rig.keys.down), [])


def tile_light_exam(**drivers):
    rig = Rig("tiles", **drivers)
    failures = []
    for lit in LIT:
        picture = rig.show(frame(16, 16, lit))
        failures += differs("lit", _lit(picture), sorted(lit))
        failures += differs("colour", _colours(picture, lit), _colours(frame(16, 16, lit), lit))
    return failures + rig.flags


def doubled_tile_exam(**drivers):
    rig = Rig("tiles", **drivers)
    rig.board.fault("same_address", 46, 47)
    return differs("a doubled address is reported", bool(rig.hw.check()), True)


def light_exam(**drivers):
    rig = Rig("keys", **drivers)
    failures = []
    for lit in LIT:
        picture = rig.show(frame(16, 16, lit))
        failures += differs("lit", _lit(picture), sorted(lit))
        failures += differs("colour", _colours(picture, lit), _colours(frame(16, 16, lit), lit))
    return failures + rig.flags


def hurry_exam(**drivers):
    """Two frames at once: the second must show, in its place."""
    rig = Rig("keys", **drivers)
    rig.lights.show(frame(16, 16, {(0, 0): (255, 0, 0)}))
    picture = rig.show(frame(16, 16, {(4, 0): (255, 0, 0)}))
    return differs("lit", _lit(picture), [(4, 0)]) + rig.flags


def current_exam(**drivers):
    """White, ever brighter: never over the budget, and never so far that the supply gives in."""
    rig = Rig("keys", **drivers)
    rig.lights.set_brightness(255)
    try:
        for level in (100, 180, 255):
            rig.show(bytearray([level]) * 768)
    except machine.Reset:
        return [*rig.flags, "the board restarted"]
    return rig.flags


def swap_exam(**drivers):
    """As bright as the budget allows, now on one half of the tiles, now on the other."""
    rig = Rig("tiles", **drivers)
    rig.lights.set_brightness(255)
    for top, bottom in ((255, 0), (0, 255), (255, 0), (0, 0)):
        rig.show(bytearray([top]) * 384 + bytearray([bottom]) * 384)
    return rig.flags


def touch_exam(**drivers):
    rig = Rig("touch", **drivers)
    failures = differs("at rest", rig.scan(3), [])
    for x, y in ((0, 0), (7, 12), (15, 15)):
        rig.board.press(x, y)
        failures += differs("press", rig.scan(4), [("press", x, y)])
        rig.board.release(x, y)
        failures += differs("release", rig.scan(6), [("release", x, y)])
    return failures + rig.flags


def touch_restart_exam(**drivers):
    """The ESP32 restarts while the touch chips run on."""
    rig = Rig("touch", **drivers)
    rig.board.restart(machine.HARD_RESET)
    data = board_data()
    data["builds"]["touch"]["keys"]["touch"] = 100  # more than a finger: takes effect if heard
    again = Rig("touch", data=data, board=rig.board, **drivers)
    again.scan(3)
    again.board.press(4, 4)
    return differs("press", again.scan(4), []) + again.flags


def two_finger_exam(**drivers):
    rig = Rig("touch", **drivers)
    rig.scan(3)
    rig.board.press(3, 3)
    rig.board.press(10, 12)
    rig.scan(4)
    invented = set(cells(rig.keys.down)) - {(3, 3), (10, 12)}
    return differs("invented keys", invented, set())


def finger_at_start_exam(**drivers):
    board = Board(board_data(), "touch", "esp32")
    board.press(8, 8)
    rig = Rig("touch", board=board, **drivers)
    rig.scan(3)
    board.release(8, 8)
    rig.scan(40)
    board.press(8, 8)
    return differs("press", rig.scan(5), [("press", 8, 8)])


def cursor_exam(**drivers):
    rig = Rig("lite", **drivers)
    failures = differs("at rest", rig.scan(5), [])
    rig.board.button("BTN_RIGHT")
    rig.scan(3)
    failures += differs("cursor", rig.hw.cursor.cursor_x, 8)
    return failures + rig.flags


def _lit(picture):
    return sorted({(i // 3 % 16, i // 48) for i in range(768) if picture[i]})


def _colours(picture, lit):
    """Which of red, green and blue are on in each cell."""
    return [[bool(picture[3 * (y * 16 + x) + i]) for i in range(3)] for x, y in sorted(lit)]
