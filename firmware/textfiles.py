"""Small text files as a person could have edited them: read whatever is in them."""

import os

from .files import ABSENT

# More than this of a file is not read.
MOST = 4096


def read_text(path, problems):
    """A small file as plain ASCII, whatever is in it; a file that is not there is empty."""
    try:
        # No more than there is: reading makes room for all that it was asked for.
        size = min(os.stat(path)[6], MOST)
        with open(path, "rb") as file:
            data = file.read(size)
    except OSError as error:
        if error.args[0] != ABSENT:
            problems.append("%s cannot be read (%s)." % (path, error))
        return ""
    return printable(data, b"\n")


def plain(text, longest, also=""):
    """A text as short plain ASCII."""
    return printable(text[:longest].encode(), also.encode())


def printable(data, also):
    """Bytes as text, `?` for all that is not plain ASCII; no list of letters, which takes room in
    one piece where there may be none."""
    data = bytearray(data)
    for i in range(len(data)):
        if not 32 <= data[i] < 127 and data[i] not in also:
            data[i] = 63
    return bytes(data).decode()
