"""A NeoTrellis tile: the seesaw firmware on its SAMD09, 16 keys and 16 lights.

Follows the firmware's behaviour, its oddities included: commands run at the STOP, the address is
not answered while one is worked on, disabling an edge keeps it, dropped events are silent.
"""

from .switches import Switches

TICK_US = 10000
FIFO_SIZE = 127
INPUT_SIZE = 31
WORK_US = 400  # between 300 and 500 on the real chip
SHOW_US = 480
RESET_US = 500000
LIGHT_BYTES = 48
MOST_LIGHT_BYTES = 64

HIGH, LOW, FALLING, RISING = 1, 2, 4, 8  # bits of the edges a key reports


class Seesaw:
    def __init__(self, address, clock, flags):
        self.address = address
        self.keys = Switches(clock)
        self._clock = clock
        self._flags = flags
        self.shown = bytearray(LIGHT_BYTES)
        self.halted = False
        self.dropped = 0
        self.shows = 0
        self.on_show = None  # called when the lights change
        self._deaf_until = 0
        self._restart()

    def power_on(self):
        self.shown = bytearray(LIGHT_BYTES)
        self.halted = False
        self._deaf_until = 0
        self._restart()

    def _restart(self):
        self._edges = bytearray(32)  # by the chip's key number
        self._levels_asked = False  # whether a key reports HIGH or LOW at every scan
        self._at_rest = -1
        self._state = 0
        self._fifo = []
        self._interrupt_on = False
        self._interrupt = False
        self._lights = bytearray(MOST_LIGHT_BYTES)
        self._length = 0
        self._pin = None
        self._input = []
        self._answer = []
        self._answer_fifo = False
        self._busy_until = 0
        self._next_tick = max(self._clock.us, self._deaf_until) + TICK_US

    def interrupt(self):
        """0 while this tile pulls the shared wire low, else None."""
        self.catch_up()
        return 0 if self._interrupt and not self.halted else None

    def catch_up(self):
        """Runs the scans of the keys that were due since the last look."""
        now = self._clock.us
        while self._next_tick <= now and not self.halted:
            if self._at_rest == self.keys.changes:
                # Nothing has moved since a scan that saw all contacts at rest.
                self._next_tick += ((now - self._next_tick) // TICK_US + 1) * TICK_US
            else:
                self._scan(self._next_tick)
                if self.keys.moving_until() <= self._next_tick and not self._levels_asked:
                    self._at_rest = self.keys.changes
                self._next_tick += TICK_US
            if self._fifo and self._interrupt_on:
                self._interrupt = True
        self.keys.settle()

    def _scan(self, at):
        for key in range(16):
            number = (key >> 2) * 8 + (key & 3)
            closed = self.keys.closed(key, at)
            was = self._state >> key & 1
            edges = self._edges[number]
            if edges & HIGH and closed:
                self._event(number, 0)
            if edges & LOW and not closed:
                self._event(number, 1)
            if edges & RISING and closed and not was:
                self._event(number, 3)
            if edges & FALLING and was and not closed:
                self._event(number, 2)
            self._state = self._state | 1 << key if closed else self._state & ~(1 << key)

    def flood(self, key):
        """Fills the event memory to the brim with presses of one key; one event is lost."""
        self.catch_up()
        lost = self.dropped
        while self.dropped == lost:
            self._event((key >> 2) * 8 + (key & 3), 3)
        self._interrupt = self._interrupt_on

    def _event(self, number, edge):
        if len(self._fifo) < FIFO_SIZE:
            self._fifo.append(number << 2 | edge)
        else:
            self.dropped += 1

    def start(self, reading, repeated):
        self.catch_up()
        now = self._clock.us
        if self.halted or now < self._busy_until or now < self._deaf_until:
            return False
        if repeated:
            if reading:
                # No STOP came, so the command has not run: there is nothing to read yet.
                self._flags.report("A seesaw was read with a repeated start; it obeys at STOP.")
                self._answer = []
                self._answer_fifo = False
                self._input = []
            else:
                self._obey()
        if not reading:
            self._input = []
        return True

    def write(self, byte):
        if len(self._input) >= 2 + INPUT_SIZE:
            self._flags.report("A seesaw got more than 31 data bytes in one write.")
            return False
        self._input.append(byte)
        return True

    def read(self):
        if self._answer_fifo:
            self._interrupt = False
            return self._fifo.pop(0) if self._fifo else 0xFF
        return self._answer.pop(0) if self._answer else 0xFF

    def stop(self):
        self._obey()

    def _obey(self):
        if len(self._input) < 2:
            self._input = []
            return
        module, function = self._input[0], self._input[1]
        data = self._input[2:]
        self._input = []
        if module == 0x00:
            self._status(function, data)
        elif module == 0x0E:
            self._neopixel(function, data)
        elif module == 0x10:
            self._keypad(function, data)

    def _reply(self, answer):
        self._answer = answer
        self._answer_fifo = False
        self._busy_until = self._clock.us + WORK_US

    def _status(self, function, data):
        if function == 0x01:
            self._reply([0x55])
        elif function == 0x02:
            self._reply([0x0F, 0x8B, 0x1B, 0x65])
        elif function == 0x03:
            self._reply([0x00, 0x01, 0x40, 0x01])
        elif function == 0x7F and data == [0xFF]:
            self._deaf_until = self._clock.us + RESET_US
            self._restart()

    def _neopixel(self, function, data):
        if function == 0x01 and data:
            self._pin = data[0]
        elif function == 0x03 and len(data) == 2:
            length = data[0] << 8 | data[1]
            if length > MOST_LIGHT_BYTES:
                self._flags.report(
                    "A seesaw was asked for %d light bytes and stopped for good." % length
                )
                self.halted = True
            self._length = length
        elif function == 0x04 and len(data) >= 2:
            offset = data[0] << 8 | data[1]
            for i in range(len(data) - 2):
                if offset + i < self._length:
                    self._lights[offset + i] = data[2 + i]
        elif function == 0x05:
            self._busy_until = self._clock.us + SHOW_US
            self.shows += 1
            if self._pin == 3:
                for i in range(min(self._length, LIGHT_BYTES)):
                    self.shown[i] = self._lights[i]
            if self.on_show is not None:
                self.on_show()

    def _keypad(self, function, data):
        if function == 0x00:
            self._reply([2 if self._fifo else 0])
        elif function == 0x01 and len(data) == 2:
            mask = data[1] >> 1 & 15
            if data[1] & 1:
                self._edges[data[0] & 31] |= mask
            else:
                self._edges[data[0] & 31] &= mask  # so it is in the firmware
            self._levels_asked = any([edge & (HIGH | LOW) for edge in self._edges])
            self._at_rest = -1
        elif function == 0x02 and data:
            self._interrupt_on = self._interrupt_on or bool(data[0] & 1)
        elif function == 0x03 and data:
            self._interrupt_on = self._interrupt_on and not data[0] & 1
        elif function == 0x04:
            self._reply([len(self._fifo)])
        elif function == 0x10:
            self._reply([])
            self._answer_fifo = True
