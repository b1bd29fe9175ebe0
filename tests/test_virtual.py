"""The virtual board: its chips follow their data sheets, and forgive no driver a mistake."""

import pytest
import wrong_drivers
from exams import Board, Rig, board_data, cells, frame, sit
from ludolux.virtual import machine
from ludolux.virtual.clock import PERIOD, Clock
from ludolux.virtual.flags import Flags
from ludolux.virtual.matrix import Matrix
from ludolux.virtual.ring import Ring
from ludolux.virtual.seesaw import Seesaw
from ludolux.virtual.spi import Bus

BITS = (400, 850, 800, 450)


def board(build="keys", mcu="esp32"):
    return Board(board_data(), build, mcu).switch_on()


# Drivers


@pytest.mark.parametrize(
    ("rule", "exam", "drivers"),
    wrong_drivers.WRONG,
    ids=[next(iter(w[2].values())).__name__ for w in wrong_drivers.WRONG],
)
def test_a_wrong_driver_fails(rule, exam, drivers):
    assert sit(exam) == [], "the right drivers must pass"
    assert sit(exam, drivers), f"the model forgives a breach of: {rule}"


# Time


def test_ticks_wrap_as_on_micropython():
    clock = Clock(start_us=PERIOD - 5)
    before = clock.ticks_us()
    clock.sleep_us(20)
    assert clock.ticks_us() == 15
    assert clock.ticks_diff(clock.ticks_us(), before) == 20
    assert clock.ticks_diff(before, clock.ticks_us()) == -20


def test_waiting_for_the_clock_ends():
    clock = Clock()
    start = clock.ticks_ms()
    while clock.ticks_diff(clock.ticks_ms(), start) < 3:
        pass
    assert clock.us == 3000


def test_transfers_take_their_time():
    here = board()
    strip_start = here.clock.us
    machine.bitstream(machine.Pin(here._chip["pins"]["LED_DATA"]), 0, BITS, bytes(768))
    assert here.clock.us - strip_start == 7680

    tiles = board("tiles")
    i2c = machine.I2C(0, scl=machine.Pin(22), sda=machine.Pin(21), freq=400000)
    start = tiles.clock.us
    i2c.writeto(46, b"\x10\x04")  # start, address and two bytes with acknowledge, stop
    assert tiles.clock.us - start == tiles.timing["i2c_call_us"] + 28 * 10 // 4


# The matrix and the ring


def matrix_with(*keys):
    matrix = Matrix(4, 4, Clock(), Flags())
    for key in keys:
        matrix.switches.press(key)
    return matrix


def read(matrix, row):
    matrix.drive_rows(~(1 << row))
    matrix._clock.advance(20)
    return [place for place in range(4) if not matrix.columns() >> place & 1]


def test_diodes_keep_three_corners_three():
    matrix = matrix_with((0, 0), (0, 2), (3, 2))
    assert [read(matrix, row) for row in range(4)] == [[0, 2], [], [], [2]]


@pytest.mark.parametrize("kind", ["missing", "shorted"])
def test_a_ghost_appears_where_the_current_leads(kind):
    """Current runs from column 0 through row 0, back over the bad diode to column 2, to row 3."""
    matrix = matrix_with((0, 0), (0, 2), (3, 2))
    matrix.lose_diode((0, 2), kind)
    assert read(matrix, 3) == [0, 2]
    assert any("drives high against" in flag for flag in matrix._flags.raised)
    matrix = matrix_with((0, 0), (0, 2), (3, 2))
    matrix.lose_diode((0, 0), kind)  # not on the way: no ghost
    assert read(matrix, 3) == [2]


def test_a_column_remembers_the_last_row_for_a_moment():
    matrix = matrix_with((0, 1))
    matrix.drive_rows(~1)
    matrix.drive_rows(~2)
    assert not matrix.columns() >> 1 & 1
    matrix._clock.advance(10)
    assert matrix.columns() >> 1 & 1


def test_bytes_and_edges_agree():
    """The quick way through the ring is the way of its clock edges."""
    answers = []
    for quick in (True, False):
        matrix = matrix_with((1, 0), (2, 3))
        ring = Ring(matrix, 4, 4)
        if not quick:
            ring.exchange = lambda data: None
        bus = Bus(matrix._clock, 0)
        bus.slave = ring
        got = []
        for pattern in (b"\xfd", b"\x0f\x33", b"\xfb\x81\x42", b"\xff\x00"):
            ring.latch(0)
            ring.latch(1)
            into = bytearray(len(pattern))
            bus.transfer(pattern, into, 1000000, 0, 0, False)
            matrix._clock.advance(20)
            got.append(bytes(into))
        answers.append(got)
    assert answers[0] == answers[1]
    assert len(set(answers[0])) > 1


# Tiles


def tile():
    here = Seesaw(46, Clock(), Flags())
    for key in range(16):
        command(here, 0x10, 0x01, (key >> 2) * 8 + (key & 3), 0x19)
    command(here, 0x10, 0x02, 1)
    return here


def command(here, *data):
    here._clock.advance(1000)
    assert here.start(False, False)
    acknowledged = [here.write(byte) for byte in data]
    here.stop()
    return all(acknowledged)


def ask(here, module, function, count):
    command(here, module, function)
    assert not here.start(True, False), "busy"
    here._clock.advance(500)
    assert here.start(True, False)
    return [here.read() for _ in range(count)]


def test_a_tile_tells_edges_at_its_next_scan():
    here = tile()
    here.keys.press(5)
    assert ask(here, 0x10, 0x04, 1) == [0]
    here._clock.advance(10000)
    assert here.interrupt() == 0
    assert ask(here, 0x10, 0x04, 1) == [1]
    assert ask(here, 0x10, 0x10, 3) == [9 << 2 | 3, 0xFF, 0xFF]
    assert here.interrupt() is None
    here.keys.release(5)
    here._clock.advance(10000)
    assert ask(here, 0x10, 0x10, 1) == [9 << 2 | 2]


