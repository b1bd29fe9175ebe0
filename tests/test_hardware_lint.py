"""The lint: the project's own files are clean, and each broken copy is caught with its sentence.

A copy holds one build on one chip: board.json with its netlist and parts list beside it, as
somebody who makes an own build would have them. Each case breaks one thing in one of the files.
"""

import copy
import json
from dataclasses import replace
from pathlib import Path

import pytest
from ludolux.command import run
from ludolux.hardware import files, lint
from ludolux.hardware.blocks import design
from ludolux.hardware.circuit import parts_list
from ludolux.hardware.files import End, Wire

ROOT = Path(__file__).resolve().parent.parent
BOARD = json.loads((ROOT / "hardware/board.json").read_text())
LIBRARY = files.library()


class Copy:
    """The files of one build, to be broken and checked."""

    def __init__(self, build, mcu="esp32s3"):
        self.board = copy.deepcopy(BOARD)
        self.build = build
        self.board["build"], self.board["mcu"] = build, mcu
        self.board["builds"] = {build: self.board["builds"][build]}
        self.board["mcus"] = {mcu: self.board["mcus"][mcu]}
        circuit = design(self.board, build, mcu, LIBRARY)
        self.wires, self.items = list(circuit.wires), parts_list(circuit)

    def spec(self):
        return self.board["builds"][self.build]

    def cut(self, ref, pin):
        """Takes all wires off a pin."""
        end = End(ref, pin)
        left = [wire for wire in self.wires if end not in (wire.a, wire.b)]
        assert len(left) < len(self.wires)
        self.wires = left

    def move(self, ref, pin, to_ref, to_pin):
        """The wires at a pin go to another one."""
        end, to = End(ref, pin), End(to_ref, to_pin)
        moved = [
            replace(wire, a=to if wire.a == end else wire.a, b=to if wire.b == end else wire.b)
            for wire in self.wires
        ]
        assert moved != self.wires
        self.wires = moved

    def swap(self, ref, pin, other_ref, other_pin):
        self.move(ref, pin, "?", "?")
        self.move(other_ref, other_pin, ref, pin)
        self.move("?", "?", other_ref, other_pin)

    def join(self, net, ref, pin, other_ref, other_pin, mm2=0.14):
        self.wires.append(Wire(net, End(ref, pin), End(other_ref, other_pin), mm2, "WH"))

    def item(self, name, **changes):
        at = next(n for n, item in enumerate(self.items) if item.part == name)
        self.items[at] = replace(self.items[at], **changes)

    def become(self, ref, part):
        """A part is exchanged for another of the catalogue."""
        for n, item in enumerate(self.items):
            if ref in item.refs:
                refs = tuple(one for one in item.refs if one != ref)
                self.items[n] = replace(item, refs=refs, qty=len(refs))
        self.items = [item for item in self.items if item.qty]
        known = LIBRARY.parts[part]
        self.items.append(files.Item(part, 1, (ref,), 1, known.what, "", ""))

    def drop(self, ref):
        """A part is forgotten in both lists."""
        self.wires = [wire for wire in self.wires if ref not in (wire.a.ref, wire.b.ref)]
        for n, item in enumerate(self.items):
            if ref in item.refs:
                refs = tuple(one for one in item.refs if one != ref)
                self.items[n] = replace(item, refs=refs, qty=len(refs))
        self.items = [item for item in self.items if item.qty]

    def write(self, folder):
        path = folder / "board.json"
        path.write_text(json.dumps(self.board))
        (folder / self.build).mkdir(exist_ok=True)
        rows = [wire.row() for wire in self.wires]
        (folder / self.build / "netlist.csv").write_text(files.written(rows, files.NETLIST))
        rows = [item.row() for item in self.items]
        (folder / self.build / "bom.csv").write_text(files.written(rows, files.BOM))
        return path


def bare_light_data(c):
    c.cut("U1", "1A(2)")
    c.cut("U1", "1Y(3)")
    c.join("LED_DATA", "A1", "GPIO4", "R1", "1")


