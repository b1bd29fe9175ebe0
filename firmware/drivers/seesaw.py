"""The seesaw chips of NeoTrellis tiles on I2C: commands, retries, reset, identity.

The chip obeys a command only at the STOP, so a read is a write, a wait and a separate read.
While it works it does not answer its address: try again.
"""

from .. import clock

# Module and function bytes that start a command.
RESET = b"\x00\x7f\xff"
HW_ID = b"\x00\x01"

SAMD09 = 0x55
FIRST_ADDRESS = 0x2E  # with no jumper set; the five jumpers add 1, 2, 4, 8, 16
LAST_ADDRESS = 0x4D


class Tiles:
    """The tiles on the bus, reset together, with the retries that the chip needs."""

    def __init__(self, profile, i2c):
        self.i2c = i2c
        self.addresses = bytes(profile.i2c["addresses"])
        self.errors = 0
        self._one = bytearray(1)
        self.reset()

    def reset(self):
        """All at once, then one wait: a tile is deaf for half a second."""
        for tile in range(len(self.addresses)):
            self.write(tile, RESET)
        clock.sleep_ms(500)

    def write(self, tile, command):
        for _ in range(4):
            try:
                self.i2c.writeto(self.addresses[tile], command)
                return True
            except OSError:
                clock.sleep_us(300)
        self.errors += 1
        return False

    def read(self, tile, into):
        """What the last command asked for; the caller has waited in between."""
        for _ in range(4):
            try:
                self.i2c.readfrom_into(self.addresses[tile], into)
                return True
            except OSError:
                clock.sleep_us(300)
        self.errors += 1
        return False

    def identity(self, tile):
        """The chip's number, or -1 if nobody answers."""
        if self.write(tile, HW_ID):
            clock.sleep_us(500)
            if self.read(tile, self._one):
                return self._one[0]
        return -1

    def check(self):
        found = []
        for tile in range(len(self.addresses)):
            address = self.addresses[tile]
            if self.identity(tile) != SAMD09:
                found.append(
                    "Tile %d does not answer at 0x%02x: its seam is not soldered or its "
                    "jumpers name another address. It needs those of %d in binary "
                    "(A0 = 1)." % (tile + 1, address, address - FIRST_ADDRESS)
                )
        for address in self.i2c.scan():
            if FIRST_ADDRESS <= address <= LAST_ADDRESS and address not in self.addresses:
                found.append(
                    "A tile answers at 0x%02x where none belongs: its jumpers are "
                    "wrong. Set them to the address that is missing." % address
                )
        return found
