"""The record of a game: a header, then one event a line, each line sealed by a checksum.

RECORD.md beside this file is the format. Records are written and read a line at a time, so memory
does not grow with them. What is wrong is a RecordError: a sentence with the number of the line.
"""

from binascii import crc32

from .course import ENDINGS, LONGEST, Course, RecordError, event_text, result_text, trim
from .course import UNDO_LIMIT as UNDO_LIMIT
from .course import seal as seal
from .header import MAGIC, VERSION, Header, number, read_value
from .header import word as word

BARE = ENDINGS + ("undo", "resume")
HINTS = ("1", "2", "3", "solvable", "where")
KINDS = ("move", "result", "deal", "hint") + BARE


class NewerVersion(RecordError):
    """A record that a later Ludolux wrote: nothing is wrong with it."""


def lines_of(file):
    """The lines of a binary file, none longer than a line may be and one byte."""
    raw = file.readline(LONGEST + 1)
    while raw:
        yield raw
        raw = file.readline(LONGEST + 1)


class Reader(Course):
    """Reads a record line by line and holds only where it is.

    `size` the bytes of the good lines so far, `torn` a sentence about a last line that was cut.
    """

    def __init__(self):
        super().__init__()
        self.header = None
        self.size = 0
        self.torn = None
        self.last = b""

    def read(self, raw):
        """Take the next line, newline included. The first gives the Header, others (ms, kind,
        text); a last line that was cut gives None. RecordError: nothing has changed."""
        if self.torn:
            self._fail("there is more after a line without an end")
        if self.header is None:
            self._know(raw)
        if raw[-1:] != b"\n":
            if len(raw) > LONGEST:
                self._fail("the line is longer than %d bytes" % LONGEST)
            self.torn = "line %d was cut after %d bytes" % (self.lines + 1, len(raw))
            return None
        body, crc = self._open(raw)
        item = self._header(body) if self.header is None else self._event(body)
        self.lines += 1
        self.size += len(raw)
        self.crc = crc
        self.last = raw[-9:-1]
        return item

    def end(self):
        """To be called after the last line: a record without a header is none."""
        if self.header is None:
            self.lines = 0
            self._fail("the record ends before its first line is whole" if self.torn
                       else "the record is empty")  # fmt: skip

    def _know(self, raw):
        """Is this the first line of a record, and of one that this version can read?"""
        magic = (MAGIC + " ").encode()
        if raw[: len(magic)] != magic[: len(raw)]:
            self._fail("this is not a record of Ludolux: it does not begin with " + MAGIC)
        version = raw[len(magic) :].split(b" ")[0]
        if version.isdigit() and len(version) < 9 and int(version) > VERSION:
            raise NewerVersion(
                1, "the record has version %d, this Ludolux reads up to %d; bring it up to date"
                % (int(version), VERSION)
            )  # fmt: skip

    def _open(self, raw):
        """Check the seal: the body as text, and the checksum of the record with this line."""
        if len(raw) > LONGEST:
            self._fail("the line is longer than %d bytes" % LONGEST)
        crc = crc32(raw[:-9], self.crc)
        end = b"%08x\n" % crc
        if raw[-9:] != end:
            if self.last and raw[-9:-1] == self.last:
                self._fail("this is line %d again" % self.lines)
            self._fail(
                "the checksum does not fit: the line was changed, or one is missing before it"
            )
        body = raw[:-10]
        if raw[-10:-9] != b" " or not body or min(body) < 32 or max(body) > 126:
            self._fail("the line has signs that no record has")
        return body.decode(), crc32(end, crc)

    def _header(self, body):
        words = body.split(" ")
        fixed = {}
        options = {}
        for field in words[3:]:
            name, _, value = field.partition("=")
            into = fixed if name in FIELDS else options
            into[name] = value if into is fixed else read_value(value)
        seed = fixed.get("seed", "")
        header = Header(
            words[2] if len(words) > 2 else "", number(fixed.get("players", "")) or 0,
            options, None if seed == "-" else number(seed), number(fixed.get("rules", "")) or 0,
            fixed.get("board", ""), fixed.get("firmware", ""), fixed.get("start", ""),
            fixed.get("view"),
        )  # fmt: skip
        # Written again it must be the same: there is one way to write a header.
        if header.text() != body or (header.seed is None) != (header.view is not None):
            self._fail("the first line is not a header as RECORD.md has it")
        self.header = header
        return header

    def _event(self, body):
        parts = body.split(" ", 2)
        ms = number(parts[0])
        kind = parts[1] if len(parts) > 1 else ""
        text = parts[2] if len(parts) > 2 else ""
        if ms is None or kind not in KINDS or event_text(ms, kind, text) != body:
            self._fail("%r is not an event" % body)
        if kind in BARE:
            wrong = bool(text)
        elif kind == "move":
            wrong = not text or " " in text
        elif kind == "result":
            wrong = not is_result(text)
        elif kind == "hint":
            wrong = text not in HINTS
        else:
            wrong = not text or self.header.view is None
        if wrong:
            self._fail("%r is not how %s is written" % (body, kind))
        self.follow(ms, kind)
        return ms, kind, text


FIELDS = ("players", "seed", "rules", "board", "firmware", "start", "view")


def is_result(text):
    winners, _, reason = text.partition(" ")
    if winners != "-":
        for seat in winners.split(","):
            if number(seat) is None:
                return False
    return bool(reason) and not reason.strip("abcdefghijklmnopqrstuvwxyz-")


class Replay:
    """Plays a record through the rules as its lines come. `state` is None before the header."""

    def __init__(self, rules):
        self.rules = rules
        self.reader = Reader()
        self.state = None

    def take(self, raw):
        """The next line: what Reader.read gives. RecordError also for what the rules refuse; then
        the state is that of the line before."""
        item = self.reader.read(raw)
        if item is None:
            return None
        try:
            if self.state is None:
                self.state = begin(item, self.rules)
            else:
                advance(self.state, item[1], item[2])
        except ValueError as error:
            raise RecordError(self.reader.lines, str(error))
        if self.reader.lines % 64 == 0:
            trim(self.state)
        return item


def replay(lines, rules):
    """Play a whole record and return the Replay: its `state` and, in `reader`, how it ended."""
    whole = Replay(rules)
    for raw in lines:
        whole.take(raw)
    whole.reader.end()
    return whole


def begin(header, rules):
    """The state that a header describes, before the first move; ValueError says why not."""
    if header.view is not None:
        raise ValueError("the record shows only what %s saw, it has no seed" % header.view)
    if header.rules != rules.VERSION:
        raise ValueError(
            "the record was played by version %d of the rules, these are version %d"
            % (header.rules, rules.VERSION)
        )
    game = rules.load(header.game)
    return game.new(players=header.players, seed=header.seed, **header.options)


def advance(state, kind, text):
    """Bring a state one event further; ValueError says why not, and nothing has changed."""
    if kind == "undo":
        state.pop()
    elif kind == "result":
        ruled = result_text(state.result) if state.result else "the game goes on"
        if text != ruled:
            raise ValueError("the record says %s, the rules say %s" % (text, ruled))
    elif kind not in ("resume", "hint"):
        move = state.parse(text or kind)
        if state.text(move) != (text or kind):
            raise ValueError("%s is written %s" % (text, state.text(move)))
        try:
            state.play(move)
        except ValueError as error:
            raise ValueError("%s: %s" % (text or kind, error))
