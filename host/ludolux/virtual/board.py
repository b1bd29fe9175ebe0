"""A whole board from board.json: chips on their wires, keys to press, lights to look at.

board = Board('hardware/board.json', 'keys', 'esp32s3')
board.switch_on()                  # its `machine`, `neopixel` and `esp32` are now imported
board.press(3, 4); board.lights()  # red, green, blue of each cell, row by row
"""

import json
import sys

from . import esp32, machine, neopixel
from .clock import Clock
from .faults import inject
from .flags import Flags
from .i2c import Bus as I2CBus
from .layout import walk
from .spi import Bus as SPIBus
from .switches import Switches
from .wires import Wire

FINGER = 60  # how deep a finger lets an electrode sink, and its neighbours
BESIDE = 20


class Board:
    def __init__(self, source, build=None, mcu=None, start_us=0):
        if not isinstance(source, dict):
            with open(source) as file:
                source = json.load(file)
        self.build = build or source["build"]
        self.mcu = mcu or source["mcu"]
        self._chip = source["mcus"][self.mcu]
        self._spec = spec = source["builds"][self.build]
        self._signals = source["signals"]
        self.timing = dict(source["timing"])
        self.timing.update(spec.get("timing", {}))
        self.power = dict(source["power"])
        self.power.update(spec.get("power", {}))

        self.clock = Clock(start_us)
        self.flags = Flags()
        self.pin_call_us = self.timing["pin_call_us"]
        self.hz = 160000000
        self.reset_cause = machine.PWRON_RESET
        self.tones = []  # (us, hz) as the buzzer changes; 0 hz is silence
        self.buttons = Switches(self.clock)
        self.strip = self.matrix = self.ring = None
        self.tiles = []
        self.touch_chips = []
        self.spi = SPIBus(self.clock, self.timing["spi_call_us"])
        self.i2c = I2CBus(self.clock, self.timing["i2c_call_us"], self.flags)
        self._wires = {}
        self._picture = self._picture_of(spec["lights"])
        self._solder_lights(spec["lights"])
        self._solder_keys(spec["keys"])
        for signal in self._chip["pins"]:
            if signal.startswith("BTN_") or signal == "SAFE_MODE":
                self._solder_button(signal)

    # Construction, by what board.json says

    def _signal(self, signal):
        return self.wire(self._chip["pins"][signal])

    def _solder_lights(self, spec):
        if spec["driver"] == "ws2812":
            from .ws2812 import Strip

            self.strip = Strip(spec["w"] * spec["h"], spec["order"], self.clock, self.flags)

    def _solder_keys(self, spec):
        driver = spec["driver"]
        if driver == "ring":
            from .matrix import Matrix
            from .ring import Ring

            panel = dict(spec)
            panel["serpentine"] = False
            self._keys_at = walk(panel)
            turned = spec["rotate"] in (90, 270)
            by_rows = spec["axis"] == "rows"
            outs, ins = (spec["h"], spec["w"]) if by_rows != turned else (spec["w"], spec["h"])
            self._ins = ins
            self.matrix = Matrix(outs, ins, self.clock, self.flags)
            self.ring = Ring(self.matrix, outs, ins)
            self.ring.power_on()
            self._signal("KEY_LATCH").watchers.append(self.ring.latch)
        elif driver == "neotrellis":
            from .seesaw import Seesaw

            self._keys_at = walk(spec)
            for address in self._spec["i2c"]["addresses"]:
                self.tiles.append(Seesaw(address, self.clock, self.flags))
                self.tiles[-1].on_show = self._watch_tiles
            self._hang_on_bus(self.tiles)
        elif driver == "mpr121":
            from .mpr121 import MPR121

            for address in self._spec["i2c"]["addresses"]:
                self.touch_chips.append(MPR121(address, self.clock, self.flags))
            self._hang_on_bus(self.touch_chips)
            self._fingers = []

    def _hang_on_bus(self, chips):
        self.i2c.chips = list(chips)
        if "KEY_INT" in self._chip["pins"]:
            for chip in chips:
                self._signal("KEY_INT").drivers.append(chip.interrupt)

    def _solder_button(self, signal):
        def pulls():
            return 0 if self.buttons.closed(signal) else None

        self._signal(signal).drivers.append(pulls)

    # What the virtual `machine` needs

    def switch_on(self):
        """This board is now the one behind `import machine`."""
        machine.board = self
        for name, module in (("machine", machine), ("neopixel", neopixel), ("esp32", esp32)):
            sys.modules[name] = module
        return self

    def wire(self, number):
        chip = self._chip
        if number not in self._wires:
            if not 0 <= number <= chip["last_gpio"] or number in chip["absent"] + chip["flash"]:
                raise ValueError("invalid pin")
            name = "pin %d" % number
            for signal in chip["pins"]:
                if chip["pins"][signal] == number:
                    name = signal
            pull = 1 if name in chip["external_pull_ups"] or name == "SAFE_MODE" else None
            self._wires[number] = Wire(name, self.flags, pull, number not in chip["input_only"])
        return self._wires[number]

    def spi_bus(self, sck, mosi, miso):
        pins = self._chip["pins"]
        right = (sck, mosi, miso) == (pins["KEY_SCK"], pins["KEY_MOSI"], pins["KEY_MISO"])
        self.spi.slave = self.ring if right else None
        return self.spi

    def i2c_bus(self, scl, sda):
        pins = self._chip["pins"]
        if (scl, sda) == (pins["I2C_SCL"], pins["I2C_SDA"]):
            return self.i2c
        return I2CBus(self.clock, self.timing["i2c_call_us"], self.flags)

    def bitstream(self, number, timing, data):
        if self.strip is None or number != self._chip["pins"]["LED_DATA"]:
            self.clock.advance_ns(len(data) * 8 * (timing[0] + timing[1]))
            return
        self.strip.receive(data, timing)
        self._watch_current(self._milliamps(self.strip.arriving()))

    def sound(self, number, hz):
        if number == self._chip["pins"]["BUZZER"]:
            self.tones.append((self.clock.us, hz))
            del self.tones[:-200]

    def _watch_tiles(self):
        self._watch_current(self.milliamps)

    def _watch_current(self, milliamps):
        if milliamps > self.power["budget_ma"]:
            self.flags.report(
                "The lights take the board to %d mA, more than the budget of %d."
                % (milliamps, self.power["budget_ma"])
            )
        if milliamps > self.power["supply_ma"]:
            self.brown_out()

    def brown_out(self):
        """The supply sagged: everything starts anew."""
        self.power_on(machine.WDT_RESET)  # as an ESP32 reports it
        raise machine.Reset(machine.WDT_RESET)

    def power_on(self, cause=machine.PWRON_RESET):
        """All chips as when the power comes; keys stay as the fingers have them."""
        self.restart(cause)
        for part in [self.strip, self.ring] + self.tiles + self.touch_chips:
            if part is not None:
                part.power_on()

    def restart(self, cause):
        """The ESP32 alone starts anew: its pins let go, the other chips notice nothing."""
        self.reset_cause = cause
        self.hz = 160000000
        for wire in self._wires.values():
            wire.release()

    # What people do and see

    def press(self, x, y):
        self._move(x, y, True)

    def release(self, x, y):
        self._move(x, y, False)

    def button(self, signal, down=True):
        """Presses or releases a push button, named as its signal in board.json."""
        if signal not in self._chip["pins"]:
            raise ValueError("There is no button %s on this board." % signal)
        (self.buttons.press if down else self.buttons.release)(signal)

    def key_line(self, x, y):
        """Row and column line of the key at x, y in the matrix."""
        return divmod(self._keys_at.index((x, y)), self._ins)

    def key_tile(self, x, y):
        """The tile under x, y and the number of its key."""
        tile, key = divmod(self._keys_at.index((x, y)), 16)
        return self.tiles[tile], key

    def key_electrodes(self, x, y):
        """The chip and electrode of column x and of row y."""
        spec = self._spec["keys"]
        return [
            (self.touch_chips[line // 12], line % 12)
            for line in (spec["columns"][x], spec["rows"][y])
        ]

    def _move(self, x, y, down):
        if self.matrix is not None:
            switches, key = self.matrix.switches, self.key_line(x, y)
        elif self.tiles:
            tile, key = self.key_tile(x, y)
            tile.catch_up()
            switches = tile.keys
        elif self.touch_chips:
            self._finger(x, y, down)
            return
        else:
            raise ValueError(
                "The build %s has no keys on its cells; press its buttons with "
                "button()." % self.build
            )
        (switches.press if down else switches.release)(key)

    def _finger(self, x, y, down):
        if down and (x, y) not in self._fingers:
            self._fingers.append((x, y))
        if not down and (x, y) in self._fingers:
            self._fingers.remove((x, y))
        spec = self._spec["keys"]
        for lines, along in ((spec["columns"], 0), (spec["rows"], 1)):
            for i in range(len(lines)):
                depth = 0
                for finger in self._fingers:
                    away = abs(finger[along] - i)
                    depth = max(depth, FINGER if away == 0 else BESIDE if away == 1 else 0)
                self.touch_chips[lines[i] // 12].touch(lines[i] % 12, depth)

    def fault(self, kind, *where, **how):
        """Breaks something; see faults.py for the kinds. mend() makes all whole again."""
        inject(self, kind, *where, **how)

    def mend(self):
        self.buttons.mend()
        self.i2c.mend()
        for part in [self.matrix, self.ring, self.strip] + self.touch_chips:
            if part is not None:
                part.mend()
        for tile in self.tiles:
            tile.keys.mend()

    def lights(self):
        """What the lights show now: red, green, blue of each cell, row by row."""
        shown = self._shown()
        return bytes([shown[at] for at in self._picture])

    @property
    def milliamps(self):
        """What the board takes from the supply now."""
        return self._milliamps(self._shown())

    @property
    def frames(self):
        """How many times light data was sent."""
        return self.strip.bursts if self.strip else sum([tile.shows for tile in self.tiles])

    def _shown(self):
        return self.strip.shown() if self.strip else b"".join([tile.shown for tile in self.tiles])

    def _picture_of(self, spec):
        """For each byte of the picture, where on the wire it comes from."""
        picture = [0] * (3 * spec["w"] * spec["h"])
        for number, (x, y) in enumerate(walk(spec)):
            for i in range(3):
                picture[3 * (y * spec["w"] + x) + i] = 3 * number + spec["order"].index("RGB"[i])
        return picture

    def _milliamps(self, levels):
        power = self.power
        return (
            sum(levels) * power["light_ma"] // 765
            + len(levels) // 3 * power["light_idle_ma"]
            + power["mcu_ma"]
        )
