"""One deliberately wrong driver for each rule of the chips, with the exam that it must fail.

The right drivers pass every exam; test_virtual.py demands that each of these fails. So a model
that forgave a mistake would be found out.
"""

import exams
import machine

from firmware import clock
from firmware.drivers import buttons, mpr121, neotrellis, rows, seesaw, ws2812
from firmware.drivers.keys import Keys
from firmware.drivers.ring import Ring

WRONG = []  # (rule, exam, {part: class})


def rule(text, exam, part, **others):
    """Marks a class as wrong: the rule it breaks, its exam, the part it stands in for."""

    def mark(wrong):
        WRONG.append((text, exam, {part: wrong, **others}))
        return wrong

    return mark


# The ring


@rule("the 595 outputs change at the rising edge of the latch", exams.ring_exam, "keys")
class LatchStaysLow(Ring):
    def pulse(self):
        self._latch(1)
        self._latch(0)


@rule("the 165 loads while the latch is low", exams.ring_exam, "keys")
class NeverLoads(Ring):
    def pulse(self):
        self._latch(1)


@rule("a load takes the row that was active before the edge", exams.ring_exam, "keys")
class ReadsTheRowJustSent(Ring):
    def walk(self):
        for line in range(self._outs):
            self._exchange(line)
            self.pulse()
            self._place(line, self._exchange(line))
        self.rest()


class OtherSPI(Ring):
    how = {}

    def __init__(self, profile):
        super().__init__(profile)
        self._spi.init(baudrate=profile.keys["baud"], **self.how)


@rule("bits travel with the highest first", exams.ring_exam, "keys")
class LowestBitFirst(OtherSPI):
    how = {"firstbit": machine.SPI.LSB}


@rule("QH shows before the clock: in SPI mode 1 everything is a bit late", exams.ring_exam, "keys")
class SpiMode1(OtherSPI):
    how = {"phase": 1}


@rule("the clock must rest low when the latch rises: not SPI mode 2", exams.ring_exam, "keys")
class SpiMode2(OtherSPI):
    how = {"polarity": 1}


@rule("the clock must rest low when the latch rises: not SPI mode 3", exams.ring_exam, "keys")
class SpiMode3(OtherSPI):
    how = {"polarity": 1, "phase": 1}


@rule("a column takes 10 us to rise: the last row is still seen", exams.settling_exam, "keys")
class NoSettling(Ring):
    def __init__(self, profile):
        super().__init__(profile)
        self._rx = bytearray(2)
        self._patterns = [pattern[-2:] for pattern in self._patterns]


@rule("a broken chain reads like keys, or like none", exams.chain_exam, "keys")
class TrustsTheChain(Ring):
    def prove(self):
        pass


# seesaw tiles


@rule("a command runs at the STOP: no repeated start", exams.tile_exam, "tiles")
class RepeatedStart(seesaw.Tiles):
    def read(self, tile, into):
        command = 0x1004 if len(into) == 1 else 0x1010
        self.i2c.readfrom_mem_into(self.addresses[tile], command, into, addrsize=16)
        return True


class ReadsOnce(seesaw.Tiles):
    def read(self, tile, into):
        self.i2c.readfrom_into(self.addresses[tile], into)
        return True


@rule(
    "the address is not answered while a command is worked on",
    exams.tile_exam,
    "keys",
    tiles=ReadsOnce,
)
class NoWaiting(neotrellis.NeoTrellisKeys):
    def _ask_all(self, command, wait):
        super()._ask_all(command, 0)


@rule("after a reset a tile is deaf for half a second", exams.tile_exam, "tiles")
class NoResetPause(seesaw.Tiles):
    def reset(self):
        for tile in range(len(self.addresses)):
            self.write(tile, seesaw.RESET)


@rule("a full event memory drops events silently", exams.tile_overflow_exam, "keys")
class TrustsTheFifo(neotrellis.NeoTrellisKeys):
    def _start_over(self, tile):
        for _ in range(8):
            self._tiles.read(tile, self._many)
            for event in self._many:
                self._take(tile, event)
            self._tiles.write(tile, neotrellis.FIFO)
            clock.sleep_us(1000)


@rule("beyond the end 0xFF is read, which is no key", exams.tile_exam, "keys")
class TakesEveryByte(neotrellis.NeoTrellisKeys):
    def _take(self, tile, event):
        key = event >> 2
        x, y = tile % 4 * 4 + (key & 3), tile // 4 * 4 + (key >> 3 & 3)
        if event & 3 == neotrellis.PRESSED:
            self._down[y] |= 1 << x
        else:
            self._down[y] &= ~(1 << x)


