"""What lies on an ESP32's flash: programs, the partition table, the firmware file as a whole.

A program image carries a checksum and, behind it, its own SHA-256; both are checked here before
anything is erased. The firmware file of MicroPython is bootloader, partition table and program in
one, as they lie on the flash from the bootloader's place on.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass

TABLE_AT = 0x8000  # on every chip that we know
TABLE_SIZE = 0xC00
SECTOR = 4096
MAGIC, CHECK_SEED = 0xE9, 0xEF
APP_MAGIC = 0xABCD5432
STAND_IN = "ludolux-stand-in"
KINDS = {0: "app", 1: "data"}
SUBTYPES = {("data", "nvs"): 2, ("data", "phy"): 1, ("data", "fat"): 0x81, ("app", "factory"): 0}


@dataclass(frozen=True)
class Chip:
    name: str  # as board.json and esptool call it
    title: str
    number: int  # in the header of an image
    boot_at: int  # where the bootloader begins


CHIPS = {
    "esp32": Chip("esp32", "ESP32", 0, 0x1000),
    "esp32s3": Chip("esp32s3", "ESP32-S3", 9, 0x0),
}
BY_NUMBER = {chip.number: chip for chip in CHIPS.values()}


class ImageError(Exception):
    """This image cannot be used; the text says why, as the end of a sentence."""


@dataclass(frozen=True)
class Program:
    """A checked image: the bootloader or the program proper."""

    chip_number: int
    size: int  # all bytes of it, hash included
    project: str  # who it says it is; "" for a bootloader
    version: str


@dataclass(frozen=True)
class Partition:
    label: str
    kind: str
    subtype: int
    offset: int
    size: int


@dataclass(frozen=True)
class Firmware:
    """A firmware file that passed every check."""

    chip: Chip
    data: bytes
    partitions: tuple[Partition, ...]
    program: Program

    @property
    def stand_in(self) -> bool:
        return self.program.project == STAND_IN

    @property
    def files(self) -> Partition:
        """The partition of the file system."""
        return files_of(self.partitions)

    @property
    def needs(self) -> int:
        """The flash that it takes, partitions included."""
        return max(part.offset + part.size for part in self.partitions)


def files_of(partitions: tuple[Partition, ...]) -> Partition:
    for part in partitions:
        if part.kind == "data" and part.label == "vfs":
            return part
    raise ImageError("its partition table has no partition for files (vfs)")


def read_program(data: bytes, what: str) -> Program:
    """Check an image that begins here. ImageError says what is wrong with it."""
    if len(data) < 24 or data[0] != MAGIC:
        raise ImageError(f"there is no {what} where it should begin")
    count = data[1]
    (number,) = struct.unpack_from("<H", data, 12)
    at, check = 24, CHECK_SEED
    for _ in range(count):
        if at + 8 > len(data):
            raise ImageError(f"its {what} is cut short")
        (size,) = struct.unpack_from("<I", data, at + 4)
        at += 8
        if at + size > len(data):
            raise ImageError(f"its {what} is cut short")
        for start in range(at, at + size, 1 << 16):
            check ^= xor(data[start : min(start + (1 << 16), at + size)])
        at += size
    at += 15 - at % 16
    if at >= len(data):
        raise ImageError(f"its {what} is cut short")
    if data[at] != check:
        raise ImageError(f"the checksum of its {what} is wrong")
    at += 1
    if data[23] != 1:
        raise ImageError(f"its {what} carries no SHA-256")
    if data[at : at + 32] != hashlib.sha256(data[:at]).digest():
        raise ImageError(f"the SHA-256 at the end of its {what} is wrong")
    project, version = describe(data)
    return Program(number, at + 32, project, version)


def xor(data: bytes) -> int:
    """All bytes, one over the other: in halves, as long numbers, because a loop takes seconds."""
    while len(data) > 64:
        half = len(data) // 2
        one, other = data[:half], data[half : 2 * half]
        rest = data[2 * half :]
        mixed = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
        data = mixed.to_bytes(half, "little") + rest
    value = 0
    for byte in data:
        value ^= byte
    return value


def describe(data: bytes) -> tuple[str, str]:
    """Name and version in the description that a program carries in its first segment."""
    if len(data) < 0x120 or struct.unpack_from("<I", data, 32)[0] != APP_MAGIC:
        return "", ""
    version, project = data[48:80], data[80:112]
    return tuple(text.split(b"\0")[0].decode("ascii", "replace") for text in (project, version))  # type: ignore[return-value]


def make_program(chip: Chip, segment: bytes, project: str = "", version: str = "") -> bytes:
    """An image with one segment, checksum and hash, as a chip's boot loader takes it."""
    if project:
        description = struct.pack(
            "<IIQ32s32s16s16s32s32s", APP_MAGIC, 0, 0, version.encode(), project.encode(),
            b"", b"", b"", b"",
        ).ljust(256, b"\0")  # fmt: skip
        segment = description + segment
    segment += bytes(-len(segment) % 4)
    address = 0x3F400020 if chip.number == 0 else 0x3C000020
    head = struct.pack("<BBBBI", MAGIC, 1, 2, 0x20, address)
    head += struct.pack("<BBBBHBHHIB", 0xEE, 0, 0, 0, chip.number, 0, 0, 0xFFFF, 0, 1)
    image = head + struct.pack("<II", address, len(segment)) + segment
    image += bytes(15 - len(image) % 16)
    image += bytes([CHECK_SEED ^ xor(segment)])
    return image + hashlib.sha256(image).digest()


