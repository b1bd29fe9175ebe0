"""Cells and other small words of the text forms, both ways. Plain ASCII, nothing else."""

from .state import NotAMove


def cell_name(cell, width):
    """`c1` for cell 2: a column letter and a row number, a1 at the top left."""
    return chr(97 + cell % width) + str(cell // width + 1)


def names(cells, width):
    """Several cells in a sentence: `a1`, `a1 and b2`, `a1, b2 and c3`."""
    words = [cell_name(cell, width) for cell in cells]
    if len(words) == 1:
        return words[0]
    return ", ".join(words[:-1]) + " and " + words[-1]


def number(text):
    """The number that a text without sign, blank or leading zero writes, or None."""
    if not text or len(text) > 9 or (text[0] == "0" and text != "0"):
        return None
    value = 0
    for letter in text:
        if not "0" <= letter <= "9":
            return None
        value = value * 10 + ord(letter) - 48
    return value


def read_cell(text, width, height):
    """The cell that a name means; NotAMove says what a name looks like on this board."""
    row = number(text[1:])
    column = (ord(text[0]) | 32) - 97 if row is not None and ord(text[0]) < 128 else -1
    if 0 <= column < width and 1 <= row <= height:
        return (row - 1) * width + column
    raise NotAMove(
        "%r is not a cell of this board: cells go from a1 to %s"
        % (text, cell_name(width * height - 1, width))
    )


def split_cells(text):
    """Cut `b4c4d4` before each letter: ['b4', 'c4', 'd4']."""
    words = []
    for letter in text:
        if "0" <= letter <= "9" and words:
            words[-1] += letter
        else:
            words.append(letter)
    return words


def read_rows(text, width, height, symbols):
    """The symbols of a board written as rows joined by `/`, as one string."""
    rows = text.split("/")
    if len(rows) != height:
        raise ValueError("%d rows joined by / are needed, not %d" % (height, len(rows)))
    for y, row in enumerate(rows):
        if len(row) != width:
            raise ValueError("row %d needs %d cells, it has %d" % (y + 1, width, len(row)))
        for symbol in row:
            if symbol not in symbols:
                raise ValueError(
                    "row %d: %r is not a cell, write one of %s"
                    % (y + 1, symbol, " ".join(symbols))
                )
    return "".join(rows)


def write_rows(symbols, width):
    """The other way: cut one string of symbols into rows joined by `/`."""
    return "/".join([symbols[i : i + width] for i in range(0, len(symbols), width)])


def read_seat(text, players):
    """The seat to move in a position text."""
    seat = number(text)
    if seat is None or seat >= players:
        raise ValueError("the seat to move is a number from 0 to %d, not %r" % (players - 1, text))
    return seat