@rule("disabling an edge keeps it and drops the others", exams.tile_exam, "keys")
class SwitchesLevelsOff(neotrellis.NeoTrellisKeys):
    def _start(self, tile):
        super()._start(tile)
        for key in range(16):
            number = (key >> 2) * 8 + (key & 3)
            self._tiles.write(tile, bytes((0x10, 0x01, number, 0x06)))  # "no HIGH, no LOW"


@rule("the interrupt wire is shared by all tiles", exams.tile_exam, "keys")
class AsksTheFirstTile(neotrellis.NeoTrellisKeys):
    def _ask_all(self, command, wait):
        for tile in range(1, len(self._alive)):
            self._alive[tile] = 0
        super()._ask_all(command, wait)


@rule("the tile scans every 10 ms; both edges must be asked for", exams.tile_exam, "keys")
class AsksForPressesOnly(neotrellis.NeoTrellisKeys):
    def _start(self, tile):
        self._enable[3] = 0x11
        super()._start(tile)


@rule("a write takes 31 data bytes at most", exams.tile_light_exam, "lights")
class WholeTileAtOnce(neotrellis.NeoTrellisLights):
    def _send_tile(self, tile):
        for command in (neotrellis.LIGHT_PIN, neotrellis.LIGHT_LENGTH):
            self._tiles.write(tile, command)
        data = self._wire[tile * 48 : tile * 48 + 48]
        self._tiles.write(tile, b"\x0e\x04\x00\x00" + bytes(data))
        return self._tiles.write(tile, neotrellis.SHOW)


@rule("more than 64 light bytes halt the chip", exams.tile_light_exam, "lights")
class HugeBuffer(neotrellis.NeoTrellisLights):
    def _send_tile(self, tile):
        self._tiles.write(tile, b"\x0e\x03\x03\x00")
        return super()._send_tile(tile)


@rule("light bytes wait for SHOW", exams.tile_light_exam, "lights")
class NeverShows(neotrellis.NeoTrellisLights):
    def _send_tile(self, tile):
        shown, neotrellis.SHOW = neotrellis.SHOW, neotrellis.LIGHT_SPEED
        try:
            return super()._send_tile(tile)
        finally:
            neotrellis.SHOW = shown


class WritesOnce(seesaw.Tiles):
    """Never tries a refused write again."""

    def write(self, tile, command):
        try:
            self.i2c.writeto(self.addresses[tile], command)
            return True
        except OSError:
            return False


@rule("SHOW keeps the chip busy for 0.48 ms", exams.tile_light_exam, "lights")
class ShowsTwice(neotrellis.NeoTrellisLights):
    """Shows the first half at once and hurries on with the second."""

    def _send_tile(self, tile):
        write = WritesOnce.write
        for command in (neotrellis.LIGHT_PIN, neotrellis.LIGHT_LENGTH):
            write(self._tiles, tile, command)
        for part in range(2):
            at = tile * 48 + part * 24
            data = bytes((0x0E, 0x04, 0, part * 24)) + bytes(self._wire[at : at + 24])
            write(self._tiles, tile, data)
            write(self._tiles, tile, neotrellis.SHOW)
        return True


@rule("each tile has an address of its own", exams.doubled_tile_exam, "tiles")
class CountsAnswers(seesaw.Tiles):
    def check(self):
        found = []
        for address in self.i2c.scan():
            if address not in self.addresses:
                found.append("unexpected")
        return found


# WS2812


@rule("less than 280 us of silence is no end of a frame", exams.hurry_exam, "lights")
class NoPause(ws2812.WS2812):
    def _send(self):
        machine.bitstream(self._pin, 0, self._bits, self._wire)
        return True


@rule("green comes first", exams.light_exam, "lights")
class RedFirst(ws2812.WS2812):
    def __init__(self, profile):
        super().__init__(profile)
        self._order = bytes((0, 1, 2))


@rule("the chain runs back and forth", exams.light_exam, "lights")
class NotSerpentine(ws2812.WS2812):
    def __init__(self, profile):
        super().__init__(profile)
        for i in range(256):
            self._table[i] = i


@rule("bytes beyond the last light fall off", exams.hurry_exam, "lights")
class TwoFramesInOne(ws2812.WS2812):
    """Sends old and new in one go and hopes that the last one stays."""

    def _send(self):
        before = getattr(self, "_before", bytes(768))
        self._before = bytes(self._wire)
        clock.sleep_us(self._gap)
        machine.bitstream(self._pin, 0, self._bits, before + self._before)
        return True


