"""What every game shares: turns, results, undo, the moves that are words, refusals.

A game is a subclass of State that supplies `_moves`, `_make`, `_unmake`, `_check`, `_text`,
`_parse`, `steps` and `_position`. README.md beside this file explains each.
"""

from collections import namedtuple

# How a game ended: the seats that won, none for a draw, and why in one word.
Result = namedtuple("Result", ("winners", "reason"))

# Moves that are words stand above all others. All stay below 2**30: small ints on the board.
PASS, COUNT, DRAW, RESIGN = range((1 << 30) - 4, 1 << 30)
WORDS = ("pass", "count", "draw", "resign")


class NotAMove(ValueError):
    """The text, or the number, is no move of this game in any position."""


class IllegalMove(ValueError):
    """A move of this game, but not here: `reason` says why, `cells` are where to look."""

    def __init__(self, reason, cells=()):
        super().__init__(reason)
        self.reason = reason
        self.cells = cells


class State:
    """One game under way. The attributes are for reading; `play`, `push` and `pop` change them."""

    # The words that can be played in this game, and the number above all its other moves.
    words = (PASS, DRAW, RESIGN)
    limit = 0
    # The width of the grid that its cells are numbered on.
    width = 0
    # From this step on, a person may make the choices of `steps` in any order.
    any_order_from = 9
    # First choices after which a listed move is meant in another way, and what that adds to it.
    prefixes = {}
    # Are there so many legal moves that those of one first choice are better found alone?
    many = False

    def __init__(self, teams, turn=0):
        self.teams = teams
        self.players = sum([len(team) for team in teams])
        self.turn = turn
        self.result = None
        # The last move with what came before it: (earlier, 8 × move + turn) and, if `_unmake`
        # needs something, that too. A pair takes the least memory there is, and a list would have
        # to grow in one piece, which a small heap full of gaps may not have.
        self._past = None

    def moves(self):
        """The legal moves, ascending; a seat that can only pass has the one move `pass`."""
        if self.result:
            return []
        return self._moves() or [PASS]

    def play(self, move):
        """Make a legal move. IllegalMove or NotAMove: nothing has changed."""
        refusal = self.why(move)
        if refusal:
            raise refusal
        self.push(move)

    def push(self, move):
        """Make a move that is known to be legal."""
        turn = self.turn
        kept = self._make(move) if move < PASS else self._make_word(move)
        last = (self._past, move << 3 | turn)
        self._past = last if kept is None else last + (kept,)

    def pop(self):
        """Take the last move back and return it."""
        if not self._past:
            raise IndexError("there is no move to take back")
        last = self._past
        kept = last[2] if len(last) > 2 else None
        move = last[1] >> 3
        self.turn = last[1] & 7
        self._past = last[0]
        self.result = None
        if move < PASS:
            self._unmake(move, kept)
        elif move == PASS:
            self._unpass()
        return move

    def firsts(self):
        """The first choices of the legal moves, ascending."""
        return sorted(set([self.first(move) for move in self.moves()]))

    def moves_from(self, first):
        """The legal moves that begin with this choice, ascending."""
        return [move for move in self.moves() if self.first(move) == first]

    def extras(self):
        """Legal moves that `moves` leaves out and a person may want: none in most games."""
        return []

    def first(self, move):
        """The first choice of a move: where there are many moves, quicker than all its steps."""
        return self.steps(move)[0]

    def history(self):
        """The moves played so far, those taken back not among them."""
        found = []
        past = self._past
        while past:
            found.append(past[1] >> 3)
            past = past[0]
        found.reverse()
        return found

    def why(self, move):
        """The IllegalMove that says why this move is refused here, or None when it is legal."""
        self._must_be_known(move)
        try:
            self._refuse(move)
        except IllegalMove as refusal:
            return refusal
        return None

    def why_not(self, choices):
        """The same for the first choices of a move, as `steps` has them: see `_check_steps`."""
        try:
            if self.result:
                raise IllegalMove("the game is over")
            self._check_steps(choices)
        except IllegalMove as refusal:
            return refusal
        return None

    def text(self, move):
        self._must_be_known(move)
        return WORDS[move - PASS] if move >= PASS else self._text(move)

    def parse(self, text):
        """The move that a text means. NotAMove when it means none, whatever the position."""
        for word in self.words:
            if text == WORDS[word - PASS]:
                return word
        if not isinstance(text, str) or not text:
            raise NotAMove("a move is a text such as %s, not %r" % (self.example, text))
        return self._parse(text)

    def name(self, choice):
        """A choice of `steps` as text."""
        return WORDS[choice - PASS] if choice >= PASS else self._name(choice)

    def position(self):
        """The whole position. A game ended by a word has that word at the end."""
        result = self.result
        text = self._position(self._next())
        return text + " " + result.reason if result and result.reason in WORDS else text

    def view(self, seat):
        """What the seat may know, nothing more; None is somebody who only watches."""
        if seat is not None and not (isinstance(seat, int) and 0 <= seat < self.players):
            raise ValueError("seats go from 0 to %d, there is no %r" % (self.players - 1, seat))
        return self._view(seat)

    def scores(self):
        """A number per seat. Where the rules count no points: 1 for a winner, 0 for the others."""
        winners = self.result.winners if self.result else ()
        return [int(seat in winners) for seat in range(self.players)]

    def side(self, seat):
        """What the seat plays with, in a word."""
        return "seat %d" % (seat + 1)

    def _view(self, seat):
        return self.position()

    def _must_be_known(self, move):
        if isinstance(move, int) and (
            move in self.words or 0 <= move < self.limit and self._exists(move)
        ):
            return
        raise NotAMove("%r is not a move of this game" % (move,))

    def _exists(self, move):
        return True

    def _refuse(self, move):
        if self.result:
            raise IllegalMove("the game is over")
        if move < PASS:
            self._check(move)
        elif move == PASS and self._moves():
            raise IllegalMove("you can move, so you may not pass")

    def _make_word(self, word):
        if word == PASS:
            self._pass()
        elif word == RESIGN:
            team = self.team(self.turn)
            self._end([seat for seat in range(self.players) if seat not in team], "resign")
        elif word == DRAW:
            self._end((), "draw")
        else:
            self._end(self._count(), "count")

    def _pass(self):
        self.turn = (self.turn + 1) % self.players

    def _unpass(self):
        """What a pass changed beside the turn."""

    def team(self, seat):
        """The seats that win and lose together with this one."""
        return [team for team in self.teams if seat in team][0]

    def _next(self):
        """The seat to move, or that would be to move if the game were not over."""
        return self._after if self.turn is None else self.turn

    def _end(self, winners, reason):
        self._after = self.turn
        self.turn = None
        self.result = Result(tuple(winners), reason)
