"""The boot loader of the virtual ESP32: the serial protocol of the ROM and of esptool's stub.

Bytes in, bytes out. Once esptool has uploaded its stub the answers are the stub's: two bytes of
status instead of four, a raw MD5, erasing and quick reading. Registers hold what chip detection
asks for; all others read as zero.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Callable

from ludolux.espimage import CHIPS
from ludolux.virtual_esp.flash import Flash

(
    FLASH_BEGIN, FLASH_DATA, FLASH_END, MEM_BEGIN, MEM_END, MEM_DATA, SYNC, WRITE_REG, READ_REG,
    SPI_SET_PARAMS,
) = range(2, 12)  # fmt: skip
SPI_ATTACH, READ_SLOW, BAUD, DEFL_BEGIN, DEFL_DATA, DEFL_END, MD5, SECURITY = range(13, 21)
ERASE_ALL, ERASE_REGION, READ_FLASH, RUN = 0xD0, 0xD1, 0xD2, 0xD3

END = b"\xc0"
UNKNOWN, BAD_CHECKSUM = 0x05, 0x07
SPI_BASE = {"esp32": 0x3FF42000, "esp32s3": 0x60002000}
SPI_OFFSETS = {"esp32": (0x24, 0x80), "esp32s3": (0x20, 0x58)}  # USR2 and W0
RUNS = 1 << 18  # the bit of the SPI command register that clears itself
# What a packet must look like before it may reset a chip whose line cannot.
SYNC_PACKET = b"\xc0\x00\x08\x24\x00"


def frame(data: bytes) -> bytes:
    return END + data.replace(b"\xdb", b"\xdb\xdd").replace(END, b"\xdb\xdc") + END


def mac_of(path: str) -> bytes:
    """A hardware address of its own for every flash file, in Espressif's range."""
    return b"\x24\x6f\x28" + hashlib.sha256(path.encode()).digest()[:3]


