"""A stand-in for the MicroPython firmware file: a true header, partition table and hashes, but no
program for a real chip. The virtual ESP32 knows it by its name and runs its own MicroPython."""

from __future__ import annotations

from ludolux.espimage import CHIPS, STAND_IN, TABLE_AT, Partition, make_program, make_table

APP_AT, FILES_AT = 0x10000, 0x200000
WORDS = (
    b"This is not MicroPython. It stands in for it on Ludolux's virtual ESP32, which runs a "
    b"MicroPython of its own when it finds this image. A real chip cannot run it.\n"
)


def stand_in(name: str, flash_size: int = 4 << 20, version: str = "v1.25.0") -> bytes:
    """The firmware file for a chip with this much flash."""
    chip = CHIPS[name]
    table = make_table(
        [
            Partition("nvs", "data", 2, 0x9000, 0x6000),
            Partition("phy_init", "data", 1, 0xF000, 0x1000),
            Partition("factory", "app", 0, APP_AT, FILES_AT - APP_AT),
            Partition("vfs", "data", 0x81, FILES_AT, flash_size - FILES_AT),
        ]
    )
    boot = make_program(chip, WORDS)
    program = make_program(chip, WORDS, STAND_IN, version)
    data = boot.ljust(TABLE_AT - chip.boot_at, b"\xff") + table
    return data.ljust(APP_AT - chip.boot_at, b"\xff") + program
