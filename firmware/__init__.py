"""The MicroPython app of the board."""

VERSION = "0.1.0"
