"""The link: one line protocol on the serial port, the same for every kind of board.

LINK.md is the description for those who write the other end. A Link never waits: what the host
sends is taken as it comes, what it is too slow to read is left out whole. All buffers have a fixed
size, and a poll with nothing to do allocates nothing.

    link = Link(port, actions)      # port.read() -> bytes or None; port.write(line) -> taken?
    link.poll()                     # with every scan: obeys complete lines, sends a due frame
    link.tell("turn", "1")          # what happened, for whoever listens
    link.send_frame(rgb)            # the picture that was just shown; goes out if asked for
"""

from binascii import b2a_base64, crc32, unhexlify

from . import clock
from .native import micropython, ptr8

PROTOCOL = 1
FROM_HOST = 94  # ^ and ~ begin a line and stand nowhere else in it
TO_HOST = 126
LONGEST_IN = 250  # bytes between the mark and the end of the line
LONGEST_OUT = 600
PIECE = 192  # bytes of a file in one answer
FRAME_MS = 40  # at most one frame in that time, unless the host asks for fewer
SLOWEST_MS = 60000
SIGNS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

# What a host may ask for, besides `hello` and `frames`: the names of the methods of `actions`.
VERBS = (
    "press",
    "release",
    "tap",
    "move",
    "start",
    "view",
    "status",
    "health",
    "journals",
    "journal",
    "settings",
    "set",
    "clock",
    "selftest",
    "reboot",
)


class Link:
    def __init__(self, port, actions):
        """actions: a method for each verb, taking a list of words and giving back text for the
        answer, or raising ValueError with a sentence; and about(), the text of the hello."""
        self.skipped = 0  # bytes that belonged to no line
        self.damaged = 0  # lines with a wrong checksum, cut or too long
        self.refused = 0  # lines answered with `no`
        self.unsent = 0  # lines left out because the host did not keep up
        self.watched = False  # whether frames are asked for
        self._port = port
        self._actions = actions
        self._line = bytearray(LONGEST_IN)
        self._length = -1  # -1: outside a line
        self._answered = None  # the last request and its answer: a repeated one is obeyed once
        self._answer = ""
        self._rgb = None
        self._shown = bytearray(768)  # the picture as the host has it
        self._coded = bytearray(LONGEST_OUT - 24)
        self._firsts = bytearray(64)
        self._reached = bytearray(1)
        self._number = -1
        self._every = FRAME_MS
        self._sent_at = 0

    def poll(self):
        """Takes what has arrived, obeys what is complete, sends a frame if one is due."""
        data = self._port.read()
        if data:
            for byte in data:
                self._take(byte)
        if self._rgb is not None and self.watched:
            self._send_frame()

    def hello(self):
        """Says who is here: at power-up, and when asked."""
        return self.tell("hello", "%d %s" % (PROTOCOL, self._actions.about()))

    def tell(self, kind, text=""):
        """Sends a line, whole or not at all; says whether it went."""
        if kind not in ("frame", "part"):
            text = escape(text, LONGEST_OUT)
        return self._write(("%s %s" % (kind, text) if text else kind).encode())

    def send_frame(self, rgb):
        """Keeps hold of `rgb` (bytearray(768)) and sends what changed in it, now or when due."""
        self._rgb = rgb
        if self.watched:
            self._send_frame()

    # Lines in

    def _take(self, byte):
        length = self._length
        if byte == FROM_HOST:
            if length > 0:
                self._drop("was cut by the next one")
            self._length = 0
        elif length < 0:
            self.skipped += 1
        elif byte == 10:
            self._length = -1
            self._read_line(length)
        elif byte == 13:
            pass
        elif length < LONGEST_IN:
            self._line[length] = byte
            self._length = length + 1
        else:
            self._length = -1
            self._drop("is longer than %d bytes" % LONGEST_IN)

    def _drop(self, why):
        self.damaged += 1
        self.tell("no", "- A line %s and was left out. Send it again." % why)

    def _read_line(self, length):
        line = bytes(self._line[:length])
        if length < 6 or line[-6:-4] != b" *" or line[-4:] != checksum(line[:-6]):
            self._drop("has a wrong checksum")
            return
        try:
            words = [unescape(word) for word in read_ascii(line[:-6]).split(" ") if word]
        except ValueError:
            self._drop("has a letter that is none")
            return
        if len(words) < 2 or not words[0].isdigit() or len(words[0]) > 9:
            self._drop("lacks its number or its verb")
            return
        number, verb = words[0], words[1]
        if line != self._answered or verb == "hello":
            self._answered = None
            self._answer = self._obey(verb, words[2:])
            self._answered = line
        if self._answer.startswith("no"):
            self.refused += 1
        self.tell(self._answer[:2], (number + " " + self._answer[3:]).rstrip())

    def _obey(self, verb, words):
        """The answer: `ok` or `no`, a space, and text."""
        try:
            if verb == "hello":
                self.watched = False
                self.hello()
                return "ok "
            if verb == "frames":
                return "ok " + self._frames(words)
            if verb not in VERBS:
                raise ValueError(
                    'There is no verb "%s". Known are hello, frames, %s.'
                    % (verb[:20], ", ".join(VERBS))
                )
            act = getattr(self._actions, verb, None)
            if act is None:
                raise ValueError('This board cannot do "%s" now.' % verb)
            return "ok " + (act(words) or "")
        except ValueError as error:
            return "no " + str(error)
        except Exception as error:
            # A mistake of ours must not stop the board; the host gets to know.
            return "no The board failed at this: %s: %s" % (type(error).__name__, error)

    def _frames(self, words):
        on = words[0] if words else ""
        every = (
            number(words[1], FRAME_MS, SLOWEST_MS, "The time between frames")
            if (len(words) == 2)
            else FRAME_MS
        )
        if on not in ("on", "off") or len(words) > 2:
            raise ValueError("Say frames on, frames on MS or frames off.")
        self.watched = on == "on"
        self._every = every
        self._number = -1  # the next frame is a whole one
        self._sent_at = clock.ticks_add(clock.ticks_ms(), -every)
        return ""

    # Lines out

    def _write(self, body):
        taken = self._port.write(b"~" + body + b" *" + checksum(body) + b"\n")
        if taken is False:
            self.unsent += 1
            return False
        return True

    def _send_frame(self):
        if clock.ticks_diff(clock.ticks_ms(), self._sent_at) < self._every:
            return
        whole = self._number < 0
        if whole:
            for i in range(768):
                self._shown[i] = 0
        length = code(
            self._rgb,
            self._shown,
            self._coded,
            self._firsts,
            SIGNS,
            len(self._coded),
            self._reached,
        )
        if not length and not whole:
            return
        self._sent_at = clock.ticks_ms()
        number = (self._number + 1) % 1000
        reached = self._reached[0] or 256
        text = "%d %s" % (number, "-" if whole else str(self._number))
        if length:
            text += " " + bytes(self._coded[:length]).decode()
        # A frame that does not fit one line goes in parts, each over the last.
        if self.tell("frame" if reached == 256 else "part", text):
            self._number = number
            keep(self._shown, self._rgb, reached * 3)
            if reached < 256:
                self._sent_at = clock.ticks_add(clock.ticks_ms(), -self._every)


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


