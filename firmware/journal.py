"""The journal: the record of each game on flash, every event there before its light changes.

A game is NUMBER-GAME.play while it can be resumed and NUMBER-GAME.rec when it is over. Beside a
.play its last lines are in a small .tail: LittleFS keeps a file of up to 128 bytes within its
folder, so that a line costs one short write, where adding to the record itself costs the erasing
and copying of a block. A full tail is first added to the record, then begun anew; so at any
moment record and tail together are the whole game, and nothing is ever overwritten that is not
elsewhere. Whatever the flash does, the game goes on; `problems` says in sentences what is not
kept.
"""

import gc
import os
from collections import namedtuple

import shared_rules

from . import VERSION, record
from .settings import ABSENT, move, put, sync

# How many records are kept, and how many lines wait in memory while the flash takes none.
KEEP = 24
WAITING = 60
# The error number of a full flash.
FULL = 28
# The largest tail that LittleFS keeps within its folder, and room for one more line in it.
TAIL = 128
ROOM = 40

# A heap that is swept late falls into crumbs: while a record is read, every so many lines.
ON_BOARD = hasattr(gc, "mem_free")
SWEEP = 16

# What the resume screen shows of an unfinished game; `damage` is None or a sentence.
Summary = namedtuple("Summary", ("name", "game", "players", "plies", "damage"))


