from collections.abc import Sequence
from typing import NamedTuple

class Result(NamedTuple):
    """How a game ended."""

    winners: tuple[int, ...]
    """The seats that won; () is a draw."""
    reason: str
    """One word: `line`, `full`, `resign` …"""

PASS: int
COUNT: int
DRAW: int
RESIGN: int
WORDS: tuple[str, ...]

class NotAMove(ValueError):
    """The text, or the number, is no move of this game in any position."""

class IllegalMove(ValueError):
    """A move of this game, but not here."""

    reason: str
    """Why, as a sentence for a player."""
    cells: Sequence[int]
    """The cells to look at."""
    def __init__(self, reason: str, cells: Sequence[int] = ()) -> None: ...

class State:
    """One game under way. The attributes are for reading; `play`, `push` and `pop` change them."""

    example: str
    """A move of this game as text, for sentences that explain."""
    words: tuple[int, ...]
    """The moves of this game that are words."""
    limit: int
    """All other moves lie below this number."""
    width: int
    """The width of the grid that the cells are numbered on."""
    any_order_from: int
    """From this step on, a person may make the choices of `steps` in any order."""
    prefixes: dict[int, int]
    many: bool
    """Are there so many legal moves that those of one first choice are better found alone?"""
    teams: tuple[tuple[int, ...], ...]
    players: int
    turn: int | None
    """The seat to move; None when the game is over."""
    result: Result | None

    def __init__(self, teams: tuple[tuple[int, ...], ...], turn: int | None = 0) -> None: ...
    def moves(self) -> list[int]:
        """The legal moves, ascending; a seat that can only pass has the one move `pass`."""
    def play(self, move: int) -> None:
        """Make a legal move. IllegalMove or NotAMove: nothing has changed."""
    def push(self, move: int) -> None:
        """Make a move that is known to be legal."""
    def pop(self) -> int:
        """Take the last move back and return it. IndexError when there is none."""
    def firsts(self) -> list[int]:
        """The first choices of the legal moves, ascending."""
    def moves_from(self, first: int) -> list[int]:
        """The legal moves that begin with this choice, ascending."""
    def extras(self) -> list[int]: ...
    def first(self, move: int) -> int:
        """The first choice of a move."""
    def history(self) -> list[int]:
        """The moves played so far, those taken back not among them."""
    def why(self, move: int) -> IllegalMove | None:
        """The refusal of this move here, or None when it is legal."""
    def why_not(self, choices: Sequence[int]) -> IllegalMove | None:
        """The same for the first choices of a move, as `steps` has them."""
    def steps(self, move: int) -> tuple[int, ...]:
        """The move as the choices that a person makes."""
    def text(self, move: int) -> str: ...
    def parse(self, text: str) -> int:
        """The move that a text means. NotAMove when it means none, whatever the position."""
    def name(self, choice: int) -> str:
        """A choice of `steps` as text."""
    def position(self) -> str:
        """The whole position; the game's `from_position` reads it."""
    def view(self, seat: int | None) -> str:
        """What the seat may know, nothing more; None is somebody who only watches."""
    def scores(self) -> list[int]:
        """A number per seat."""
    def side(self, seat: int) -> str:
        """What the seat plays with, in a word."""
    def team(self, seat: int) -> tuple[int, ...]:
        """The seats that win and lose together with this one."""
