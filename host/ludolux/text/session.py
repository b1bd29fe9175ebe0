"""One game at the prompt: show, ask, obey, until somebody leaves."""

from __future__ import annotations

from ludolux.failure import sentence
from ludolux.games import card
from ludolux.text.draw import Look
from ludolux.text.listing import listing
from ludolux.text.prompt import ask, ask_yes, push_away, say
from ludolux.text.words import lower_first, result_lines, seat_name, seats_name
from shared_rules.state import COUNT, DRAW, PASS, RESIGN, IllegalMove, NotAMove, State

# What can be written besides a move; a word that the game does not have is left out.
HELP = (
    ("?", "lists the legal moves; ? TEXT those with that text, ? all every one"),
    ("why MOVE", "says why a move is refused, or that it is legal"),
    ("undo", "takes the last move back; undo 3 the last three"),
    ("board", "shows the board again"),
    ("position", "prints the position as text"),
    ("rules", "prints the rule card"),
    (PASS, "when there is no other move; Enter does the same"),
    (COUNT, "offers to end the game and let the markers decide"),
    (DRAW, "offers a draw; the others are asked"),
    (RESIGN, "gives the game up"),
    ("quit", "leaves the game; so do Ctrl-D and Ctrl-C"),
)
# The words that something can follow; `resign` and the like mean it only when they stand alone.
TAKE_MORE = ("why", "undo")


class Left(Exception):
    """The players have left the game."""


