"""Quixo, by Thierry Chapeau (Gigamic, 1995).

Take a cube from the edge, turn it to your symbol, push it back in from an end of the row or
column that it left. A full row, column or diagonal of one symbol wins.

Decisions
1. The opponent's line is looked at first: who completes it loses, own line or not.
2. There is no draw by rule, and positions may repeat.
3. With four players the partners are seats 0 and 2, 1 and 3. A marked cube has a point towards
   one of them; only that seat may take it. Lines count whatever the points.
4. Two players never need to pass: nothing to take would mean that the opponent has a line.

How a position is kept: one int per team, a bit per cube. Each row has a spare bit at its end, so
that adding one to every row carries into the spare bit of exactly the rows that are full.
"""

from .cells import cell_name, names, read_cell, read_rows, read_seat, split_cells, write_rows
from .state import (
    IllegalMove,
    NotAMove,
    State,
)

PLAYERS = (2, 4)
OPTIONS = {"size": (5, 4, 3)}

# The choices of `steps` from here on are seats that a point can face.
SEAT_CHOICE = 0x4000


def new(players=None, seed=0, **options):
    """A new game. Chance has no part in Quixo; the seed is taken and changes nothing."""
    from .arguments import check_arguments

    players, options = check_arguments(PLAYERS, OPTIONS, players, seed, options)
    return (Quixo if players == 2 else TeamQuixo)(options["size"])


def from_position(text):
    """The state that `position()` wrote: rows, seat to move, perhaps `players=4`."""
    from .positions import restore_ending, split_position

    fields, found, ending = split_position(text, "ROWS SEAT", ("players",))
    size = fields[0].count("/") + 1
    if size not in OPTIONS["size"]:
        raise ValueError("a board has 3, 4 or 5 rows joined by /, not %d" % size)
    if found not in ({}, {"players": "4"}):
        raise ValueError("the number of players is written players=4 or left out")
    points = any([mark in fields[0] for mark in "1234"])
    teams = points or fields[1] in ("2", "3") or bool(found)
    marks = read_rows(fields[0], size, size, ".1234" if teams else ".XO")
    state = TeamQuixo(size) if teams else Quixo(size)
    state.turn = read_seat(fields[1], state.players)
    state._read(marks)
    state._judge()
    return restore_ending(state, ending)


