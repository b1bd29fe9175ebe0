"""The crash log: what went wrong, and how often of late, for the person and for safe mode.

Both files are text that can be read by eye. In memory only while it is read or written.
"""

import os
import sys

from .files import move, put, replace
from .textfiles import plain, read_text

MINUTE = 60000
# The bytes of log before the older half goes.
LOG_SIZE = 2048
LONGEST_CRASH = 600


class CrashLog:
    """What went wrong, across resets. Times are counted by boots and uptime: a board has no clock
    after a power cut, so the time that it was off counts as nothing.

    `boot` is the number of this start, counted when it is not given; `cause` the reset cause that
    it was told.
    """

    # The crashes within a minute that lead to safe mode.
    ENOUGH = 3

    def __init__(self, folder, cause="unknown", boot=0):
        self.folder = folder
        self.problems = []
        self.boot = 1
        self.cause = cause
        # (boot, uptime in ms) of the last crashes since a quiet minute, the oldest first.
        self._recent = []
        self._read()
        if boot:
            self.boot = boot
        else:
            self._write()

    def note_crash(self, text, ticks):
        """Keep a crash: its text in the log, its time for `crashes_within`. True: on flash."""
        self._recent = (self._recent + [(self.boot, ticks)])[-self.ENOUGH :]
        # The end of a traceback says most.
        lines = plain(text[-LONGEST_CRASH:], LONGEST_CRASH, "\n").strip("\n").replace("\n", "\n  ")
        entry = "boot %d (%s), %d ms: %s\n" % (self.boot, self.cause, ticks, lines)
        kept = self._write()
        return self._log(entry) and kept

    def crashes_within(self, ms=MINUTE):
        """How many crashes, the last one included, lie within so much time: three in a minute
        mean safe mode. What cannot be known, the time off, counts as none."""
        if not self._recent:
            return 0
        boot, at = self._recent[-1]
        count = 1
        past = 0
        for earlier, uptime in reversed(self._recent[:-1]):
            past += at - uptime if earlier == boot else at
            boot, at = earlier, uptime
            if past > ms:
                break
            count += 1
        return count

    def quiet(self):
        """To be called after a minute without a crash, and by safe mode: the count begins anew."""
        if self._recent:
            self._recent = []
            self._write()

    def text(self):
        """The log, the oldest crash first."""
        return read_text(self._path("crash.old"), []) + read_text(self._path("crash.txt"), [])

    def _path(self, name):
        return self.folder + "/" + name

    def _read(self):
        """Lines `boot N`, `crash BOOT MS`. What cannot be read is left out: the count then begins
        anew, which is the harmless way to be wrong."""
        for line in read_text(self._path("boots.txt"), self.problems).split("\n"):
            words = line.split(" ")
            numbers = [int(word) for word in words[1:] if is_number(word)]
            if words[0] == "boot" and len(numbers) == 1:
                self.boot = numbers[0] + 1
            elif words[0] == "crash" and len(numbers) == 2:
                self._recent = (self._recent + [(numbers[0], numbers[1])])[-self.ENOUGH :]
            elif line:
                self._tell("The boot counter was damaged: crashes are counted anew.")

    def _write(self):
        lines = ["boot %d" % self.boot] + ["crash %d %d" % crash for crash in self._recent]
        try:
            replace(self._path("boots.txt"), "\n".join(lines) + "\n")
            return True
        except OSError as error:
            self._tell("Crashes cannot be kept (%s)." % error)
            return False

    def _log(self, entry):
        log = self._path("crash.txt")
        try:
            try:
                full = os.stat(log)[6] + len(entry) > LOG_SIZE
            except OSError:
                full = False  # there is no log yet
            if full:
                move(log, self._path("crash.old"))
            put(log, "ab", entry.encode())
            return True
        except OSError as error:
            self._tell("Crashes cannot be kept (%s)." % error)
            return False

    def _tell(self, sentence):
        if sentence not in self.problems:
            self.problems.append(sentence)


def is_number(text):
    return bool(text) and len(text) < 10 and not text.strip("0123456789")


CAUSES = ("PWRON_RESET", "HARD_RESET", "WDT_RESET", "DEEPSLEEP_RESET", "SOFT_RESET")


def reset_cause(machine):
    """Why the chip started, in a word."""
    number = machine.reset_cause()
    for name in CAUSES:
        if getattr(machine, name, None) == number:
            return name.lower()
    return str(number)


def describe(error):
    """A traceback as text, on either interpreter."""
    if hasattr(sys, "print_exception"):
        import io

        text = io.StringIO()
        sys.print_exception(error, text)
        return text.getvalue()
    import traceback

    return "".join(traceback.format_exception(error))