def test_a_tile_keeps_127_events():
    here = tile()
    for _ in range(70):
        for move in (here.keys.press, here.keys.release):
            move(0)
            here._clock.advance(10000)
            here.catch_up()
    assert ask(here, 0x10, 0x04, 1) == [127]
    assert here.dropped == 13


def test_a_tile_takes_31_bytes_and_halts_on_a_huge_buffer():
    here = tile()
    assert command(here, 0x0E, 0x04, *range(31))
    assert not command(here, 0x0E, 0x04, *range(32))
    command(here, 0x0E, 0x03, 0, 65)
    here._clock.advance(10000)
    assert here.halted and not here.start(False, False)


def test_switching_an_edge_off_keeps_it():
    here = tile()
    command(here, 0x10, 0x01, 0, 8 << 1 | 0)  # "no presses", says the manual
    here.keys.press(0)
    here._clock.advance(20000)
    here.catch_up()
    here.keys.release(0)
    here._clock.advance(20000)
    assert ask(here, 0x10, 0x10, 2) == [3, 0xFF]
    command(here, 0x10, 0x01, 0, 0)
    here.keys.press(0)
    here._clock.advance(20000)
    assert ask(here, 0x10, 0x04, 1) == [0]


def test_a_long_sleep_costs_a_tile_nothing():
    here = tile()
    here.keys.press(3)
    here._clock.advance(3600 * 1000000)
    scans = []
    scan = here._scan
    here._scan = lambda at: (scans.append(at), scan(at))
    assert here.interrupt() == 0
    assert len(scans) < 5


# Lights


def test_a_cut_chain_and_a_stuck_light():
    rig = Rig("keys")
    rig.board.fault("light_cut", 20)
    rig.board.fault("light_stuck", 2, green=77)
    shown = rig.show(bytearray([90] * 768))
    lit = [i for i in range(256) if any(shown[3 * i : 3 * i + 3])]
    assert lit == [*range(16), 28, 29, 30, 31]  # the second row runs backwards
    assert shown[6:9] == bytes((0, 77, 0))


def test_too_much_light_is_flagged_and_then_browns_out():
    here = board()
    pin = machine.Pin(here._chip["pins"]["LED_DATA"], machine.Pin.OUT)
    machine.bitstream(pin, 0, BITS, bytes([50]) * 768)
    assert "more than the budget" in here.flags.raised[0]
    here.clock.sleep_ms(1)
    with pytest.raises(machine.Reset):
        machine.bitstream(pin, 0, BITS, bytes([255]) * 768)
    assert machine.reset_cause() == machine.WDT_RESET
    assert set(here.lights()) == {0}


def test_neopixel_writes_the_same_wire():
    here = board()
    import neopixel

    lights = neopixel.NeoPixel(machine.Pin(here._chip["pins"]["LED_DATA"]), 256)
    lights[16] = (1, 2, 3)  # the first of the second row, which runs backwards
    lights.write()
    here.clock.sleep_ms(1)
    assert here.lights() == frame(16, 16, {(15, 1): (1, 2, 3)})


# Pins and faults


def test_pins_are_those_of_the_chip():
    board("lite", "esp32")
    with pytest.raises(ValueError, match="can only be input"):
        machine.Pin(34, machine.Pin.OUT)
    for number in (6, 24, 99):
        with pytest.raises(ValueError, match="invalid pin"):
            machine.Pin(number)


def test_a_wrong_bus_pin_reaches_nobody():
    board("tiles", "esp32")
    i2c = machine.I2C(0, scl=machine.Pin(21), sda=machine.Pin(22))
    assert i2c.scan() == []
    with pytest.raises(OSError, match="19"):
        i2c.writeto(46, b"\x00\x01")


def test_faults_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match='There is no fault "flood"'):
        board().fault("flood")
    with pytest.raises(ValueError, match="has no matrix to break"):
        board("tiles").fault("no_diode", 1, 1)
    with pytest.raises(ValueError, match="press its buttons"):
        board("lite").press(1, 1)


@pytest.mark.parametrize("build", ["keys", "tiles"])
def test_an_open_key_never_closes_and_a_stuck_one_never_opens(build):
    rig = Rig(build)
    rig.scan(3)
    rig.board.fault("open", 2, 2)
    rig.board.fault("stuck", 9, 3)
    rig.board.press(2, 2)
    rig.scan(3)
    rig.board.release(9, 3)
    rig.scan(3)
    assert cells(rig.keys.down) == [(9, 3)]
    rig.board.mend()
    rig.scan(5)
    assert cells(rig.keys.down) == [(2, 2)]


def test_shorted_lines_read_as_the_wiring_says():
    rig = Rig("keys")
    rig.board.fault("column_short", 3, 4)
    rig.board.press(3, 8)
    assert rig.pressed() == [(3, 8), (4, 8)]
    rig = Rig("keys")
    rig.board.fault("row_short", 1, 2)
    rig.board.press(6, 1)
    assert rig.pressed() == [(6, 1), (6, 2)]


def test_a_restart_of_the_esp32_leaves_the_lights_alone():
    rig = Rig("keys")
    shown = rig.show(frame(16, 16, {(4, 4): (200, 0, 0)}))
    with pytest.raises(machine.Reset):
        machine.reset()
    assert rig.board.lights() == shown
    assert machine.reset_cause() == machine.SOFT_RESET
    rig.board.power_on()
    assert set(rig.board.lights()) == {0}
