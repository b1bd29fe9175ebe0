"""The blocks of a board as circuits: power, lights, keys, buttons, buzzer, by board.json alone.

A build is wired by its drivers, so a build of one's own needs no code. References say where a part
sits: KEY4-5 is the key at column 4, row 5, as the self-test names it; LS3 is the third strip.
"""

from typing import Any

from firmware.boards import BUTTONS
from firmware.drivers.layout import cell_table, lines
from ludolux.failure import Failure
from ludolux.hardware.circuit import BARE, FIVE, GROUND, THICK, THREE, Circuit
from ludolux.hardware.files import Library

OUTPUTS = ("QA(15)", "QB(1)", "QC(2)", "QD(3)", "QE(4)", "QF(5)", "QG(6)", "QH(7)")
INPUTS = ("A(11)", "B(12)", "C(13)", "D(14)", "E(3)", "F(4)", "G(5)", "H(6)")
NETWORK = tuple(f"R{n + 1}({n + 2})" for n in range(8))
FIRST_TILE = 46  # the address of a NeoTrellis with no jumper closed
JUMPERS = 5
# Where ADDR of an MPR121 goes, by address.
TOUCH_ADDRESSES = {90: GROUND, 91: THREE, 92: "I2C_SDA", 93: "I2C_SCL"}


def design(board: dict[str, Any], build: str, mcu: str, library: Library) -> Circuit:
    """The whole circuit of a build on a chip."""
    circuit = Circuit(board, build, mcu, library)
    _power(circuit)
    if circuit.spec["lights"]["driver"] == "ws2812":
        _lights(circuit)
    keys = circuit.spec["keys"]["driver"]
    {"ring": _ring, "neotrellis": _tiles, "mpr121": _touch, "buttons": _pad}[keys](circuit)
    for signal in circuit.spec.get("side_buttons", {}):
        _button(circuit, signal)
    if circuit.spec.get("buzzer"):
        _buzzer(circuit)
    return circuit


def _power(circuit: Circuit) -> None:
    """Supply, jack, fuse, terminals, capacitor, and the Schottky diode that keeps USB apart."""
    power = circuit.power
    circuit.place("PS1", circuit.rated("supply", power["supply_ma"], "supply (mA)"))
    circuit.place("J1", "jack")
    circuit.place("F1", circuit.rated("fuse", power["fuse_ma"], "fuse (mA)"))
    for ref in ("TB1", "TB2"):
        circuit.place(ref, "terminal-11")
    circuit.place("C0", "capacitor-1000u")
    circuit.place("D0", "schottky")
    circuit.place("A1", f"mcu-{circuit.mcu}")
    circuit.wire("5V_IN", ("PS1", "+"), ("J1", "+"), ("F1", "1"), mm2=THICK)
    circuit.wire(FIVE, ("F1", "2"), ("TB1", "BUS"), mm2=THICK)
    circuit.wire(GROUND, ("PS1", "-"), ("J1", "-"), ("TB2", "BUS"), mm2=THICK)
    circuit.wire(FIVE, ("TB1", "BUS"), ("C0", "+"), mm2=THICK)
    circuit.wire(GROUND, ("TB2", "BUS"), ("C0", "-"), mm2=THICK)
    circuit.wire(FIVE, ("TB1", "BUS"), ("D0", "A"), mm2=THICK)
    circuit.wire("5V_MCU", ("D0", "K"), ("A1", "5V"), mm2=THICK)
    circuit.wire(GROUND, ("TB2", "BUS"), ("A1", "GND"), mm2=THICK)