class Rom:
    """`feed` takes what esptool sends and returns what the chip answers. `restart` is called when
    the loader is asked to start the program."""

    def __init__(self, chip: str, flash: Flash, restart: Callable[[], None]) -> None:
        self._chip = chip
        self._flash = flash
        self._restart = restart
        self._mac = mac_of(str(flash.path.resolve()))
        self.reset()

    def reset(self) -> None:
        self._stub = False
        self._packet: bytearray | None = None
        self._registers = self._fuses()
        self._at = 0
        self._inflate = zlib.decompressobj()
        self._reading = b""
        self._acked = -1

    def _fuses(self) -> dict[int, int]:
        mac = self._mac
        high, low = int.from_bytes(mac[:2], "big"), int.from_bytes(mac[2:], "big")
        if self._chip == "esp32":
            return {
                0x40001000: 0x00F01D83,  # which chip
                0x3FF5A004: low,
                0x3FF5A008: high | crc8(mac) << 16,
                0x3FF5A00C: 1 << 15,  # revision 1
                0x3FF40014: 347,  # 40 MHz crystal at 115200 baud
            }
        return {0x60007044: low, 0x60007048: high}

    # Packets

    def feed(self, data: bytes) -> bytes:
        out = b""
        for byte in data:
            if byte == END[0]:
                if self._packet:
                    packet = bytes(self._packet)
                    self._packet = None
                    packet = packet.replace(b"\xdb\xdc", END).replace(b"\xdb\xdd", b"\xdb")
                    out += self._take(packet)
                else:
                    self._packet = bytearray()
            elif self._packet is not None:
                self._packet.append(byte)
        return out

    def _take(self, packet: bytes) -> bytes:
        if self._reading or self._acked >= 0:
            return self._send_on(packet)
        if len(packet) < 8 or packet[0] != 0:
            return b""
        operation, size, check = struct.unpack("<BHI", packet[1:8])
        data = packet[8:]
        if len(data) != size:
            return self._answer(operation, error=UNKNOWN)
        if operation == SYNC:
            # A ROM answers a SYNC eight times, a stub once.
            return self._answer(SYNC, 0 if self._stub else 0x20120707) * (1 if self._stub else 8)
        if operation in (FLASH_DATA, DEFL_DATA, MEM_DATA):
            # A damaged block is refused, not written.
            want = 0xEF
            for byte in data[16:]:
                want ^= byte
            if want != check & 0xFF:
                return self._answer(operation, error=BAD_CHECKSUM)
        return self._obey(operation, data)

    def _answer(self, operation: int, value: int = 0, data: bytes = b"", error: int = 0) -> bytes:
        status = bytes([1 if error else 0, error]) + (b"" if self._stub else b"\0\0")
        body = data + status
        return frame(struct.pack("<BBHI", 1, operation, len(body), value) + body)

    # Commands

    def _obey(self, operation: int, data: bytes) -> bytes:
        flash = self._flash
        words = struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4])
        if operation == READ_REG:
            return self._answer(operation, self._registers.get(words[0], 0))
        if operation == WRITE_REG:
            self._write_register(words[0], words[1])
        elif operation in (FLASH_BEGIN, DEFL_BEGIN):
            size, _, _, self._at = words[:4]
            if self._at + size > flash.size:
                return self._answer(operation, error=0x06)
            self._inflate = zlib.decompressobj()
            flash.erase(self._at, size)
        elif operation in (FLASH_DATA, DEFL_DATA):
            block = data[16 : 16 + words[0]]
            self._write(self._inflate.decompress(block) if operation == DEFL_DATA else block)
        elif operation in (FLASH_END, DEFL_END):
            if operation == DEFL_END:
                self._write(self._inflate.flush())
            if words and words[0] == 0:
                self._restart()
        elif operation == MEM_END:
            answer = self._answer(operation)
            if words[1]:  # an entry point: that is esptool's stub
                self._stub = True
                answer += frame(b"OHAI")
            return answer
        elif operation == MD5:
            digest = hashlib.md5(flash.read(words[0], words[1]))
            return self._answer(
                operation, data=digest.digest() if self._stub else digest.hexdigest().encode()
            )
        elif operation == SECURITY:
            if self._chip == "esp32":
                return self._answer(operation, error=UNKNOWN)
            number = CHIPS[self._chip].number
            return self._answer(operation, data=struct.pack("<IB7sII", 0, 0, bytes(7), number, 0))
        elif operation == READ_SLOW and not self._stub:
            return self._answer(operation, data=flash.read(words[0], words[1]).ljust(64, b"\0"))
        elif operation == ERASE_ALL and self._stub:
            flash.erase(0, flash.size)
        elif operation == ERASE_REGION and self._stub:
            flash.erase(words[0], words[1])
        elif operation == READ_FLASH and self._stub:
            self._reading = flash.read(words[0], words[1])
            self._acked = 0
            return self._answer(operation) + frame(self._reading[:4096])
        elif operation == RUN and self._stub:
            self._restart()
        elif operation not in (MEM_BEGIN, MEM_DATA, SPI_SET_PARAMS, SPI_ATTACH, BAUD):
            return self._answer(operation, error=UNKNOWN)
        return self._answer(operation)

    def _write(self, data: bytes) -> None:
        self._flash.write(self._at, data)
        self._at += len(data)

    def _send_on(self, packet: bytes) -> bytes:
        """The host has had so many bytes of what it reads: the next sector, or the hash."""
        if len(packet) != 4:
            self._reading, self._acked = b"", -1
            return self._take(packet)
        (got,) = struct.unpack("<I", packet)
        if got < len(self._reading):
            return frame(self._reading[got : got + 4096])
        digest = hashlib.md5(self._reading).digest()
        self._reading, self._acked = b"", -1
        return frame(digest)

    def _write_register(self, address: int, value: int) -> None:
        base = SPI_BASE[self._chip]
        command, answer = SPI_OFFSETS[self._chip]
        if address == base and value & RUNS:
            code = self._registers.get(base + command, 0) & 0xFF
            size = self._flash.size.bit_length() - 1
            self._registers[base + answer] = 0x40C8 | size << 16 if code == 0x9F else 0
            value &= ~RUNS
        self._registers[address] = value


def crc8(data: bytes) -> int:
    """As the fuses of an ESP32 guard their hardware address."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8C if crc & 1 else crc >> 1
    return crc