class Journal:
    """The records in one folder, and the game under way in one of them.

    `kept`: all that was played is on flash. `name`: the record under way, or None.
    """

    def __init__(self, folder, board_name, firmware=VERSION, keep=KEEP):
        self.folder = folder
        self.board = board_name
        self.firmware = firmware
        self.keep = keep
        self.problems = []
        self._known = {}
        self._forget()
        try:
            self._sweep()
            self.usable = True
        except OSError as error:
            self.usable = False
            self._tell("The flash cannot be used (%s): games are played but not kept." % error)

    def start(self, game, players, options, seed, clock_text=None):
        """Begin the record of a new game. ValueError: arguments that no record can have."""
        self.close()
        header = record.Header(
            game, players, options, seed, shared_rules.VERSION, record.word(self.board),
            record.word(self.firmware), record.word(clock_text),
        )  # fmt: skip
        line, _ = record.seal(header.text(), 0)
        try:
            self._reader.read(line)
        except record.RecordError as error:
            self._forget()
            raise ValueError("no record can begin like this: " + error.reason)
        self._waiting.append(line)
        if self.usable and self._make_room():
            self.name = self._fresh_name(game)
        self._write()

    def append(self, kind, text="", ms=0):
        """Add an event. True: it is on flash. False: it is not, and `problems` says why.

        RecordError: the event cannot follow here. A time before the last one counts as that one.
        """
        line, _ = record.seal(
            record.event_text(max(ms, self._reader.ms), kind, text), self._reader.crc
        )
        self._reader.read(line)
        self._waiting.append(line)
        self._write()
        return self.kept

    def settle(self):
        """For an idle moment: empty a tail that is nearly full, so the next event is quick."""
        if self.kept and len(self._tail) > TAIL - ROOM:
            try:
                self._merge()
            except OSError:
                self._doubtful = True

    def unfinished(self):
        """Summaries of the games that can be resumed, the latest first."""
        found = []
        for file in reversed(self._files(".play")):
            name = file[:-5]
            if name in self._known and name != self.name:
                found.append(self._known[name])
                continue
            try:
                reader, damage, _ = self._scan(name)
            except OSError as error:
                self._tell("%s cannot be read (%s); it is left as it is." % (file, error))
                continue
            header = reader.header
            if damage and not header:
                self._tell("%s is left as it is: %s." % (file, damage))
            elif not header:
                self.remove(name)  # cut before its first line was whole: nothing was shown yet
            elif reader.ended and not damage and name != self.name:
                self._archive(name)
            else:
                damage = damage and "%s is damaged, %s" % (file, damage)
                found.append(Summary(name, header.game, header.players, reader.plies, damage))
                # Others are read only once: a record changes only while it is under way.
                if name != self.name:
                    self._known[name] = found[-1]
        return found

    def resume(self, name, up_to_damage=False):
        """Go on with a game: its state, built again move by move, and its header.

        A torn last line is dropped and told. RecordError: the record is damaged, and nothing was
        changed; with `up_to_damage` the good part goes on as a new record and the damaged one is
        set aside as NAME.bad. OSError: the record cannot be read.
        """
        self.close()
        self._known.pop(name, None)
        whole = record.Replay(shared_rules)
        reader, damage, torn = self._scan(name, whole)
        if not damage and not reader.header:
            damage = record.RecordError(1, "the record is empty")
        if damage and not (up_to_damage and whole.state):
            raise damage
        if torn:
            self._tell("The last line of %s was cut, by a power cut say; it is dropped." % name)
        if damage:
            fresh = self._fresh_name(reader.header.game)
            reader = self._copy(name, damage.line - 1, fresh)
            os.rename(self.path(name + ".play"), self.path(name + ".bad"))
            self._tell("%s is damaged, %s; it is kept as %s.bad." % (name, damage, name))
            name = fresh
        self.name = name
        self._reader = reader
        self._doubtful = True
        if not reader.ended:
            self.append("resume")
        return whole.state, reader.header

    def finish(self):
        """The game under way is over: its record is no longer offered."""
        self._last_try()
        if self.name and not self._waiting:
            self._archive(self.name)
        self._forget()

    def close(self):
        """Leave the game under way; it can be resumed."""
        self._last_try()
        self._forget()

    def files(self):
        """(name, size) of every file in the journal, the oldest first: for the link."""
        found = []
        for file in self._files(""):
            try:
                found.append((file, os.stat(self.path(file))[6]))
            except OSError as error:
                self._tell("%s cannot be read (%s); it is left as it is." % (file, error))
        return found

    def path(self, file):
        return self.folder + "/" + file

    def remove(self, name):
        """Forget a record, finished or not, because somebody said so."""
        self._known.pop(name, None)
        for file in self._files(""):
            if file.rsplit(".", 1)[0] == name:
                try:
                    os.remove(self.path(file))
                except OSError as error:
                    self._tell("%s cannot be removed (%s)." % (file, error))

    @property
    def ms(self):
        """The time of the last event: after a resume, time goes on from here."""
        return self._reader.ms

    @property
    def undoable(self):
        """How many moves can be taken back."""
        return self._reader.undoable

    # Writing

    def _forget(self):
        self.name = None
        self.kept = True
        self._reader = record.Reader()
        self._waiting = []
        self._tail = b""
        # After a failed write, what is on flash must be looked at before the next one.
        self._doubtful = False

    def _write(self):
        """Write the lines that wait. Those that cannot be written stay."""
        while self._waiting and self.name:
            try:
                if self._doubtful:
                    self._repair()
                while self._waiting:
                    self._keep(self._waiting[0])
                    self._waiting.pop(0)
            except record.RecordError as damage:
                self._tell("%s was damaged, %s: it ends there." % (self.name, damage))
                self.name = None
            except OSError as error:
                self._doubtful = True
                if error.args[0] == FULL and self._drop_oldest():
                    continue
                if len(self._waiting) <= WAITING:
                    self._tell("The flash takes no more (%s): not kept yet." % error)
                    break
                self._tell("The flash takes no more: the record ends, the game goes on.")
                self.name = None
        if not self.name:
            self._waiting = []
            if not self.problems:
                self._tell("This game is not kept.")
        self.kept = bool(self.name) and not self._waiting

    def _last_try(self):
        if self._waiting and self.name:
            self._write()
            if self._waiting:
                self._tell("The last %d lines of %s are lost." % (len(self._waiting), self.name))

    def _keep(self, line):
        if self._tail and len(self._tail) + len(line) > TAIL:
            self._merge()
        # A tail that is not known to hold lines of its own is begun anew. The first line of all
        # begins the record itself.
        if is_header(line):
            self._put(".play", "wb", line)
        else:
            self._put(".tail", "ab" if self._tail else "wb", line)
            self._tail += line

    def _merge(self):
        self._put(".play", "ab", self._tail)
        self._tail = b""

    def _put(self, end, mode, data):
        put(self.path(self.name + end), mode, data)

    # Reading and repair

    def _scan(self, name, whole=None):
        """Read a record with its tail, into a Replay if there is one: its Reader, the RecordError
        that ends the good part or None, and whether anything was cut."""
        reader = whole.reader if whole else record.Reader()
        take = whole.take if whole else reader.read
        cut = False
        try:
            self._each_line(name, take)
            cut = bool(reader.torn)
            reader.torn = None
            for raw in self._tail_lines(name, reader):
                take(raw)
            cut = cut or bool(reader.torn)
            reader.torn = None
        except record.RecordError as error:
            return reader, error, cut
        return reader, None, cut

    def _each_line(self, name, take):
        """Hand the lines of a record to `take`, until it returns None."""
        with open(self.path(name + ".play"), "rb") as file:
            count = 0
            for raw in record.lines_of(file):
                if take(raw) is None:
                    return
                count += 1
                if ON_BOARD and count % SWEEP == 0:
                    gc.collect()

    def _tail_lines(self, name, reader):
        """The lines of a tail that come after what the reader has read."""
        try:
            with open(self.path(name + ".tail"), "rb") as file:
                data = file.read(record.LONGEST + TAIL)
        except OSError as error:
            if error.args[0] != ABSENT:
                raise
            return []
        lines = [line + b"\n" for line in data.split(b"\n")]
        # What comes after the last newline was cut, or is nothing.
        lines[-1] = lines[-1][:-1]
        known = [line[-9:-1] for line in lines[:-1]]
        first = known.index(reader.last) + 1 if reader.last in known else 0
        return [raw for raw in lines[first:] if raw and reader.header]

    def _repair(self):
        """Bring record and tail into order after a cut or a failed write: the record gets all
        good lines of the tail; lines that wait but are there already wait no longer."""
        path = self.path(self.name + ".play")
        reader = record.Reader()
        try:
            self._each_line(self.name, reader.read)
        except OSError as error:
            if error.args[0] != ABSENT:
                raise
        if reader.torn:
            reader.torn = None
            if reader.header:
                self._copy(self.name, reader.lines, self.name)
            else:
                os.remove(path)
        if not reader.header and not (self._waiting and is_header(self._waiting[0])):
            raise record.RecordError(1, "the record is gone")
        tail = []
        for raw in self._tail_lines(self.name, reader):
            if reader.read(raw):
                tail.append(raw)
        if tail:
            put(path, "ab", b"".join(tail))
        self._tail = b""
        sums = [line[-9:-1] for line in self._waiting]
        if reader.last in sums:
            del self._waiting[: sums.index(reader.last) + 1]
        self._doubtful = False

    def _copy(self, name, count, target):
        """Copy the first lines of a record to a draft that then takes the target's place, which
        may be the record itself: the Reader of the copy."""
        reader = record.Reader()
        draft = self.path(target + ".new")
        with open(draft, "wb") as file:

            def take(raw):
                if reader.lines < count and reader.read(raw):
                    return file.write(raw)

            self._each_line(name, take)
            for raw in self._tail_lines(name, reader):
                take(raw)
            sync(file)
        move(draft, self.path(target + ".play"))
        return reader

    # The folder

    def _files(self, end):
        """The files with this ending, the oldest first."""
        if not self.usable:
            return []
        try:
            return sorted([file for file in os.listdir(self.folder) if file.endswith(end)])
        except OSError:
            return []

    def _sweep(self):
        """Make the folder, or remove the drafts and tails that a cut has left alone in it."""
        try:
            files = os.listdir(self.folder)
        except OSError:
            os.mkdir(self.folder)
            return
        for file in files:
            name, _, end = file.partition(".")
            alone = name + ".play" not in files and name + ".bad" not in files
            if file.endswith(".new") or (end == "tail" and alone):
                os.remove(self.path(file))

    def _fresh_name(self, game):
        numbers = [int(file.split("-")[0]) for file in self._files("") if file[:1].isdigit()]
        return "%05d-%s" % (max(numbers + [0]) + 1, game)

    def _make_room(self):
        """Is there a place for one more record? The oldest finished ones make way."""
        while len(self._files(".play") + self._files(".rec") + self._files(".bad")) >= self.keep:
            if not self._drop_oldest():
                self._tell(
                    "%d unfinished games fill the journal: this one is not kept. "
                    "End or remove one of them." % self.keep
                )
                return False
        return True

    def _drop_oldest(self):
        finished = self._files(".rec")
        if finished:
            try:
                os.remove(self.path(finished[0]))
                return True
            except OSError:
                pass
        return False

    def _archive(self, name):
        """Make a record whole and give it its last name."""
        under_way = (self.name, self._tail, self._waiting, self._doubtful)
        self.name, self._waiting = name, []
        try:
            self._repair()
            os.rename(self.path(name + ".play"), self.path(name + ".rec"))
            if name + ".tail" in self._files(".tail"):
                os.remove(self.path(name + ".tail"))
        except (OSError, record.RecordError) as error:
            self._tell("%s cannot be closed (%s); it stays as it is." % (name, error))
        self.name, self._tail, self._waiting, self._doubtful = under_way

    def _tell(self, sentence):
        if sentence not in self.problems:
            self.problems.append(sentence)


def is_header(line):
    return line.startswith(record.MAGIC.encode())
