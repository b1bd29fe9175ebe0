"""What a check finds: where, what, why it matters, what to do next; and what checks look at."""

from dataclasses import dataclass
from typing import Any

from ludolux.failure import sentence
from ludolux.hardware.files import Item, Library, Wire
from ludolux.hardware.nets import Nets


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, as three sentences after its place."""

    kind: str
    place: str
    what: str
    why: str
    next: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}. {sentence(self.why)} {sentence(self.next)}"


class Built:
    """One build on one chip with its netlist and its parts list, ready to be looked at."""

    def __init__(
        self,
        board: dict[str, Any],
        build: str,
        mcu: str,
        library: Library,
        wires: list[Wire],
        items: list[Item],
    ) -> None:
        self.board = board
        self.build = build
        self.mcu = mcu
        self.chip = board["mcus"][mcu]
        self.spec = board["builds"][build]
        self.power = {**board["power"], **self.spec.get("power", {})}
        self.library = library
        self.wires = wires
        self.items = items
        self.parts = {ref: item.part for item in items for ref in item.refs}
        self.kinds = {
            ref: library.parts[part].kind
            for ref, part in self.parts.items()
            if part in library.parts
        }
        self.nets = Nets(wires, self.kinds)
        self.found: list[Finding] = []

    def report(self, kind: str, where: object, what: str, why: str, following: str) -> None:
        place = f"{self.build} on {self.mcu}, {where}"
        self.found.append(Finding(kind, place, what, why, following))

    def value(self, ref: str) -> float:
        """Ohm, uF, mA or ways of a part."""
        part = self.library.parts.get(self.parts.get(ref, ""))
        return part.value if part else 0
