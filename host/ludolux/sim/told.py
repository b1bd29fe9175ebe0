"""What the link told, as one value that a face can show.

told = Told()
for message in client.messages(): told.take(message)
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field

from ludolux.linkclient import Client, Message, Refused

MOST_PROBLEMS = 20
# On these screens no game is on the board.
WITHOUT_GAME = ("menu", "resume", "remove", "setup", "settings", "safe", "check")


@dataclass(frozen=True)
class Move:
    """A move that stands. `text` is "" for one that was played before anybody listened."""

    seat: int
    text: str


@dataclass(frozen=True)
class Result:
    """Winning seats, none for a draw, and why in a word."""

    winners: tuple[int, ...]
    reason: str


@dataclass
class Told:
    hello: dict[str, str] = field(default_factory=dict)  # firmware, rules, build, mcu, name
    screen: str = ""
    game: str = ""  # "" when none is on
    players: int = 0
    options: dict[str, str] = field(default_factory=dict)
    turn: int | None = None  # None: no game, or it is over
    scores: list[int] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    refused: str = ""  # the last refusal; a move that is played ends it
    help: str = ""  # the last hint, or whether the puzzle can still be solved, until the next move
    result: Result | None = None
    problems: list[str] = field(default_factory=list)
    health: dict[str, str] = field(default_factory=dict)
    keys: int = 0  # key events
    last_key: tuple[int, int, bool] | None = None
    selftest: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)  # what was no line of the link: a traceback …
    changes: int = 0  # grows with everything that was told

    def take(self, message: Message) -> bool:
        """Follow a message; whether it told something that this keeps."""
        act = getattr(self, "_" + (message.kind or "other"), None)
        if act is None:
            return False
        try:
            act(message)
        except (ValueError, IndexError):
            return False  # a line of a newer or a mad board: what it means is not known
        self.changes += 1
        return True

    def as_json(self) -> dict[str, object]:
        """Plain values, for a page."""
        from dataclasses import asdict

        return asdict(self)

    def _hello(self, message: Message) -> None:
        """The board was switched on, or somebody asked. No game is on until it says so."""
        self.hello = {"protocol": message.words[0], **message.values()}
        self.screen = ""
        self._no_game()

    def _screen(self, message: Message) -> None:
        self.screen = message.words[0]
        if self.screen in WITHOUT_GAME:
            self._no_game()

    def _game(self, message: Message) -> None:
        self._no_game()
        self.game = message.words[0]
        values = message.values()
        self.players = int(values.pop("players", 0))
        self.options = values

    def _no_game(self) -> None:
        self.game, self.players, self.options = "", 0, {}
        self.turn, self.result, self.refused = None, None, ""
        self.help = ""
        self.scores, self.moves = [], []

    def _turn(self, message: Message) -> None:
        self.turn = None if message.words[0] == "-" else int(message.words[0])

    def _scores(self, message: Message) -> None:
        self.scores = [int(word) for word in message.words]

    def _move(self, message: Message) -> None:
        seat, count = int(message.words[0]), int(message.words[1])
        del self.moves[count - 1 :]
        while len(self.moves) < count - 1:
            self.moves.append(Move(-1, ""))
        self.moves.append(Move(seat, " ".join(message.words[2:])))
        self.refused = self.help = ""

    def _undo(self, message: Message) -> None:
        self.turn = int(message.words[0])
        del self.moves[int(message.words[1]) :]
        self.result = None
        self.refused = self.help = ""

    def _refused(self, message: Message) -> None:
        self.refused = message.text

    def _hint(self, message: Message) -> None:
        """`STRENGTH TECHNIQUE SENTENCE`, or `- SENTENCE`."""
        strength, words = message.words[0], message.words[1:]
        if strength == "-":
            self.help = " ".join(words)
        else:
            technique = words[0].replace("-", " ")
            self.help = f"hint {strength} of 3, {technique}: {' '.join(words[1:])}"

    def _solvable(self, message: Message) -> None:
        answer, words = message.words[0], " ".join(message.words[1:])
        self.help = {
            "yes": "the puzzle can still be solved",
            "no": f"these tiles lie wrong: {words}" if words else "a tile lies wrong",
            "unknown": "whether this grid can still be solved is not known",
        }.get(answer, words)

    def _solved(self, message: Message) -> None:
        values = message.values()
        minutes, seconds = divmod(int(values["seconds"]), 60)
        self.help = f"solved in {minutes}:{seconds:02}, hints: {values['hints']}"

    def _result(self, message: Message) -> None:
        winners, reason = message.words[0], " ".join(message.words[1:])
        seats = () if winners == "-" else tuple(int(seat) for seat in winners.split(","))
        self.result = Result(seats, reason)
        self.turn = None

    def _problem(self, message: Message) -> None:
        self.problems.append(message.text)
        del self.problems[:-MOST_PROBLEMS]

    def _health(self, message: Message) -> None:
        self.health = message.values()

    def _key(self, message: Message) -> None:
        x, y, way = message.words
        self.last_key = (int(x), int(y), way == "down")
        self.keys += 1

    def _selftest(self, message: Message) -> None:
        if message.words[1:2] == ("begins",) and len(self.selftest) > 100:
            self.selftest.clear()
        self.selftest.append(message.text)

    def _other(self, message: Message) -> None:
        self.other.append(message.text)
        del self.other[:-MOST_PROBLEMS]


def catch_up(
    client: Client,
    told: Told,
    take: Callable[[Message], object] | None = None,
    timeout: float = 2.0,
) -> None:
    """For who comes late, after a plug or a resume: what the board shows, where the game stands,
    and the moves that led there. Who played each of those is not told.

    `take` gets the messages instead of `told.take`. LinkError: the board does not answer.
    """
    game, known = told.game, told.moves
    client.ask("status", timeout=timeout, tries=2)
    for message in client.messages():
        (take or told.take)(message)
    if not told.game:
        return
    moves: list[Move] = []
    with contextlib.suppress(Refused):  # the game ended meanwhile
        count = 1
        while len(moves) < count:
            total, first, *texts = client.ask("moves", len(moves), timeout=timeout).split()
            count = int(total)
            moves += [Move(-1, "")] * (int(first) - len(moves))  # forgotten on the board
            moves += [Move(-1, text) for text in texts]
            if not texts:
                break
    if told.game == game:
        for n, (old, new) in enumerate(zip(known, moves, strict=False)):
            moves[n] = old if old.text == new.text or not new.text else new
    told.moves = moves
    told.changes += 1