def _lights(circuit: Circuit) -> None:
    """3.3 V data through a 74AHCT125 and 470 ohm into a panel, or into strips in a row."""
    spec = circuit.spec["lights"]
    shifter = circuit.next("U", "shifter")
    resistor = circuit.next("R", "resistor-470")
    circuit.wire(FIVE, ("TB1", "BUS"), (shifter, "VCC(14)"), mm2=THICK)
    circuit.wire(GROUND, ("TB2", "BUS"), (shifter, "GND(7)"))
    circuit.decouple(shifter, FIVE, "VCC(14)", "GND(7)")
    # What is not used must not float: an open gate swings and heats the chip.
    unused = ("1OE(1)", "2OE(4)", "2A(5)", "3OE(10)", "3A(9)", "4OE(13)", "4A(12)")
    circuit.wire(GROUND, (shifter, "GND(7)"), *[(shifter, pin) for pin in unused])
    circuit.wire("LED_DATA", circuit.gpio("LED_DATA"), (shifter, "1A(2)"))
    circuit.wire("LED_5V", (shifter, "1Y(3)"), (resistor, "1"))
    panels = [
        part
        for part in circuit.library.of_kind("panel")
        if part.value == spec["pitch_mm"] and part.part.endswith(f"{spec['w']}x{spec['h']}")
    ]
    if panels:
        circuit.place("P1", panels[0].part)
        circuit.wire("LED_IN", (resistor, "2"), ("P1", "DIN"))
        for net, terminal, pins in (
            (FIVE, "TB1", ("5V", "5V-2")),
            (GROUND, "TB2", ("GND", "GND-2")),
        ):
            for pin in pins:
                circuit.wire(net, (terminal, "BUS"), ("P1", pin), mm2=THICK)
        return
    part = circuit.rated("strip", spec["pitch_mm"], "panel or strip with a pitch (mm)")
    count = lines(spec)[0]
    strips = [circuit.place(f"LS{n + 1}", part) for n in range(count)]
    before = (resistor, "2")
    for n, strip in enumerate(strips):
        circuit.wire("LED_IN" if n == 0 else f"LED_{n}", before, (strip, "DIN"))
        before = (strip, "DOUT")
    # Fed from both ends, so that the last strip is as bright as the first.
    for net, terminal, pin in ((FIVE, "TB1", "5V"), (GROUND, "TB2", "GND")):
        ends = [(strip, pin) for strip in strips]
        circuit.wire(net, (terminal, "BUS"), *ends, (terminal, "BUS"), mm2=THICK)


