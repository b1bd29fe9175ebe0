"""Puts the drivers of a build together: lights first, so that they go dark first."""

import machine

from .keys import Keys


class Hardware:
    """lights, keys and buzzer (or None) of a profile, ready to use; `cursor` is the key driver
    that has a cursor to draw (cursor_x, cursor_y), or None."""

    def __init__(self, profile):
        self.profile = profile
        self._i2c = self._tiles = None
        self.lights = self._open_lights()
        self.lights.dark()
        driver = self._open_keys()
        self.cursor = driver if hasattr(driver, "cursor_x") else None
        side = None
        if profile.side_buttons:
            from .side_buttons import SideButtons

            side = SideButtons(profile)
        self.keys = Keys(driver, profile, side)
        self.buzzer = None
        if profile.buzzer:
            from .buzzer import Buzzer

            self.buzzer = Buzzer(profile)

    def check(self):
        """What the self-test of the buses and idle keys finds wrong, as sentences."""
        found = self.keys.driver.check()
        if self.keys.side is not None:
            found += self.keys.side.check()
        return found

    def deinit(self):
        self.lights.deinit()
        self.keys.deinit()
        if self.buzzer is not None:
            self.buzzer.deinit()

    def _bus(self):
        if self._i2c is None:
            profile = self.profile
            self._i2c = machine.I2C(
                profile.i2c_id,
                scl=machine.Pin(profile.pins["I2C_SCL"]),
                sda=machine.Pin(profile.pins["I2C_SDA"]),
                freq=profile.i2c["freq"],
            )
        return self._i2c

    def _tile_bus(self):
        if self._tiles is None:
            from .seesaw import Tiles

            self._tiles = Tiles(self.profile, self._bus())
        return self._tiles

    def _open_lights(self):
        # Only the modules of this build enter memory.
        if self.profile.lights["driver"] == "ws2812":
            from .ws2812 import WS2812

            return WS2812(self.profile)
        from .neotrellis import NeoTrellisLights

        return NeoTrellisLights(self.profile, self._tile_bus())

    def _open_keys(self):
        driver = self.profile.keys["driver"]
        if driver == "ring":
            from .ring import Ring

            return Ring(self.profile)
        if driver == "mpr121":
            from .mpr121 import MPR121

            return MPR121(self.profile, self._bus())
        if driver == "buttons":
            from .buttons import Buttons

            return Buttons(self.profile)
        from .neotrellis import NeoTrellisKeys

        return NeoTrellisKeys(self.profile, self._tile_bus())
