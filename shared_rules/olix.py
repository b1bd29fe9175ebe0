"""OLIX, by Reiner Knizia (1998).

In turn put a piece on an 11×11 grid. Patterns of one's own colour that contain the piece just
placed score in four columns: O a rectangle with a whole outline, L two straight arms from a
corner, I a straight run, X a diagonal run. A pattern is worth the own pieces in it.

Decisions
1. All four types score in the one move, each with its best value.
2. A column keeps its best value. Lower: nothing. Equal: both hold it. Higher: the new one alone.
3. Beyond the last value of a column: the game is won at once.
4. For L the arms go one way each: pieces past the corner do not count.
5. Otherwise the markers decide when both have placed 46 pieces (not in the rulebook), or when
   both agree to `count`: most markers; then the rows of the markers from the most advanced down,
   rows and not values; all equal: a draw.

How the grid is kept: for each seat one int a row, a bit a piece. Rows and bits start at 1, so
that a walk over the edge of the grid finds nothing.
"""

from .cells import cell_name, read_cell, read_rows, read_seat, write_rows
from .state import (
    COUNT,
    DRAW,
    PASS,
    RESIGN,
    IllegalMove,
    State,
)

PLAYERS = (2,)
OPTIONS = {}

SIZE = 11
PIECES = 46
TYPES = "OLIX"
COLOURS = "rb"
# The printed values of each column, the most advanced last, and the best that a pattern can have.
VALUES = ((4, 6, 8, 9), (5, 6, 7, 8), (4, 5, 6, 7), (4, 5, 6, 7))
HIGHEST = (121, 21, 11, 11)


def new(players=None, seed=0, **options):
    """A new game. Chance has no part in OLIX; the seed is taken and changes nothing."""
    from .arguments import check_arguments

    check_arguments(PLAYERS, OPTIONS, players, seed, options)
    return Olix()


def from_position(text):
    """The state that `position()` wrote: rows, seat to move, then the columns O L I X."""
    from .positions import restore_ending, split_position

    fields, _, ending = split_position(text, "ROWS SEAT O L I X")
    marks = read_rows(fields[0], SIZE, SIZE, ".rb")
    state = Olix()
    state.turn = read_seat(fields[1], 2)
    for cell, mark in enumerate(marks):
        if mark != ".":
            state._flip(COLOURS.index(mark), cell)
    for seat in (0, 1):
        if state.placed[seat] > PIECES:
            raise ValueError("%s has more than its 46 pieces on the grid" % state.side(seat))
    state._columns = tuple([read_column(i, fields[2 + i]) for i in range(4)])
    beyond = [column & 3 for i, column in enumerate(state._columns) if column >> 2 > VALUES[i][3]]
    if 3 in beyond or 1 in beyond and 2 in beyond:
        raise ValueError("only one side can have gone beyond a column")
    state._judge(beyond[0] - 1 if beyond else None)
    return restore_ending(state, ending)


class Olix(State):
    """Red is seat 0, blue seat 1. `placed` is how many pieces each has on the grid."""

    example = "f6"
    words = (PASS, COUNT, DRAW, RESIGN)
    limit = SIZE * SIZE
    width = SIZE

    def __init__(self):
        super().__init__(((0,), (1,)))
        self.placed = [0, 0]
        self._rows = [[0] * (SIZE + 2), [0] * (SIZE + 2)]
        # A column is 4 × value + its holders (red 1, blue 2): four small ints, never changed.
        self._columns = (0, 0, 0, 0)

    def piece(self, cell):
        """`.` empty, `r` red, `b` blue."""
        y, x = divmod(cell, SIZE)
        for seat in (0, 1):
            if self._rows[seat][y + 1] >> x + 1 & 1:
                return COLOURS[seat]
        return "."

    def columns(self):
        """(value, holders) for O, L, I and X; a column without markers is (0, ())."""
        return [
            (column >> 2, tuple([seat for seat in (0, 1) if column >> seat & 1]))
            for column in self._columns
        ]

    def patterns(self, cell, seat):
        """The best values of O, L, I and X that contain this piece; 0 for none."""
        y, x = divmod(cell, SIZE)
        rows = self._rows[seat]
        return (
            best_rectangle(rows, x + 1, y + 1),
            best_corner(rows, x + 1, y + 1),
            best_run(rows, x + 1, y + 1, ((1, 0), (0, 1))),
            best_run(rows, x + 1, y + 1, ((1, 1), (1, -1))),
        )

    def scores(self):
        """The number of markers on the score board."""
        return [sum([column >> seat & 1 for column in self._columns]) for seat in (0, 1)]

    def side(self, seat):
        return ("red", "blue")[seat]

    def first(self, move):
        return move

    def steps(self, move):
        """The cell."""
        return (move,)

    def _name(self, choice):
        return cell_name(choice, SIZE)

    def _moves(self):
        found = []
        if self.placed[self.turn] < PIECES:
            red, blue = self._rows
            for y in range(SIZE):
                free = ~(red[y + 1] | blue[y + 1]) >> 1
                first = y * SIZE
                for x in range(SIZE):
                    if free >> x & 1:
                        found.append(first + x)
        return found

    def _make(self, move):
        before = self._columns
        seat = self.turn
        self._flip(seat, move)
        values = self.patterns(move, seat)
        if any(values):
            self._columns = tuple([mark_column(before[i], values[i], 1 << seat) for i in range(4)])
        self.turn = 1 - seat
        self._judge(seat if any([values[i] > VALUES[i][3] for i in range(4)]) else None)
        return before

    def _unmake(self, move, before):
        self._columns = before
        self._flip(self.turn, move)

    def _flip(self, seat, cell):
        """Put the seat's piece on a cell, or take it off again."""
        y, x = divmod(cell, SIZE)
        bit = 2 << x
        self._rows[seat][y + 1] ^= bit
        self.placed[seat] += 1 if self._rows[seat][y + 1] & bit else -1

    def _judge(self, beyond):
        if beyond is not None:
            self._end((beyond,), "beyond")
        elif self.placed == [PIECES, PIECES]:
            self._end(self._count(), "markers")

    def _count(self):
        """Who wins by markers: their number first, then their rows from the most advanced down."""
        ranks = []
        for seat in (0, 1):
            rows = [
                VALUES[i].index(column >> 2)
                for i, column in enumerate(self._columns)
                if column >> seat & 1
            ]
            ranks.append([len(rows)] + sorted(rows, reverse=True))
        if ranks[0] == ranks[1]:
            return ()
        return (0,) if ranks[0] > ranks[1] else (1,)

    def _check(self, move):
        self._check_steps((move,))

    def _check_steps(self, choices):
        if self.piece(choices[0]) != ".":
            raise IllegalMove(
                "there is a piece on %s already" % cell_name(choices[0], SIZE), choices[:1]
            )
        if self.placed[self.turn] == PIECES:
            raise IllegalMove("you have placed all your pieces")

    def _text(self, move):
        return cell_name(move, SIZE)

    def _parse(self, text):
        return read_cell(text, SIZE, SIZE)

    def _position(self, seat):
        marks = "".join([self.piece(cell) for cell in range(SIZE * SIZE)])
        columns = [
            "%d%s" % (value, "".join([COLOURS[holder] for holder in holders])) if value else "-"
            for value, holders in self.columns()
        ]
        return "%s %d %s" % (write_rows(marks, SIZE), seat, " ".join(columns))