class Session:
    def __init__(self, name: str, state: State, look: Look) -> None:
        self.name = name
        self.state = state
        self.look = look
        # Where a seat may know less than the position says, the board is handed over.
        self.hidden = state.view(None) != state.position()
        # What was told of each move played here, and how much of it each seat has read.
        self.told: list[list[str]] = []
        self.read = [0] * state.players
        self.movers: list[int] = []
        # Is the last thing that happened a move, rather than an undo?
        self.moved = False
        # The seat whose things are on the screen.
        self.shown_to: int | None = None
        self.commands = {
            "help": self._help,
            "why": self._why,
            "undo": self._undo,
            "board": self._board,
            "position": self._position,
            "rules": self._rules,
            "resign": self._resign,
            "draw": lambda rest: self._agree(DRAW, "a draw"),
            "count": lambda rest: self._agree(COUNT, "ending the game and counting the markers"),
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until somebody leaves. EOFError and KeyboardInterrupt are the caller's."""
        try:
            while True:
                if self.state.result:
                    self._show_result()
                    question = "The game is over. undo takes the last move back, Enter leaves:"
                else:
                    self._hand_over()
                    self._show()
                    question = seat_name(self.state, self.state.turn or 0) + ", your move:"
                    if self.state.players == 1:
                        question = "Your move:"
                while not self._obey(ask(question)):
                    pass
        except Left:
            return

    def _obey(self, line: str) -> bool:
        """Do what a line asks for. True when the position has changed."""
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        if command and (not rest or word.lower() in TAKE_MORE):
            return command(rest.strip())
        if not line:
            return self._empty_line()
        if line[0] == "?" and (line[1:2] in ("", " ") or not self._is_move(line)):
            return self._list(line[1:].strip())
        return self._move(line)

    def _is_move(self, text: str) -> bool:
        try:
            self.state.parse(text)
        except NotAMove:
            return False
        return True

    def _move(self, text: str) -> bool:
        try:
            move = self.state.parse(text)
            if refusal := self.state.why(move):
                raise refusal
        except NotAMove as error:
            say(f"{text!r} is not a move. {sentence(str(error))} help says what you can write.")
            return False
        except IllegalMove as error:
            say(f"Not possible: {error.reason}.")
            return False
        self._play(move)
        return True

    def _play(self, move: int) -> None:
        seat = self.state.turn or 0
        before = self.look.before(self.state, move)
        self.state.play(move)
        # How a word other than `pass` ended the game is told with the result.
        lines = self.look.told(self.state, seat, move, before) if move <= PASS else []
        self.told.append(lines)
        self.movers.append(seat)
        self.moved = True

    def _empty_line(self) -> bool:
        if self.state.result:
            raise Left
        if self.state.moves() == [PASS]:
            self._play(PASS)
            return True
        say("Write a move, ? for the legal moves, or help.")
        return False

    def _list(self, wanted: str) -> bool:
        say(*listing(self.state, wanted))
        if not wanted and self.look.other_moves and not self.state.result:
            say(self.look.other_moves)
        return False

    def _why(self, text: str) -> bool:
        if not text:
            say(f"Write why and a move, as why {self.state.example.split(' ')[0]}.")
            return False
        try:
            move = self.state.parse(text)
        except NotAMove as error:
            say(f"{text!r} is not a move of this game. {sentence(str(error))}")
            return False
        refusal = self.state.why(move)
        if refusal:
            say(f"{text} is not possible: {refusal.reason}.")
        else:
            agreed = ", if the others agree" if move in (DRAW, COUNT) else ""
            say(f"{text} is legal here{agreed}.")
        return False

    def _undo(self, rest: str) -> bool:
        if rest and not (rest.isascii() and rest.isdigit() and 0 < len(rest) < 7 and int(rest)):
            say("Write undo, or undo and how many moves, as undo 3.")
            return False
        count = int(rest or 1)
        if not self.movers:
            say("There is no move to take back.")
            return False
        if count > len(self.movers):
            say(f"Only {len(self.movers)} can be taken back.")
            return False
        texts: list[str] = []
        for _ in range(count):
            move = self.state.pop()
            texts.append(self.state.text(move))
            self.told.pop()
            self.movers.pop()
        self.read = [min(read, len(self.told)) for read in self.read]
        self.moved = False
        # A hidden tile is back in its hand, and is no longer named.
        say("Taken back." if self.hidden else f"Taken back: {', '.join(texts)}.")
        return True

    def _resign(self, rest: str) -> bool:
        return self._move("resign")

    def _agree(self, word: int, what: str) -> bool:
        """Play a word that ends the game if every other side agrees to it."""
        state = self.state
        if word not in state.words:
            say("This game has no " + {DRAW: "draw", COUNT: "count"}[word] + ".")
            return False
        if refusal := state.why(word):
            say(f"Not possible: {refusal.reason}.")
            return False
        if self.hidden:
            # The others come to the screen: the hand on it is not theirs to see.
            push_away()
            self.shown_to = None
        seat = state.turn or 0
        for team in state.teams:
            if seat in team:
                continue
            name = seats_name(state, team)
            if not ask_yes(f"{seat_name(state, seat)} offers {what}. {name}, do you agree?"):
                say(f"{name} {'does' if len(team) == 1 else 'do'} not agree: the game goes on.")
                return self.hidden
        self._play(word)
        return True

    def _board(self, rest: str) -> bool:
        say(*self.look.board(self.state, self.state.turn))
        say(*self.look.notes(self.state, self.state.turn))
        return False

    def _position(self, rest: str) -> bool:
        say(self.state.view(self.state.turn))
        return False

    def _rules(self, rest: str) -> bool:
        say(card(self.name).rstrip())
        return False

    def _help(self, rest: str) -> bool:
        say(f"A move is written in its text form, as {self.state.example}. Besides:")
        for word, meaning in HELP:
            if isinstance(word, str) or word in self.state.words:
                name = word if isinstance(word, str) else self.state.text(word)
                say(f"  {name:<9} {meaning}")
        if self.look.other_moves:
            say(self.look.other_moves)
        return False

    def _quit(self, rest: str) -> bool:
        raise Left

    def _hand_over(self) -> None:
        """Before another seat's hand is shown, wait until its player has the board."""
        seat = self.state.turn or 0
        if self.hidden and seat != self.shown_to:
            if self.moved:
                say(*self.told[-1])
                self.read[self.movers[-1]] = len(self.told)
            push_away()
            self.shown_to = None
            name = lower_first(seat_name(self.state, seat))
            if ask(f"Give the board to {name}, then press Enter.").lower() == "quit":
                raise Left
        self.shown_to = seat

    def _show(self) -> None:
        """What happened since this seat last looked, the board, whose turn it is."""
        state, seat = self.state, self.state.turn or 0
        first = self.read[seat] if self.hidden else len(self.told) - self.moved
        news = [line for lines in self.told[first:] for line in lines]
        self.read[seat] = len(self.told)
        say("", *news, *([""] if news else []))
        say(*self.look.board(state, seat), "", *self.look.notes(state, seat))
        if state.moves() == [PASS]:
            say("There is no move for you: you have to pass. Press Enter to pass.")

    def _show_result(self) -> None:
        state = self.state
        news = self.told[-1] if self.moved else []
        say("", *news, *([""] if news else []))
        say(*self.look.board(state, None), "")
        say(*result_lines(state, self.movers[-1] if self.movers else None))
        # Whoever takes a move back from here has to take the board as well.
        self.shown_to = None
