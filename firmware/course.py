"""The course of a game as its record has it: how an event is written, and what may follow.

This much is in memory while a game is played; record.py reads records and plays them again.
"""

from binascii import crc32

# The longest line, newline included, and how many moves can be taken back one after the other.
LONGEST = 300
UNDO_LIMIT = 200

# The words that end a game are events of their own; every other move is a `move`.
ENDINGS = ("count", "draw", "resign")


class RecordError(Exception):
    """A record that cannot be trusted from this line on."""

    def __init__(self, line, reason):
        super().__init__("line %d: %s" % (line, reason))
        self.line = line
        self.reason = reason


class Course:
    """Where a record stands: `lines` so far, `plies` moves that stand, `undoable` how many of
    them can be taken back, `hints` how many were given, `ms` the last time, `ended` whether the
    last word is a result, `crc` the checksum of all bytes so far."""

    def __init__(self):
        self.lines = self.plies = self.undoable = self.hints = self.ms = self.crc = 0
        self.ended = False

    def take(self, other):
        """Stand where another course stands."""
        self.lines, self.plies, self.undoable = other.lines, other.plies, other.undoable
        self.ms, self.crc, self.ended = other.ms, other.crc, other.ended
        self.hints = other.hints

    def add(self, kind, text, ms):
        """The sealed line of the next event. RecordError: it cannot follow here. A time before
        the last one counts as that one."""
        ms = max(ms, self.ms)
        line, crc = seal(event_text(ms, kind, text), self.crc)
        if len(line) > LONGEST or kind == "move" and " " in text:
            self._fail("%r is not how %s is written" % (text, kind))
        self.follow(ms, text if text in ENDINGS else kind)
        self.lines += 1
        self.crc = crc
        return line

    def follow(self, ms, kind):
        """Go on by one event, or raise RecordError: then nothing has changed."""
        if ms < self.ms:
            self._fail("the time runs backwards, from %d to %d ms" % (self.ms, ms))
        if self.ended and kind != "undo":
            self._fail("%s after the result" % kind)
        if kind == "undo":
            if not self.undoable:
                self._fail("there is no move to take back" if not self.plies
                           else "only %d moves can be taken back" % UNDO_LIMIT)  # fmt: skip
            self.undoable -= 1
            self.plies -= 1
        elif kind == "move" or kind in ENDINGS:
            self.undoable = min(self.undoable + 1, UNDO_LIMIT)
            self.plies += 1
        elif kind == "hint":
            self.hints += 1
        self.ended = kind == "result"
        self.ms = ms

    def _fail(self, reason):
        raise RecordError(self.lines + 1, reason)


def seal(body, crc):
    """The whole line of a body, and the checksum of the record with this line."""
    body = (body + " ").encode()
    crc = crc32(body, crc)
    end = b"%08x\n" % crc
    return body + end, crc32(end, crc)


def event_text(ms, kind, text=""):
    """The body of an event. A move that ends the game by a word becomes that event."""
    if kind == "move" and text in ENDINGS:
        kind, text = text, ""
    return "%d %s %s" % (ms, kind, text) if text else "%d %s" % (ms, kind)


def result_text(result):
    """What a `result` event says of a Result: `0,2 line`, or `- draw` when nobody won."""
    return (",".join([str(seat) for seat in result.winners]) or "-") + " " + result.reason


def trim(state):
    """Forget moves that can no longer be taken back, so that an endless game fits the board."""
    # Turned round twice rather than through a list: the board may have no long piece of heap free.
    past = state._past
    recent = None
    for _ in range(UNDO_LIMIT):
        if not past:
            return
        recent = (recent,) + past[1:]
        past = past[0]
    past = None
    while recent:
        past = (past,) + recent[1:]
        recent = recent[0]
    state._past = past
