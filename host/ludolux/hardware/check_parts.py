"""Checks of the lists against each other: parts, pins, nets that touch and nets in pieces."""

from ludolux.hardware.files import ITS_NAME, End
from ludolux.hardware.finding import Built

SUPPLIES = ("+5V", "5V_IN", "5V_MCU", "3V3", "GND")


def check(built: Built) -> None:
    parts_lists(built)
    known_pins(built)
    open_pins(built)
    foreign_nets(built)
    joined_nets(built)
    split_nets(built)
    repeated_wires(built)


def parts_lists(built: Built) -> None:
    """The parts list and the netlist speak of the same parts, each once."""
    wired = {end.ref for wire in built.wires for end in (wire.a, wire.b)}
    owners: dict[str, str] = {}
    for item in built.items:
        if item.part not in built.library.parts:
            built.report(
                "part-unknown", f"bom.csv {item.part}", "parts.csv has no such part",
                "the name is misspelt, or the part is new",
                "Correct it, or add a line to parts.csv",
            )  # fmt: skip
        if item.refs and item.qty != len(item.refs):
            built.report(
                "part-quantity", f"bom.csv {item.part}",
                f"the quantity is {item.qty} but {len(item.refs)} are named",
                "too few would be ordered, or too many", "Correct qty or refs",
            )  # fmt: skip
        if item.order < item.qty:
            built.report(
                "part-quantity", f"bom.csv {item.part}",
                f"{item.order} are ordered but {item.qty} are needed",
                "the build would stop half way", f"Order {item.qty} or more",
            )  # fmt: skip
        for ref in item.refs:
            if ref in owners:
                built.report(
                    "part-twice", f"bom.csv {ref}",
                    f"it is both {owners[ref]} and {item.part}",
                    "a part can be only one of them", "Take it off one of the lines",
                )  # fmt: skip
            owners[ref] = item.part
            if ref not in wired:
                built.report(
                    "part-not-wired", f"bom.csv {ref}",
                    f"the parts list has this {item.part} but no wire of the netlist reaches it",
                    "it would be bought and never used, or its wires were forgotten",
                    "Add its wires to netlist.csv or take it off bom.csv",
                )  # fmt: skip
    for ref in built.nets.refs("mcu"):
        if owners[ref] != f"mcu-{built.mcu}":
            built.report(
                "mcu-differs", f"bom.csv {ref}",
                f"it is {owners[ref]} but the lists are for the {built.mcu}",
                "its pins have other numbers and other duties",
                "Order the board that board.json names, or make the lists anew for that one",
            )  # fmt: skip
    for ref in sorted(wired - set(owners)):
        built.report(
            "part-not-listed", f"netlist.csv {ref}",
            "the netlist wires it but the parts list has no such part",
            "it would be missing on the bench", "Add it to the refs of a line in bom.csv",
        )  # fmt: skip


def known_pins(built: Built) -> None:
    seen: set[End] = set()
    for wire in built.wires:
        for end in (wire.a, wire.b):
            part = built.parts.get(end.ref, "")
            if end in seen or part not in built.library.parts:
                continue
            seen.add(end)
            if built.library.pin(part, end.pin) is None:
                built.report(
                    "pin-unknown", f"netlist.csv {end}", f"a {part} has no pin {end.pin}",
                    "the pin is misspelt, or pinouts.csv does not know it",
                    "Use a name from pinouts.csv",
                )  # fmt: skip


def open_pins(built: Built) -> None:
    """Pins that must go somewhere: inputs float, chips without supply do nothing."""
    whys = {
        "in": "an open input swings to and fro and the chip does what it likes",
        "power": "the part has no supply",
        "ground": "the part has no way back for its current",
        "bus": "the part cannot be heard",
        "passive": "a part with a free leg does nothing",
    }
    wired = {end.ref for wire in built.wires for end in (wire.a, wire.b)}
    for ref, kind in built.kinds.items():
        if ref not in wired:
            continue  # parts_lists speaks of those
        for pin in built.library.pinouts.get(kind, {}).values():
            if pin.type in whys and not built.nets.wired(ref, pin.pin):
                built.report(
                    "pin-open", f"netlist.csv {ref} {pin.pin}", "no wire goes there",
                    whys[pin.type], "Wire it as the generated netlist does",
                )  # fmt: skip


