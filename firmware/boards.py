"""Reads board.json and checks what a wrong file would break: drivers, pins, sizes, current.

The schema beside board.json checks every field on a PC; these checks run on the board itself,
where a wrong pin means a chip that does not start. Each failure is a BoardError: a sentence.
"""

import json
import sys

from .files import move, sync
from .profile import BoardError, Profile

# A file is compared and copied in pieces: the heap may have no room for the whole.
PIECE = 256

# For each driver the signals it is wired to and the fields it reads.
LIGHTS = {
    "ws2812": (
        ("LED_DATA",),
        (
            "w",
            "h",
            "origin",
            "axis",
            "serpentine",
            "rotate",
            "order",
            "gamma_percent",
            "brightness",
            "bit_ns",
            "latch_us",
        ),
    ),
    "neotrellis": (
        ("I2C_SDA", "I2C_SCL"),
        ("w", "h", "tile", "order", "gamma_percent", "brightness"),
    ),
}
KEYS = {
    "ring": (
        ("KEY_SCK", "KEY_MOSI", "KEY_MISO", "KEY_LATCH"),
        ("w", "h", "origin", "axis", "rotate", "ghosts", "baud", "settle_us"),
    ),
    "neotrellis": (("I2C_SDA", "I2C_SCL", "KEY_INT"), ("w", "h", "tile", "ghosts")),
    "mpr121": (
        ("I2C_SDA", "I2C_SCL"),
        ("w", "h", "columns", "rows", "ghosts", "touch", "release"),
    ),
    "buttons": (
        (),
        ("w", "h", "up", "down", "left", "right", "ok", "menu", "start", "menu_key", "ghosts"),
    ),
}
ALLOWED = {
    "origin": ("NW", "NE", "SW", "SE"),
    "axis": ("rows", "columns"),
    "rotate": (0, 90, 180, 270),
    "order": ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR"),
    "ghosts": ("rectangle", "none"),
    "tile": (4,),
    "serpentine": (False, True),
}
BETWEEN = {
    "gamma_percent": (200, 300),
    "brightness": (1, 255),
    "baud": (100000, 4000000),
    "settle_us": (15, 1000),
    "latch_us": (280, 5000),
    "touch": (1, 255),
    "release": (0, 254),
}
BUTTONS = ("up", "down", "left", "right", "ok", "menu")
TIMING = ("scan_ms", "debounce_ms", "stuck_ms", "bus_check_ms", "repeat_after_ms", "repeat_ms")
POWER = ("supply_ma", "fuse_ma", "budget_ma", "mcu_ma", "light_ma", "light_idle_ma")
MCU = (
    "last_gpio",
    "absent",
    "flash",
    "console",
    "input_only",
    "strapping",
    "after_boot",
    "external_pull_ups",
    "spi",
    "i2c",
    "pins",
)


def load(source, build=None, mcu=None):
    """The Profile of a build; source is the path of board.json or its content as a dict."""
    data = source if isinstance(source, dict) else _read(source)
    try:
        return _profile(data, build, mcu)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        _fail(
            "board.json has a value of the wrong kind",
            "say text where a number belongs",
            "Check it on a PC against board.schema.json, which names the place",
        )


def load_or_last(path, last, build=None, mcu=None):
    """The Profile of a file and None; or, when the file cannot be used, that of the last one that
    could, and a sentence. A good file becomes the last one. BoardError: there is none either."""
    try:
        profile = load(path, build, mcu)
    except BoardError as error:
        try:
            profile = load(last, build, mcu)
        except BoardError:
            raise error
        return profile, "%s Until then the last board.json that was good is used." % error
    if not isinstance(path, dict):
        _keep(path, last)
    return profile, None


def _keep(path, last):
    """Copy a good file, if it has changed; a flash that is full can do without."""
    try:
        if not _same(path, last):
            with open(path, "rb") as file, open(last + ".new", "wb") as copy:
                piece = file.read(PIECE)
                while piece:
                    copy.write(piece)
                    piece = file.read(PIECE)
                sync(copy)
            move(last + ".new", last)
    except OSError:
        pass


def _same(path, last):
    try:
        with open(path, "rb") as one, open(last, "rb") as other:
            piece = one.read(PIECE)
            while piece and piece == other.read(PIECE):
                piece = one.read(PIECE)
            return not piece and not other.read(1)
    except OSError:
        return False


