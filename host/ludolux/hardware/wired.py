"""A virtual board wired by a netlist instead of by what board.json intends.

The firmware reads board.json; the chips, keys and lights hang where the netlist puts them. So a
wire that is swapped, cut or shorted in the netlist shows as it would on the bench: the self-test
fails at that key or light.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable
from typing import Any

from firmware.drivers.layout import cell_table
from ludolux.hardware.files import Wire
from ludolux.hardware.nets import Nets
from ludolux.virtual.board import Board
from ludolux.virtual.layout import walk

NOWHERE = 100  # lines that no chip has: what hangs there never closes
# A part works only while these pins are on these nets.
HELD = {
    "hc595": {"VCC(16)": "3V3", "GND(8)": "GND", "SRCLR(10)": "3V3"},
    "hc165": {"VCC(16)": "3V3", "GND(8)": "GND", "CLKINH(15)": "GND"},
    "shifter": {"VCC(14)": "+5V", "GND(7)": "GND", "1OE(1)": "GND"},
    "strip": {"5V": "+5V", "GND": "GND"},
    "panel": {"5V": "+5V", "GND": "GND"},
    "tile": {"VIN": "+5V", "GND": "GND"},
    "mpr121": {"VIN": "3V3", "GND": "GND"},
}


class WiredBoard(Board):
    """As Board, from the same board.json, but with the wires of a netlist.

    `kinds` says which kind of part a reference is (finding.Built has it).
    """

    def __init__(
        self,
        source: dict[str, Any],
        build: str,
        mcu: str,
        wires: Iterable[Wire],
        kinds: dict[str, str],
        start_us: int = 0,
    ) -> None:
        self.matrix: Any
        self.ring: Any
        self.strip: Any
        self._nets = Nets(wires, kinds)
        self._lines: dict[tuple[int, int], tuple[int, int]] = {}
        changed = copy.deepcopy(source)
        chip = changed["mcus"][mcu]
        chip["pins"] = self._pins(chip)
        spec = changed["builds"][build]
        if spec["keys"]["driver"] == "mpr121":
            self._electrodes(spec)
        super().__init__(changed, build, mcu, start_us)
        if self.matrix is not None:
            self._wire_keys()
        if self.strip is not None:
            self._wire_lights(spec["lights"])
        self._wire_bus()

    def key_line(self, x: int, y: int) -> tuple[int, int]:
        return self._lines[x, y]

    def _pins(self, chip: dict[str, Any]) -> dict[str, int]:
        """Where each signal really arrives: by what hangs there, not by its name in the list."""
        nets = self._nets
        ring = nets.ring()
        ends: dict[str, tuple[str, str]] = {}
        if ring:
            first = ring[0]
            back = [ref for ref in nets.refs("hc165") if nets.gpios(nets.at(ref, "QH(9)"))]
            ends = {
                "KEY_SCK": (first, "SRCLK(11)"),
                "KEY_MOSI": (first, "SER(14)"),
                "KEY_LATCH": (first, "RCLK(12)"),
                "KEY_MISO": (back[0] if back else ring[-1], "QH(9)"),
            }
        for shifter in nets.refs("shifter"):
            ends["LED_DATA"] = (shifter, "1A(2)")
        for chips in (nets.refs("tile"), nets.refs("mpr121")):
            if chips:
                ends |= {"I2C_SDA": (chips[0], "SDA"), "I2C_SCL": (chips[0], "SCL")}
        for tile in nets.refs("tile")[:1]:
            ends["KEY_INT"] = (tile, "INT")
        for button in [name for name in chip["pins"] if name.startswith("BTN_")]:
            # One whose other side is not on ground never closes.
            closes = "GND" in nets.labels(nets.at(button, "B"))
            ends[button] = (button, "A" if closes else "nowhere")
        pins = dict(chip["pins"])
        nowhere = {*chip["absent"], *chip["flash"], *chip["console"]}
        there = [pin for pin in range(chip["last_gpio"] + 1) if pin not in nowhere]

        def arrive(signal: str, found: list[int]) -> None:
            """A signal that no usable pin has goes to one that the firmware never touches."""
            taken = {*chip["pins"].values(), *pins.values()}
            usable = [pin for pin in found if pin in there]
            pins[signal] = usable[0] if usable else next(pin for pin in there if pin not in taken)

        for signal, (ref, pin) in ends.items():
            arrive(signal, nets.gpios(nets.at(ref, pin)))
        for buzzer in nets.refs("buzzer"):
            far = [net for _, net in nets.across(nets.at(buzzer, "1"), "resistor")]
            arrive("BUZZER", [pin for net in far for pin in nets.gpios(net)])
        return pins

    def _works(self, ref: str) -> bool:
        """Whether a part has its supply and nothing holds it down."""
        nets = self._nets
        held = HELD[nets.kinds[ref]].items()
        return all(net in nets.labels(nets.at(ref, pin)) for pin, net in held)

    def _wire_keys(self) -> None:
        nets = self._nets
        spec = self._spec["keys"]
        drivers = [ref for ref in nets.ring() if nets.kinds[ref] == "hc595"]
        silent = {
            8 * n + line
            for n, ref in enumerate(drivers)
            if "GND" not in nets.labels(nets.at(ref, "OE(13)"))
            for line in range(8)
        }
        for number in cell_table(spec):
            x, y = number % 16, number // 16
            key = f"KEY{x + 1}-{y + 1}"
            how, row = nets.diode(key)
            at = [line for line in nets.row_lines(row) if line not in silent] if row else []
            across = nets.column_lines(nets.at(key, "A(1)"))
            if how in ("open", "turned") or not at or not across:
                self._lines[x, y] = (NOWHERE + y, NOWHERE + x)
                continue
            self._lines[x, y] = (at[0], across[0])
            if how == "missing":
                self.matrix.lose_diode(self._lines[x, y])
            for kind, found in (("row", at), ("column", across)):
                for other in found[1:]:
                    self.matrix.bridge((kind, found[0]), (kind, other))
        self._break_ring()

    def _break_ring(self) -> None:
        """Where the data of the ring goes no further, the next chip hears a level that stays."""
        chips = self._nets.refs("hc595") + self._nets.refs("hc165")
        order = self._nets.ring()
        if order != chips or not chips:
            same = [one == other for one, other in zip(order, chips, strict=False)]
            self.ring.break_joint(same.index(False) if False in same else len(order), 0)
        for chip in chips:
            if not self._works(chip):
                self.ring.break_joint(chips.index(chip) + 1, 0)
            latch = "RCLK(12)" if self._nets.kinds[chip] == "hc595" else "SH/LD(1)"
            clock = "SRCLK(11)" if self._nets.kinds[chip] == "hc595" else "CLK(2)"
            for pin, first in ((latch, "RCLK(12)"), (clock, "SRCLK(11)")):
                if self._nets.at(chip, pin) is not self._nets.at(chips[0], first):
                    self.ring.break_joint(chips.index(chip) + 1, 0)

    def _wire_lights(self, spec: dict[str, Any]) -> None:
        chain = list(itertools.takewhile(self._works, self._nets.light_chain()))
        if not all(map(self._works, self._nets.refs("shifter"))):
            chain = []
        strips = self._nets.refs("panel") + self._nets.refs("strip")
        cells = walk(spec)
        if not strips:
            self.strip.cut(0)
            return
        length = len(cells) // len(strips)
        lost = [strip for strip in strips if strip not in chain]
        order = [
            cell
            for strip in chain + lost
            for at in [strips.index(strip) * length]
            for cell in cells[at : at + length]
        ]
        for number, (x, y) in enumerate(order):
            for i in range(3):
                place = 3 * (y * spec["w"] + x) + i
                self._picture[place] = 3 * number + spec["order"].index("RGB"[i])
        if lost:
            self.strip.cut(len(chain) * length)

    def _wire_bus(self) -> None:
        nets = self._nets
        for refs, letter, chips, address in (
            (nets.refs("tile"), "T", self.tiles, nets.tile_address),
            (nets.refs("mpr121"), "M", self.touch_chips, nets.touch_address),
        ):
            for n, chip in enumerate(chips):
                ref = f"{letter}{n + 1}"
                chip.address = address(ref)
                # What is not on the bus of the first one is not heard.
                on_bus = ref in refs and all(
                    nets.at(ref, pin) is nets.at(refs[0], pin) for pin in ("SDA", "SCL")
                )
                if not (on_bus and self._works(ref)):
                    self.i2c.chips.remove(chip)

    def _electrodes(self, spec: dict[str, Any]) -> None:
        """The electrode that each strip of foil really goes to."""
        modules = self._nets.refs("mpr121")
        for letter, lines in (("FC", "columns"), ("FR", "rows")):
            found = []
            for n in range(len(spec["keys"][lines])):
                net = self._nets.at(f"{letter}{n + 1}", "1")
                ends = [end for end in self._nets.on(net, "mpr121") if end.pin[0] == "E"]
                # A foil without a wire hangs at the last electrode, which no game reads.
                free = 12 * len(modules) - 1
                number = 12 * modules.index(ends[0].ref) + int(ends[0].pin[1:]) if ends else free
                found.append(number)
            spec["keys"][lines] = found
