"""L.O.T., by Néstor Romeral Andrés.

Place a piece. Three own singles in line: two of them go back into the reserve and a second piece
is put on the third, a stack. Three own stacks in line win.

Decisions
1. After the very first piece the other seat may swap colours instead of placing.
2. A new line of three must be resolved, and only one a turn: each line and each of its three
   pieces is a choice of its own. Every such line contains the piece just placed.
3. Stacks stay for good, block their cell and break a line of singles.
4. Every cell occupied and no winner: a draw. Not in the rulebook: a seat with an empty reserve
   passes, and if neither can place the game is a draw too.

A move is the cell, shifted up by ten bits, plus 0 or, with a line, 1 + 3 × line + the kept piece.
A line is 4 × its first cell + its direction.
"""

from .cells import cell_name, names, read_cell, read_rows, read_seat, split_cells, write_rows
from .state import (
    IllegalMove,
    NotAMove,
    State,
)

PLAYERS = (2,)
OPTIONS = {}

SIZE = 7
CELLS = SIZE * SIZE
PIECES = 40
SWAP = CELLS << 10
SWAP_CHOICE = 0x4000

# What stands on a cell. Light is 1 and 3, dark is 2 and 4; OUT is the rim around the board.
EMPTY, LIGHT, DARK, STACK, OUT = 0, 1, 2, 2, 9
SYMBOLS = ".wbWB"

