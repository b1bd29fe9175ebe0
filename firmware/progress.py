"""Which of the LIXSO grids were solved on this board, and how fast: a line a grid in one file.

`3-7 734 2` is grid 7 of level 3, solved in 734 seconds at best, with 2 hints then. The file is
never changed in place: after a power cut it is the old one or the new. In memory only for a look.
"""

from .files import ABSENT, move, sync

NAME = "/lixso.solved"
LEVELS = 6
GRIDS = 20
# No line of ours is longer; a longer one means nothing.
LONGEST = 40


def solved(folder):
    """Per level a number with a bit for each grid that was solved, the lowest for grid 1."""
    found = [0] * LEVELS
    for level, number, _, _ in entries(folder):
        found[level - 1] |= 1 << number - 1
    return found


def count(bits):
    return bin(bits).count("1")


def next_unsolved(bits):
    """The first grid of a level that is not solved, or None when all are."""
    for number in range(1, GRIDS + 1):
        if not bits >> number - 1 & 1:
            return number
    return None


def note(folder, level, number, seconds, hints):
    """A grid was solved. Of several times the best is kept. OSError: it could not be."""
    path = folder + NAME
    mine = (level, number, seconds, hints)
    for entry in entries(folder):
        if entry[:2] == mine[:2] and entry[2] <= seconds:
            return
    with open(path + ".new", "wb") as file:
        for entry in entries(folder):
            if entry[:2] != mine[:2]:
                file.write(line(entry))
        file.write(line(mine))
        sync(file)
    move(path + ".new", path)


def line(entry):
    return b"%d-%d %d %d\n" % entry


def entries(folder):
    """The lines that mean something, one after the other: a file that somebody edited, or that
    is not there, is no reason to stop."""
    try:
        with open(folder + NAME, "rb") as file:
            raw = file.readline(LONGEST)
            while raw:
                entry = read(raw)
                if entry:
                    yield entry
                raw = file.readline(LONGEST)
    except OSError as error:
        if error.args[0] != ABSENT:
            raise


def read(raw):
    """The numbers of a line, or None."""
    words = raw.strip().replace(b"-", b" ").split(b" ")
    for word in words:
        if not word.isdigit() or len(word) > 7:
            return None
    if len(words) != 4:
        return None
    entry = tuple([int(word) for word in words])
    if not 1 <= entry[0] <= LEVELS or not 1 <= entry[1] <= GRIDS or line(entry) != raw:
        return None
    return entry
