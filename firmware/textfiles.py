"""Small text files as a person could have edited them: read whatever is in them."""

from .files import ABSENT

# More than this of a file is not read.
MOST = 4096


def read_text(path, problems):
    """A small file as plain ASCII, whatever is in it; a file that is not there is empty."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST)
    except OSError as error:
        if error.args[0] != ABSENT:
            problems.append("%s cannot be read (%s)." % (path, error))
        return ""
    return "".join([chr(byte) if 32 <= byte < 127 or byte == 10 else "?" for byte in data])


def plain(text, longest, also=""):
    """A text as short plain ASCII."""
    text = text[:longest]
    return "".join([sign if " " <= sign <= "~" or sign in also else "?" for sign in text])
