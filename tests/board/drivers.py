"""What the drivers do on the virtual board, as a transcript: the same on every interpreter.

Run from the project's root, with the names of scenarios or without for all. Prints one block a
scenario; a line that begins with FAILED is one.
"""

import sys

from rig import Rig, board_data, cells, frame

SCENARIOS = {}
SCRATCH = {"bits": 1}


def scenario(function):
    SCENARIOS[function.__name__] = function
    return function


def expect(what, got, wanted):
    if got == wanted:
        print("ok     %s: %s" % (what, got))
    else:
        print("FAILED %s: %s instead of %s" % (what, got, wanted))


def chance(below):
    """Small numbers, the same on every interpreter."""
    SCRATCH["bits"] = (SCRATCH["bits"] * 1309 + 13849) & 0xFFFF
    return (SCRATCH["bits"] >> 4) % below


def some_cells(count):
    found = set()
    while len(found) < count:
        found.add((chance(16), chance(16)))
    return sorted(found, key=lambda cell: cell[1] * 16 + cell[0])


@scenario
def ring_reads_exactly_what_is_pressed():
    rig = Rig("keys")
    wrong = 0
    for _ in range(40):
        chosen = some_cells(chance(12))
        for x, y in chosen:
            rig.board.press(x, y)
        if rig.pressed() != chosen:
            wrong += 1
        for x, y in chosen:
            rig.board.release(x, y)
    expect("wrong readings of 40", wrong, 0)
    for y in range(16):
        for x in range(16):
            rig.board.press(x, y)
    expect("keys read with all pressed", len(rig.pressed()), 256)
    expect("flags", rig.flags, [])


@scenario
def ring_in_every_orientation():
    chosen = [(2, 0), (15, 1), (0, 5), (9, 11)]
    for origin in ("NW", "NE", "SW", "SE"):
        for axis in ("rows", "columns"):
            for rotate in (0, 90, 180, 270):
                data = board_data()
                keys = data["builds"]["keys"]["keys"]
                keys["origin"], keys["axis"], keys["rotate"] = origin, axis, rotate
                keys["h"] = 12
                data["builds"]["keys"]["side_buttons"] = {}
                rig = Rig("keys", data=data)
                for x, y in chosen:
                    rig.board.press(x, y)
                if rig.pressed() != chosen:
                    expect("%s %s %d" % (origin, axis, rotate), cells(rig.driver.rows), chosen)
    print("ok     32 mountings of 16 x 12 keys")


@scenario
def ring_scan_time():
    rig = Rig("keys")
    start = rig.board.clock.us
    rig.driver.scan()
    expect("us of a scan with no key down", rig.board.clock.us - start < 100, True)
    rig.board.press(3, 3)
    start = rig.board.clock.us
    rig.driver.scan()
    expect("us of a scan with a key down, below 1100", rig.board.clock.us - start < 1100, True)


@scenario
def a_press_acts_at_once_and_a_bounce_only_once():
    rig = Rig("keys")
    rig.scan(3)
    for ms in (2, 5, 8, 11, 15):
        rig.board.fault("bouncing", 4, 7, ms=ms)
        rig.board.press(4, 7)
        first = rig.scan()
        later = rig.scan(8)
        rig.board.release(4, 7)
        expect(
            "%d ms" % ms,
            (sorted(first + later), rig.scan(8)),
            ([("press", 4, 7)], [("release", 4, 7)]),
        )
    rig.board.mend()
    rig.board.press(4, 7)
    expect("in the very next scan", rig.scan(), [("press", 4, 7)])


@scenario
def a_tap_shorter_than_the_debounce_is_whole():
    rig = Rig("keys")
    rig.scan(3)
    rig.board.press(1, 2)
    events = rig.scan()
    rig.board.release(1, 2)
    expect("tap", events + rig.scan(6), [("press", 1, 2), ("release", 1, 2)])


@scenario
def a_full_buffer_delays_but_loses_nothing():
    rig = Rig("keys")
    rig.scan(3)
    # Two diagonals: no two rows share two columns.
    chosen = [(x, (x + y) % 16) for y in range(2) for x in range(16)]
    for x, y in chosen:
        rig.board.press(x, y)
    for _ in range(3):
        rig.board.clock.sleep_ms(10)
        rig.keys.update()
    for x, y in chosen:
        rig.board.release(x, y)
    rig.board.press(0, 5)
    rig.board.press(1, 9)
    for _ in range(6):
        rig.board.clock.sleep_ms(10)
        waiting = rig.keys.update()
    expect("events waiting", waiting, 64)
    events = rig.events()
    events += rig.scan(3)
    expect("events in the end", len(events), 66)
    expect("down in the end", cells(rig.keys.down), [(0, 5), (1, 9)])


