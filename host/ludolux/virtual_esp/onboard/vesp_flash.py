"""The partition of the file system, for MicroPython: blocks of the flash file."""

BLOCK = 4096


class Partition:
    def __init__(self, path, offset, size):
        self._file = open(path, "r+b")
        self._offset = offset
        self._size = size
        self._erased = b"\xff" * 256

    def blank(self):
        piece = bytearray(2 * BLOCK)
        self.readblocks(0, piece, 0)
        return all([byte == 255 for byte in piece])

    def readblocks(self, block, into, offset=0):
        self._file.seek(self._offset + block * BLOCK + offset)
        self._file.readinto(into)

    def writeblocks(self, block, data, offset=0):
        self._file.seek(self._offset + block * BLOCK + offset)
        self._file.write(data)

    def ioctl(self, what, argument):
        if what == 4:
            return self._size // BLOCK
        if what == 5:
            return BLOCK
        if what == 6:
            self._file.seek(self._offset + argument * BLOCK)
            for _ in range(BLOCK // 256):
                self._file.write(self._erased)
        return 0