class Quixo(State):
    """Two players. `_own` are the cubes of the seat to move, `_other` those of the opponent."""

    example = "c1c5"
    seats = ((0,), (1,))

    def __init__(self, size):
        super().__init__(self.seats)
        self.width = self.size = size
        self.limit = size**4
        self._board = board_of(size)
        self._own = self._other = 0

    def cube(self, x, y):
        """`.` blank, `X` or `O`; with four players the number of the seat that the point faces."""
        bit = self._board.bit(x, y)
        if bit & self._own:
            return self._mark(bit, self._next())
        return self._mark(bit, self._next() + 1) if bit & self._other else "."

    def side(self, seat):
        return "XO"[seat % 2]

    def first(self, move):
        return move if move >= self.limit else move // self.size**2

    def steps(self, move):
        """The cube, then the end where it goes back in."""
        return (move,) if move >= self.limit else divmod(move, self.size**2)

    def _name(self, choice):
        return cell_name(choice, self.size)

    def _moves(self):
        return self._board.moves(~self._other)

    def _make(self, move):
        own, other = self._own, self._other
        stay, pushed, down, up, end = self._board.pushes[move]
        was_own = own & ~stay & ~pushed
        self._other = own = own & stay | (own & pushed) << down >> up | end
        self._own = other = other & stay | (other & pushed) << down >> up
        self.turn = (self.turn + 1) % self.players
        if self._board.line_among(own, other):
            self._judge()
        return 1 if was_own else None

    def _unmake(self, move, was_own):
        """The same push the other way round."""
        stay, pushed, down, up, end = self._board.pushes[move]
        back = ~stay & ~end
        own, other = self._other, self._own
        self._own = own & stay | (own & back) << up >> down
        self._other = other & stay | (other & back) << up >> down
        if was_own:
            self._own |= ~stay & ~pushed

    def _judge(self):
        """The seat to move did not make the last push: a line of its own has been given to it."""
        if self._board.line_among(self._own, 0):
            self._end(self.team(self.turn), "line")
        elif self._board.line_among(0, self._other):
            self._end(self.team((self.turn + 1) % self.players), "line")

    def _check(self, move):
        self._check_steps(self.steps(move))

    def _check_steps(self, choices):
        take = choices[0]
        bit = self._board.bit(take % self.size, take // self.size)
        if not bit & self._board.edge:
            raise IllegalMove("only cubes at the edge of the board can be taken", (take,))
        self._check_owner(take, bit)
        if len(choices) > 1:
            ends = self._board.ends(take)
            if choices[1] == take:
                raise IllegalMove("a cube may not go back where it was taken", (take,))
            if choices[1] not in ends:
                raise IllegalMove(
                    "a cube from %s goes back in at %s"
                    % (cell_name(take, self.size), names(ends, self.size)),
                    ends,
                )

    def _check_owner(self, take, bit):
        if bit & self._other:
            raise IllegalMove("that cube is the opponent's", (take,))

    def _text(self, move):
        take, end = divmod(move, self.size**2)
        return cell_name(take, self.size) + cell_name(end, self.size)

    def _parse(self, text):
        words = split_cells(text)
        if len(words) != 2:
            raise NotAMove("write the cube and where it goes back in, as %s" % self.example)
        take, end = [read_cell(word, self.size, self.size) for word in words]
        return take * self.size**2 + end

    def _position(self, seat):
        marks = [self.cube(x, y) for y in range(self.size) for x in range(self.size)]
        return write_rows("".join(marks), self.size) + " %d" % seat

    def _mark(self, bit, seat):
        return "XO"[seat % 2]

    def _read(self, marks):
        for cell, mark in enumerate(marks):
            if mark != ".":
                bit = self._board.bit(cell % self.size, cell // self.size)
                if self._put(mark, bit) == self.turn % 2:
                    self._own |= bit
                else:
                    self._other |= bit

    def _put(self, mark, bit):
        """Which team a mark in a position belongs to."""
        return "XO".index(mark)


class TeamQuixo(Quixo):
    """Four players in two teams. `_far` are the cubes whose point faces seat 2 or 3."""

    example = "c1c5/3"
    seats = ((0, 2), (1, 3))

    def __init__(self, size):
        super().__init__(size)
        self.limit *= 4
        self._far = 0

    def first(self, move):
        return move if move >= self.limit else (move >> 2) // self.size**2

    def steps(self, move):
        """The cube, the end, then the seat that its point faces."""
        if move >= self.limit:
            return (move,)
        return super().steps(move >> 2) + (SEAT_CHOICE + (move & 3),)

    def _name(self, choice):
        return super()._name(choice) if choice < SEAT_CHOICE else str(choice - SEAT_CHOICE + 1)

    def _moves(self):
        mine = self._own & (self._far if self.turn > 1 else ~self._far)
        free = ~self._other & (mine | ~self._own)
        team = self.team(self.turn)
        return [move << 2 | seat for move in self._board.moves(free) for seat in team]

    def _make(self, move):
        far = self._far
        stay, pushed, down, up, end = self._board.pushes[move >> 2]
        self._far = far & stay | (far & pushed) << down >> up | (end if move & 2 else 0)
        return super()._make(move >> 2)

    def _unmake(self, move, was_own):
        super()._unmake(move >> 2, was_own)
        stay, pushed, down, up, end = self._board.pushes[move >> 2]
        self._far = self._far & stay | (self._far & ~stay & ~end) << up >> down
        # A marked cube could only be taken because its point faced the seat.
        if was_own and self.turn > 1:
            self._far |= ~stay & ~pushed

    def _pass(self):
        super()._pass()
        self._unpass()

    def _unpass(self):
        self._own, self._other = self._other, self._own

    def _check_steps(self, choices):
        super()._check_steps(choices)
        team = self.team(self.turn)
        if len(choices) > 2 and choices[2] - SEAT_CHOICE not in team:
            raise IllegalMove(
                "turn the point to yourself or to your partner: %d or %d"
                % (team[0] + 1, team[1] + 1),
                choices[1:2],
            )

    def _check_owner(self, take, bit):
        super()._check_owner(take, bit)
        if bit & self._own and bool(bit & self._far) != (self.turn > 1):
            raise IllegalMove("the point of that cube faces your partner", (take,))

    def _text(self, move):
        return super()._text(move >> 2) + "/%d" % ((move & 3) + 1)

    def _parse(self, text):
        push, _, point = text.partition("/")
        if point not in ("1", "2", "3", "4"):
            raise NotAMove("end with the seat that the point faces, as %s" % self.example)
        return super()._parse(push) << 2 | int(point) - 1

    def _position(self, seat):
        # An empty board does not show how many play; any mark does.
        text = super()._position(seat)
        return text if self._own | self._other else text + " players=4"

    def _mark(self, bit, seat):
        return "%d" % (seat % 2 + (3 if bit & self._far else 1))

    def _put(self, mark, bit):
        seat = int(mark) - 1
        if seat > 1:
            self._far |= bit
        return seat % 2


class Board:
    """What one size of board has: its edge, its pushes and its moves."""

    def __init__(self, size):
        self.size = size
        self.row = size + 1
        cells = [(x, y) for y in range(size) for x in range(size)]
        self.edge = self._bits([c for c in cells if 0 in c or size - 1 in c])
        firsts = self._bits([(0, y) for y in range(size)])
        falling = self._bits([(i, i) for i in range(size)])
        rising = self._bits([(size - 1 - i, i) for i in range(size)])
        half, last = self.row * ((size - 1) // 2), self.row * (size - 1)
        self._lines = (firsts, firsts << size, self.row, half, last, falling, rising)
        self.pushes = {}
        for take in range(size * size):
            for end in self.ends(take):
                self.pushes[take * size * size + end] = self._push(take, end)
        # For each cube of the edge its bit and the moves with it, in their order.
        self._edge_moves = [
            (
                self.bit(take % size, take // size),
                [take * size**2 + end for end in self.ends(take)],
            )
            for take in range(size**2)
            if self.ends(take)
        ]

    def bit(self, x, y):
        return 1 << y * self.row + x

    def ends(self, take):
        """The ends of row and column of an edge cell, without the cell itself; else none."""
        x, y = take % self.size, take // self.size
        if not self.bit(x, y) & self.edge:
            return ()
        last = self.size - 1
        ends = (x, y * self.size, y * self.size + last, last * self.size + x)
        return tuple(sorted([end for end in set(ends) if end != take]))

    def moves(self, free):
        """All pushes with the free cubes, ascending."""
        found = []
        for bit, moves in self._edge_moves:
            if free & bit:
                found += moves
        return found

    def line_among(self, own, other):
        """Is there a row, a column or a main diagonal of one team? The two are looked at together
        because this is asked after every push."""
        firsts, spares, row, half, last, falling, rising = self._lines
        # A column is full where all rows have a mark: fold two rows, then four, then the last.
        mine = own & own >> row
        theirs = other & other >> row
        return bool(
            (own + firsts | other + firsts) & spares
            or mine & mine >> half & own >> last
            or theirs & theirs >> half & other >> last
            or own & falling == falling
            or own & rising == rising
            or other & falling == falling
            or other & rising == rising
        )

    def _bits(self, cells):
        bits = 0
        for x, y in cells:
            bits |= self.bit(x, y)
        return bits

    def _push(self, take, end):
        """The cubes that stay, those that move, their shift down or right, their shift up or left,
        and the end."""
        size = self.size
        low, high = min(take, end), max(take, end)
        step = 1 if high - low < size else size
        line = self._bits([(c % size, c // size) for c in range(low, high + 1, step)])
        taken, end_bit = [self.bit(c % size, c // size) for c in (take, end)]
        shift = 1 if step == 1 else self.row
        down, up = (shift, 0) if end < take else (0, shift)
        return ~line, line & ~taken, down, up, end_bit


_boards = {}


def board_of(size):
    if size not in _boards:
        _boards[size] = Board(size)
    return _boards[size]
