"""From a picture to what goes down the wire: gamma, brightness, current limit, map.

A frame is a bytearray of red, green, blue for each cell, row by row from the top left. Every
light driver inherits `show`, `dark` and `milliamps` from here and only says how to send.
"""

from ..memory import briefly
from ..native import micropython, ptr8, ptr16


@micropython.viper
def measure(frame: ptr8, levels: ptr8, count: int) -> int:
    """Adds up the light of a frame after gamma and brightness."""
    total = 0
    for i in range(count):
        total += int(levels[int(frame[i])])
    return total


@micropython.viper
def spread(
    frame: ptr8, levels: ptr8, wire: ptr8, table: ptr16, order: ptr8, lights: int, scale: int
) -> int:
    """Fills the wire buffer, scaled by scale / 256 rounded up. Gives back twice the light in it,
    and one more if anything has changed."""
    total = 0
    changed = 0
    i = 0
    for light in range(lights):
        at = int(table[light]) * 3
        for colour in range(3):
            value = (int(levels[int(frame[i])]) * scale + 255) >> 8
            to = at + int(order[colour])
            if int(wire[to]) != value:
                wire[to] = value
                changed = 1
            total += value
            i += 1
    return total * 2 + changed


class Light:
    def __init__(self, profile):
        spec = profile.lights
        power = profile.power
        self.w = spec["w"]
        self.h = spec["h"]
        self.lights = self.w * self.h
        self._table = briefly("firmware.drivers.layout", "wire_table", spec)
        self._order = bytes([spec["order"].index(colour) for colour in "RGB"])
        self._gamma = spec["gamma_percent"] - 200
        self._levels = bytearray(256)
        self._wire = bytearray(3 * self.lights)
        self._per_light = power["light_ma"]
        self._at_rest = self.lights * power["light_idle_ma"] + power["mcu_ma"]
        self._room = power["budget_ma"] - self._at_rest
        # Rounding up keeps dim colours alive when the limiter works; it costs at most this.
        self._rounding = 3 * self.lights * self._per_light // 765 + 2
        self.milliamps = self._at_rest
        self.limited = False
        self._stale = True
        self.brightness = 0
        self.set_brightness(spec["brightness"])

    def set_brightness(self, brightness):
        """0 to 255. The next show() sends the frame anew, be it changed or not."""
        self.brightness = brightness
        for value in range(256):
            # A mix of square and cube is a gamma of 2 to 3 in whole numbers, the same on
            # every interpreter. Whatever is lit stays lit: at least 1.
            bent = value * value * (255 * (100 - self._gamma) + value * self._gamma) // 6502500
            level = bent * brightness // 255
            self._levels[value] = max(level, 1) if value and brightness else 0
        self._stale = True

    def refresh(self):
        """Lets the next show() send even an unchanged frame, say after a glitch."""
        self._stale = True

    def show(self, frame):
        """Sends the frame if it differs from the last one; says whether it was sent."""
        used = measure(frame, self._levels, 3 * self.lights)
        used = used * self._per_light // 765
        scale = 256
        self.limited = used > self._room
        if self.limited:
            scale = (self._room - self._rounding) * 256 // used
        used = spread(
            frame, self._levels, self._wire, self._table, self._order, self.lights, scale
        )
        if not (used & 1 or self._stale):
            return False
        self._stale = True  # until it is out: a failing bus must not lose the frame
        self.milliamps = self._at_rest + (used >> 1) * self._per_light // 765
        self._stale = not self._send()
        return True

    def dark(self):
        """All lights off, now."""
        for i in range(len(self._wire)):
            self._wire[i] = 0
        self.milliamps = self._at_rest
        self.limited = False
        self._stale = not self._send()

    def check(self):
        """What the self-test finds wrong, as sentences."""
        return []

    def deinit(self):
        self.dark()

    def _send(self):
        raise NotImplementedError
