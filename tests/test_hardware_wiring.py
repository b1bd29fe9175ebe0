"""Netlist, pin table and virtual board agree: a wire changed in the netlist fails the self-test
at that key or light.

The firmware and its self-test run unchanged on a virtual board wired by the netlist. What the
self-test cannot feel by itself, a light or a key in another's place, a scripted person sees as
SELFTEST.md says: the wrong light walks, another light turns green.
"""

import copy
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from ludolux.hardware import files
from ludolux.hardware.blocks import INPUTS, OUTPUTS, design
from ludolux.hardware.check_pins import signals
from ludolux.hardware.circuit import parts_list
from ludolux.hardware.files import End, Wire
from ludolux.hardware.finding import Built

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "board"))
BOARD = json.loads((ROOT / "hardware/board.json").read_text())
LIBRARY = files.library()


def built(build, mcu="esp32s3"):
    """A build as its lists in the hardware folder say."""
    folder = ROOT / "hardware" / build
    wires, items = files.netlist(folder / "netlist.csv"), files.bom(folder / "bom.csv")
    if mcu != BOARD["mcu"]:
        circuit = design(BOARD, build, mcu, LIBRARY)
        wires, items = circuit.wires, parts_list(circuit)
    return Built(BOARD, build, mcu, LIBRARY, wires, items)


def moved(wires, end, to):
    """The same wires, but every wire at `end` goes to the pin `to`, and those there to `end`."""
    swap = {end: to, to: end}
    return [
        replace(wire, a=swap.get(wire.a, wire.a), b=swap.get(wire.b, wire.b)) for wire in wires
    ]


def without(wires, a, b):
    left = [wire for wire in wires if {wire.a, wire.b} != {a, b}]
    assert len(left) == len(wires) - 1
    return left


@pytest.fixture
def bench(fresh_firmware, tmp_path):
    """A function: a person at the self-test of a board with these wires."""

    def sit(build, wires, mcu="esp32s3"):
        fresh_firmware()
        sys.modules.pop("selftest", None)
        sys.modules.pop("rig", None)
        from ludolux.hardware.wired import WiredBoard
        from rig import Rig
        from selftest import Bench

        class Watching(Bench):
            """Compares pictures with what they should be, and the green light with the finger."""

            def __init__(self, *words, **names):
                super().__init__(*words, **names)
                self.walked = False
                self.astray = []  # (light that should be lit, light that was)
                self.crossed = []  # (key pressed, key that answered)

            def do_lights(self):
                stage = self.test._stage
                if stage.picture() == 4 and not self.walked:
                    self.walked = True
                    for light in range(0, 256, 7):
                        stage.ms = stage.ENDS[3] + 40 * light + 20
                        self.test.draw(self.rgb)
                        shown = self.rig.show(self.rgb)
                        lit = [i for i in range(256) if any(shown[3 * i : 3 * i + 3])]
                        if lit != [light]:
                            self.astray.append((light, lit))
                super().do_lights()

            def press(self, *cells):
                stage = self.test._stage
                watched = self.test.stage == "coverage" and self.rig.hw.cursor is None
                before = list(stage.seen) if watched else None
                super().press(*cells)
                if watched:
                    green = [
                        (x, y)
                        for y in range(16)
                        for x in range(16)
                        if (stage.seen[y] & ~before[y]) >> x & 1
                    ]
                    if green and green != [cells[0]]:
                        self.crossed.append((cells[0], green))

        kinds = built(build, mcu).kinds
        board = WiredBoard(copy.deepcopy(BOARD), build, mcu, wires, kinds)
        rig = Rig(build, mcu, data=copy.deepcopy(BOARD), board=board)
        return Watching(build, rig, folder=f"{tmp_path}/")

    return sit


def test_legs_are_those_of_the_data_sheets():
    """The tables that both the netlist and the tracing rest on, against the chips' own order."""
    letters = [pin[1] for pin in OUTPUTS], [pin[0] for pin in INPUTS]
    assert letters == (list("ABCDEFGH"), list("ABCDEFGH"))
    assert [leg(pin) for pin in OUTPUTS] == [15, 1, 2, 3, 4, 5, 6, 7]
    assert [leg(pin) for pin in INPUTS] == [11, 12, 13, 14, 3, 4, 5, 6]
    for kind, count in (("hc595", 16), ("hc165", 16), ("shifter", 14), ("network", 9)):
        assert sorted(map(leg, LIBRARY.pinouts[kind])) == list(range(1, count + 1))


def leg(pin):
    return int(pin[pin.index("(") + 1 : -1])


