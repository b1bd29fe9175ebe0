"""Checks of the keys in a netlist: the ring, its lines, each key and its diode; the foils."""

from firmware.drivers.layout import cell_table, lines
from ludolux.hardware.files import End
from ludolux.hardware.finding import Built


def check(built: Built) -> None:
    if built.spec["keys"]["driver"] == "mpr121":
        foils(built)
    if built.spec["keys"]["driver"] != "ring":
        return
    if ring(built):
        keys(built)
    row_resistors(built)
    column_pull_ups(built)


def ring(built: Built) -> bool:
    """Whether the data passes all 74HC595, then all 74HC165, and comes back."""
    nets = built.nets
    order = nets.ring()
    right = nets.refs("hc595") + nets.refs("hc165")
    if order == right:
        return True
    if len(order) < len(right):
        last = order[-1] if order else "A1"
        built.report(
            "ring-broken", f"netlist.csv {last}", "the key ring ends there",
            "no data comes back to the ESP32, so no key can be read",
            "Wire its serial output to the SER of the next chip",
        )  # fmt: skip
    else:
        built.report(
            "ring-order", f"netlist.csv {order[0]}", f"the ring runs {', '.join(order)}",
            "rows and columns would be exchanged in groups of eight",
            f"The order is {', '.join(right)}",
        )  # fmt: skip
    return False


def foils(built: Built) -> None:
    """Each strip of foil hangs on the electrode that board.json gives it."""
    nets, spec = built.nets, built.spec["keys"]
    modules = nets.refs("mpr121")
    for letter, electrodes in (("FC", spec["columns"]), ("FR", spec["rows"])):
        for n, electrode in enumerate(electrodes):
            foil = f"{letter}{n + 1}"
            module, pin = divmod(electrode, 12)
            right = End(modules[module], f"E{pin}") if module < len(modules) else None
            found = [end for end in nets.on(nets.at(foil, "1"), "mpr121") if end.pin[0] == "E"]
            if right and right not in found:
                at = " and ".join(map(str, found)) or "no electrode"
                built.report(
                    "foil-line", f"netlist.csv {foil}", f"it goes to {at} instead of {right}",
                    "a finger there would answer for another line, and its neighbours with it",
                    f"Wire it to {right}",
                )  # fmt: skip


def keys(built: Built) -> None:
    spec, nets = built.spec["keys"], built.nets
    outs, ins = lines(spec)
    astray: Astray = {}
    for number, cell in enumerate(cell_table(spec)):
        key = f"KEY{cell % 16 + 1}-{cell // 16 + 1}"
        if key not in built.kinds:
            built.report(
                "key-missing", f"bom.csv {key}", "this key is on no line of the parts list",
                f"board.json has {spec['w']} x {spec['h']} keys", "Add it to both lists",
            )  # fmt: skip
            continue
        how, row = nets.diode(key)
        diode = key.replace("KEY", "DIO")
        if how == "missing":
            built.report(
                "diode-missing", f"netlist.csv {key} B(4)", "it goes to its row without a diode",
                "three keys pressed at once would show a fourth, and two outputs fight",
                f"Put {diode} in between, its ring towards the row",
            )  # fmt: skip
        elif how == "turned":
            built.report(
                "diode-turned", f"netlist.csv {diode}", "the diode is turned round",
                "no current flows from the column to the row: the key never closes",
                "Its ring (K) points to the row",
            )  # fmt: skip
        elif how == "open":
            built.report(
                "key-open", f"netlist.csv {key} B(4)", "no diode is wired to it",
                "the key never closes", f"Wire it to {diode} A",
            )  # fmt: skip
        at = nets.row_lines(row)
        across = nets.column_lines(nets.at(key, "A(1)"))
        if how == "good" and (at, across) != ([number // ins], [number % ins]):
            astray[key] = divmod(number, ins), at, across
    _lines(built, astray, outs, ins)


# For each key that is not where it belongs: its row and column line, and those where it sits.
Astray = dict[str, tuple[tuple[int, int], list[int], list[int]]]


def _lines(built: Built, astray: Astray, outs: int, ins: int) -> None:
    """One sentence where a whole line went to another one, else one for each key."""
    left = dict(astray)
    for axis, net, word, whole in ((0, "ROW", "row", ins), (1, "COL", "column", outs)):
        for line in range((outs, ins)[axis]):
            mine = {key: one for key, one in left.items() if one[0][axis] == line}
            where = {tuple(one[1 + axis]) for one in mine.values()}
            if len(mine) < whole or len(where) > 1:
                continue
            if any(one[2 - axis] != [one[0][1 - axis]] for one in mine.values()):
                continue
            built.report(
                "key-line", f"netlist.csv {net}{line}",
                f"all its keys sit on {word} line {_said(list(where.pop()))} instead of {line}",
                "they would answer for others or not at all",
                f"Move the wire of {net}{line} to its own place at the chips",
            )  # fmt: skip
            for key in mine:
                del left[key]
    for key, ((line, place), at, across) in left.items():
        built.report(
            "key-line", f"netlist.csv {key}",
            f"it sits on row line {_said(at)} and column line {_said(across)} instead of {line} "
            f"and {place}",
            "it would answer for another key or not at all",
            f"It belongs on ROW{line} and COL{place}",
        )  # fmt: skip


def _said(found: list[int]) -> str:
    return " and ".join(map(str, found)) if found else "none"


def row_resistors(built: Built) -> None:
    for ref in built.nets.refs("hc595"):
        for end in sorted(end for net in built.nets.all() for end in net if end.ref == ref):
            net = built.nets.at(*end)
            if built.nets.on(net, "diode") and end.pin[0] == "Q":
                built.report(
                    "row-resistor", f"netlist.csv {end}", "it drives its row without a resistor",
                    "if a diode fails two outputs fight and one dies",
                    "Put 220 ohm between the output and the row",
                )  # fmt: skip
            elif end.pin[0] == "Q" and end.pin != "QH'(9)":
                for resistor, _ in built.nets.across(net, "resistor"):
                    if not 100 <= built.value(resistor) <= 470:
                        built.report(
                            "row-resistor", f"bom.csv {resistor}",
                            f"the resistor of a row has {built.value(resistor):g} ohm",
                            "with more, a whole hand on one row is not read; with less it "
                            "protects nothing",
                            "Use 180 to 330 ohm",
                        )  # fmt: skip


def column_pull_ups(built: Built) -> None:
    nets = built.nets
    for ref in nets.refs("hc165"):
        for letter in ("A(11)", "B(12)", "C(13)", "D(14)", "E(3)", "F(4)", "G(5)", "H(6)"):
            net = nets.at(ref, letter)
            found = [end.ref for end in nets.on(net, "network") if end.pin != "COM(1)"]
            found = [one for one in found if "3V3" in nets.labels(nets.at(one, "COM(1)"))]
            found += [
                resistor
                for resistor, far in nets.across(net, "resistor")
                if "3V3" in nets.labels(far)
            ]
            where = f"netlist.csv {ref} {letter}"
            if not found:
                built.report(
                    "pull-up-missing", where, "this column input has no pull-up",
                    "it floats, and keys appear that nobody pressed",
                    "Wire it to a leg of a 47 kohm network whose common leg is on 3V3",
                )  # fmt: skip
            for one in found:
                if not 33000 <= built.value(one) <= 100000:
                    built.report(
                        "pull-up-value", f"bom.csv {one}",
                        f"the pull-up of a column has {built.value(one):g} ohm",
                        "with less a hand on one row is not read, with more the column is slow",
                        "Use 33 to 100 kohm",
                    )  # fmt: skip
