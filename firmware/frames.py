"""Pictures for the link: what changed on the lights, in as few signs as LINK.md allows.

In memory once a host has asked for frames.
"""

from .lines import LONGEST_OUT
from .native import micropython, ptr8

SIGNS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


class Frames:
    """Codes pictures one over the other. `number` is that of the last one sent, -1 for none."""

    def __init__(self):
        self.number = -1
        self._shown = bytearray(768)  # the picture as the host has it
        self._coded = bytearray(LONGEST_OUT - 24)
        self._firsts = bytearray(64)
        self._reached = bytearray(1)

    def begin(self):
        """The next frame is a whole one."""
        self.number = -1
        for i in range(768):
            self._shown[i] = 0

    def code(self, rgb):
        """How many signs say what changed; 0: nothing did."""
        return code(
            rgb, self._shown, self._coded, self._firsts, SIGNS, len(self._coded), self._reached
        )

    def whole(self):
        """Does what was coded reach the last light? Else it goes in parts, each over the last."""
        return not self._reached[0]

    def text(self, length):
        """The words of a frame or part."""
        text = "%d %s" % (
            (self.number + 1) % 1000, "-" if self.number < 0 else str(self.number)
        )  # fmt: skip
        return text + " " + bytes(self._coded[:length]).decode() if length else text

    def sent(self, rgb):
        """The host has it now."""
        self.number = (self.number + 1) % 1000
        keep(self._shown, rgb, (self._reached[0] or 256) * 3)


@micropython.viper
def code(
    rgb: ptr8, shown: ptr8, out: ptr8, firsts: ptr8, signs: ptr8, room: int, reached: ptr8
) -> int:
    """Writes the cells in which rgb differs from shown, as LINK.md says; gives back the length.

    reached[0] is the first cell that found no room, 0 when all did. Length 0: nothing changed.
    """
    length = 0
    colours = 0
    cell = 0
    end = 0  # the length after the last change; what is skipped behind it need not be said
    while cell < 256:
        if length + 14 > room:
            break  # at most 8 signs to skip and 5 for a run
        at = cell * 3
        run = cell
        while (
            run < 256
            and int(rgb[run * 3]) == int(shown[run * 3])
            and int(rgb[run * 3 + 1]) == int(shown[run * 3 + 1])
            and int(rgb[run * 3 + 2]) == int(shown[run * 3 + 2])
        ):
            run += 1
        if run > cell:
            if run < 256:
                skip = run - cell
                while skip:
                    some = 32 if skip > 32 else skip
                    out[length] = signs[some - 1]
                    length += 1
                    skip -= some
            cell = run
            continue
        red = int(rgb[at])
        green = int(rgb[at + 1])
        blue = int(rgb[at + 2])
        run = cell + 1
        while (
            run < 256
            and run < cell + 16
            and int(rgb[run * 3]) == red
            and int(rgb[run * 3 + 1]) == green
            and int(rgb[run * 3 + 2]) == blue
        ):
            run += 1
        known = 0
        while known < colours:
            first = int(firsts[known]) * 3
            if (
                int(rgb[first]) == red
                and int(rgb[first + 1]) == green
                and int(rgb[first + 2]) == blue
            ):
                break
            known += 1
        if known < colours:
            out[length] = signs[47 + run - cell]
            out[length + 1] = signs[known]
            length += 2
        else:
            out[length] = signs[31 + run - cell]
            out[length + 1] = signs[red >> 2]
            out[length + 2] = signs[(red & 3) << 4 | green >> 4]
            out[length + 3] = signs[(green & 15) << 2 | blue >> 6]
            out[length + 4] = signs[blue & 63]
            length += 5
            if colours < 64:
                firsts[colours] = cell
                colours += 1
        end = length
        cell = run
    reached[0] = cell & 255
    return end


@micropython.viper
def keep(shown: ptr8, rgb: ptr8, count: int):
    for i in range(count):
        shown[i] = rgb[i]