@pytest.mark.parametrize("mcu", BOARD["mcus"])
def test_pin_table_netlist_and_virtual_board_agree(mcu):
    from ludolux.hardware.wired import WiredBoard

    rows = [line.split("|") for line in (ROOT / "hardware/pins.md").read_text().splitlines()]
    column = 2 + list(BOARD["mcus"]).index(mcu)
    table = {row[1].strip(" `"): row[column].strip() for row in rows if len(row) == 7}
    for build in BOARD["builds"]:
        lists = built(build, mcu)
        board = WiredBoard(BOARD, build, mcu, lists.wires, lists.kinds)
        for signal in signals(lists):
            gpio = int(table[signal].split()[0].removeprefix("GPIO"))
            assert signal in lists.nets.labels(lists.nets.at("A1", f"GPIO{gpio}"))
            assert board._chip["pins"][signal] == gpio == BOARD["mcus"][mcu]["pins"][signal]


def found(result):
    return [sentence for stage in result["stages"] for sentence in stage["found"]]


@pytest.mark.parametrize("build", BOARD["builds"])
@pytest.mark.parametrize("mcu", BOARD["mcus"])
def test_the_netlist_as_it_is_passes_the_whole_self_test(build, mcu, bench):
    person = bench(build, built(build, mcu).wires, mcu)
    result = person.run()
    assert result["good"], found(result)
    assert not person.astray and not person.crossed


# End to end: a wire, where it goes instead, the stages, a sentence, the keys found bad.
ONE_WIRE = [
    ("keys", End("KEY4-5", "B(4)"), None, "coverage", "column 4, row 5 never closed", [[3, 4]]),
    ("keys", End("DIO9-2", "A"), End("DIO9-2", "K"), "coverage", "column 9, row 2 never closed",
     [[8, 1]]),
    ("keys", End("U4", "SER(10)"), None, "bus", "between the MOSI pin and 74HC165 number 1", None),
    ("keys", End("A1", "GPIO13"), None, "bus", "74HC165 number 2 and the MISO pin", None),
    ("keys", End("A1", "GPIO11"), End("A1", "GPIO12"), "bus", "ring", None),
    ("tiles", End("T6", "A0"), None, "bus", "Tile 6 does not answer at 0x33", None),
    ("tiles", End("T16", "SDA"), None, "bus", "Tile 16 does not answer", None),
    ("tiles", End("T16", "SCL"), None, "bus", "Tile 16 does not answer", None),
    ("tiles", End("T9", "VIN"), End("T9", "GND"), "bus", "Tile 9 does not answer", None),
    ("keys", End("U3", "SRCLR(10)"), End("U3", "OE(13)"), "bus", "ring", None),
    ("keys", End("U3", "OE(13)"), None, "coverage", "column 1, row 9 never closed",
     [[x, y] for y in range(8, 16) for x in range(16)]),
    ("keys", End("LS7", "5V"), End("LS7", "GND"), "lights", "number 97 of the chain", None),
    ("touch", End("M3", "VIN"), None, "bus", "No MPR121 answers as expected at 0x5c", None),
    ("touch", End("M2", "ADDR"), None, "bus", "No MPR121 answers as expected at 0x5b", None),
    ("lite", End("BTN_UP", "A"), None, "coverage", "BTN_UP never closed", []),
    ("lite", End("BTN_OK", "A"), None, "coverage", "BTN_OK never closed", []),
]  # fmt: skip


def test_a_build_whose_keys_lights_and_tiles_are_not_there_yet(bench):
    """As after step 3 of the guide: the ESP32 with its supply, and nothing else."""
    for build, words in (("keys", "ring"), ("tiles", "Tile 1 does"), ("touch", "MPR121")):
        lists = built(build)
        early = {"supply", "jack", "fuse", "terminal", "capacitor", "schottky", "mcu"}
        wires = [wire for wire in lists.wires
                 if {lists.kinds[wire.a.ref], lists.kinds[wire.b.ref]} <= early]  # fmt: skip
        person = bench(build, wires)
        assert person.run("memory")["good"]
        assert words in found(person.run("bus"))[0]


@pytest.mark.parametrize(
    ("build", "end", "to", "stage", "words", "keys"), ONE_WIRE, ids=[str(c[1]) for c in ONE_WIRE]
)
def test_one_wire_changed_is_named_by_the_self_test(build, end, to, stage, words, keys, bench):
    wires = built(build).wires
    if to is None:
        wires = [wire for wire in wires if end not in (wire.a, wire.b)]
    else:
        wires = moved(wires, end, to)
    person = bench(build, wires)
    if end.ref.startswith("BTN"):
        person.dead_buttons = (end.ref,)
    result = person.run(stage)
    sentences = found(result)
    assert not result["good"]
    assert any(words in sentence for sentence in sentences), sentences
    if keys is not None:
        assert result["bad_keys"] == keys