def no_schottky(c):
    c.drop("D0")
    c.join("+5V", "TB1", "BUS", "A1", "5V", 0.75)


def thin_feed(c):
    at = next(n for n, wire in enumerate(c.wires) if wire.b == End("LS1", "5V"))
    c.wires[at] = replace(c.wires[at], mm2=0.14)


def straight_diode(c):
    c.cut("DIO4-5", "A")
    c.join("ROW4", "KEY4-5", "B(4)", "DIO4-5", "K")


def straight_row(c):
    c.drop("RR3")
    c.join("ROW2", "U2", "QC(2)", "DIO1-3", "K")


def rewire(c, ref, pin, net, to_ref, to_pin):
    """One pin on another net, as if its wire had been soldered there from the start."""
    end = End(ref, pin)
    c.wires = [wire for wire in c.wires if wire.b != end]
    c.join(net, to_ref, to_pin, ref, pin)


def buzzer_bare(c):
    c.drop("R2")
    c.join("BUZZER", "A1", "GPIO5", "BZ1", "1")


# kind, build, chip, what is broken, words of the sentence
BROKEN = [
    ("schema", "keys", "esp32s3", lambda c: c.spec()["lights"].update(w="wide"),
     "board.json, builds → keys → lights"),
    ("schema", "lite", "esp32s3", lambda c: c.spec().update(colour="red"), "colour"),
    ("address-clash", "tiles", "esp32s3",
     lambda c: c.spec()["i2c"]["addresses"].__setitem__(5, 46), "46 is listed twice"),
    ("board", "keys", "esp32s3",
     lambda c: c.board["mcus"]["esp32s3"]["pins"].update(KEY_SCK=11),
     "Pin 11 is used twice, by KEY_MOSI and KEY_SCK"),
    ("board", "keys", "esp32s3", lambda c: c.board["mcus"]["esp32s3"]["pins"].update(BUZZER=3),
     "strapping pin decides how the chip boots"),
    ("board", "lite", "esp32", lambda c: c.board["mcus"]["esp32"]["pins"].update(BUZZER=6),
     "carries the flash or PSRAM"),
    ("board", "lite", "esp32", lambda c: c.board["mcus"]["esp32"]["pins"].update(LED_DATA=34),
     "can only be an input"),
    ("board", "lite", "esp32",
     lambda c: c.board["mcus"]["esp32"]["external_pull_ups"].remove("BTN_RIGHT"),
     "no pull-up inside and would float"),
    ("board", "keys", "esp32s3", lambda c: c.board["power"].update(budget_ma=4500),
     "the budget must spare the fuse"),
    ("board", "keys", "esp32s3", lambda c: c.board.update(build="none"), "it names none"),
    ("too-small", "tiles", "esp32s3",
     lambda c: (c.spec()["lights"].update(h=12), c.spec()["keys"].update(h=12),
                c.spec()["i2c"].update(addresses=list(range(46, 58))),
                c.spec().update(side_buttons={})), "the lights are 16 x 12"),
    ("parts", "lite", "esp32s3", lambda c: c.board["power"].update(fuse_ma=3300),
     "no fuse (mA) of 3300"),
    ("pin-twice", "keys", "esp32s3", lambda c: c.move("A1", "GPIO12", "A1", "GPIO11"),
     "A1 GPIO11: it carries KEY_MOSI and KEY_SCK"),
    ("pin-differs", "keys", "esp32s3", lambda c: c.swap("A1", "GPIO12", "A1", "GPIO11"),
     "KEY_SCK is wired to it but board.json says GPIO12"),
    ("pin-strapping", "lite", "esp32", lambda c: c.move("A1", "GPIO13", "A1", "GPIO12"),
     "LED_DATA is wired to a strapping pin"),
    ("pin-flash", "keys", "esp32s3", lambda c: c.move("A1", "GPIO10", "A1", "GPIO30"),
     "KEY_LATCH is wired to a pin of the flash"),
    ("pin-console", "keys", "esp32s3", lambda c: c.move("A1", "GPIO5", "A1", "GPIO43"),
     "BUZZER is wired to the serial port"),
    ("pin-input-only", "lite", "esp32", lambda c: c.move("A1", "GPIO25", "A1", "GPIO34"),
     "BUZZER must drive but this pin can only listen"),
    ("pin-absent", "lite", "esp32", lambda c: c.move("A1", "GPIO25", "A1", "GPIO28"),
     "esp32 has no such pin"),
    ("pin-unwired", "keys", "esp32s3", lambda c: c.cut("A1", "GPIO13"),
     "nothing is wired to KEY_MISO"),
    ("pin-unknown", "keys", "esp32s3", lambda c: c.move("U2", "SER(14)", "U2", "SER(15)"),
     "U2 SER(15): a hc595 has no pin SER(15)"),
    ("pin-open", "keys", "esp32s3", lambda c: c.cut("U3", "OE(13)"), "U3 OE(13): no wire goes"),
    ("pull-up-missing", "tiles", "esp32s3", lambda c: c.drop("R1"),
     "I2C_SDA has no pull-up resistor"),
    ("pull-up-missing", "lite", "esp32", lambda c: c.drop("R2"),
     "BTN_RIGHT has no pull-up resistor"),
    ("pull-up-missing", "keys", "esp32s3", lambda c: c.cut("RN1", "R4(5)"),
     "U4 D(14): this column input has no pull-up"),
    ("pull-up-volts", "touch", "esp32s3", lambda c: c.move("R2", "2", "TB1", "BUS"),
     "+5V"),
    ("pull-up-value", "tiles", "esp32s3", lambda c: c.become("R1", "resistor-220"),
     "the pull-up of I2C_SDA has 220 ohm"),
    ("address-clash", "tiles", "esp32s3", lambda c: c.cut("T4", "A0"),
     "T4: it has the address 48, the same as T3"),
    ("address-differs", "touch", "esp32s3", lambda c: c.swap("M2", "ADDR", "M2", "E0"),
     "board.json says 91"),
    ("address-differs", "tiles", "esp32s3", lambda c: c.join("x", "T16", "A4", "T16", "A4'"),
     "T16: it has the address 77 but board.json says 61"),
    ("part-not-listed", "keys", "esp32s3",
     lambda c: c.item("key-diode", refs=c.items[0].refs[:0], qty=0), "DIO1-1"),
    ("part-not-wired", "keys", "esp32s3", lambda c: c.item("buzzer", refs=("BZ1", "BZ2"), qty=2),
     "BZ2: the parts list has this buzzer but no wire"),
    ("part-quantity", "keys", "esp32s3", lambda c: c.item("hc595", qty=1),
     "the quantity is 1 but 2 are named"),
    ("part-unknown", "keys", "esp32s3", lambda c: c.item("shifter", part="shiftre"),
     "shiftre: parts.csv has no such part"),
    ("part-twice", "keys", "esp32s3", lambda c: c.item("hc165", refs=("U4", "U5", "U2"), qty=3),
     "U2: it is both hc595 and hc165"),
    ("nets-touch", "keys", "esp32s3", lambda c: c.join("ROW3", "RR4", "2", "RR5", "2"),
     "the nets ROW3 and ROW4 meet"),
    ("supplies-short", "lite", "esp32s3",
     lambda c: c.join("+5V", "TB1", "BUS", "TB2", "BUS", 0.75), "the supplies +5V and GND meet"),
    ("net-split", "keys", "esp32s3", lambda c: c.cut("TB2", "BUS"), "the net GND is in"),
    ("wire-twice", "keys", "esp32s3", lambda c: c.wires.append(c.wires[40]), "is listed twice"),
    ("wire-nowhere", "keys", "esp32s3", lambda c: c.join("GND", "A1", "GND", "A1", "GND"),
     "a wire ends where it begins"),
    ("fuse-rating", "keys", "esp32s3", lambda c: c.become("F1", "fuse-5000ma"),
     "the fuse has 5000 mA but board.json plans 4000"),
    ("supply-rating", "keys", "esp32s3", lambda c: c.become("PS1", "supply-2a"),
     "the supply gives 2000 mA"),
    ("fuse-missing", "lite", "esp32s3", lambda c: c.move("F1", "2", "F1", "1"),
     "without passing a fuse"),
    ("wire-thin", "keys", "esp32s3", thin_feed, "wire of 0.14 mm2 lies behind a fuse of 4 A"),
    ("polarity", "lite", "esp32s3", lambda c: c.swap("C0", "+", "C0", "-"),
     "C0 -: its minus does not go to GND"),
    ("polarity", "lite", "esp32s3", lambda c: c.swap("D0", "A", "D0", "K"),
     "the diode is turned round"),
    ("back-feed", "lite", "esp32s3", no_schottky, "joined to +5V without a diode"),
    ("volts", "touch", "esp32s3", lambda c: c.move("M1", "VIN", "TB1", "BUS"), "+5V"),
    ("volts", "lite", "esp32s3",
     lambda c: (c.cut("U1", "VCC(14)"), c.join("3V3", "A1", "3V3", "U1", "VCC(14)")),
     "U1 VCC(14): it gets 3.3 V instead of 5 V"),
    ("capacitor-missing", "lite", "esp32s3", lambda c: c.drop("C0"), "no large capacitor"),
    ("decoupler-missing", "keys", "esp32s3", lambda c: c.drop("C3"),
     "U3: no 100 nF capacitor"),
    ("level", "lite", "esp32s3", bare_light_data, "P1 DIN: 3.3 V from the ESP32 goes straight"),
    ("data-resistor", "lite", "esp32s3", lambda c: c.become("R1", "resistor-10k"),
     "no resistor of 330 to 470 ohm"),
    ("lights-cut", "keys", "esp32s3", lambda c: c.cut("LS6", "DOUT"),
     "no light data arrives after LS6 DOUT"),
    ("lights-order", "keys", "esp32s3",
     lambda c: (c.swap("LS3", "DIN", "LS5", "DIN"), c.swap("LS3", "DOUT", "LS5", "DOUT")),
     "the strips are not in their order"),
    ("ring-broken", "keys", "esp32s3", lambda c: c.cut("U4", "SER(10)"), "key ring ends there"),
    ("ring-order", "keys", "esp32s3",
     lambda c: (c.swap("U2", "SER(14)", "U3", "SER(14)"), c.swap("U2", "QH'(9)", "U3", "QH'(9)")),
     "the ring runs U3, U2, U4, U5"),
    ("key-missing", "keys", "esp32s3", lambda c: c.drop("KEY7-7"), "KEY7-7"),
    ("key-open", "keys", "esp32s3", lambda c: c.cut("KEY7-7", "B(4)"), "KEY7-7 B(4)"),
    ("diode-missing", "keys", "esp32s3", straight_diode, "KEY4-5 B(4): it goes to its row"),
    ("diode-turned", "keys", "esp32s3", lambda c: c.swap("DIO4-5", "A", "DIO4-5", "K"),
     "DIO4-5: the diode is turned round"),
    ("key-line", "keys", "esp32s3", lambda c: c.swap("U2", "QC(2)", "U2", "QF(5)"),
     "ROW2: all its keys sit on row line 5 instead of 2"),
    ("key-line", "keys", "esp32s3", lambda c: c.swap("U5", "A(11)", "U5", "B(12)"),
     "COL9: all its keys sit on column line 8 instead of 9"),
    ("key-line", "keys", "esp32s3", lambda c: c.swap("DIO7-3", "K", "DIO7-4", "K"),
     "KEY7-3: it sits on row line 3 and column line 6 instead of 2 and 6"),
    ("row-resistor", "keys", "esp32s3", straight_row, "U2 QC(2): it drives its row without"),
    ("pin-net", "keys", "esp32s3",
     lambda c: rewire(c, "U3", "OE(13)", "3V3", "U3", "VCC(16)"),
     "U3 OE(13): it is wired to 3V3 instead of GND"),
    ("pin-net", "keys", "esp32s3",
     lambda c: rewire(c, "U2", "SRCLR(10)", "GND", "U2", "GND(8)"),
     "U2 SRCLR(10): it is wired to GND instead of 3V3"),
    ("pin-net", "keys", "esp32s3", lambda c: c.swap("U5", "CLK(2)", "U5", "SH/LD(1)"),
     "U5 CLK(2): it is wired to KEY_LATCH instead of KEY_SCK"),
    ("pin-net", "tiles", "esp32s3", lambda c: c.swap("T7", "SDA", "T7", "SCL"),
     "T7 SDA: it is wired to I2C_SCL instead of I2C_SDA"),
    ("pin-net", "lite", "esp32s3", lambda c: rewire(c, "BTN_OK", "B", "3V3", "A1", "3V3"),
     "BTN_OK B: it is wired to 3V3 instead of GND"),
    ("pin-net", "lite", "esp32s3", lambda c: c.swap("BTN_UP", "A", "BTN_LEFT", "A"),
     "BTN_UP A: it is wired to BTN_LEFT instead of BTN_UP"),
    ("foil-line", "touch", "esp32s3", lambda c: c.swap("FC3", "1", "FC9", "1"),
     "FC3: it goes to M1 E8 instead of M1 E2"),
    ("foil-line", "touch", "esp32s3", lambda c: c.swap("M1", "E4", "M2", "E4"),
     "FR1: it goes to M1 E4 instead of M2 E4"),
    ("polarity", "lite", "esp32s3", lambda c: c.swap("P1", "5V", "P1", "GND"),
     "P1 5V: its plus goes to GND"),
    ("polarity", "keys", "esp32s3", lambda c: c.swap("LS4", "5V", "LS4", "GND"),
     "LS4 GND: its minus does not go to GND"),
    ("polarity", "tiles", "esp32s3", lambda c: c.swap("T9", "VIN", "T9", "GND"),
     "T9 VIN: its plus goes to GND"),
    ("volts", "keys", "esp32s3", lambda c: c.swap("LS1", "5V", "LS1", "DIN"),
     "LS1 5V: it is wired to LED_IN, which is no supply"),
    ("terminal-full", "tiles", "esp32s3",
     lambda c: [c.join("+5V", "TB1", "BUS", f"T{n}", "VIN", 0.75) for n in (2, 6)],
     "TB1: 13 wires end at its 11 ways"),
    ("buzzer-resistor", "lite", "esp32s3", buzzer_bare, "hangs on GPIO5 without a resistor"),
    ("fuse-rating", "lite", "esp32s3", lambda c: c.become("F1", "fuse-1600ma"),
     "the fuse has 1600 mA but the board may take 3000 mA"),
    ("part-quantity", "keys", "esp32s3", lambda c: c.item("strip-60", order=3),
     "3 are ordered but 16 are needed"),
    ("mcu-differs", "keys", "esp32s3", lambda c: c.become("A1", "mcu-esp32"),
     "it is mcu-esp32 but the lists are for the esp32s3"),
    ("pin-unknown", "keys", "esp32s3", lambda c: c.become("RN1", "resistor-10k"),
     "RN1 R1(2): a resistor-10k has no pin R1(2)"),
]  # fmt: skip