# The board has a rim, so that a walk along a line ends by itself. Directions as reading goes on:
# right, down left, down, down right.
RIM = SIZE + 2
DIRECTIONS = (1, RIM - 1, RIM, RIM + 1)
ON_BOARD = bytes([RIM * (cell // SIZE + 1) + cell % SIZE + 1 for cell in range(CELLS)])


def new(players=None, seed=0, **options):
    """A new game. Chance has no part in L.O.T.; the seed is taken and changes nothing."""
    from .arguments import check_arguments

    check_arguments(PLAYERS, OPTIONS, players, seed, options)
    return Lot()


def from_position(text):
    """The state that `position()` wrote: rows, seat to move, seat that has light."""
    from .positions import restore_ending, split_position

    fields, _, ending = split_position(text, "ROWS SEAT LIGHT")
    marks = read_rows(fields[0], SIZE, SIZE, SYMBOLS)
    state = Lot()
    state.turn = read_seat(fields[1], 2)
    state.light = read_seat(fields[2], 2)
    for cell, mark in enumerate(marks):
        state._put(cell, SYMBOLS.index(mark))
    for colour in (LIGHT, DARK):
        if state.reserve[colour - 1] < 0:
            name = ("light", "dark")[colour - 1]
            raise ValueError("%s has more than its 40 pieces on the board" % name)
    winners = [colour for colour in (LIGHT, DARK) if state._has_stack_line(colour)]
    if len(winners) == 2:
        raise ValueError("both colours have three stacks in line")
    state._judge(winners[0] if winners else None)
    return restore_ending(state, ending)


class Lot(State):
    """`light` is the seat with the light pieces, `reserve` what light and dark have left."""

    example = "d4 or d4:b4c4d4=c4"
    limit = SWAP + 1
    width = SIZE
    any_order_from = 2

    def __init__(self):
        super().__init__(((0,), (1,)))
        self.light = 0
        self.reserve = [PIECES, PIECES]
        self._empty = CELLS
        self._board = bytearray([OUT] * (RIM * RIM))
        for at in ON_BOARD:
            self._board[at] = EMPTY

    def piece(self, cell):
        """`.` empty, `w b` a single, `W B` a stack."""
        return SYMBOLS[self._board[ON_BOARD[cell]]]

    def side(self, seat):
        return "light" if seat == self.light else "dark"

    def first(self, move):
        return move >> 10 if move < SWAP else self.steps(move)[0]

    def steps(self, move):
        """The cell; with a line the piece that stays and, if lines overlap, the two that go."""
        if move >= SWAP:
            return (SWAP_CHOICE,) if move == SWAP else (move,)
        cell, code = move >> 10, (move & 1023) - 1
        if code < 0:
            return (cell,)
        line = line_cells(code // 3)
        kept = line[code % 3]
        alike = [line for line in self._lines(cell) if kept in line_cells(line)]
        if len(alike) < 2:
            return cell, kept
        return (cell, kept) + tuple([other for other in line if other != kept])

    def _name(self, choice):
        return "swap" if choice == SWAP_CHOICE else cell_name(choice, SIZE)

    def _moves(self):
        found = []
        if self.reserve[self._colour() - 1]:
            for cell in range(CELLS):
                if not self._board[ON_BOARD[cell]]:
                    lines = self._lines(cell)
                    if lines:
                        for line in lines:
                            code = (cell << 10) + 3 * line + 1
                            found += (code, code + 1, code + 2)
                    else:
                        found.append(cell << 10)
        if self._may_swap():
            found.append(SWAP)
        return found

    def _make(self, move):
        if move == SWAP:
            self.light = 1 - self.light
            self.turn = 1 - self.turn
            return None
        colour = self._colour()
        cell, code = move >> 10, (move & 1023) - 1
        winner = None
        if code < 0:
            self._put(cell, colour)
        else:
            line = line_cells(code // 3)
            kept = line[code % 3]
            for other in line:
                self._put(other, EMPTY if other != kept else colour + STACK)
            if self._stacked(kept, colour):
                winner = colour
        self.turn = 1 - self.turn
        self._judge(winner)
        return None

    def _unmake(self, move, _):
        if move == SWAP:
            self.light = 1 - self.light
            return
        colour = self._colour()
        cell, code = move >> 10, (move & 1023) - 1
        if code >= 0:
            for other in line_cells(code // 3):
                self._put(other, colour)
        self._put(cell, EMPTY)

    def _put(self, cell, piece):
        """Set what stands on a cell; the reserves and the number of empty cells follow."""
        at = ON_BOARD[cell]
        for there, sign in ((self._board[at], 1), (piece, -1)):
            if there:
                self.reserve[(there - 1) % 2] += sign if there <= DARK else 2 * sign
                self._empty += sign
        self._board[at] = piece

    def _judge(self, winner):
        if winner:
            self._end((self.light if winner == LIGHT else 1 - self.light,), "line")
        elif not self._empty:
            self._end((), "full")
        elif self.reserve == [0, 0]:
            self._end((), "reserve")

    def _colour(self):
        return LIGHT if self.turn == self.light else DARK

    def _may_swap(self):
        return (
            self._empty == CELLS - 1
            and self.turn == 1
            and self.light == 0
            and (self.reserve == [PIECES - 1, PIECES] or self.reserve == [PIECES, PIECES - 1])
        )

    def _lines(self, cell):
        """The lines of three singles that a piece of the seat to move would make here."""
        colour = self._colour()
        board = self._board
        at = ON_BOARD[cell]
        found = []
        for number, step in enumerate(DIRECTIONS):
            after = before = 0
            if board[at + step] == colour:
                after = 2 if board[at + 2 * step] == colour else 1
            if board[at - step] == colour:
                before = 2 if board[at - 2 * step] == colour else 1
            if after + before < 2:
                continue
            for back in range(max(0, 2 - after), before + 1):
                start = cell - back * (step if step == 1 else step - 2)
                found.append(4 * start + number)
        found.sort()
        return found

    def _stacked(self, cell, colour):
        """Is the stack on this cell one of three in line?"""
        board = self._board
        for step in DIRECTIONS:
            run = 1
            for way in (step, -step):
                at = ON_BOARD[cell] + way
                while board[at] == colour + STACK:
                    run += 1
                    at += way
            if run > 2:
                return True
        return False

    def _has_stack_line(self, colour):
        return any(
            [
                self._board[ON_BOARD[cell]] == colour + STACK and self._stacked(cell, colour)
                for cell in range(CELLS)
            ]
        )

    def _exists(self, move):
        code = (move & 1023) - 1
        return move == SWAP or code < 0 or (code < 12 * CELLS and fits(code // 3))

    def _check(self, move):
        if move == SWAP:
            if not self._may_swap():
                raise IllegalMove("colours are only swapped in reply to the first piece")
            return
        cell, code = move >> 10, (move & 1023) - 1
        self._check_steps((cell,))
        lines = self._lines(cell)
        if code >= 0:
            line = line_cells(code // 3)
            if cell not in line:
                raise IllegalMove("the line must contain the piece just placed", (cell,))
            if code // 3 not in lines:
                raise IllegalMove(
                    "%s would not be three singles of yours" % names(line, SIZE), line
                )
        elif lines:
            raise IllegalMove(
                "that makes three in line: say which piece stays, as %s"
                % self._text((cell << 10) + 3 * lines[0] + 1),
                line_cells(lines[0]),
            )

    def _check_steps(self, choices):
        cell = choices[0]
        if cell == SWAP_CHOICE:
            return self._check(SWAP)
        there = self._board[ON_BOARD[cell]]
        if there:
            what = "a stack blocks %s" if there > DARK else "there is a piece on %s already"
            raise IllegalMove(what % cell_name(cell, SIZE), (cell,))
        if not self.reserve[self._colour() - 1]:
            raise IllegalMove("your reserve is empty")
        lines = [line_cells(line) for line in self._lines(cell)]
        if len(choices) > 1 and not any(
            [all([choice in line for choice in choices[1:]]) for line in lines]
        ):
            raise IllegalMove("choose pieces of one line of three", lines[0] if lines else (cell,))

    def _text(self, move):
        if move == SWAP:
            return "swap"
        cell, code = move >> 10, (move & 1023) - 1
        text = cell_name(cell, SIZE)
        if code >= 0:
            line = [cell_name(other, SIZE) for other in line_cells(code // 3)]
            text += ":" + "".join(line) + "=" + line[code % 3]
        return text

    def _parse(self, text):
        if text == "swap":
            return SWAP
        cell, colon, rest = text.partition(":")
        cell = read_cell(cell, SIZE, SIZE)
        if not colon:
            return cell << 10
        line, _, kept = rest.partition("=")
        line = [read_cell(word, SIZE, SIZE) for word in split_cells(line)]
        kept = read_cell(kept, SIZE, SIZE)
        for number in range(4):
            code = 4 * line[0] + number if line else 0
            if fits(code) and list(line_cells(code)) == line and kept in line:
                return (cell << 10) + 3 * code + 1 + line.index(kept)
        raise NotAMove(
            "a line is three cells in a row, by row and then column, and one that stays,"
            " as d4:b4c4d4=c4"
        )

    def _position(self, seat):
        marks = "".join([self.piece(cell) for cell in range(CELLS)])
        return "%s %d %d" % (write_rows(marks, SIZE), seat, self.light)


def line_cells(line):
    """The three cells of a line."""
    first, number = divmod(line, 4)
    step = (1, SIZE - 1, SIZE, SIZE + 1)[number]
    return first, first + step, first + 2 * step


def fits(line):
    """Does the line stay on the board?"""
    first, number = divmod(line, 4)
    x, y = first % SIZE, first // SIZE
    if number and y > SIZE - 3:
        return False
    return x > 1 if number == 1 else number == 2 or x < SIZE - 2
