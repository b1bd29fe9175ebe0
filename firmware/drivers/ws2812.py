"""A chain of WS2812B lights on one data pin."""

import machine

from .. import clock
from .light import Light


class WS2812(Light):
    def __init__(self, profile):
        super().__init__(profile)
        spec = profile.lights
        self._pin = machine.Pin(profile.pins["LED_DATA"], machine.Pin.OUT, value=0)
        self._bits = tuple(spec["bit_ns"])
        self._gap = spec["latch_us"]
        self._sent_at = clock.ticks_us()

    def _send(self):
        # Without a pause the lights take new data for the tail of the last frame.
        waited = clock.ticks_diff(clock.ticks_us(), self._sent_at)
        if 0 <= waited < self._gap:
            clock.sleep_us(self._gap - waited)
        machine.bitstream(self._pin, 0, self._bits, self._wire)
        self._sent_at = clock.ticks_us()
        return True