@scenario
def ghosts_are_set_aside():
    rig = Rig("keys")
    rig.scan(3)
    rig.board.fault("no_diode", 5, 6)
    for x, y in ((5, 6), (2, 6), (5, 3)):
        rig.board.press(x, y)
    expect("what the ring reads", rig.pressed(), [(2, 3), (5, 3), (2, 6), (5, 6)])
    expect("events", rig.scan(3), [])
    expect("counted", rig.keys.ghosts, 3)
    rig.board.release(5, 3)
    expect("two keys left", sorted(rig.scan(3)), [("press", 2, 6), ("press", 5, 6)])
    print("flags ", rig.flags)


@scenario
def a_key_closed_at_power_up_is_silent():
    rig = Rig("keys")
    rig.board.fault("stuck", 9, 9)
    rig.board.press(0, 0)
    expect("events", rig.scan(50), [])
    expect("menu held at the start", rig.keys.held_at_start(0, 0), True)
    rig.board.release(0, 0)
    rig.scan(10)
    rig.board.press(0, 0)
    expect("menu works once released", rig.scan(3), [("press", 0, 0)])
    expect("stuck yet", rig.keys.stuck, False)
    rig.scan(300)
    expect("stuck after three seconds", (rig.keys.stuck, cells(rig.keys.masked)), (True, [(9, 9)]))
    print(rig.hw.check())


@scenario
def a_broken_chain_is_noticed_and_silent():
    for joint in range(5):
        for level in (0, 1):
            rig = Rig("keys")
            rig.scan(3)
            rig.board.fault("chain", joint, level)
            rig.scan(110)
            expect("joint %d stuck at %d" % (joint, level), rig.driver.broken, True)
            print(rig.hw.check())
            rig.board.press(3, 3)
            expect("events", rig.scan(5), [])
            rig.board.mend()
            expect("whole again", rig.scan(110), [("press", 3, 3)])


@scenario
def shorted_lines_are_named():
    for fault in (
        ("row_to_ground", 4),
        ("column_to_ground", 9),
        ("row_to_column", 2, 3),
        ("row_short", 1, 2),
        ("column_short", 7, 8),
    ):
        rig = Rig("keys")
        rig.board.fault(*fault)
        print(fault, rig.hw.check(), rig.flags)


@scenario
def side_buttons_stand_for_keys():
    rig = Rig("keys")
    rig.scan(3)
    rig.board.fault("button_bouncing", "BTN_MENU", ms=12)
    rig.board.button("BTN_MENU")
    rig.board.button("BTN_OK")
    expect("events", sorted(rig.scan(5)), [("press", 0, 0), ("press", 15, 15)])
    print(rig.hw.check())


