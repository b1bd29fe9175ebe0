"""What a netlist connects: nets as sets of pins, and what can be followed along them."""

import functools
from collections.abc import Iterable, Mapping

from ludolux.hardware.blocks import FIRST_TILE, INPUTS, JUMPERS, OUTPUTS
from ludolux.hardware.files import End, Wire


class Nets:
    """Pins that are joined by wires, whatever their lines call the net."""

    def __init__(self, wires: Iterable[Wire], kinds: Mapping[str, str]) -> None:
        self.wires = list(wires)
        self.kinds = kinds
        self._net: dict[End, set[End]] = {}
        self._labels: dict[int, set[str]] = {}
        for wire in self.wires:
            one = self._net.setdefault(wire.a, {wire.a})
            other = self._net.setdefault(wire.b, {wire.b})
            if one is not other:
                small, large = sorted((one, other), key=len)
                large |= small
                for end in small:
                    self._net[end] = large
        for wire in self.wires:
            self._labels.setdefault(id(self._net[wire.a]), set()).add(wire.net)

    def all(self) -> list[set[End]]:
        return list({id(net): net for net in self._net.values()}.values())

    def at(self, ref: str, pin: str) -> set[End]:
        """All pins on the net of this one; only itself where no wire goes."""
        end = End(ref, pin)
        return self._net.get(end, {end})

    def labels(self, net: set[End]) -> set[str]:
        return self._labels.get(id(net), set())

    def wired(self, ref: str, pin: str) -> bool:
        return End(ref, pin) in self._net

    def on(self, net: set[End], kind: str, pin: str | None = None) -> list[End]:
        """The pins of a kind of part on a net, in order."""
        return sorted(
            end
            for end in net
            if self.kinds.get(end.ref) == kind and (pin is None or end.pin == pin)
        )

    def gpios(self, net: set[End]) -> list[int]:
        """The numbers of the ESP32's pins on a net."""
        ends = self.on(net, "mcu")
        return [int(end.pin[4:]) for end in ends if end.pin.startswith("GPIO")]

    def refs(self, kind: str) -> list[str]:
        """The parts of a kind that some wire reaches, in order of their numbers."""
        found = {end.ref for end in self._net if self.kinds.get(end.ref) == kind}
        return sorted(found, key=lambda ref: (len(ref), ref))

    def across(self, net: set[End], kind: str) -> list[tuple[str, set[End]]]:
        """The two-legged parts of a kind on a net, and the net at their other leg."""
        other = {"1": "2", "2": "1", "A": "K", "K": "A", "+": "-", "-": "+"}
        return [
            (end.ref, self.at(end.ref, other[end.pin]))
            for end in self.on(net, kind)
            if end.pin in other
        ]

    # Things to follow

    @functools.cached_property
    def _chips(self) -> list[str]:
        return self.ring()

    def ring(self) -> list[str]:
        """The shift registers in the order of the data, from the ESP32 on."""
        first = [
            chip
            for chip in self.refs("hc595") + self.refs("hc165")
            if self.gpios(self.at(chip, serial_pin(self.kinds[chip])))
        ]
        order = first[:1]
        while order:
            out = "QH'(9)" if self.kinds[order[-1]] == "hc595" else "QH(9)"
            net = self.at(order[-1], out)
            following = [
                end.ref
                for kind in ("hc595", "hc165")
                for end in self.on(net, kind, serial_pin(kind))
                if end.ref not in order
            ]
            if not following:
                break
            order.append(following[0])
        return order

    def row_lines(self, net: set[End]) -> list[int]:
        """The outputs that drive this net through a resistor, counted along the ring."""
        drivers = [chip for chip in self._chips if self.kinds[chip] == "hc595"]
        found = []
        for _, far in [("", net), *self.across(net, "resistor")]:
            for end in self.on(far, "hc595"):
                if end.pin in OUTPUTS and end.ref in drivers:
                    found.append(8 * drivers.index(end.ref) + OUTPUTS.index(end.pin))
        return sorted(set(found))

    def column_lines(self, net: set[End]) -> list[int]:
        """The inputs that read this net, counted along the ring."""
        readers = [chip for chip in self._chips if self.kinds[chip] == "hc165"]
        return sorted(
            8 * readers.index(end.ref) + INPUTS.index(end.pin)
            for end in self.on(net, "hc165")
            if end.pin in INPUTS and end.ref in readers
        )

    def diode(self, key: str) -> tuple[str, set[End]]:
        """How a key's diode sits, and the net of its row: good, turned, missing or open."""
        net = self.at(key, "B(4)")
        cathodes = self.on(net, "diode", "K")
        if len(cathodes) > 1 or self.row_lines(net):
            return "missing", net  # straight on a row
        for diode in self.on(net, "diode", "A"):
            return "good", self.at(diode.ref, "K")
        for diode in cathodes:
            return "turned", self.at(diode.ref, "A")
        return "open", set()

    def light_chain(self) -> list[str]:
        """Panels and strips in the order of the data, from the level shifter on."""
        order: list[str] = []
        net: set[End] = set()
        for shifter in self.refs("shifter"):
            if self.gpios(self.at(shifter, "1A(2)")):
                net = self.at(shifter, "1Y(3)")
        while net:
            ends: list[End] = []
            for _, far in [("", net), *self.across(net, "resistor")]:
                ends += self.on(far, "strip", "DIN") + self.on(far, "panel", "DIN")
            ends = [end for end in ends if end.ref not in order]
            if not ends:
                break
            order.append(ends[0].ref)
            net = self.at(ends[0].ref, "DOUT")
        return order

    def tile_address(self, tile: str) -> int:
        """By the jumpers that are closed."""
        closed = [
            bit
            for bit in range(JUMPERS)
            if self.wired(tile, f"A{bit}") and End(tile, f"A{bit}'") in self.at(tile, f"A{bit}")
        ]
        return FIRST_TILE + sum(1 << bit for bit in closed)

    def touch_address(self, module: str) -> int:
        """By where ADDR goes; an open one floats and counts as 0."""
        net = self.at(module, "ADDR")
        for number, pin in enumerate(("GND", "VIN", "SDA", "SCL")):
            if End(module, pin) in net:
                return 90 + number
        return 0


def serial_pin(kind: str) -> str:
    return "SER(14)" if kind == "hc595" else "SER(10)"
