"""A circuit under construction: parts placed by reference, wires between their pins."""

from typing import Any

from ludolux.failure import Failure
from ludolux.hardware.files import End, Item, Library, Part, Wire

THIN = 0.14  # signals
BARE = 0.5  # 0.8 mm copper
THICK = 0.75  # whatever the fuse protects
GROUND, FIVE, THREE = "GND", "+5V", "3V3"
COLOURS = {GROUND: "BK", FIVE: "RD", THREE: "OG", "5V_IN": "RD", "5V_MCU": "RD"}
SIGNAL_COLOURS = ("YE", "GN", "BU", "WH", "VT", "GY", "BN", "PK")


class Circuit:
    """What a build consists of: `parts` by reference and `wires`."""

    def __init__(self, board: dict[str, Any], build: str, mcu: str, library: Library) -> None:
        self.board = board
        self.build = build
        self.mcu = mcu
        self.spec = board["builds"][build]
        self.chip = board["mcus"][mcu]
        self.power = {**board["power"], **self.spec.get("power", {})}
        self.library = library
        self.parts: dict[str, str] = {}
        self.wires: list[Wire] = []
        self._counts: dict[str, int] = {}
        self._colours: dict[str, str] = {}

    def place(self, ref: str, part: str) -> str:
        if part not in self.library.parts:
            raise Failure(
                f"parts.csv has no part {part}, which {ref} of the build {self.build} needs",
                "the board names a chip or a rating that the catalogue does not know",
                "Add a line for it to parts.csv",
            )
        self.parts[ref] = part
        return ref

    def next(self, letters: str, part: str) -> str:
        """Places a part under the next free number of its letters: R1, R2 …"""
        self._counts[letters] = self._counts.get(letters, 0) + 1
        return self.place(f"{letters}{self._counts[letters]}", part)

    def rated(self, kind: str, value: float, what: str) -> str:
        """The part of a kind with exactly this value."""
        found = [part for part in self.library.of_kind(kind) if part.value == value]
        if not found:
            known = ", ".join(f"{part.value:g}" for part in self.library.of_kind(kind))
            raise Failure(
                f"parts.csv has no {what} of {value:g}; it knows {known}",
                "board.json asks for one that was never listed",
                "Choose one of these in board.json, or add a line to parts.csv",
            )
        return found[0].part

    def wire(self, net: str, *ends: tuple[str, str], mm2: float = THIN) -> None:
        """Wires from end to end; all of them are one net."""
        for a, b in zip(ends, ends[1:], strict=False):
            self.wires.append(Wire(net, End(*a), End(*b), mm2, self._colour(net, mm2)))

    def gpio(self, signal: str) -> tuple[str, str]:
        """The pin of the ESP32 board that carries a signal."""
        if signal not in self.chip["pins"]:
            raise Failure(
                f"the mcu {self.mcu} has no pin for {signal}",
                f"the build {self.build} needs one",
                f'Add {signal} to "pins" of that mcu',
            )
        return "A1", f"GPIO{self.chip['pins'][signal]}"

    def pull_up(self, signal: str, part: str) -> None:
        resistor = self.next("R", part)
        self.wire(signal, self.gpio(signal), (resistor, "1"))
        self.wire(THREE, ("A1", "3V3"), (resistor, "2"))

    def decouple(self, ref: str, supply: str, power_pin: str, ground_pin: str) -> None:
        """A capacitor across the supply of a chip, as close as can be."""
        capacitor = self.next("C", "capacitor-100n")
        mm2 = THICK if supply == FIVE else THIN
        self.wire(supply, (ref, power_pin), (capacitor, "1"), mm2=mm2)
        self.wire(GROUND, (ref, ground_pin), (capacitor, "2"))

    def _colour(self, net: str, mm2: float) -> str:
        if mm2 == BARE:
            return "bare"
        if net not in self._colours:
            free = SIGNAL_COLOURS[len(self._colours) % len(SIGNAL_COLOURS)]
            self._colours[net] = COLOURS.get(net, free)
        return self._colours[net]


def parts_list(circuit: Circuit) -> list[Item]:
    """What to order: everything placed, in the order of the catalogue, then what lies loose."""
    drivers = {"all", circuit.spec["lights"]["driver"], circuit.spec["keys"]["driver"]}
    fitted: list[Item] = []
    loose: list[Item] = []
    for part in circuit.library.parts.values():
        refs = tuple(ref for ref, name in circuit.parts.items() if name == part.part)
        if refs:
            fitted.append(_item(part, len(refs), refs))
        elif drivers & set(part.loose_for.split()):
            loose.append(_item(part, part.loose_qty, ()))
        elif part.loose_for.startswith("each "):
            kinds = part.loose_for.removeprefix("each ").split()
            each = [ref for ref, name in circuit.parts.items() if kind_of(circuit, name) in kinds]
            if each:
                loose.append(_item(part, len(each) * part.loose_qty, ()))
    return fitted + loose


def kind_of(circuit: Circuit, part: str) -> str:
    return circuit.library.parts[part].kind


def _item(part: Part, qty: int, refs: tuple[str, ...]) -> Item:
    return Item(
        part.part, qty, refs, qty + part.spares, part.what, part.order_as, part.alternatives
    )
