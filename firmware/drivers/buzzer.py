"""A passive piezo on a PWM pin. Notes are played in the background by calling tick()."""

import machine

from .. import clock


class Buzzer:
    def __init__(self, profile):
        self._loud = profile.buzzer["duty_percent"] * 65535 // 100
        self._pwm = machine.PWM(
            machine.Pin(profile.pins["BUZZER"], machine.Pin.OUT, value=0), freq=1000, duty_u16=0
        )
        self._notes = ()
        self._at = 0
        self._ends = 0

    def play(self, notes):
        """notes: hz, ms, hz, ms … with 0 hz for a rest. What was playing stops."""
        self._notes = notes
        self._at = 0
        self._next()

    def tick(self):
        """Goes on to the next note when it is time; call it with every scan."""
        if self._notes and clock.ticks_diff(clock.ticks_ms(), self._ends) >= 0:
            self._next()

    def off(self):
        self._notes = ()
        self._pwm.duty_u16(0)

    def check(self):
        return []

    def deinit(self):
        self.off()
        self._pwm.deinit()

    def _next(self):
        if self._at >= len(self._notes):
            self.off()
            return
        hz = self._notes[self._at]
        self._ends = clock.ticks_add(clock.ticks_ms(), self._notes[self._at + 1])
        self._at += 2
        if hz:
            self._pwm.freq(hz)
            self._pwm.duty_u16(self._loud)
        else:
            self._pwm.duty_u16(0)
