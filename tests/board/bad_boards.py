"""Every way to spoil board.json that the board itself must notice, and what it says then.

bad_boards.py ROOT prints them, the same on both interpreters. test_board_json.py also holds the
spoiled files against the schema.
"""

import json
import sys

# name: (build, mcu, path of the value to change, new value; MISSING takes it away)
MISSING = object()
PINS = ("mcus", "esp32", "pins")
KEYS = ("builds", "keys")
SPOILT = (
    ("no builds", "keys", "esp32", ("builds",), MISSING),
    ("a format of the future", "keys", "esp32", ("format",), 2),
    ("no such build", "cubes", "esp32", (), None),
    ("no such chip", "keys", "esp8266", (), None),
    ("no lights", "keys", "esp32", KEYS + ("lights",), MISSING),
    ("unknown light driver", "keys", "esp32", KEYS + ("lights", "driver"), "apa102"),
    ("unknown key driver", "keys", "esp32", KEYS + ("keys", "driver"), "mcp23017"),
    ("no width", "keys", "esp32", KEYS + ("lights", "w"), MISSING),
    ("no settle time", "keys", "esp32", KEYS + ("keys", "settle_us"), MISSING),
    ("too many keys", "keys", "esp32", KEYS + ("keys", "w"), 17),
    ("no lights at all", "keys", "esp32", KEYS + ("lights", "h"), 0),
    ("an odd corner", "keys", "esp32", KEYS + ("lights", "origin"), "N"),
    ("an odd turn", "keys", "esp32", KEYS + ("lights", "rotate"), 45),
    ("four colours", "keys", "esp32", KEYS + ("lights", "order"), "GRBW"),
    ("a short pause", "keys", "esp32", KEYS + ("lights", "latch_us"), 50),
    ("no time to settle", "keys", "esp32", KEYS + ("keys", "settle_us"), 5),
    ("too fast a bus", "keys", "esp32", KEYS + ("keys", "baud"), 20000000),
    ("text for a number", "keys", "esp32", KEYS + ("lights", "w"), "sixteen"),
    ("a list for a section", "keys", "esp32", KEYS, []),
    ("a number for the pins", "keys", "esp32", PINS, 7),
    ("a pin twice", "keys", "esp32", PINS + ("BUZZER",), 13),
    ("a strapping pin", "keys", "esp32", PINS + ("LED_DATA",), 12),
    ("a flash pin", "keys", "esp32", PINS + ("LED_DATA",), 6),
    ("a PSRAM pin", "keys", "esp32s3", ("mcus", "esp32s3", "pins", "LED_DATA"), 35),
    ("a serial pin", "keys", "esp32", PINS + ("LED_DATA",), 1),
    ("a USB pin", "keys", "esp32s3", ("mcus", "esp32s3", "pins", "BUZZER"), 19),
    ("an output on an input-only pin", "keys", "esp32", PINS + ("LED_DATA",), 34),
    ("a button on a pin without pull-up", "keys", "esp32", PINS + ("BTN_MENU",), 39),
    ("a pin that is not there", "keys", "esp32", PINS + ("LED_DATA",), 77),
    ("a pin that no chip has", "keys", "esp32", PINS + ("LED_DATA",), 24),
    ("a signal without a pin", "keys", "esp32", PINS + ("LED_DATA",), MISSING),
    ("a signal without a direction", "keys", "esp32", ("signals", "LED_DATA"), MISSING),
    (
        "a bus without pull-ups",
        "tiles",
        "esp32",
        ("mcus", "esp32", "external_pull_ups"),
        ["KEY_INT", "BTN_RIGHT"],
    ),
    ("a side button off the board", "keys", "esp32", KEYS + ("side_buttons", "BTN_OK"), [16, 0]),
    ("an address twice", "tiles", "esp32", ("builds", "tiles", "i2c", "addresses"), [46] * 16),
    (
        "an impossible address",
        "touch",
        "esp32",
        ("builds", "touch", "i2c", "addresses"),
        [90, 91, 180],
    ),
    ("a tile too few", "tiles", "esp32", ("builds", "tiles", "i2c", "addresses"), [46, 47, 48]),
    ("no bus for the tiles", "tiles", "esp32", ("builds", "tiles", "i2c"), MISSING),
    (
        "an electrode twice",
        "touch",
        "esp32",
        ("builds", "touch", "keys", "rows"),
        [0] + list(range(17, 32)),
    ),
    (
        "an electrode too many",
        "touch",
        "esp32",
        ("builds", "touch", "keys", "rows"),
        list(range(21, 37)),
    ),
    ("a button nobody knows", "lite", "esp32", ("builds", "lite", "keys", "ok"), "BTN_FIRE"),
    ("a time below zero", "keys", "esp32", ("timing", "scan_ms"), -1),
    ("a scan without end", "keys", "esp32", ("timing", "scan_ms"), 0),
    ("three bit times", "keys", "esp32", KEYS + ("lights", "bit_ns"), [400, 850, 800]),
    ("a buzzer without loudness", "keys", "esp32", KEYS + ("buzzer",), {}),
    ("no debounce time", "keys", "esp32", ("timing", "debounce_ms"), MISSING),
    ("a budget above the fuse", "keys", "esp32", ("power", "budget_ma"), 4500),
    ("a budget below the lights at rest", "keys", "esp32", ("power", "budget_ma"), 400),
    ("a fuse above the supply", "keys", "esp32", ("power", "supply_ma"), 3500),
)
# What only sums and comparisons find: a schema cannot say it.
BEYOND_SCHEMA = (
    "no such build",
    "no such chip",
    "a pin twice",
    "a strapping pin",
    "a flash pin",
    "a PSRAM pin",
    "a serial pin",
    "a USB pin",
    "an output on an input-only pin",
    "a button on a pin without pull-up",
    "a pin that no chip has",
    "a signal without a pin",
    "a signal without a direction",
    "a bus without pull-ups",
    "a tile too few",
    "no bus for the tiles",
    "an electrode twice",
    "an electrode too many",
    "a button nobody knows",
    "a budget above the fuse",
    "a budget below the lights at rest",
    "a fuse above the supply",
)


def spoil(data, path, value):
    """Changes one value of a board.json, in place."""
    if not path:
        return data
    for step in path[:-1]:
        data = data[step]
    if value is MISSING:
        del data[path[-1]]
    else:
        data[path[-1]] = value


def main(root):
    sys.path.insert(0, root)
    from firmware.boards import BoardError, load

    with open(root + "/hardware/board.json") as file:
        text = file.read()
    for build in ("keys", "tiles", "touch", "lite"):
        for mcu in ("esp32", "esp32s3"):
            profile = load(json.loads(text), build, mcu)
            print("good:", build, mcu, profile.title, profile.pins["LED_DATA"])
    for name, build, mcu, path, value in SPOILT:
        data = json.loads(text)
        spoil(data, path, value)
        try:
            load(data, build, mcu)
            print("FAILED %s: taken for good" % name)
        except BoardError as error:
            print("%s: %s" % (name, error))
    for path in ("no/such/board.json", root + "/README.md"):
        try:
            load(path)
        except BoardError as error:
            print(error)


if __name__ == "__main__":
    main(sys.argv[1])