@scenario
def lights_in_every_orientation():
    picture = frame(
        16,
        12,
        {
            (0, 0): (255, 0, 0),
            (15, 0): (0, 255, 0),
            (3, 7): (0, 0, 255),
            (15, 11): (255, 255, 255),
            (0, 11): (9, 99, 199),
        },
    )
    pictures = set()
    for origin in ("NW", "NE", "SW", "SE"):
        for axis in ("rows", "columns"):
            for serpentine in (False, True):
                for rotate in (0, 90, 180, 270):
                    data = board_data()
                    lights = data["builds"]["lite"]["lights"]
                    lights["origin"], lights["axis"] = origin, axis
                    lights["serpentine"], lights["rotate"] = serpentine, rotate
                    lights["h"] = 12
                    pictures.add(Rig("lite", data=data).show(picture))
    expect("different pictures of 64 mountings", len(pictures), 1)
    shown = list(pictures)[0]
    print([(i // 3 % 16, i // 48, "rgb"[i % 3], v) for i, v in enumerate(shown) if v])


@scenario
def colour_orders():
    picture = frame(16, 16, {(1, 1): (255, 128, 64)})
    for order in ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR"):
        data = board_data()
        data["builds"]["lite"]["lights"]["order"] = order
        shown = Rig("lite", data=data).show(picture)
        print(order, [v for v in shown if v])


@scenario
def only_changed_frames_are_sent():
    for build in ("keys", "tiles"):
        rig = Rig(build)
        sent = rig.board.frames
        rig.show(frame(16, 16, {(1, 1): (9, 9, 9)}))
        after_one = rig.board.frames - sent
        rig.show(frame(16, 16, {(1, 1): (9, 9, 9)}))
        expect(build + " sent", (after_one, rig.board.frames - sent), (1, 1))
        rig.show(frame(16, 16, {(1, 1): (250, 9, 9)}))
        expect(build + " after a change of light", rig.board.frames - sent, 2)
        rig.lights.set_brightness(30)
        rig.show(frame(16, 16, {(1, 1): (250, 9, 9)}))
        expect(build + " after a change of brightness", rig.board.frames - sent, 3)


@scenario
def frames_in_a_hurry_keep_the_pause():
    rig = Rig("keys", start_us=(1 << 30) - 30000)
    for level in range(8):
        rig.lights.show(bytearray([level * 30] * 768))
    rig.board.clock.sleep_ms(1)
    expect("the last frame shows everywhere", len(set(rig.board.lights())), 1)
    expect("flags", rig.flags, [])


@scenario
def the_limiter_keeps_the_budget():
    for build in ("keys", "tiles"):
        rig = Rig(build)
        rig.lights.set_brightness(255)
        for level in (10, 60, 128, 140, 200, 255):
            rig.show(bytearray([level] * 768))
            print(
                build,
                level,
                rig.lights.milliamps,
                rig.board.milliamps,
                rig.lights.limited,
                rig.board.lights()[0],
            )
        expect(build + " flags", rig.flags, [])
        lit = bytearray([255] * 768)
        lit[0] = lit[1] = lit[2] = 1
        expect(build + " the dimmest light survives", rig.show(lit)[:3], b"\x01\x01\x01")
        rig.lights.dark()
        rig.board.clock.sleep_ms(1)
        expect(build + " dark", (set(rig.board.lights()), rig.board.milliamps), ({0}, 376))


@scenario
def tiles_read_exactly_what_is_pressed():
    rig = Rig("tiles")
    rig.scan(3)
    wrong = 0
    for _ in range(10):
        chosen = some_cells(chance(12))
        for x, y in chosen:
            rig.board.press(x, y)
        rig.board.clock.sleep_ms(11)
        if rig.pressed() != chosen:
            wrong += 1
        for x, y in chosen:
            rig.board.release(x, y)
        rig.board.clock.sleep_ms(11)
        if rig.pressed():
            wrong += 1
    expect("wrong readings of 20", wrong, 0)
    expect("flags", rig.flags, [])


@scenario
def a_tap_between_two_looks_at_a_tile_counts():
    rig = Rig("tiles")
    rig.scan(3)
    rig.board.press(6, 6)
    rig.board.clock.sleep_ms(25)
    rig.board.release(6, 6)
    rig.board.clock.sleep_ms(25)
    expect("events", rig.scan(6), [("press", 6, 6), ("release", 6, 6)])


@scenario
def tiles_bounce_too():
    rig = Rig("tiles")
    rig.scan(3)
    rig.board.fault("bouncing", 9, 2, ms=15)
    rig.board.press(9, 2)
    expect("press", rig.scan(9), [("press", 9, 2)])
    rig.board.release(9, 2)
    expect("release", rig.scan(9), [("release", 9, 2)])


@scenario
def a_tile_that_lost_events_starts_over():
    rig = Rig("tiles")
    rig.scan(3)
    rig.board.press(5, 5)
    expect("before", rig.scan(5), [("press", 5, 5)])
    rig.board.fault("events_lost", 5, 5)
    expect("after", rig.scan(5), [("release", 5, 5)])
    expect("counted", rig.driver.overflows, 1)
    rig.board.release(5, 5)
    rig.scan(5)
    rig.board.press(5, 5)
    expect("works again", rig.scan(5), [("press", 5, 5)])


@scenario
def a_tile_that_does_not_answer():
    rig = Rig("tiles")
    rig.scan(3)
    rig.board.fault("nack", 51, 2)
    rig.board.press(5, 5)
    expect("twice: tried again", rig.scan(5), [("press", 5, 5)])
    rig.board.fault("nack", 51, 1000)
    rig.board.press(0, 0)
    expect(
        "for long: its keys are up, the others work",
        sorted(rig.scan(5)),
        [("press", 0, 0), ("release", 5, 5)],
    )
    shown = rig.show(bytearray([80] * 768))
    expect("dark lights", sum([1 for v in shown if not v]), 48)
    for line in rig.hw.check():
        print(line)
    rig.board.mend()
    rig.board.release(5, 5)
    rig.scan(120)
    rig.board.press(5, 5)
    expect("back again", rig.scan(5), [("press", 5, 5)])
    expect("lit again", set(rig.show(bytearray([80] * 768))), {shown[0]})


@scenario
def tiles_that_are_missing_or_doubled():
    rig = Rig("tiles")
    rig.board.fault("same_address", 46, 47)
    print(rig.hw.check())
    rig = Rig("tiles")
    rig.board.fault("same_address", 70, 61)
    print(rig.hw.check())


@scenario
def a_lost_interrupt_wire_is_no_dead_board():
    rig = Rig("tiles")
    rig.scan(3)
    rig.board.wire(rig.profile.pins["KEY_INT"]).drivers.clear()
    rig.board.press(3, 3)
    expect("within a second", rig.scan(110), [("press", 3, 3)])


@scenario
def touch_finds_the_cell_under_the_finger():
    rig = Rig("touch")
    rig.scan(3)
    wrong = 0
    for _ in range(20):
        x, y = chance(16), chance(16)
        rig.board.press(x, y)
        if rig.scan(4) != [("press", x, y)]:
            wrong += 1
        rig.board.release(x, y)
        if rig.scan(6) != [("release", x, y)]:
            wrong += 1
    expect("wrong of 40", wrong, 0)
    expect("flags", rig.flags, [])


@scenario
def two_fingers_are_one():
    rig = Rig("touch")
    rig.scan(3)
    rig.board.press(3, 3)
    expect("first", rig.scan(4), [("press", 3, 3)])
    rig.board.press(10, 12)
    expect("second", rig.scan(4), [])
    expect("counted", rig.driver.unclear > 0, True)
    rig.board.release(3, 3)
    expect("the first leaves", sorted(rig.scan(8)), [("press", 10, 12), ("release", 3, 3)])


@scenario
def a_finger_at_power_up():
    data = board_data()
    from ludolux.virtual.board import Board

    board = Board(data, "touch", "esp32")
    board.press(8, 8)
    rig = Rig("touch", data=data, board=board)
    expect("not a press", rig.scan(5), [])
    board.release(8, 8)
    rig.scan(40)
    board.press(8, 8)
    expect("later it is", rig.scan(5), [("press", 8, 8)])


@scenario
def touch_chips_that_fail():
    rig = Rig("touch")
    rig.scan(3)
    rig.board.fault("nack", 91, 2)
    rig.board.press(2, 2)
    expect("twice: tried again", rig.scan(4), [("press", 2, 2)])
    rig.board.fault("nack", 92, 1000)
    rig.scan(4)
    print(rig.hw.check())
    rig.board.mend()
    rig.board.fault("stuck", 1, 1)
    print(rig.hw.check())


@scenario
def the_cursor_pad():
    rig = Rig("lite")
    rig.scan(3)
    where = []
    for signal in ("BTN_RIGHT", "BTN_DOWN", "BTN_LEFT", "BTN_UP"):
        rig.board.fault("button_bouncing", signal, ms=14)
        rig.board.button(signal)
        rig.scan(8)
        rig.board.button(signal, False)
        rig.scan(8)
        where.append((rig.hw.cursor.cursor_x, rig.hw.cursor.cursor_y))
    expect("one step each", where, [(8, 7), (8, 8), (7, 8), (7, 7)])
    rig.board.button("BTN_LEFT")
    rig.scan(95)
    expect("held for a second, round the edge", rig.hw.cursor.cursor_x, 1)
    rig.board.button("BTN_LEFT", False)
    rig.scan(5)
    rig.board.button("BTN_OK")
    events = rig.scan(3)
    rig.board.button("BTN_DOWN")
    events += rig.scan(3)
    rig.board.button("BTN_OK", False)
    rig.board.button("BTN_MENU")
    expect(
        "events",
        events + sorted(rig.scan(5)),
        [("press", 1, 7), ("press", 0, 0), ("release", 1, 7)],
    )
    expect("flags", rig.flags, [])
    print(rig.hw.check())


@scenario
def the_buzzer_plays_on_its_own():
    rig = Rig("keys")
    rig.board.tones.clear()
    start = rig.board.clock.us
    rig.hw.buzzer.play((880, 30, 0, 20, 1175, 30))
    for _ in range(12):
        rig.board.clock.sleep_ms(10)
        rig.hw.buzzer.tick()
    print([((us - start) // 1000, hz) for us, hz in rig.board.tones])


@scenario
def a_brownout_restarts_the_board():
    rig = Rig("keys")
    rig.show(bytearray([50] * 768))
    rig.board.fault("brownout", after_ms=25)
    import machine

    try:
        rig.scan(5)
        expect("reset", False, True)
    except machine.Reset as reset:
        expect("cause", (reset.args[0], machine.reset_cause()), (machine.WDT_RESET,) * 2)
    expect("dark", set(rig.board.lights()), {0})


def main(names):
    for name in names or sorted(SCENARIOS):
        print("== " + name)
        SCRATCH["bits"] = 1
        SCENARIOS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
