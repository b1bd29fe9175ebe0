"""The journal: the record of each game on flash, every event there before its light changes.

A game is NUMBER-GAME.play while it can be resumed and NUMBER-GAME.rec when it is over. Beside a
.play its last lines are in a small .tail: LittleFS keeps a file of up to 128 bytes within its
folder, so that a line costs one short write, where adding to the record itself costs the erasing
and copying of a block. A full tail is first added to the record, then begun anew; so at any
moment record and tail together are the whole game, and nothing is ever overwritten that is not
elsewhere. Whatever the flash does, the game goes on; `problems` says in sentences what is not
kept.

Here is what a game under way needs. The folder is shelf.py, reading records again recovery.py:
both are in memory only for that.
"""

from . import VERSION
from .course import Course, RecordError
from .files import FULL, put
from .memory import briefly

# How many records are kept, and how many lines wait in memory while the flash takes none.
KEEP = 24
WAITING = 60
# The largest tail that LittleFS keeps within its folder, and room for one more line in it.
TAIL = 128
ROOM = 40

SHELF = "firmware.shelf"
RECOVERY = "firmware.recovery"
# How a header begins; events begin with a digit.
HEADER = b"l"


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
        self.known = {}  # summaries of the games that were left, by name: read only once
        self.forget()
        try:
            briefly(SHELF, "sweep", self)
            self.usable = True
        except OSError as error:
            self.usable = False
            self.tell("The flash cannot be used (%s): games are played but not kept." % error)

    def start(self, game, players, options, seed, clock_text=None):
        """Begin the record of a new game. ValueError: arguments that no record can have."""
        self.close()
        line = briefly(SHELF, "begin", self, game, players, options, seed, clock_text)
        self.waiting.append(line)
        self._write()

    def append(self, kind, text="", ms=0):
        """Add an event. True: it is on flash. False: it is not, and `problems` says why.

        RecordError: the event cannot follow here. A time before the last one counts as that one.
        """
        self.waiting.append(self.course.add(kind, text, ms))
        self._write()
        return self.kept

    def settle(self):
        """For an idle moment: empty a tail that is nearly full, so the next event is quick."""
        if self.kept and len(self.tail) > TAIL - ROOM:
            try:
                self._merge()
            except OSError:
                self.doubtful = True

    def finish(self):
        """The game under way is over: its record is no longer offered."""
        self._last_try()
        if self.name and not self.waiting:
            briefly(RECOVERY, "archive", self, self.name)
        self.forget()

    def close(self):
        """Leave the game under way; it can be resumed."""
        self._last_try()
        self.forget()

    def unfinished(self):
        """Summaries of the games that can be resumed, the latest first."""
        return briefly(RECOVERY, "unfinished", self)

    def resume(self, name, up_to_damage=False):
        """Go on with a game: its state, built again move by move, and its header.

        A torn last line is dropped and told. RecordError: the record is damaged, and nothing was
        changed; with `up_to_damage` the good part goes on as a new record and the damaged one is
        set aside as NAME.bad. OSError: the record cannot be read.
        """
        return briefly(RECOVERY, "resume", self, name, up_to_damage)

    def remove(self, name):
        """Forget a record, finished or not, because somebody said so."""
        briefly(SHELF, "remove", self, name)

    def path(self, file):
        return self.folder + "/" + file

    @property
    def ms(self):
        """The time of the last event: after a resume, time goes on from here."""
        return self.course.ms

    @property
    def undoable(self):
        """How many moves can be taken back."""
        return self.course.undoable

    # For recovery.py as well

    def forget(self):
        """No game is under way."""
        self.name = None
        self.kept = True
        self.course = Course()
        self.waiting = []
        self.tail = b""
        # After a failed write, what is on flash must be looked at before the next one.
        self.doubtful = False

    def tell(self, sentence):
        if sentence not in self.problems:
            self.problems.append(sentence)

    def repair(self):
        """Bring record and tail into order after a cut or a failed write."""
        briefly(RECOVERY, "repair", self)

    # Writing

    def _write(self):
        """Write the lines that wait. Those that cannot be written stay."""
        while self.waiting and self.name:
            try:
                if self.doubtful:
                    self.repair()
                while self.waiting:
                    self._keep(self.waiting[0])
                    self.waiting.pop(0)
            except RecordError as damage:
                self.tell("%s was damaged, %s: it ends there." % (self.name, damage))
                self.name = None
            except OSError as error:
                self.doubtful = True
                if error.args[0] == FULL and briefly(SHELF, "drop_oldest", self):
                    continue
                if len(self.waiting) <= WAITING:
                    self.tell("The flash takes no more (%s): not kept yet." % error)
                    break
                self.tell("The flash takes no more: the record ends, the game goes on.")
                self.name = None
        if not self.name:
            self.waiting = []
            if not self.problems:
                self.tell("This game is not kept.")
        self.kept = bool(self.name) and not self.waiting

    def _last_try(self):
        if self.waiting and self.name:
            self._write()
            if self.waiting:
                self.tell("The last %d lines of %s are lost." % (len(self.waiting), self.name))

    def _keep(self, line):
        if self.tail and len(self.tail) + len(line) > TAIL:
            self._merge()
        # A tail that is not known to hold lines of its own is begun anew. The first line of all
        # begins the record itself.
        if line[:1] == HEADER:
            self._put(".play", "wb", line)
        else:
            self._put(".tail", "ab" if self.tail else "wb", line)
            self.tail += line

    def _merge(self):
        self._put(".play", "ab", self.tail)
        self.tail = b""

    def _put(self, end, mode, data):
        put(self.path(self.name + end), mode, data)