def test_the_projects_own_files_are_clean():
    assert lint.check_file(ROOT / "hardware/board.json") == []


@pytest.mark.parametrize("mcu", BOARD["mcus"])
@pytest.mark.parametrize("build", BOARD["builds"])
def test_an_unbroken_copy_is_clean(build, mcu, tmp_path):
    assert lint.check_file(Copy(build, mcu).write(tmp_path)) == []


@pytest.mark.parametrize(
    ("kind", "build", "mcu", "break_it", "words"),
    BROKEN,
    ids=[f"{case[0]}: {case[4]}" for case in BROKEN],
)
def test_a_broken_copy_is_caught_with_its_sentence(kind, build, mcu, break_it, words, tmp_path):
    broken = Copy(build, mcu)
    break_it(broken)
    found = lint.check_file(broken.write(tmp_path))
    assert kind in {finding.kind for finding in found}, [str(finding) for finding in found][:6]
    assert any(words in str(finding) for finding in found), [str(f) for f in found][:6]
    for finding in found:
        # Place, what, why and what next, each a sentence.
        text = str(finding)
        assert text.endswith(".") and ".." not in text.replace("…", ""), text
        assert finding.place and finding.what and finding.why, text
        assert text.count(". ") >= 1, text


def test_many_kinds_are_known():
    assert len({case[0] for case in BROKEN}) >= 40


