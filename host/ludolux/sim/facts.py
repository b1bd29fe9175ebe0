"""What stands beside the board, for the page and the terminal: game, seats, moves, refusals.

`Facts` has what the link told (told.py) and the public position that the board tells, and gives
one value that a face shows as it is. Names, sides and results are asked of the rules.
"""

from __future__ import annotations

import functools
from typing import Any

import shared_rules as rules
from firmware import scenes  # pyright: ignore
from ludolux.failure import sentence
from ludolux.games import title
from ludolux.linkclient import Message
from ludolux.sim.choices import choices
from ludolux.sim.mirror import CORNERS
from ludolux.sim.told import Told
from ludolux.text import words
from shared_rules.state import State

# What a person may do on a screen without a game, or before the game goes on.
SCREENS = {
    "menu": "Choose a game on the board.",
    "resume": "A game was left: go on, begin anew, remove it?",
    "remove": "Remove that game for good?",
    "setup": "Choose on the board how to play.",
    "pause": "Paused: go on, leave, resign or agree on a draw.",
    "agree": "Does the player whose edge glows agree?",
    "settings": "Settings: brightness, colours, sound, turning, self-test.",
    "safe": "Safe mode: the self-test works, games do not. Restart the board.",
    "check": "The self-test runs.",
}
MOVES = 400  # a face gets no more of the moves so far than these
KEYS = 12


