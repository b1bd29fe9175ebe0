"""Tables for people, made from the lists: pins.md, cost.md, power.md, prints.md."""

from typing import Any

from ludolux.hardware import enclosure, printing
from ludolux.hardware.check_pins import signals
from ludolux.hardware.circuit import Circuit, parts_list
from ludolux.hardware.finding import Built

MADE = "<!-- Made by `make hardware`; a change here is lost. -->\n"
USES = {
    "out": "output",
    "in": "input",
    "in_pull_up": "input with pull-up",
    "open_drain": "bus, open drain",
}
# What a charger or supply says on its label, in mA.
SUPPLIES = (
    (500, "a computer's USB 2 port"),
    (1000, "an old phone charger"),
    (2000, "a phone charger, 5 V 2 A"),
    (3000, "a USB-C charger at 5 V 3 A"),
    (4000, "the supply of the parts list"),
)


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def pins(board: dict[str, Any], circuits: dict[str, Circuit]) -> str:
    """Every signal: where it is on each chip, what it is, who uses it."""
    used: dict[str, list[str]] = {}
    for build, circuit in circuits.items():
        built = Built(
            board, build, circuit.mcu, circuit.library, circuit.wires, parts_list(circuit)
        )
        for signal in signals(built):
            used.setdefault(signal, []).append(build)
    rows = []
    for signal, use in board["signals"].items():
        row = [f"`{signal}`"]
        for chip in board["mcus"].values():
            pin = chip["pins"].get(signal)
            mark = " ↑" if signal in chip["external_pull_ups"] and pin is not None else ""
            row.append("–" if pin is None else f"GPIO{pin}{mark}")
        row += [USES[use], ", ".join(used.get(signal, [])) or "on the ESP32 board itself"]
        rows.append(row)
    head = ["signal", *board["mcus"], "is", "used by"]
    text = (
        f"# Pins\n\n{MADE}\nFrom [board.json](board.json). ↑ has a resistor to 3.3 V outside.\n\n"
    )
    text += table(head, rows)
    text += "\n## Pins to leave alone\n\n"
    kinds = (
        ("flash", "carry flash or PSRAM: the chip crashes"),
        ("console", "serial port or USB: it could not be flashed any more"),
        ("strapping", "decide how it boots"),
        ("input_only", "can only listen and have no pull-up inside"),
    )
    text += table(
        ["", *board["mcus"], "why"],
        [
            [kind.replace("_", " "),
             *[", ".join(map(str, chip[kind])) or "–" for chip in board["mcus"].values()], why]
            for kind, why in kinds
        ],
    )  # fmt: skip
    return text


def cost(circuits: dict[str, Circuit]) -> str:
    """What the parts may cost: estimates, as every line says."""
    text = f"# What it may cost\n\n{MADE}\n"
    text += (
        "**Estimates, not prices.** The figures in [parts.csv](parts.csv) are guesses in euro for "
        "small quantities, without postage and tools; nobody offers at them. Ask your shop.\n\n"
    )
    sums = []
    for build, circuit in circuits.items():
        rows, total = [], 0.0
        for item in parts_list(circuit):
            each = circuit.library.parts[item.part].estimate_eur
            total += each * item.order
            rows.append([item.what, str(item.order), f"~{each:g}", f"~{each * item.order:.1f}"])
        sums.append((build, total, rows))
    text += table(
        ["build", "estimated sum in euro"],
        [[f"[{build}](#{build})", f"about {round(total, -1):g}"] for build, total, _ in sums],
    )
    for build, _, rows in sums:
        text += f"\n## {build}\n\n"
        text += table(["part", "order", "estimate each", "estimate"], rows)
    return text


def power(board: dict[str, Any], circuits: dict[str, Circuit]) -> str:
    """What a supply can light, by the current model that the firmware limits itself with."""
    text = f"# What a supply can power\n\n{MADE}\n"
    text += (
        "Calculated from `power` in [board.json](board.json), the same model the firmware limits "
        "itself with. The budget is three quarters of what the supply gives, so that neither it "
        "nor the fuse works at its limit.\n"
    )
    sections: dict[str, list[str]] = {}  # builds that take the same share one table
    for build, circuit in circuits.items():
        model, spec = circuit.power, circuit.spec["lights"]
        count = spec["w"] * spec["h"]
        rest = model["mcu_ma"] + count * model["light_idle_ma"]
        # One colour fully on, after gamma, at the brightness the board starts with.
        colour = spec["brightness"] * model["light_ma"] / 765
        white = count * model["light_ma"]
        rows = []
        for supply, what in SUPPLIES:
            budget = min(supply * 3 // 4, model["budget_ma"])
            room = budget - rest
            least = rest + 3 * count * model["light_ma"] // 765 + 2
            if budget <= least:
                rows.append([f"{supply / 1000:g} A", what, f"{budget} mA", "–",
                             f"no: {least} mA go before any light is on"])  # fmt: skip
                continue
            many = min(count, int(room / colour))
            rows.append([
                f"{supply / 1000:g} A", what, f"{budget} mA", f"{many} of {count}",
                f"{100 * room // white} %",
            ])  # fmt: skip
        section = f"All dark it takes {rest} mA. "
        section += f"Without a limit all white would take {(rest + white) / 1000:.1f} A.\n\n"
        section += table(
            ["supply", "such as", "budget", "lights in one full colour", "all white limited to"],
            rows,
        )
        sections.setdefault(section, []).append(build)
    for section, builds in sections.items():
        text += f"\n## {', '.join(builds)}\n\n{section}"
    return text


def prints(board: dict[str, Any]) -> str:
    """What to print for each build."""
    text = f"# What to print\n\n{MADE}\n"
    text += (
        f"Every piece fits a bed of {enclosure.CONSTANTS['printer'][0]:g} mm. Make the files with "
        "`ludolux hardware stl --build BUILD`.\n"
    )
    for build in board["builds"]:
        rows = []
        for part, at, name in printing.wanted(board, build):
            x, y, z = enclosure.size(board, build, part, at)
            times = printing.copies(board, build, part)
            colour = "white or natural" if part in ("cap", "diffuser") else "black"
            rows.append([name, str(times), f"{x:.1f} × {y:.1f} × {z:.1f}", colour])
        text += f"\n## {build}\n\n"
        text += table(["file", "times", "size in mm", "filament"], rows)
    return text
