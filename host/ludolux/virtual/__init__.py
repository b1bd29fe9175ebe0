"""The virtual board: models of the chips, at register, bit and timing level, on one clock.

Runs on CPython and on MicroPython. `board.Board` builds it all from board.json and puts its
`machine`, `neopixel` and `esp32` in the place of the real ones.
"""
