"""The link: one line protocol on the serial port, the same for every kind of board.

LINK.md is the description for those who write the other end. A Link never waits: what the host
sends is taken as it comes, what it is too slow to read is left out whole. All buffers have a fixed
size, and a poll with nothing to do allocates nothing.

    link = Link(port, actions)      # port.read() -> bytes or None; port.write(line) -> taken?
    link.poll()                     # with every scan: obeys complete lines, sends a due frame
    link.tell("turn", "1")          # what happened, for whoever listens
    link.send_frame(rgb)            # the picture that was just shown; goes out if asked for
"""

from . import clock
from .lines import FROM_HOST, LONGEST_OUT, PROTOCOL, checksum, escape, line, read_ascii, unescape

LONGEST_IN = 250  # bytes between the mark and the end of the line
FRAME_MS = 40  # at most one frame in that time, unless the host asks for fewer
SLOWEST_MS = 60000

# What a host may ask for, besides `hello` and `frames`: the names of the methods of `actions`.
VERBS = (
    "press",
    "release",
    "tap",
    "move",
    "start",
    "view",
    "status",
    "moves",
    "hint",
    "solvable",
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
        self._frames = None
        self._every = FRAME_MS
        self._sent_at = 0

    def poll(self):
        """Takes what has arrived, obeys what is complete, sends a frame if one is due."""
        data = self._port.read()
        if data:
            self.take(data)
        if self._rgb is not None and self.watched:
            self._send_frame()

    def take(self, data):
        """Bytes from the host."""
        for byte in data:
            self._take(byte)

    def hello(self):
        """Says who is here: at power-up, and when asked."""
        return self.tell("hello", "%d %s" % (PROTOCOL, self._actions.about()))

    def tell(self, kind, text=""):
        """Sends a line, whole or not at all; says whether it went."""
        if kind not in ("frame", "part"):
            text = escape(text, LONGEST_OUT)
        if self._port.write(line(kind, text)) is False:
            self.unsent += 1
            return False
        return True

    def tell_health(self):
        self.tell("health", self._actions.health(()))

    def send_frame(self, rgb):
        """Keeps hold of `rgb` (bytearray(768)) and sends what changed in it, now or when due.
        None: what the board shows now is not for a host."""
        self._rgb = rgb
        if rgb is not None and self.watched:
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
        request = bytes(self._line[:length])
        body = request[:-6]
        if length < 6 or request[-6:-4] != b" *" or request[-4:] != checksum(body):
            self._drop("has a wrong checksum")
            return
        try:
            words = [unescape(word) for word in read_ascii(body).split(" ") if word]
        except ValueError:
            self._drop("has a letter that is none")
            return
        if len(words) < 2 or not words[0].isdigit() or len(words[0]) > 9:
            self._drop("lacks its number or its verb")
            return
        number, verb = words[0], words[1]
        if request != self._answered or verb == "hello":
            self._answered = None
            self._answer = self._obey(verb, words[2:])
            self._answered = request
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
                return "ok " + self._watch(words)
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

    def _watch(self, words):
        on = words[0] if words else ""
        every = (
            number(words[1], FRAME_MS, SLOWEST_MS, "The time between frames")
            if (len(words) == 2)
            else FRAME_MS
        )
        if on not in ("on", "off") or len(words) > 2:
            raise ValueError("Say frames on, frames on MS or frames off.")
        self.watched = False
        self._every = every
        if on == "on":
            if self._frames is None:
                from .frames import Frames

                self._frames = Frames()  # if there is no room for it, nothing is watched
            self._frames.begin()
            self.watched = True
        self._sent_at = clock.ticks_add(clock.ticks_ms(), -every)
        return ""

    def _send_frame(self):
        if clock.ticks_diff(clock.ticks_ms(), self._sent_at) < self._every:
            return
        frames = self._frames
        length = frames.code(self._rgb)
        if not length and frames.number >= 0:
            return
        self._sent_at = clock.ticks_ms()
        whole = frames.whole()
        if self.tell("frame" if whole else "part", frames.text(length)):
            frames.sent(self._rgb)
            if not whole:
                self._sent_at = clock.ticks_add(clock.ticks_ms(), -self._every)


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