def foreign_nets(built: Built) -> None:
    """Pins that belong to one net in every build: clocks, enables, bus lines, buttons."""
    for ref, kind in built.kinds.items():
        for pin in built.library.pinouts.get(kind, {}).values():
            right = ref if pin.on == ITS_NAME else pin.on
            labels = built.nets.labels(built.nets.at(ref, pin.pin))
            if not right or not labels or right in labels:
                continue
            built.report(
                "pin-net", f"netlist.csv {ref} {pin.pin}",
                f"it is wired to {' and '.join(sorted(labels))} instead of {right}",
                "the part stays silent, or answers to what is meant for another",
                f"Move that wire to {right}",
            )  # fmt: skip


def joined_nets(built: Built) -> None:
    for net in built.nets.all():
        labels = sorted(built.nets.labels(net))
        if len(labels) < 2:
            continue
        gpios = built.nets.gpios(net)
        supplies = [label for label in labels if label in SUPPLIES]
        both = " and ".join(labels)
        if len(supplies) > 1:
            where = _meeting(built, supplies[0], supplies[1])
            built.report(
                "supplies-short", f"netlist.csv {where}",
                f"the supplies {' and '.join(supplies)} meet there",
                "that is a short circuit: the fuse blows, or a part burns first",
                "Do not switch it on; take off the wire that joins them",
            )  # fmt: skip
        elif gpios and len([label for label in labels if label in built.board["signals"]]) > 1:
            built.report(
                "pin-twice", f"netlist.csv A1 GPIO{gpios[0]}", f"it carries {both}",
                "two signals on one pin disturb each other and may destroy an output",
                "Move one of them to the pin that board.json gives it",
            )  # fmt: skip
        else:
            built.report(
                "nets-touch", f"netlist.csv {_meeting(built, labels[0], labels[1])}",
                f"the nets {both} meet there", "both lines would act as one",
                "Move the wire that joins them to the pin it belongs to",
            )  # fmt: skip


def _meeting(built: Built, one: str, other: str) -> str:
    """A pin where wires of two nets end; where there is none, the first pin of the second."""
    ends = [
        {end for wire in built.wires if wire.net == name for end in (wire.a, wire.b)}
        for name in (one, other)
    ]
    return str(sorted(ends[0] & ends[1] or ends[1])[0])


def split_nets(built: Built) -> None:
    pieces: dict[str, list[set[End]]] = {}
    for net in built.nets.all():
        for label in built.nets.labels(net):
            pieces.setdefault(label, []).append(net)
    for label, nets in sorted(pieces.items()):
        if len(nets) > 1:
            # The ESP32's own GND pin and the terminal are one net only by their wire.
            smallest = min(nets, key=len)
            built.report(
                "net-split", f"netlist.csv {sorted(smallest)[0]}",
                f"the net {label} is in {len(nets)} pieces and this is the smallest",
                "a wire between them is missing, or it ends at the wrong pin",
                f"Join it to the rest of {label}",
            )  # fmt: skip


def repeated_wires(built: Built) -> None:
    seen = set()
    for wire in built.wires:
        if (wire.a, wire.b) in seen:
            built.report(
                "wire-twice", f"netlist.csv {wire.a}", f"the wire to {wire.b} is listed twice",
                "a line was copied and not changed, so another wire is probably missing",
                "Remove it, or correct where it goes",
            )  # fmt: skip
        if wire.a == wire.b:
            built.report(
                "wire-nowhere", f"netlist.csv {wire.a}", "a wire ends where it begins",
                "one of its ends is misspelt", "Correct it",
            )  # fmt: skip
        seen.add((wire.a, wire.b))