def mark_column(column, value, holder):
    """A score column after a pattern of this value."""
    if value > column >> 2:
        return value << 2 | holder
    return column | holder if value and value == column >> 2 else column


def read_column(kind, text):
    if text == "-":
        return 0
    holders = text.lstrip("0123456789")
    digits = text[: len(text) - len(holders)]
    value = int(digits) if 0 < len(digits) < 4 else 0
    known = value in VALUES[kind] or VALUES[kind][3] < value <= HIGHEST[kind]
    if not known or holders not in ("r", "b", "rb") or digits[0] == "0":
        raise ValueError(
            "column %s is - or a value and who holds it, as %d%s: not %r"
            % (TYPES[kind], VALUES[kind][0], "rb", text)
        )
    return value << 2 | (1 if "r" in holders else 0) | (2 if "b" in holders else 0)


def reach(rows, x, y, dx, dy):
    """How many own pieces stand in a row from here on, this one not counted."""
    far = 0
    x += dx
    y += dy
    while rows[y] >> x & 1:
        far += 1
        x += dx
        y += dy
    return far


def best_run(rows, x, y, directions):
    longest = 0
    for dx, dy in directions:
        longest = max(longest, reach(rows, x, y, dx, dy) + 1 + reach(rows, x, y, -dx, -dy))
    return longest if longest > 3 else 0


def best_corner(rows, x, y):
    """The best L: its corner lies somewhere on the row or column run of the piece."""
    best = 0
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        arm = reach(rows, x, y, dx, dy)
        # Walk the corner backwards from the piece: the arm, which has the piece in it, grows.
        cx, cy = x, y
        while rows[cy] >> cx & 1:
            if arm > 1:
                up = max(reach(rows, cx, cy, dy, dx), reach(rows, cx, cy, -dy, -dx))
                if up > 1:
                    best = max(best, arm + up + 1)
            arm += 1
            cx -= dx
            cy -= dy
    return best


def best_rectangle(rows, x, y):
    """The best O around or through the piece: for each top and bottom row the widest one."""
    best = 0
    bit = 1 << x
    for top in range(1, y + 1):
        if not rows[top] & bit:
            continue
        sides = ~0
        for bottom in range(top, SIZE + 1):
            sides &= rows[bottom]
            if not sides & sides - 1:
                break
            both = rows[top] & rows[bottom]
            if bottom > top and bottom >= y and both & bit:
                left = right = bit
                while both & left >> 1:
                    left >>= 1
                while both & right << 1:
                    right <<= 1
                # Of the columns that are whole from top to bottom take the outermost two.
                while left < bit and not sides & left:
                    left <<= 1
                while right > bit and not sides & right:
                    right >>= 1
                if left < right and sides & left and sides & right:
                    inside = right * 2 - left
                    pieces = 0
                    for row in range(top, bottom + 1):
                        pieces += bin(rows[row] & inside).count("1")
                    best = max(best, pieces)
    return best