class Facts:
    """`version` grows with every change that a face would show."""

    def __init__(self) -> None:
        self.version = 0
        self.told = Told()
        self.linked = False
        self.settings: dict[str, str] = {}
        self.keys: list[str] = []
        self.touches = 0  # keys that went down, as the board saw it
        self.peeked = False  # the peek key is down, as the board sees it
        self.refused: dict[str, Any] | None = None
        self._problem: dict[str, Any] | None = None
        self._help: dict[str, Any] | None = None
        self._sentences = 0  # numbers what is said, so that the same sentence twice is new
        self._state: State | None = None

    # What comes from the board

    def take(self, message: Message) -> bool:
        """Follow a message. True: the position may have changed and is worth asking for."""
        kind = message.kind
        if kind in ("", "ok", "no", "frame", "part") or not self.told.take(message):
            return False
        self.version += 1
        if kind == "refused":
            self.refused = self._sentence(message.text)
        elif not self.told.refused:
            self.refused = None
        if kind in ("hint", "solvable", "solved"):
            self._help = self._sentence(self.told.help)
        elif not self.told.help:
            self._help = None
        if kind == "problem":
            self.say(message.text)
        elif kind == "hello":
            self.peeked = False
        elif kind == "key":
            return self._take_key()
        elif kind == "turn" and self.told.turn is not None:
            self.told.result = None
        elif kind == "game" or not self.told.game:
            self._state = None
        return kind in ("game", "turn", "move", "undo", "result", "hello")

    def _take_key(self) -> bool:
        assert self.told.last_key is not None
        x, y, down = self.told.last_key
        if (x, y) == CORNERS["peek"]:
            self.peeked = down
        self.touches += down
        if not (self.peeked and self.hidden_hands):
            # Where somebody touches a hand that is shown is nobody else's business.
            self.keys = [*self.keys[1 - KEYS :], f"{x},{y} {'down' if down else 'up'}"]
        return down

    def link_is(self, up: bool) -> None:
        if up != self.linked:
            self.linked = up
            self.version += 1

    def take_view(self, text: str) -> None:
        """The public position of the game that is played; empty when none is."""
        self._state = read_position(self.told.game, self.told.players, text) if text else None
        self.version += 1

    def take_settings(self, text: str) -> None:
        found = dict(word.split("=", 1) for word in text.split() if "=" in word)
        if found != self.settings:
            self.settings = found
            self.version += 1

    def take_health(self, text: str) -> None:
        self.told.health = dict(word.split("=", 1) for word in text.split() if "=" in word)

    def say(self, text: str) -> None:
        """Something that the board or the simulator has to tell the person."""
        self._problem = self._sentence(text)
        self.version += 1

    def _sentence(self, text: str) -> dict[str, Any]:
        self._sentences += 1
        return {"number": self._sentences, "text": sentence(text)}

    # What a face shows

    @property
    def hidden_hands(self) -> bool:
        """Does the game on the board have hands that only their players may see?"""
        return has_hands(self.told.game)

    @property
    def turned(self) -> bool:
        """Is the picture turned for some seat? Then its corners are not the board's."""
        return any(
            name.startswith("rotation") and value != "0" for name, value in self.settings.items()
        )

    def value(self) -> dict[str, Any]:
        """All of it, as JSON has it."""
        told = self.told
        state = self._state_or_new()
        moves = list(enumerate(told.moves, 1))
        return {
            "linked": self.linked,
            "hello": told.hello,
            "settings": self.settings,
            "screen": told.screen,
            "game": told.game,
            "title": title(told.game) if told.game else "",
            "seats": [self._seat(state, seat) for seat in range(told.players)] if state else [],
            "turn": told.turn,
            "status": self._status(state),
            "choices": choices(told.screen, told.game, told.players),
            "result": self._result(state),
            "moves": [
                {"number": number, "seat": move.seat, "text": move.text}
                for number, move in moves[-MOVES:]
                if move.text
            ],
            "earlier": max(0, len(moves) - MOVES),
            "example": state.example if state else "",
            "refused": self.refused,
            "problem": self._problem,
            "help": self._help,
            "peek": peek_shows(told.game),
            "touches": self.touches,
        }

    def _state_or_new(self) -> State | None:
        """The position or, where the public one is not whole, any game of so many players."""
        if self._state is not None or not self.told.game:
            return self._state
        try:
            return rules.load(self.told.game).new(players=self.told.players or None, seed=1)
        except ValueError:
            return None

    def _seat(self, state: State, seat: int) -> dict[str, Any]:
        own = state.side(seat) not in (f"seat {seat + 1}", "you")
        counted = words.has_scores(state) and seat < len(self.told.scores)
        result = self.told.result
        return {
            "name": f"Seat {seat + 1}" if state.players > 1 else "You",
            "side": state.side(seat) if own else "",
            "full": words.seat_name(state, seat),
            "score": self.told.scores[seat] if counted else None,
            "won": result is not None and seat in result.winners,
        }

    def _status(self, state: State | None) -> str:
        told = self.told
        if not self.linked:
            return "The board does not answer."
        if told.screen in SCREENS:
            return SCREENS[told.screen]
        if state is None or not told.game:
            return ""
        if told.result is not None:
            return self._result(state)[0]
        if told.turn is None:
            return ""
        if told.players == 1:
            return "Your move."
        return f"{words.seat_name(state, told.turn)} to move."

    def _result(self, state: State | None) -> list[str]:
        result = self.told.result
        if result is None or state is None:
            return []
        last = self.told.moves[-1].seat if self.told.moves else -1
        if state.result is not None:
            return words.result_lines(state, last if last >= 0 else None)
        if not result.winners:
            return [f"A draw: {result.reason}."]
        verb = "wins" if len(result.winners) == 1 else "win"
        return [f"{words.seats_name(state, result.winners)} {verb}: {result.reason}."]


@functools.cache
def has_hands(game: str) -> bool:
    return bool(game) and hasattr(rules.load(game).new(), "hand")


@functools.cache
def peek_shows(game: str) -> str:
    """What the peek key of a game is for: "hand", "hint" or, with no use at all, nothing."""
    if has_hands(game):
        return "hand"
    return "hint" if game and hasattr(scenes.load(game), "HELP") else ""


def read_position(game: str, players: int, text: str) -> State | None:
    """The state of a public position; None where a part of it is hidden."""
    try:
        state = rules.load(game).from_position(text)
    except ValueError:
        return None
    return state if state.players == players else None