def test_a_key_on_its_neighbours_column_is_named(bench):
    """Only that key's own wire: it answers for its neighbour and never for itself."""
    wires = built("keys").wires
    wires = [wire for wire in wires if End("KEY4-5", "A(1)") not in (wire.a, wire.b)]
    above, below = End("KEY4-4", "A(1)"), End("KEY4-6", "A(1)")
    wires += [Wire("COL3", above, below, 0.5, "bare")]
    wires += [Wire("COL4", End("KEY5-5", "A(1)"), End("KEY4-5", "A(1)"), 0.5, "bare")]
    person = bench("keys", wires)
    result = person.run("coverage")
    assert "column 4, row 5 never closed" in found(result)[0]
    assert "column 5, row 5 gave 1 presses too many" in found(result)[1]
    assert person.crossed[0] == ((3, 4), [(4, 4)])


def test_two_row_wires_exchanged_light_the_other_row(bench):
    wires = moved(built("keys").wires, End("U2", "QC(2)"), End("U2", "QF(5)"))
    person = bench("keys", wires)
    person.run("coverage")
    assert {pressed[1] for pressed, _ in person.crossed} == {2, 5}
    assert person.crossed[0] == ((0, 2), [(0, 5)])


def test_two_column_wires_that_touch_are_named(bench):
    wires = [*built("keys").wires, Wire("COL4", End("U4", "D(14)"), End("U4", "E(3)"), 0.1, "WH")]
    result = bench("keys", wires).run("coverage")
    assert any("Columns 4 and 5 act as one" in sentence for sentence in found(result))


def test_a_missing_diode_is_named(bench):
    """Key 4-4 soldered straight to the bare wire of its row."""
    wires = [
        replace(wire, a=End("DIO4-4", "K")) if wire.a == End("DIO4-4", "A") else
        replace(wire, b=End("DIO4-4", "K")) if wire.b == End("DIO4-4", "A") else wire
        for wire in built("keys").wires
    ]  # fmt: skip
    result = bench("keys", wires).run("ghosts")
    assert result["bad_keys"] == [[3, 3]]
    assert "diode of the key at column 4, row 4" in found(result)[0]


def test_a_cut_between_strips_is_named_at_its_first_light(bench):
    wires = without(built("keys").wires, End("LS6", "DOUT"), End("LS7", "DIN"))
    result = bench("keys", wires).run("lights")
    assert "number 97 of the chain, at column 1, row 7" in found(result)[0]
    assert [0, 6] in result["bad_lights"]


def test_a_level_shifter_that_is_switched_off_keeps_all_dark(bench):
    wires = moved(built("lite").wires, End("U1", "1OE(1)"), End("U1", "VCC(14)"))
    rig = bench("lite", wires).rig
    assert not any(rig.show(bytes([200]) * 768))
    assert any(bench("lite", built("lite").wires).rig.show(bytes([200]) * 768))


def test_two_strips_exchanged_walk_wrongly(bench):
    """Every light works, so only the walking light shows it: in these two rows and no other."""
    wires = moved(built("keys").wires, End("LS3", "DIN"), End("LS5", "DIN"))
    wires = moved(wires, End("LS3", "DOUT"), End("LS5", "DOUT"))
    person = bench("keys", wires)
    person.run("lights")
    assert {light // 16 for light, _ in person.astray} == {2, 4}
    assert all(lit[0] // 16 == 6 - light // 16 for light, lit in person.astray)


def test_two_foils_exchanged_fail_at_their_columns(bench):
    """A finger also touches the foils beside it: an exchanged one looks like a second finger."""
    person = bench("touch", moved(built("touch").wires, End("FC3", "1"), End("FC9", "1")))
    result = person.run("coverage")
    assert {x for x, _ in result["bad_keys"]} == {1, 2, 3, 7, 8, 9}


def test_two_buttons_exchanged_move_the_cursor_the_other_way(bench):
    person = bench("lite", moved(built("lite").wires, End("BTN_UP", "A"), End("BTN_LEFT", "A")))
    cursor = person.rig.hw.cursor
    at = cursor.cursor_x
    person.push("BTN_UP")
    assert cursor.cursor_x == at - 1
