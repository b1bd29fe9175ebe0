"""The journal's folder: names, room for one more record, the oldest to make way.

Functions on a Journal, read from flash when one of them is needed and forgotten after it.
"""

import os

import shared_rules

from .course import LONGEST, seal
from .header import Header, word


def sweep(journal):
    """Make the folder, or remove the drafts and tails that a cut has left alone in it."""
    try:
        names = os.listdir(journal.folder)
    except OSError:
        os.mkdir(journal.folder)
        return
    for file in names:
        name, _, end = file.partition(".")
        alone = name + ".play" not in names and name + ".bad" not in names
        if file.endswith(".new") or (end == "tail" and alone):
            os.remove(journal.path(file))


def begin(journal, game, players, options, seed, clock_text):
    """Give the game to come a name and a course; its first line."""
    header = Header(
        game, players, options, seed, shared_rules.VERSION, word(journal.board),
        word(journal.firmware), word(clock_text),
    )  # fmt: skip
    text = header.text()
    line, journal.course.crc = seal(text, 0)
    # Nine words, then the options: a blank anywhere else would make it unreadable.
    if text.count(" ") != 8 + len(options) or len(line) > LONGEST or not 0 <= seed < 1 << 32:
        raise ValueError("no record can begin like this: " + text)
    journal.course.lines = 1
    if journal.usable and make_room(journal):
        journal.name = fresh_name(journal, game)
    return line


def remove(journal, name):
    journal.known.pop(name, None)
    for file in files(journal, ""):
        if file.rsplit(".", 1)[0] == name:
            try:
                os.remove(journal.path(file))
            except OSError as error:
                journal.tell("%s cannot be removed (%s)." % (file, error))


def files(journal, end):
    """The files with this ending, the oldest first."""
    if not journal.usable:
        return []
    try:
        return sorted([file for file in os.listdir(journal.folder) if file.endswith(end)])
    except OSError:
        return []


def fresh_name(journal, game):
    numbers = [int(file.split("-")[0]) for file in files(journal, "") if file[:1].isdigit()]
    return "%05d-%s" % (max(numbers + [0]) + 1, game)


def make_room(journal):
    """Is there a place for one more record? The oldest finished ones make way."""
    while sum([len(files(journal, end)) for end in (".play", ".rec", ".bad")]) >= journal.keep:
        if not drop_oldest(journal):
            journal.tell(
                "%d unfinished games fill the journal: this one is not kept. "
                "End or remove one of them." % journal.keep
            )
            return False
    return True


def drop_oldest(journal):
    finished = files(journal, ".rec")
    if finished:
        try:
            os.remove(journal.path(finished[0]))
            return True
        except OSError:
            pass
    return False