@rule("lights that hear nothing keep what they show", exams.light_exam, "lights")
class StopsAtTheLastLitOne(ws2812.WS2812):
    def _send(self):
        clock.sleep_us(self._gap)
        lit = len(bytes(self._wire).rstrip(b"\x00"))
        machine.bitstream(self._pin, 0, self._bits, self._wire[: (lit + 2) // 3 * 3])
        return True


@rule("a bit has its times", exams.light_exam, "lights")
class SlowBits(ws2812.WS2812):
    def __init__(self, profile):
        super().__init__(profile)
        self._bits = (800, 1700, 1600, 900)


@rule("the supply has a limit", exams.current_exam, "lights")
class NoLimiter(ws2812.WS2812):
    def __init__(self, profile):
        super().__init__(profile)
        self._room = 100000


@rule("the supply has a limit, half way through a new picture too", exams.swap_exam, "lights")
class TilesInOrder(neotrellis.NeoTrellisLights):
    def _send_tiles(self, brighter):
        good = True
        for tile in range(len(self._unknown) if brighter else 0):
            good = self._send_tile(tile) and good
        return good


# MPR121


@rule("settings are taken only while stopped", exams.touch_exam, "keys")
class RunsFirst(mpr121.MPR121):
    def _write(self, chip, register, value):
        if register == mpr121.THRESHOLDS:
            super()._write(chip, mpr121.RUN, 0x8F)
        return super()._write(chip, register, value)


@rule(
    "a running chip keeps its settings when the ESP32 restarts", exams.touch_restart_exam, "keys"
)
class NoSoftReset(mpr121.MPR121):
    def _write(self, chip, register, value):
        if register in (mpr121.SOFT_RESET, mpr121.RUN) and value != 0x8F:
            return True
        return super()._write(chip, register, value)

    def _fetch(self, chip, register, into):
        got = super()._fetch(chip, register, into)
        if register == mpr121.FILTER_2:
            into[0] = mpr121.AFTER_RESET
        return got


@rule("0x5D reads 0x24 after a reset", exams.touch_exam, "keys")
class ExpectsAnotherChip(mpr121.MPR121):
    def _fetch(self, chip, register, into):
        got = super()._fetch(chip, register, into)
        if register == mpr121.FILTER_2:
            into[0] = mpr121.AFTER_RESET if into[0] == 0x04 else 0
        return got


@rule("two fingers make four crossings", exams.two_finger_exam, "keys")
class EveryCrossing(mpr121.MPR121):
    def scan(self):
        super().scan()
        rows.clear(self.rows, self.h)
        for y in range(self.h):
            for x in range(self.w):
                if self._on(self._columns[x]) and self._on(self._rows[y]):
                    self.rows[y] |= 1 << x

    def _on(self, electrode):
        return self._status[electrode // 12] >> electrode % 12 & 1


@rule("a finger covers its neighbours; the deepest line is meant", exams.touch_exam, "keys")
class FirstLineTouched(mpr121.MPR121):
    def _line(self, electrodes):
        for i in range(len(electrodes)):
            if self._status[electrodes[i] // 12] >> electrodes[i] % 12 & 1:
                return i
        return -2


@rule("the baseline is taken when the chip starts to run", exams.finger_at_start_exam, "keys")
class FrozenBaseline(mpr121.MPR121):
    def _write(self, chip, register, value):
        if mpr121.BASELINE_FILTER <= register < mpr121.BASELINE_FILTER + 11:
            value = 0
        return super()._write(chip, register, value)


@rule("the chips run at 400 kHz at most", exams.touch_exam, "keys")
class TooFast(mpr121.MPR121):
    def __init__(self, profile, i2c):
        i2c._freq = 1000000
        super().__init__(profile, i2c)


# Pins


class OtherPins(buttons.Buttons):
    pull = None

    def __init__(self, profile):
        super().__init__(profile)
        for wire in (profile.pins[signal] for signal in self._signals):
            machine.Pin(wire).wire.release()
        self._pins = [
            machine.Pin(profile.pins[signal], machine.Pin.IN, self.pull)
            for signal in self._signals
        ]


@rule("pins 34 to 39 have no pull-up inside", exams.cursor_exam, "keys")
class PullsInside(OtherPins):
    pull = machine.Pin.PULL_UP


@rule("a button to ground needs a pull-up", exams.cursor_exam, "keys")
class PullsDown(OtherPins):
    pull = machine.Pin.PULL_DOWN


@rule("an input without a pull floats", exams.cursor_exam, "keys")
class NoPull(OtherPins):
    pull = None


# What comes after any key driver


@rule("without a diode three corners show the fourth", exams.ghost_exam, "logic")
class NoRectangleRule(Keys):
    def __init__(self, driver, profile, side):
        super().__init__(driver, profile, side)
        self._rectangles = False


@rule("contacts bounce for 2 to 15 ms", exams.bounce_exam, "logic")
class NoDebounce(Keys):
    def __init__(self, driver, profile, side):
        super().__init__(driver, profile, side)
        self._quiet = 0


@rule("a key may be stuck from the start", exams.stuck_exam, "logic")
class NoMask(Keys):
    def _find_held(self, rows):
        pass
