"""Settings and the crash log: what the board remembers beside its games.

Both are text that can be read and edited by eye. A file is never changed in place: a new one is
written, synced and given the old one's name, so a power cut leaves the old or the new.
"""

import os

# The allowed values of each setting, the default first.
QUARTERS = (0, 90, 180, 270)
FIELDS = {
    "brightness": (5, 1, 2, 3, 4, 6, 7, 8),
    "palette": ("normal", "safe", "night"),
    "sound": (True, False),
    # How far the picture is turned when this seat is to move.
    "rotation1": QUARTERS,
    "rotation2": QUARTERS,
    "rotation3": QUARTERS,
    "rotation4": QUARTERS,
    "rotation5": QUARTERS,
    "rotation6": QUARTERS,
}

MINUTE = 60000
# The error number of a file that is not there.
ABSENT = 2
# The crashes that count towards safe mode, and the bytes of log before the older half goes.
CRASHES = 3
LOG_SIZE = 2048
LONGEST_CRASH = 600


class Settings:
    """The settings in one file. `problems` has a sentence for each thing that could not be used.

    A damaged line gives that setting's default; a setting of a newer version is kept unread.
    """

    def __init__(self, path):
        self.path = path
        self.problems = []
        self.values = {name: FIELDS[name][0] for name in FIELDS}
        self._foreign = []
        for line in read_text(path, self.problems).split("\n"):
            if line.strip():
                self._read(line.strip())

    def get(self, name):
        return self.values[name]

    def set(self, name, value):
        """Change a setting for good. True: it is on flash. False: it holds until power is off."""
        allowed = FIELDS[name]
        if value not in allowed or type(value) is not type(allowed[0]):
            raise ValueError("%s cannot be %r" % (name, value))
        if value == self.values[name]:
            return True
        self.values[name] = value
        lines = ["%s=%s" % (key, self.values[key]) for key in sorted(self.values)]
        try:
            replace(self.path, "\n".join(lines + self._foreign) + "\n")
            return True
        except OSError as error:
            self._tell("The settings cannot be kept (%s); they hold until power is off." % error)
            return False

    def _read(self, line):
        name, equals, text = line.partition("=")
        if name in FIELDS:
            for value in FIELDS[name]:
                if str(value) == text:
                    self.values[name] = value
                    return
            self._tell(
                "The setting %s cannot be %s; it is %s again."
                % (name, plain(text, 20), self.values[name])
            )
        elif equals and is_name(name) and len(line) < 80 and len(self._foreign) < 20:
            self._foreign.append(plain(line, 80))
        else:
            self._tell("The settings have a line that means nothing: %s." % plain(line, 20))

    def _tell(self, sentence):
        if sentence not in self.problems:
            self.problems.append(sentence)


class CrashLog:
    """What went wrong, across resets. Times are counted by boots and uptime: a board has no clock
    after a power cut, so the time that it was off counts as nothing.

    `boot` is the number of this start; `cause` the reset cause that it was told.
    """

    def __init__(self, folder, cause="unknown"):
        self.folder = folder
        self.problems = []
        self.boot = 1
        self.cause = cause
        # (boot, uptime in ms) of the last crashes since a quiet minute, the oldest first.
        self._recent = []
        self._read()
        self._write()

    def note_crash(self, text, ticks):
        """Keep a crash: its text in the log, its time for `crashes_within`. True: on flash."""
        self._recent = (self._recent + [(self.boot, ticks)])[-CRASHES:]
        lines = plain(text, LONGEST_CRASH, "\n").strip("\n").replace("\n", "\n  ")
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
                self._recent = (self._recent + [(numbers[0], numbers[1])])[-CRASHES:]
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


def put(path, mode, data):
    """Write to a file and return when it is on flash. On LittleFS all of it is there, or none."""
    with open(path, mode) as file:
        file.write(data)
        sync(file)


def sync(file):
    """LittleFS writes for good when a file is flushed; a PC wants to be told twice."""
    file.flush()
    if hasattr(os, "fsync"):
        os.fsync(file.fileno())


def replace(path, text):
    """Let a file have this content: after a power cut it has the old one or the new."""
    put(path + ".new", "wb", text.encode())
    move(path + ".new", path)


def move(path, target):
    """Rename over what is there. A PC's own name for it works on Windows as well."""
    getattr(os, "replace", os.rename)(path, target)


def read_text(path, problems):
    """A small file as plain ASCII, whatever is in it; a file that is not there is empty."""
    try:
        with open(path, "rb") as file:
            data = file.read(2 * LOG_SIZE)
    except OSError as error:
        if error.args[0] != ABSENT:
            problems.append("%s cannot be read (%s)." % (path, error))
        return ""
    return "".join([chr(byte) if 32 <= byte < 127 or byte == 10 else "?" for byte in data])


def plain(text, longest, also=""):
    """A text as short plain ASCII."""
    text = text[:longest]
    return "".join([sign if " " <= sign <= "~" or sign in also else "?" for sign in text])


def is_name(text):
    return bool(text) and not text.strip("abcdefghijklmnopqrstuvwxyz_0123456789")


def is_number(text):
    return bool(text) and len(text) < 10 and not text.strip("0123456789")