def _profile(data, build, mcu):
    _need(data, ("format", "name", "signals", "mcus", "timing", "power", "builds"), "board.json")
    if data["format"] != 1:
        _fail(
            "board.json has format %s" % data["format"],
            "this firmware reads format 1",
            "Deploy a board.json and a firmware of the same release",
        )
    build = _pick(data, "builds", build or data.get("build"), "build")
    mcu = _pick(data, "mcus", mcu or chip(data["mcus"]) or data.get("mcu"), "mcu")
    spec = data["builds"][build]
    chosen = data["mcus"][mcu]
    _need(spec, ("lights", "keys"), "build " + build)
    _need(chosen, MCU, "mcu " + mcu)

    profile = Profile(data["name"], build, mcu)
    profile.title = spec.get("title", build)
    profile.signals = data["signals"]
    profile.pins = chosen["pins"]
    profile.external_pull_ups = chosen["external_pull_ups"]
    profile.spi_id = chosen["spi"]
    profile.i2c_id = chosen["i2c"]
    profile.lights = spec["lights"]
    profile.keys = spec["keys"]
    profile.i2c = spec.get("i2c")
    profile.side_buttons = spec.get("side_buttons") or {}
    profile.buzzer = spec.get("buzzer")
    profile.timing = _merged(data["timing"], spec.get("timing"), TIMING, "timing")
    profile.power = _merged(data["power"], spec.get("power"), POWER, "power")

    _check_driver(profile, "lights", LIGHTS)
    _check_driver(profile, "keys", KEYS)
    _check_sizes(profile)
    if profile.buzzer is not None:
        _need(profile.buzzer, ("duty_percent",), "buzzer of build " + build)
        _check_signal(profile, "BUZZER", "the buzzer")
    _check_pins(profile, chosen)
    _check_power(profile)
    profile.signals = None  # only the checks need to know directions
    return profile


def chip(mcus):
    """The name of the mcu this very interpreter runs on, or None where that cannot be told."""
    here = getattr(sys.implementation, "_machine", "")
    for name in mcus:
        if here.endswith("with " + mcus[name].get("machine", "?")):
            return name
    return None


def _read(path):
    try:
        with open(path) as file:
            return json.load(file)
    except OSError:
        _fail(
            "%s cannot be opened" % path,
            "it is not on this board",
            "Deploy the firmware again; it brings the file along",
        )
    except ValueError:
        _fail(
            "%s is not JSON" % path,
            "it was cut short or edited by hand",
            "Check it on a PC against board.schema.json and deploy again",
        )


def _fail(what, why, then):
    raise BoardError("%s: %s. %s." % (what, why, then))


def _need(section, fields, where):
    for field in fields:
        if not isinstance(section, dict) or field not in section:
            _fail(
                '%s lacks "%s"' % (where, field),
                "the firmware reads it",
                "Add it as board.schema.json describes",
            )


def _pick(data, section, name, kind):
    if name not in data[section]:
        _fail(
            "There is no %s named %s" % (kind, name),
            "board.json does not describe it",
            "Choose one of " + ", ".join(sorted(data[section])),
        )
    return name


def _merged(common, own, fields, where):
    merged = dict(common)
    merged.update(own or {})
    _need(merged, fields, where)
    for field in fields:
        if type(merged[field]) is not int or merged[field] < 1 and field != "light_idle_ma":
            _fail(
                "%s has %s = %s" % (where, field, merged[field]),
                "only whole numbers from 1 up make sense there",
                "Correct it in board.json",
            )
    return merged


def _check_driver(profile, part, drivers):
    spec = getattr(profile, part)
    _need(spec, ("driver",), part)
    if spec["driver"] not in drivers:
        _fail(
            'Unknown %s driver "%s"' % (part, spec["driver"]),
            "no such file in the firmware",
            "Use one of " + ", ".join(sorted(drivers)),
        )
    signals, fields = drivers[spec["driver"]]
    _need(spec, fields, "%s of build %s" % (part, profile.build))
    for field in fields:
        choices = ""
        if field in ALLOWED and spec[field] not in ALLOWED[field]:
            choices = ", ".join([str(choice) for choice in ALLOWED[field]])
        elif field in BETWEEN and not BETWEEN[field][0] <= spec[field] <= BETWEEN[field][1]:
            choices = "%d to %d" % BETWEEN[field]
        if choices:
            _fail(
                "%s has %s = %s" % (part, field, spec[field]),
                "the %s driver can take %s" % (spec["driver"], choices),
                "Correct it in board.json",
            )
    if "bit_ns" in fields and len([ns for ns in spec["bit_ns"] if 200 <= ns <= 1200]) != 4:
        _fail(
            "%s has bit_ns = %s" % (part, spec["bit_ns"]),
            "it takes four times of 200 to 1200 ns",
            "Correct it in board.json",
        )
    for signal in signals:
        _check_signal(profile, signal, spec["driver"])
    if "I2C_SDA" in signals:
        _need(profile.i2c, ("freq", "addresses"), "i2c of build " + profile.build)
        addresses = profile.i2c["addresses"]
        if len(set(addresses)) != len(addresses):
            _fail(
                "An I2C address is listed twice",
                "two chips would answer at once",
                "Give each chip its own jumpers and address",
            )
        for address in addresses:
            if not 8 <= address <= 119:
                _fail(
                    "I2C address %s is outside 8 to 119" % address,
                    "no chip can have it",
                    "Write the address in decimal, without the read/write bit",
                )


def _check_signal(profile, signal, who):
    if signal not in profile.pins:
        _fail(
            "%s has no pin on %s" % (signal, profile.mcu),
            "%s is wired to it" % who,
            "Add %s to its pins in board.json" % signal,
        )
    if signal not in profile.signals:
        _fail(
            "%s is not among the signals" % signal,
            "its direction is unknown",
            'Add it to "signals" in board.json',
        )


