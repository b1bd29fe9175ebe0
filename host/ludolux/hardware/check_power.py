"""Checks of current, fuse, wire, polarity and voltage, and of the level of the light data."""

from ludolux.hardware.files import End
from ludolux.hardware.finding import Built

# Amperes that a square millimetre of copper carries without getting warm, rounded down: an
# estimate for short stranded wire in air.
AMPERES_PER_MM2 = 6
VOLTS = {"+5V": 5.0, "5V_IN": 5.0, "5V_MCU": 5.0, "3V3": 3.3}
LOADS = ("strip", "panel", "tile", "supply", "jack", "capacitor")


def check(built: Built) -> None:
    ratings(built)
    fuse_in_the_way(built)
    wires(built)
    ways(built)
    polarity(built)
    voltages(built)
    capacitors(built)
    light_data(built)


def ratings(built: Built) -> None:
    for kind, field in (("fuse", "fuse_ma"), ("supply", "supply_ma")):
        for ref in built.nets.refs(kind):
            value, planned = built.value(ref), built.power[field]
            if kind == "fuse" and value > planned:
                built.report(
                    "fuse-rating", f"bom.csv {ref}",
                    f"the fuse has {value:g} mA but board.json plans {planned} mA",
                    "it would let the wires and the supply overheat before it blows",
                    f"Fit one of {planned} mA",
                )  # fmt: skip
            if kind == "fuse" and value < built.power["budget_ma"]:
                built.report(
                    "fuse-rating", f"bom.csv {ref}",
                    f"the fuse has {value:g} mA but the board may take "
                    f"{built.power['budget_ma']} mA",
                    "it would blow whenever many lights are bright",
                    f"Fit one of {planned} mA, or lower budget_ma",
                )  # fmt: skip
            if kind == "supply" and value < planned:
                built.report(
                    "supply-rating", f"bom.csv {ref}",
                    f"the supply gives {value:g} mA but board.json plans {planned} mA",
                    "it would sag and the board restart whenever many lights are bright",
                    "Order a stronger one, or lower supply_ma, fuse_ma and budget_ma",
                )  # fmt: skip


def fuse_in_the_way(built: Built) -> None:
    for ref in built.nets.refs("supply"):
        net = built.nets.at(ref, "+")
        loads = [end for kind in ("terminal", "strip", "panel", "tile", "mcu", "schottky")
                 for end in built.nets.on(net, kind)]  # fmt: skip
        if loads:
            built.report(
                "fuse-missing", f"netlist.csv {loads[0]}",
                f"current reaches it from {ref} without passing a fuse",
                "a short circuit would burn the wires", "Let all current pass the fuse first",
            )  # fmt: skip


def wires(built: Built) -> None:
    """Every wire behind the fuse must bear what the fuse lets through."""
    needed = built.power["fuse_ma"] / 1000
    for wire in built.wires:
        thick = wire.net in ("+5V", "5V_IN", "5V_MCU") or (
            wire.net == "GND"
            and built.kinds.get(wire.a.ref) in (*LOADS, "terminal")
            and built.kinds.get(wire.b.ref) in (*LOADS, "terminal")
        )
        if thick and wire.mm2 * AMPERES_PER_MM2 < needed:
            least = needed / AMPERES_PER_MM2
            built.report(
                "wire-thin", f"netlist.csv {wire.a} to {wire.b}",
                f"the wire of {wire.mm2:g} mm2 lies behind a fuse of {needed:g} A",
                "in a short circuit it would glow before the fuse blows",
                f"Use {least:.2f} mm2 or more, or a smaller fuse",
            )  # fmt: skip


def ways(built: Built) -> None:
    """A clamp holds one wire."""
    for ref in built.nets.refs("terminal"):
        ends = [end for wire in built.wires for end in (wire.a, wire.b) if end.ref == ref]
        if 0 < built.value(ref) < len(ends):
            built.report(
                "terminal-full", f"netlist.csv {ref}",
                f"{len(ends)} wires end at its {built.value(ref):g} ways",
                "two wires under one clamp come loose and get hot",
                "Use a terminal with more ways, or a second one joined to it",
            )  # fmt: skip


def polarity(built: Built) -> None:
    nets = built.nets
    for ref, kind in built.kinds.items():
        for pin in built.library.pinouts.get(kind, {}).values():
            labels = nets.labels(nets.at(ref, pin.pin))
            grounded = "GND" in labels
            minus = pin.type == "ground" or (kind, pin.pin) == ("capacitor", "-")
            turned = minus and not grounded or pin.type == "power" and grounded
            if labels and turned and len(labels & {"GND", *VOLTS}) < 2:
                what = "minus does not go" if minus else "plus goes"
                built.report(
                    "polarity", f"netlist.csv {ref} {pin.pin}", f"its {what} to GND",
                    "turned round it burns: the capacitor bursts, lights and chips die",
                    "Exchange its two wires before you switch on",
                )  # fmt: skip
    for ref in nets.refs("schottky"):
        if "+5V" in nets.labels(nets.at(ref, "K")):
            built.report(
                "polarity", f"netlist.csv {ref} K", "the diode is turned round",
                "the board gets no 5 V, and USB feeds all the lights",
                "The ring on its body points to the ESP32",
            )  # fmt: skip
    for ref in nets.refs("mcu"):
        if "+5V" in nets.labels(nets.at(ref, "5V")):
            built.report(
                "back-feed", f"netlist.csv {ref} 5V", "it is joined to +5V without a diode",
                "with USB plugged in, the computer would feed the lights or be fed",
                "Put the Schottky diode D0 between them",
            )  # fmt: skip


