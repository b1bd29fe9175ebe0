"""A NOR flash in memory that remembers every write, so that power can be cut at any of them.

Blocks of 4096 bytes as the ESP32's Partition gives them: `ioctl(6)` erases a block to 0xFF,
`writeblocks` with an offset only clears bits. An operation is (block, offset, bytes), or
(block, -1, None) for an erasure. `image_after` makes the flash as a cut leaves it.
"""

BLOCK = 4096
ERASED = b"\xff" * BLOCK


class Flash:
    """`operations` in the order done; `broken` counts writes where nothing was erased."""

    def __init__(self, blocks=24, image=None):
        self.blocks = blocks
        self.image = bytearray(image) if image else bytearray(ERASED * blocks)
        self.operations = []
        self.broken = 0

    def readblocks(self, block, buffer, offset=0):
        at = block * BLOCK + offset
        buffer[:] = memoryview(self.image)[at : at + len(buffer)]

    def writeblocks(self, block, buffer, offset=None):
        if offset is None:
            self.ioctl(6, block)
            offset = 0
        self._do((block, offset, bytes(buffer)))

    def ioctl(self, op, argument):
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self._do((argument, -1, None))
            return 0

    def _do(self, operation):
        self.operations.append(operation)
        self.broken += apply(self.image, operation)


def apply(image, operation, half=False):
    """Do an operation, or only its first half; 1 when it writes where nothing was erased."""
    block, offset, data = operation
    if data is None:
        end = BLOCK // 2 if half else BLOCK
        image[block * BLOCK : block * BLOCK + end] = ERASED[:end]
        return 0
    at = block * BLOCK + offset
    if half:
        data = data[: len(data) // 2]
    if bytes(image[at : at + len(data)]) == ERASED[: len(data)]:
        image[at : at + len(data)] = data
        return 0
    for i in range(len(data)):
        image[at + i] &= data[i]
    return 1