def checksum(body):
    """Four hex digits for the bytes between the mark and the ` *`."""
    return ("%04x" % (crc32(body) & 0xFFFF)).encode()


def escape(text, most):
    """Text as printable ASCII without the marks: %HH stands for the UTF-8 bytes of the others."""
    if isinstance(text, str):
        text = text.encode()
    plain = True
    for byte in text:
        if byte < 32 or byte > 125 or byte == 37 or byte == FROM_HOST:
            plain = False
            break
    if plain:
        text = text.decode()
        return text if len(text) <= most else text[: most - 3] + "..."
    out = []
    room = most - 3
    for byte in text:
        sign = (
            "%%%02X" % byte
            if (byte < 32 or byte > 125 or byte == 37 or byte == FROM_HOST)
            else chr(byte)
        )
        room -= len(sign)
        if room < 0:
            out.append("...")
            break
        out.append(sign)
    return "".join(out)


def read_ascii(line):
    for byte in line:
        if byte < 32 or byte > 126:
            raise ValueError
    return line.decode()


def unescape(word):
    if "%" not in word:
        return word
    parts = word.split("%")
    out = parts[0].encode()
    for part in parts[1:]:
        out += unhexlify(part[:2]) + part[2:].encode()
        if len(part) < 2:
            raise ValueError
    return out.decode()


# For those who write actions


def number(word, least, most, what):
    """A whole number from a word, or a ValueError that says what is allowed."""
    try:
        value = int(word)
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        raise ValueError("%s is %s, not a number from %d to %d." % (what, word[:20], least, most))
    return value


def cell(words):
    """x, y from the words of press, release and tap."""
    if len(words) != 2:
        raise ValueError("A key has two numbers, x and y, from 0 to 15.")
    return number(words[0], 0, 15, "x"), number(words[1], 0, 15, "y")


def piece(path, offset, length):
    """A piece of a file for an answer: offset, the file's size, CRC-32 and base64 of the piece."""
    with open(path, "rb") as file:
        size = file.seek(0, 2)
        file.seek(min(offset, size))
        data = file.read(min(length, PIECE))
    return "%d %d %08x %s" % (offset, size, crc32(data), b2a_base64(data).decode().strip())