def check(path, capsys):
    status = run(["hardware", "check", str(path)])
    return status, capsys.readouterr()


def test_the_command_says_that_all_is_well(tmp_path, capsys):
    status, said = check(Copy("lite").write(tmp_path), capsys)
    assert status == 0 and "nothing to put right in lite on esp32s3" in said.out


def test_the_command_lists_findings_and_fails(tmp_path, capsys):
    broken = Copy("lite")
    broken.swap("D0", "A", "D0", "K")
    status, said = check(broken.write(tmp_path), capsys)
    assert status == 1
    assert said.out.startswith("lite on esp32s3, netlist.csv D0 K: the diode is turned round. ")
    assert "to put right" in said.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "is not JSON: line 1"),
        ("", "is empty"),
        ("[]", "is no board file"),
        ("\0\xff", "is no board file"),
        ('{"name": "a-package", "version": "1.0"}', "is no board file"),
        ("part,kind,value\n", "is no board file"),
        ("[" * 100000, "is no board file"),
        ('{"builds": {}, "build": "a", "build": "b"}', 'says "build" twice'),
    ],
)
def test_a_file_that_is_none_is_a_sentence(text, words, tmp_path, capsys):
    path = tmp_path / "board.json"
    path.write_text(text)
    status, said = check(path, capsys)
    assert status == 2 and words in said.err


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace("net,from", "net;from", 1), "first line of"),
        (lambda text: text + "GND,A1,GND\n", "has 3 fields instead of 7"),
        (lambda text: text.replace("0.75", "thick", 1), '"thick" stands where a number belongs'),
        (lambda text: text.replace("0.75", "nan", 1), '"nan" stands where a number belongs'),
        (lambda text: text.replace("0.75", "-0.75", 1), '"-0.75" stands where a number belongs'),
    ],
)
def test_a_list_that_is_none_is_a_sentence(change, words, tmp_path, capsys):
    path = Copy("lite").write(tmp_path)
    netlist = tmp_path / "lite" / "netlist.csv"
    netlist.write_text(change(netlist.read_text()))
    status, said = check(path, capsys)
    assert status == 2 and words in said.err


def test_the_mark_that_some_editors_put_first_does_no_harm(tmp_path, capsys):
    path = Copy("lite").write(tmp_path)
    for one in (path, tmp_path / "lite" / "netlist.csv", tmp_path / "lite" / "bom.csv"):
        one.write_text(one.read_text(), encoding="utf-8-sig")
    assert check(path, capsys)[0] == 0


def test_refs_are_squeezed_and_spread():
    for refs in (
        ("U1",), ("LS1", "LS2", "LS3"), ("R1", "R4"), ("BTN_MENU", "BTN_OK"),
        tuple(f"KEY{x}-{y}" for x in range(1, 4) for y in range(1, 3)),
    ):  # fmt: skip
        assert sorted(files.spread(files.squeeze(refs))) == sorted(refs)
    assert files.squeeze(("LS1", "LS2", "LS3")) == "LS[1-3]"
