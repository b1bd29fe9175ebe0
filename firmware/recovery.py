"""The journal's records read again: which games were left, going on with one, repair.

Functions on a Journal, read from flash when one of them is needed and forgotten after it.
"""

import os
from collections import namedtuple

import shared_rules

from . import record
from .files import ABSENT, move, put, sync
from .journal import HEADER, TAIL
from .memory import sweep as collect
from .shelf import files, fresh_name, remove

# A heap that is swept late falls into crumbs: while a record is read, every so many lines.
SWEEP = 16

# What the resume screen shows of an unfinished game; `damage` is None or a sentence.
Summary = namedtuple("Summary", ("name", "game", "players", "plies", "damage"))


def unfinished(journal):
    found = []
    for file in reversed(files(journal, ".play")):
        name = file[:-5]
        if name in journal.known and name != journal.name:
            found.append(journal.known[name])
            continue
        try:
            reader, damage, _ = scan(journal, name)
        except OSError as error:
            journal.tell("%s cannot be read (%s); it is left as it is." % (file, error))
            continue
        header = reader.header
        if damage and not header:
            journal.tell("%s is left as it is: %s." % (file, damage))
        elif not header:
            remove(journal, name)  # cut before its first line was whole: nothing was shown yet
        elif reader.ended and not damage and name != journal.name:
            archive(journal, name)
        else:
            damage = damage and "%s is damaged, %s" % (file, damage)
            found.append(Summary(name, header.game, header.players, reader.plies, damage))
            # Others are read only once: a record changes only while it is under way.
            if name != journal.name:
                journal.known[name] = found[-1]
    return found


def resume(journal, name, up_to_damage):
    journal.close()
    journal.known.pop(name, None)
    whole = record.Replay(shared_rules)
    reader, damage, torn = scan(journal, name, whole)
    if not damage and not reader.header:
        damage = record.RecordError(1, "the record is empty")
    if damage and not (up_to_damage and whole.state):
        raise damage
    if torn:
        journal.tell("The last line of %s was cut, by a power cut say; it is dropped." % name)
    if damage:
        fresh = fresh_name(journal, reader.header.game)
        reader = copy(journal, name, damage.line - 1, fresh)
        os.rename(journal.path(name + ".play"), journal.path(name + ".bad"))
        journal.tell("%s is damaged, %s; it is kept as %s.bad." % (name, damage, name))
        name = fresh
    journal.name = name
    journal.course.take(reader)
    journal.doubtful = True
    if not reader.ended:
        journal.append("resume")
    return whole.state, reader.header


def archive(journal, name):
    """Make a record whole and give it its last name."""
    under_way = (journal.name, journal.tail, journal.waiting, journal.doubtful)
    journal.name, journal.waiting = name, []
    try:
        journal.repair()
        os.rename(journal.path(name + ".play"), journal.path(name + ".rec"))
        if name + ".tail" in files(journal, ".tail"):
            os.remove(journal.path(name + ".tail"))
    except (OSError, record.RecordError) as error:
        journal.tell("%s cannot be closed (%s); it stays as it is." % (name, error))
    journal.name, journal.tail, journal.waiting, journal.doubtful = under_way


# Reading and repair


def scan(journal, name, whole=None):
    """Read a record with its tail, into a Replay if there is one: its Reader, the RecordError
    that ends the good part or None, and whether anything was cut."""
    reader = whole.reader if whole else record.Reader()
    take = whole.take if whole else reader.read
    cut = False
    try:
        each_line(journal, name, take)
        cut = bool(reader.torn)
        reader.torn = None
        for raw in tail_lines(journal, name, reader):
            take(raw)
        cut = cut or bool(reader.torn)
        reader.torn = None
    except record.RecordError as error:
        return reader, error, cut
    return reader, None, cut


def each_line(journal, name, take):
    """Hand the lines of a record to `take`, until it returns None."""
    with open(journal.path(name + ".play"), "rb") as file:
        count = 0
        for raw in record.lines_of(file):
            if take(raw) is None:
                return
            count += 1
            if count % SWEEP == 0:
                collect()


def tail_lines(journal, name, reader):
    """The lines of a tail that come after what the reader has read."""
    try:
        with open(journal.path(name + ".tail"), "rb") as file:
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


def repair(journal):
    """The record gets all good lines of the tail; lines that wait but are there already wait no
    longer."""
    path = journal.path(journal.name + ".play")
    reader = record.Reader()
    try:
        each_line(journal, journal.name, reader.read)
    except OSError as error:
        if error.args[0] != ABSENT:
            raise
    if reader.torn:
        reader.torn = None
        if reader.header:
            copy(journal, journal.name, reader.lines, journal.name)
        else:
            os.remove(path)
    if not reader.header and not (journal.waiting and journal.waiting[0][:1] == HEADER):
        raise record.RecordError(1, "the record is gone")
    tail = []
    for raw in tail_lines(journal, journal.name, reader):
        if reader.read(raw):
            tail.append(raw)
    if tail:
        put(path, "ab", b"".join(tail))
    journal.tail = b""
    sums = [line[-9:-1] for line in journal.waiting]
    if reader.last in sums:
        del journal.waiting[: sums.index(reader.last) + 1]
    journal.doubtful = False


def copy(journal, name, count, target):
    """Copy the first lines of a record to a draft that then takes the target's place, which may
    be the record itself: the Reader of the copy."""
    reader = record.Reader()
    draft = journal.path(target + ".new")
    with open(draft, "wb") as file:

        def take(raw):
            if reader.lines < count and reader.read(raw):
                return file.write(raw)

        each_line(journal, name, take)
        for raw in tail_lines(journal, name, reader):
            take(raw)
        sync(file)
    move(draft, journal.path(target + ".play"))
    return reader