def voltages(built: Built) -> None:
    for net in built.nets.all():
        labels = built.nets.labels(net)
        volts = max([VOLTS.get(label, 0) for label in labels], default=0)
        for end in sorted(net):
            pin = built.library.pin(built.parts.get(end.ref, ""), end.pin)
            if pin is None:
                continue
            if pin.type == "power" and not volts and "GND" not in labels:
                built.report(
                    "volts", f"netlist.csv {end}",
                    f"it is wired to {' and '.join(sorted(labels))}, which is no supply",
                    "the part gets no current and does nothing",
                    f"Wire it to {_supply(pin.volts)}",
                )  # fmt: skip
            if not volts:
                continue
            if pin.type == "gpio":
                _wrong(built, end, volts, 3.3)
            elif pin.type == "power" and pin.volts != volts:
                _wrong(built, end, volts, pin.volts)


def _wrong(built: Built, end: End, volts: float, right: float) -> None:
    if volts > right:
        why = "it bears no more than that and dies, or sends 5 V into the ESP32"
    else:
        why = "it does not work reliably with less"
    built.report(
        "volts", f"netlist.csv {end}", f"it gets {volts:g} V instead of {right:g} V", why,
        f"Wire it to {_supply(right)}",
    )  # fmt: skip


def _supply(volts: float) -> str:
    return "3V3 of A1" if volts < 4 else "+5V"


def capacitors(built: Built) -> None:
    nets = built.nets

    def bridged(kind: str, plus: set[End], minus: set[End]) -> bool:
        return any(far is minus for _, far in nets.across(plus, kind))

    lights = nets.refs("panel") + nets.refs("strip") + nets.refs("tile")
    if lights and not any(
        "+5V" in nets.labels(nets.at(ref, "+")) or "+5V" in nets.labels(nets.at(ref, "-"))
        for ref in nets.refs("capacitor")
    ):
        built.report(
            "capacitor-missing", "netlist.csv +5V", "no large capacitor lies across +5V and GND",
            "the surge at power-up may kill the first light", "Fit 1000 uF there",
        )  # fmt: skip
    for kind, pins in (
        ("shifter", ("VCC(14)", "GND(7)")),
        ("hc595", ("VCC(16)", "GND(8)")),
        ("hc165", ("VCC(16)", "GND(8)")),
    ):
        chips = nets.refs(kind)
        for ref in chips:
            near = [
                wire
                for wire in built.wires
                for one, other in ((wire.a, wire.b), (wire.b, wire.a))
                if one == End(ref, pins[0]) and nets.kinds.get(other.ref) == "decoupler"
            ]
            if not near or not bridged("decoupler", nets.at(ref, pins[0]), nets.at(ref, pins[1])):
                built.report(
                    "decoupler-missing", f"netlist.csv {ref}",
                    "no 100 nF capacitor sits across its supply",
                    "its own edges disturb it, and keys or lights go wrong now and then",
                    f"Fit one from {pins[0]} to {pins[1]}, close to the chip",
                )  # fmt: skip


def light_data(built: Built) -> None:
    """3.3 V is too little for a light at 5 V, which wants 0.7 of its supply: 3.5 V."""
    nets = built.nets
    chain = nets.light_chain()
    everything = nets.refs("panel") + nets.refs("strip")
    gpio = built.chip["pins"].get("LED_DATA")
    if gpio is None or not everything:
        return
    net = nets.at("A1", f"GPIO{gpio}")
    reached = [net, *[far for _, far in nets.across(net, "resistor")]]
    bare = [end for one in reached for kind in ("strip", "panel")
            for end in nets.on(one, kind, "DIN")]  # fmt: skip
    if bare:
        built.report(
            "level", f"netlist.csv {bare[0]}", "3.3 V from the ESP32 goes straight into it",
            "a light at 5 V wants at least 3.5 V: it flickers, or works until it gets warm",
            "Lead the data through the 74AHCT125 at 5 V",
        )  # fmt: skip
        return
    if len(chain) < len(everything):
        lost = [ref for ref in everything if ref not in chain][0]
        before = f"{chain[-1]} DOUT" if chain else "the 74AHCT125"
        built.report(
            "lights-cut", f"netlist.csv {lost} DIN", f"no light data arrives after {before}",
            "from there on everything stays dark", f"Wire {before} to the next strip's DIN",
        )  # fmt: skip
    right = sorted(everything, key=lambda ref: (len(ref), ref))
    if len(chain) == len(everything) and chain != right:
        wrong = [one for one, other in zip(chain, right, strict=True) if one != other][0]
        built.report(
            "lights-order", f"netlist.csv {wrong} DIN", "the strips are not in their order",
            "the picture would be in pieces", f"The order is {right[0]} to {right[-1]}",
        )  # fmt: skip
    for shifter in nets.refs("shifter"):
        out = nets.at(shifter, "1Y(3)")
        values = [built.value(ref) for ref, _ in nets.across(out, "resistor")]
        if not values or not all(200 <= value <= 1000 for value in values):
            built.report(
                "data-resistor", f"netlist.csv {shifter} 1Y(3)",
                "no resistor of 330 to 470 ohm lies between it and the first light",
                "reflections on the wire make the first lights flicker or kill them",
                "Fit 470 ohm at the light's end of the wire",
            )  # fmt: skip
