"""The virtual ESP32: a serial port and a flash image behind it, for real esptool and mpremote.

In the boot loader `rom.py` answers esptool; started from flash, `runtime.py` runs the app that
lies in the image in the 32-bit MicroPython, on the virtual chips of a board.
"""
