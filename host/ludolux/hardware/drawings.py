"""Wiring diagrams: the wires of a netlist, block by block, drawn by WireViz and Graphviz.

A drawing carries the hash of what it was made from. Graphviz of another version places things a
little differently, so that hash, and not the bytes of the picture, says whether it is stale.
"""

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ludolux.failure import Failure
from ludolux.hardware.circuit import Circuit
from ludolux.hardware.files import End, Wire

RING = ("hc595", "hc165")
SOURCE = re.compile(r"<!-- made from (\w+) -->")
POWER = ("supply", "jack", "fuse", "terminal", "capacitor", "schottky", "mcu")
SMALL = ("resistor", "schottky", "decoupler", "capacitor", "diode", "fuse", "key", "button")


def blocks(circuit: Circuit) -> dict[str, list[Wire]]:
    """The wires of each drawing of a build, by the drawing's name."""
    kinds = {ref: circuit.library.parts[part].kind for ref, part in circuit.parts.items()}
    signals = set(circuit.board["signals"])

    def all_of(*allowed: str) -> Callable[[Wire], bool]:
        return lambda wire: kinds[wire.a.ref] in allowed and kinds[wire.b.ref] in allowed

    def near(wire: Wire) -> bool:
        """Strips, tiles: the first ones show how all of them go."""
        numbers = [
            int(end.ref.strip("LST"))
            for end in (wire.a, wire.b)
            if kinds[end.ref] in ("strip", "tile")
        ]
        return all(number <= 3 for number in numbers)

    chosen: dict[str, Callable[[Wire], bool]] = {"power": all_of(*POWER)}
    if "U1" in kinds and kinds["U1"] == "shifter":
        chosen["lights"] = lambda wire: (
            all_of("mcu", "shifter", "resistor", "panel", "strip", "terminal", "decoupler")(wire)
            and near(wire)
            and {"shifter", "panel", "strip"} & {kinds[wire.a.ref], kinds[wire.b.ref]} != set()
            and not wire.net.startswith("ROW")
        )
    keys = circuit.spec["keys"]["driver"]
    if keys == "ring":
        chosen["ring"] = lambda wire: (
            all_of("mcu", *RING)(wire)
            and wire.net not in ("3V3", "GND")
            and bool({kinds[wire.a.ref], kinds[wire.b.ref]} & set(RING))
        )
        chosen["ring-power"] = lambda wire: (
            all_of("mcu", "decoupler", "network", *RING)(wire) and wire.net in ("3V3", "GND")
        )
    if keys == "neotrellis":
        chosen["tiles"] = lambda wire: all_of("mcu", "tile", "resistor", "terminal")(wire) and (
            near(wire) and wire.a.ref != wire.b.ref and not wire.net.startswith("BUZZER")
            and {"tile", "resistor"} & {kinds[wire.a.ref], kinds[wire.b.ref]} != set()
        )  # fmt: skip
    if keys == "mpr121":
        chosen["touch"] = lambda wire: (
            all_of("mcu", "mpr121", "resistor")(wire)
            and not wire.net.startswith(("BUZZER", "LED"))
        )
    chosen["buttons"] = lambda wire: (
        bool({kinds[wire.a.ref], kinds[wire.b.ref]} & {"button", "buzzer"})
        or wire.net.startswith("BUZZER")
        or (wire.net in signals and wire.net.startswith("BTN"))
    )
    found = {name: [wire for wire in circuit.wires if use(wire)] for name, use in chosen.items()}
    return {name: wires for name, wires in found.items() if wires}


def harness(circuit: Circuit, wires: list[Wire]) -> str:
    """What WireViz reads: connectors, cables between each two of them, and what joins what."""
    between = [wire for wire in wires if wire.a.ref != wire.b.ref]
    within = [wire for wire in wires if wire.a.ref == wire.b.ref]
    refs = list(dict.fromkeys(end.ref for wire in wires for end in (wire.a, wire.b)))
    connectors: dict[str, Any] = {}
    for ref in refs:
        part = circuit.library.parts[circuit.parts[ref]]
        used = [_pin(end) for wire in between for end in (wire.a, wire.b) if end.ref == ref]
        connectors[ref] = {
            "type": part.order_as.split(",")[0].split(":")[0],
            "pins": list(dict.fromkeys(used)),
            "show_pincount": False,
            # From leg to leg of one part: a line of text, for an arc would cross the other wires.
            "notes": "\n".join(
                f"{wire.b.pin} to {wire.a.pin}" for wire in within if wire.a.ref == ref
            ),
        }
    cables: dict[str, Any] = {}
    connections = []
    pairs: dict[tuple[str, str, float], list[Wire]] = {}
    feeding: set[str] = set()
    fed: set[str] = set()
    for wire in between:
        # What closes a ring is drawn from its end on: all wires run to the right.
        if wire.a.ref in fed and wire.b.ref in feeding - fed:
            wire = replace(wire, a=wire.b, b=wire.a)
        pairs.setdefault((wire.a.ref, wire.b.ref, wire.mm2), []).append(wire)
        feeding.add(wire.a.ref)
        fed.add(wire.b.ref)
    for number, ((a, b, mm2), group) in enumerate(pairs.items(), 1):
        name = f"W{number}"
        cables[name] = {
            "category": "bundle",
            "wirecount": len(group),
            "colors": [wire.colour if wire.colour != "bare" else "SR" for wire in group],
            "wirelabels": [wire.net for wire in group],
            "notes": f"{mm2:g} mm2",
            "show_wirecount": False,
            "show_name": False,
        }
        connections.append([
            {a: [_pin(wire.a) for wire in group]},
            {name: list(range(1, len(group) + 1))},
            {b: [_pin(wire.b) for wire in group]},
        ])  # fmt: skip
    return json.dumps(
        {
            "options": {"fontname": "sans", "bgcolor": "WH", "color_mode": "full"},
            "connectors": connectors,
            "cables": cables,
            "connections": connections,
        },
        indent=1,
    )


def _pin(end: End) -> str | int:
    """WireViz takes "1" for the number 1, so it shall be one everywhere."""
    return int(end.pin) if end.pin.isdigit() else end.pin


def source_hash(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()[:16]


def made_from(svg: str) -> str:
    """The hash that a drawing carries."""
    found = SOURCE.search(svg)
    return found[1] if found else ""


def draw(source: str) -> str:
    """The drawing as SVG."""
    try:
        import pygraphviz
        from wireviz import wireviz
    except ImportError:
        raise Failure(
            "the wiring diagrams need WireViz and Graphviz, which are not installed",
            "only those who draw need them",
            "In the project: make hardware; elsewhere: pip install wireviz pygraphviz", status=1,
        ) from None  # fmt: skip
    made = wireviz.parse(source, return_types="harness")
    graph = pygraphviz.AGraph(made.graph.source)
    # WireViz leaves room for long cables; a page has less.
    graph.graph_attr.update(ranksep="0.25", nodesep="0.15", margin="0.1")
    svg = (graph.draw(format="svg", prog="dot") or b"").decode()
    # Graphviz says its version and its node names; neither belongs to the picture.
    svg = re.sub(r"<!--.*?-->\n?", "", svg, flags=re.S)
    svg = re.sub(r"<title>.*?</title>\n?", "", svg, flags=re.S)
    return svg.replace("<svg ", f"<!-- made from {source_hash(source)} -->\n<svg ", 1)