def _check_sizes(profile):
    lights, keys, i2c = profile.lights, profile.keys, profile.i2c
    for part, spec, most in (("lights", lights, 32), ("keys", keys, 16)):
        if not (1 <= spec["w"] <= most and 1 <= spec["h"] <= most):
            _fail(
                "The %s are %s x %s" % (part, spec["w"], spec["h"]),
                "from 1 to %d each way can be driven" % most,
                "Correct w and h in board.json",
            )
    for part, spec in (("lights", lights), ("keys", keys)):
        if "tile" in spec and (spec["w"] // spec["tile"]) * (spec["h"] // spec["tile"]) != len(
            i2c["addresses"]
        ):
            _fail(
                "%d tile addresses do not make %d x %d %s"
                % (len(i2c["addresses"]), spec["w"], spec["h"], part),
                "each tile has %d x %d" % (spec["tile"], spec["tile"]),
                "List one address a tile, in reading order",
            )
    if keys["driver"] == "mpr121":
        lines = list(keys["columns"]) + list(keys["rows"])
        if (
            len(keys["columns"]) != keys["w"]
            or len(keys["rows"]) != keys["h"]
            or len(set(lines)) != len(lines)
            or max(lines) >= 12 * len(i2c["addresses"])
        ):
            _fail(
                "The electrodes do not fit %d columns and %d rows" % (keys["w"], keys["h"]),
                "each line needs its own of %d electrodes" % (12 * len(i2c["addresses"])),
                'Correct "columns" and "rows" in board.json',
            )
    cells = list(profile.side_buttons.values())
    if keys["driver"] == "buttons":
        cells += [keys["start"], keys["menu_key"]]
        for name in BUTTONS:
            _check_signal(profile, keys[name], "the cursor pad")
    for signal in profile.side_buttons:
        _check_signal(profile, signal, "a side button")
    for x, y in cells:
        if not (0 <= x < keys["w"] and 0 <= y < keys["h"]):
            _fail(
                "The cell %d, %d is outside the keys" % (x, y),
                "a button stands for it",
                "Choose a cell inside %d x %d" % (keys["w"], keys["h"]),
            )


def _check_pins(profile, mcu):
    owner = {}
    for signal in sorted(profile.pins):
        pin = profile.pins[signal]
        _check_signal(profile, signal, "the board")
        here = "%s is on pin %s of %s" % (signal, pin, profile.mcu)
        use = profile.signals[signal]
        if type(pin) is not int or not 0 <= pin <= mcu["last_gpio"] or pin in mcu["absent"]:
            _fail(here, "there is no such pin", "Choose a free pin")
        if pin in owner:
            _fail(
                "Pin %d is used twice, by %s and %s" % (pin, owner[pin], signal),
                "the two would disturb each other",
                "Give one of them a free pin",
            )
        owner[pin] = signal
        if pin in mcu["flash"]:
            _fail(
                here, "it carries the flash or PSRAM and the chip would crash", "Choose a free pin"
            )
        if pin in mcu["console"]:
            _fail(
                here,
                "it carries the serial port or USB and flashing would stop working",
                "Choose a free pin",
            )
        if pin in mcu["strapping"] and signal not in mcu["after_boot"]:
            _fail(
                here,
                "a strapping pin decides how the chip boots and must be left alone then",
                "Choose a free pin",
            )
        if pin in mcu["input_only"]:
            if use in ("out", "open_drain"):
                _fail(here, "that pin can only be an input", "Choose a pin that can drive")
            if use == "in_pull_up" and signal not in mcu["external_pull_ups"]:
                _fail(
                    here,
                    "that pin has no pull-up inside and would float",
                    "Fit a 10k resistor to 3.3 V and list it in external_pull_ups",
                )
        if use == "open_drain" and signal not in mcu["external_pull_ups"]:
            _fail(
                here,
                "an open-drain bus needs a pull-up resistor",
                "Fit 2k2 to 3.3 V and list it in external_pull_ups",
            )


def _check_power(profile):
    power, lights = profile.power, profile.lights
    count = lights["w"] * lights["h"]
    # The limiter needs room for the lights at rest and for one step of rounding in each.
    least = (
        power["mcu_ma"] + count * power["light_idle_ma"] + 3 * count * power["light_ma"] // 765 + 2
    )
    if power["budget_ma"] <= least:
        _fail(
            "The budget is %d mA" % power["budget_ma"],
            "the board takes %d mA with every light dark" % least,
            "Raise budget_ma",
        )
    if power["budget_ma"] > power["fuse_ma"] or power["fuse_ma"] > power["supply_ma"]:
        _fail(
            "Budget, fuse and supply are %d, %d and %d mA"
            % (power["budget_ma"], power["fuse_ma"], power["supply_ma"]),
            "the fuse must blow before the supply gives in, and the budget must spare the fuse",
            "Keep budget_ma <= fuse_ma <= supply_ma",
        )
