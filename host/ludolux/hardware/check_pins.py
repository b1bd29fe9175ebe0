"""Checks of the ESP32's pins, the pull-ups and the addresses in a netlist."""

from firmware.boards import BUTTONS, KEYS, LIGHTS
from ludolux.hardware.finding import Built


def check(built: Built) -> None:
    pins(built)
    for signal in signals(built):
        pull_up(built, signal)
    buzzer(built)
    addresses(built)


def signals(built: Built) -> list[str]:
    """The signals that this build uses."""
    spec = built.spec
    used = [*LIGHTS[spec["lights"]["driver"]][0], *KEYS[spec["keys"]["driver"]][0]]
    if spec["keys"]["driver"] == "buttons":
        used += [spec["keys"][name] for name in BUTTONS]
    used += list(spec.get("side_buttons", {}))
    if spec.get("buzzer"):
        used.append("BUZZER")
    return list(dict.fromkeys(used))


def pins(built: Built) -> None:
    chip = built.chip
    uses = built.board["signals"]
    for net in built.nets.all():
        names = sorted(built.nets.labels(net) & set(uses))
        for gpio in built.nets.gpios(net):
            name = names[0] if names else "/".join(sorted(built.nets.labels(net)))
            where = f"netlist.csv A1 GPIO{gpio}"
            use = uses.get(name, "in")
            if gpio > chip["last_gpio"] or gpio in chip["absent"]:
                built.report(
                    "pin-absent", where, f"{name} is wired to it but {built.mcu} has no such pin",
                    "the number is misspelt or belongs to another chip",
                    f"Use GPIO{chip['pins'].get(name, 'n of pins.md')}",
                )  # fmt: skip
            elif gpio in chip["flash"]:
                built.report(
                    "pin-flash", where, f"{name} is wired to a pin of the flash or PSRAM",
                    "the chip crashes as soon as the wire pulls at it", "Choose a free pin",
                )  # fmt: skip
            elif gpio in chip["console"]:
                built.report(
                    "pin-console", where, f"{name} is wired to the serial port or USB",
                    "the board could no longer be flashed", "Choose a free pin",
                )  # fmt: skip
            elif gpio in chip["strapping"] and name not in chip["after_boot"]:
                built.report(
                    "pin-strapping", where, f"{name} is wired to a strapping pin",
                    "its level at power-up decides how the chip boots: it may not start",
                    "Choose a free pin",
                )  # fmt: skip
            elif gpio in chip["input_only"] and use in ("out", "open_drain"):
                built.report(
                    "pin-input-only", where, f"{name} must drive but this pin can only listen",
                    "nothing would come out of it", "Choose a pin that can drive",
                )  # fmt: skip
            for name in names:
                right = chip["pins"].get(name)
                if right is not None and right != gpio:
                    built.report(
                        "pin-differs", where,
                        f"{name} is wired to it but board.json says GPIO{right}",
                        "the firmware would listen and talk at another pin",
                        "Move the wire, or change board.json",
                    )  # fmt: skip
    for signal in signals(built):
        gpio = chip["pins"].get(signal)
        if gpio is not None and not built.nets.wired("A1", f"GPIO{gpio}"):
            built.report(
                "pin-unwired", f"netlist.csv A1 GPIO{gpio}", f"nothing is wired to {signal}",
                "the build uses that signal", "Wire it as the generated netlist does",
            )  # fmt: skip


def pull_up(built: Built, signal: str) -> None:
    use = built.board["signals"].get(signal)
    gpio = built.chip["pins"].get(signal)
    outside = (
        use == "open_drain"
        or signal == "KEY_INT"
        or (use == "in_pull_up" and gpio in built.chip["input_only"])
    )
    if gpio is None or not outside or not built.nets.wired("A1", f"GPIO{gpio}"):
        return
    net = built.nets.at("A1", f"GPIO{gpio}")
    least, most = (1000, 10000) if use == "open_drain" else (4700, 47000)
    found = []
    for resistor, far in built.nets.across(net, "resistor"):
        if "+5V" in built.nets.labels(far):
            built.report(
                "pull-up-volts", f"netlist.csv {resistor}", f"{signal} is pulled up to 5 V",
                "a pin of an ESP32 bears 3.3 V only and dies of more",
                "Take the resistor to 3V3 of A1",
            )  # fmt: skip
            return
        if "3V3" in built.nets.labels(far):
            found.append(resistor)
    if not found:
        built.report(
            "pull-up-missing", f"netlist.csv A1 GPIO{gpio}", f"{signal} has no pull-up resistor",
            "nothing brings the line high again, and it reads noise",
            f"Fit {'2k2' if use == 'open_drain' else '10k'} from {signal} to 3V3",
        )  # fmt: skip
    for resistor in found:
        if not least <= built.value(resistor) <= most:
            built.report(
                "pull-up-value", f"bom.csv {resistor}",
                f"the pull-up of {signal} has {built.value(resistor):g} ohm",
                "too little overloads the outputs, too much makes slow edges",
                f"Use {least} to {most} ohm",
            )  # fmt: skip


def buzzer(built: Built) -> None:
    for ref in built.nets.refs("buzzer"):
        for gpio in built.nets.gpios(built.nets.at(ref, "1")):
            built.report(
                "buzzer-resistor", f"netlist.csv {ref} 1",
                f"it hangs on GPIO{gpio} without a resistor",
                "a piezo is a capacitor: each edge takes more current than a pin may give",
                "Put 100 ohm between the pin and the buzzer",
            )  # fmt: skip


def addresses(built: Built) -> None:
    nets = built.nets
    chips = {tile: nets.tile_address(tile) for tile in nets.refs("tile")}
    chips |= {module: nets.touch_address(module) for module in nets.refs("mpr121")}
    wanted = built.spec.get("i2c", {}).get("addresses", [])
    owner: dict[int, str] = {}
    for (ref, address), right in zip(chips.items(), wanted, strict=False):
        how = "close or open its jumpers" if nets.kinds[ref] == "tile" else "move its ADDR wire"
        if address in owner:
            built.report(
                "address-clash", f"netlist.csv {ref}",
                f"it has the address {address}, the same as {owner[address]}",
                "both answer at once and neither can be understood", how,
            )  # fmt: skip
        elif address != right:
            built.report(
                "address-differs", f"netlist.csv {ref}",
                f"it has the address {address} but board.json says {right}",
                "the firmware would call a chip that is not there", how,
            )  # fmt: skip
        owner[address] = ref
    if len(chips) != len(wanted):
        built.report(
            "address-count", "netlist.csv",
            f"it has {len(chips)} chips on the I2C bus but board.json has {len(wanted)} addresses",
            "each chip needs one, in reading order", "Add what is missing",
        )  # fmt: skip