def read_table(data: bytes) -> tuple[Partition, ...]:
    """The partition table that begins here, checked against its MD5."""
    found = []
    for at in range(0, TABLE_SIZE, 32):
        entry = data[at : at + 32]
        if entry[:2] == b"\xaa\x50" and len(entry) == 32:
            kind, subtype, offset, size, label = struct.unpack("<BBII16s", entry[2:28])
            name = label.split(b"\0")[0].decode("ascii", "replace")
            found.append(Partition(name, KINDS.get(kind, str(kind)), subtype, offset, size))
        elif entry[:2] == b"\xeb\xeb":
            if entry[16:] != hashlib.md5(data[:at]).digest():
                raise ImageError("the checksum of its partition table is wrong")
            return tuple(found)
        else:
            break
    if not found:
        raise ImageError("there is no partition table at 0x8000")
    raise ImageError("its partition table ends without a checksum")


def make_table(partitions: list[Partition]) -> bytes:
    kinds = {name: number for number, name in KINDS.items()}
    table = b"".join(
        b"\xaa\x50" + struct.pack(
            "<BBII16sI", kinds[part.kind], part.subtype, part.offset, part.size,
            part.label.encode(), 0,
        )
        for part in partitions
    )  # fmt: skip
    table += b"\xeb\xeb" + b"\xff" * 14 + hashlib.md5(table).digest()
    return table.ljust(TABLE_SIZE, b"\xff")


def read_firmware(data: bytes) -> Firmware:
    """Check a whole firmware file; ImageError says what is wrong with it."""
    boot = read_program(data, "bootloader")
    chip = BY_NUMBER.get(boot.chip_number)
    if chip is None:
        raise ImageError(
            f"it is for a chip with the number {boot.chip_number}, not an ESP32 or S3"
        )
    partitions = read_table(data[TABLE_AT - chip.boot_at :])
    apps = [part for part in partitions if part.kind == "app"]
    if not apps:
        raise ImageError("its partition table has no partition for a program")
    start = apps[0].offset - chip.boot_at
    program = read_program(data[start:], "program")
    if program.chip_number != chip.number:
        raise ImageError("its bootloader and its program are for different chips")
    if program.size > apps[0].size:
        raise ImageError("its program is larger than the partition for it")
    firmware = Firmware(chip, data, partitions, program)
    if len(data) > firmware.files.offset - chip.boot_at:
        raise ImageError("it reaches into the partition for files")
    return firmware