def _ring(circuit: Circuit) -> None:
    """Rows on 74HC595, columns on 74HC165, all in one ring of four wires; a diode at each key."""
    spec = circuit.spec["keys"]
    outs, ins = lines(spec)
    drivers = [circuit.next("U", "hc595") for _ in range((outs + 7) // 8)]
    readers = [circuit.next("U", "hc165") for _ in range((ins + 7) // 8)]
    networks = [circuit.next("RN", "network-47k") for _ in readers]
    chips = drivers + readers
    for chip in chips:
        circuit.wire(THREE, ("A1", "3V3"), (chip, "VCC(16)"))
        circuit.wire(GROUND, ("A1", "GND"), (chip, "GND(8)"))
        circuit.decouple(chip, THREE, "VCC(16)", "GND(8)")
    clocks = [(chip, "SRCLK(11)" if chip in drivers else "CLK(2)") for chip in chips]
    latches = [(chip, "RCLK(12)" if chip in drivers else "SH/LD(1)") for chip in chips]
    circuit.wire("KEY_SCK", circuit.gpio("KEY_SCK"), *clocks)
    circuit.wire("KEY_LATCH", circuit.gpio("KEY_LATCH"), *latches)
    for chip in drivers:
        circuit.wire(THREE, (chip, "VCC(16)"), (chip, "SRCLR(10)"))
        circuit.wire(GROUND, (chip, "GND(8)"), (chip, "OE(13)"))
    for chip in readers:
        circuit.wire(GROUND, (chip, "GND(8)"), (chip, "CLKINH(15)"))
    before, net = circuit.gpio("KEY_MOSI"), "KEY_MOSI"
    for n, chip in enumerate(chips):
        circuit.wire(net, before, (chip, "SER(14)" if chip in drivers else "SER(10)"))
        before = (chip, "QH'(9)" if chip in drivers else "QH(9)")
        net = f"CHAIN{n + 1}"
    circuit.wire("KEY_MISO", before, circuit.gpio("KEY_MISO"))
    # Each key by its place on the lines, wherever that is on the board.
    cells = [(number % 16 + 1, number // 16 + 1) for number in cell_table(spec)]
    for place in range(8 * len(readers)):
        reader, network = readers[place // 8], networks[place // 8]
        net = f"COL{place}"
        circuit.wire(net, (reader, INPUTS[place % 8]), (network, NETWORK[place % 8]))
        if place < ins:
            keys = [(f"KEY{x}-{y}", "A(1)") for x, y in cells[place::ins]]
            circuit.wire(net, (reader, INPUTS[place % 8]), keys[0])
            circuit.wire(net, *keys, mm2=BARE)
    for network in networks:
        circuit.wire(THREE, ("A1", "3V3"), (network, "COM(1)"))
    for line in range(outs):
        resistor = circuit.place(f"RR{line + 1}", "resistor-220")
        driver = drivers[line // 8]
        circuit.wire(f"ROW{line}_Q", (driver, OUTPUTS[line % 8]), (resistor, "1"))
        row = cells[line * ins : line * ins + ins]
        cathodes = [(f"DIO{x}-{y}", "K") for x, y in row]
        circuit.wire(f"ROW{line}", (resistor, "2"), cathodes[0])
        circuit.wire(f"ROW{line}", *cathodes, mm2=BARE)
        for x, y in row:
            key = circuit.place(f"KEY{x}-{y}", "key-switch")
            diode = circuit.place(f"DIO{x}-{y}", "key-diode")
            circuit.wire(f"KEY{x}-{y}", (key, "B(4)"), (diode, "A"), mm2=BARE)


def _tiles(circuit: Circuit) -> None:
    """NeoTrellis tiles, soldered edge to edge; the jumpers on their backs make the addresses."""
    spec = circuit.spec["keys"]
    across = spec["w"] // spec["tile"]
    seams = (("I2C_SDA", "SDA"), ("I2C_SCL", "SCL"), ("KEY_INT", "INT"))
    _bus(circuit)
    circuit.pull_up("KEY_INT", "resistor-10k")
    for n, address in enumerate(circuit.spec["i2c"]["addresses"]):
        tile = circuit.place(f"T{n + 1}", "neotrellis")
        before = f"T{n}" if n % across else f"T{n + 1 - across}"
        for signal, pin in seams:
            start = circuit.gpio(signal) if n == 0 else (before, pin)
            circuit.wire(signal, start, (tile, pin))
        jumpers = address - FIRST_TILE
        if not 0 <= jumpers < 1 << JUMPERS:
            raise Failure(
                f"tile {n + 1} of the build {circuit.build} has the address {address}",
                "a NeoTrellis can have 46 to 77", "Choose one of these in board.json",
            )  # fmt: skip
        for bit in range(JUMPERS):
            if jumpers >> bit & 1:
                circuit.wire(f"{tile}_A{bit}", (tile, f"A{bit}"), (tile, f"A{bit}'"), mm2=BARE)
    tiles = [ref for ref in circuit.parts if ref.startswith("T") and ref[1:].isdigit()]
    # Each line of tiles has its own feed from both ends: their traces are thin.
    for top in range(0, len(tiles), across):
        line = tiles[top : top + across]
        for net, terminal, pin in ((FIVE, "TB1", "VIN"), (GROUND, "TB2", "GND")):
            ends = [(tile, pin) for tile in line]
            circuit.wire(net, (terminal, "BUS"), *ends, (terminal, "BUS"), mm2=THICK)


def _touch(circuit: Circuit) -> None:
    """Strips of foil on MPR121 modules: sixteen columns and sixteen rows, twelve a module."""
    spec = circuit.spec["keys"]
    _bus(circuit)
    modules = []
    for n, address in enumerate(circuit.spec["i2c"]["addresses"]):
        if address not in TOUCH_ADDRESSES:
            raise Failure(
                f"MPR121 {n + 1} of the build {circuit.build} has the address {address}",
                "it can have 90 to 93", "Choose one of these in board.json",
            )  # fmt: skip
        module = circuit.next("M", "mpr121")
        modules.append(module)
        circuit.wire(THREE, ("A1", "3V3"), (module, "VIN"))
        circuit.wire(GROUND, ("A1", "GND"), (module, "GND"))
        for signal, pin in (("I2C_SDA", "SDA"), ("I2C_SCL", "SCL")):
            circuit.wire(signal, circuit.gpio(signal), (module, pin))
        net = TOUCH_ADDRESSES[address]
        end = {GROUND: "GND", THREE: "VIN", "I2C_SDA": "SDA", "I2C_SCL": "SCL"}[net]
        circuit.wire(net, (module, end), (module, "ADDR"))
    for letter, electrodes in (("FC", spec["columns"]), ("FR", spec["rows"])):
        for n, electrode in enumerate(electrodes):
            foil = circuit.place(f"{letter}{n + 1}", "foil")
            chip, pin = divmod(electrode, 12)
            circuit.wire(foil, (modules[chip], f"E{pin}"), (foil, "1"))


def _bus(circuit: Circuit) -> None:
    for signal in ("I2C_SDA", "I2C_SCL"):
        circuit.pull_up(signal, "resistor-2k2")


def _pad(circuit: Circuit) -> None:
    for name in BUTTONS:
        _button(circuit, circuit.spec["keys"][name])


def _button(circuit: Circuit, signal: str) -> None:
    circuit.place(signal, "button")
    circuit.wire(signal, circuit.gpio(signal), (signal, "A"))
    circuit.wire(GROUND, ("A1", "GND"), (signal, "B"))
    if signal in circuit.chip["external_pull_ups"]:
        circuit.pull_up(signal, "resistor-10k")


def _buzzer(circuit: Circuit) -> None:
    circuit.place("BZ1", "buzzer")
    resistor = circuit.next("R", "resistor-100")
    circuit.wire("BUZZER", circuit.gpio("BUZZER"), (resistor, "1"))
    circuit.wire("BUZZER_R", (resistor, "2"), ("BZ1", "1"))
    circuit.wire(GROUND, ("A1", "GND"), ("BZ1", "2"))
