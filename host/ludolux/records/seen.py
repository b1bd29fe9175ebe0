"""A game as one seat, or nobody in particular, saw it: for records without the seed.

The rules of X-Tiles are played as they are; only a hand that is hidden stands for every tile that
it could hold, and a new round waits for the record's `deal` that tells what was seen of it. What
this cannot find out is whether a hidden seat had to pass, and which tiles it held; all else is
checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import shared_rules
from shared_rules import xtiles
from shared_rules.arguments import check_arguments
from shared_rules.cells import number, read_seat
from shared_rules.state import PASS, IllegalMove
from shared_rules.xtiles import HAND, ORIGIN, TARGETS, XTiles, table_of, tile_of

PUBLIC = "public"
NOT_DEALT = "a new round begins, but it was not dealt"
FORM = "TABLE SEAT HANDS DRAWN SCORES ROUND STARTER TARGET ?"


def begin(header: Any) -> SeenXTiles:
    """The state before the first `deal`; ValueError says why there is none."""
    if header.rules != shared_rules.VERSION:
        raise ValueError(
            f"the record was played by version {header.rules} of the rules,"
            f" these are version {shared_rules.VERSION}"
        )
    if header.game not in shared_rules.SECRETS:
        raise ValueError(f"{header.game} hides nothing, so there is no view of it")
    players, options = check_arguments(
        xtiles.PLAYERS, xtiles.OPTIONS, header.players, 0, header.options
    )
    seat = None if header.view == PUBLIC else number(header.view)
    if header.view != PUBLIC and (seat is None or seat >= players):
        raise ValueError(
            f"view is {PUBLIC} or a seat from 0 to {players - 1}, not {header.view!r}"
        )
    return SeenXTiles(players, options["target"] or TARGETS[players - 2], seat)


def deal(state: Any, text: str) -> None:
    """A new round as the record tells it; ValueError when it cannot be this one."""
    if not isinstance(state, SeenXTiles):
        raise ValueError("a deal belongs to a redacted record")
    state.take_deal(text)


def check_order(state: Any, kind: str, since: int) -> None:
    """A deal stands right after the header or the move that ended a round, at its time."""
    if kind == "deal":
        if since:
            raise ValueError("a deal has the time of the line before it")
    elif state.waiting and not state.result and kind != "result":
        raise ValueError(NOT_DEALT)
    else:
        state._just_played = False


class Hidden:
    """A hand of so many tiles that are not known: it could hold any that is not seen."""

    def __init__(self, state: SeenXTiles, count: int) -> None:
        self._state = state
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        return iter(self._state.unseen())

    def __contains__(self, tile: object) -> bool:
        return tile in self._state.unseen()

    def remove(self, tile: int) -> None:
        self._count -= 1

    def append(self, tile: int) -> None:
        self._count += 1

    def sort(self) -> None:
        """Nothing to put in order."""


# The stub beside the rules tells the public face; a view needs what is behind it too.
_Rules: Any = XTiles


class SeenXTiles(_Rules):
    """`seat` is whose view this is, or None. `waiting`: a round begins with the next deal."""

    def __init__(self, players: int, target: int, seat: int | None) -> None:
        super().__init__(players, target)
        self.seat = seat
        self.waiting = True
        self._just_played = False
        self._hands: list[Any] = [Hidden(self, 0) for _ in range(players)]
        self._laid: list[int] = []
        self._table: dict[int, int] = {}
        self._chance = _NoChance()

    def unseen(self) -> list[int]:
        """The tiles that lie neither on the table nor in a hand that is seen."""
        seen = {move % 96 // 2 for move in self._laid}
        if self.seat is not None:
            seen.update(self._hands[self.seat])
        if self.drawn is not None:
            seen.add(self.drawn)
        return [tile for tile in range(48) if tile not in seen]

    def hand(self, seat: int) -> list[str]:
        return super().hand(seat) if seat == self.seat else ["????"] * len(self._hands[seat])

    def push(self, move: int) -> None:
        super().push(move)
        self._just_played = True

    def pop(self) -> int:
        self.waiting = self._just_played = False
        return super().pop()

    def take_deal(self, text: str) -> None:
        if self.result:
            raise ValueError("the game is over, nothing is dealt")
        round_over = self.waiting
        if not round_over and not self._may_be_stuck():
            raise ValueError("the round goes on, nothing is dealt")
        words = text.split(" ")
        if len(words) != 9 or words[8] != "?":
            raise ValueError(f"a deal is written {FORM}")
        table, turn, hands, drawn, scores, count, starter, target, _ = words
        told = (turn, scores, count, starter, target)
        due = (
            str(self.starter), ",".join(map(str, self._scores)), str(self.round + 1),
            str(self.starter), str(self.target),
        )  # fmt: skip
        for name, one, other in zip(
            ("the turn", "the scores", "the round", "the starter", "the target"),
            told, due, strict=True,
        ):  # fmt: skip
            if one != other:
                raise ValueError(f"in the deal {name} should be {other}, not {one}")
        dealt = self._read_hands(hands)
        first, second = self._read_pair(table, drawn, dealt)
        if not round_over:
            # Nobody could lay a tile: the hidden hands knew, this view learns it now.
            self.rounds.append((None, 0))
            before = (self._hands, self._laid, self.starter, self._chance.state)
            self._past: Any = (*self._past[:2], before)
        self.round += 1
        self.turn = read_seat(turn, self.players)
        self.waiting = self._just_played = False
        self._hands = dealt
        self.drawn = second
        self._laid = [first]
        self._table = table_of(self._laid)

    def _read_hands(self, text: str) -> list[Any]:
        hands = text.split("/")
        if len(hands) != self.players:
            raise ValueError(f"there are {self.players} hands, not {len(hands)}")
        found: list[Any] = []
        for seat, hand in enumerate(hands):
            if seat == self.seat:
                tiles = [tile_of(code) for code in hand.split(",")]
                if len(tiles) != HAND or min(tiles) < 0 or sorted(set(tiles)) != tiles:
                    raise ValueError(f"{hand!r} is not a hand of seven tiles in their order")
                found.append(tiles)
            elif hand == f"#{HAND}":
                found.append(Hidden(self, HAND))
            else:
                raise ValueError(f"a hidden hand is #{HAND} when it is dealt, not {hand!r}")
        return found

    def _read_pair(self, table: str, drawn: str, hands: list[Any]) -> tuple[int, int]:
        """The first tile on the table and the drawn one: they can be joined."""
        code, _, place = table.partition("@")
        one, two = tile_of(code), tile_of(drawn)
        held = [] if self.seat is None else hands[self.seat]
        if place != "0,0" or one < 0 or two < 0 or one == two or one in held or two in held:
            raise ValueError(f"{table} and {drawn} cannot be the tiles that a round begins with")
        first = ORIGIN * 96 + 2 * one
        now = self._laid, self._table
        self._laid, self._table = [first], table_of([first])
        joined = self._can_lay((two,), self._open_cells())
        self._laid, self._table = now
        if not joined:
            raise ValueError(f"{drawn} cannot be joined to {table}")
        return first, two

    def _may_be_stuck(self) -> bool:
        """Could the last tile have left everybody without a place, for all that is seen?"""
        if not self._just_played or self._past[1] >> 3 == PASS:
            return False
        own = [] if self.seat is None else self._hands[self.seat]
        return not self._can_lay(own, self._open_cells())

    def _deal(self) -> None:
        """The rules deal here; this view waits for what the record tells."""
        self.waiting = True
        self.turn = self.starter

    def _refuse(self, move: int) -> None:
        if self.waiting and not self.result:
            raise IllegalMove(NOT_DEALT)
        if move == PASS and not self.result and self.turn != self.seat and self.drawn is None:
            return  # whether the hidden hand had to pass is not known
        super()._refuse(move)

    def _view(self, seat: int | None) -> str:
        return super()._view(self.seat)

    def position(self) -> str:
        return self._view(self.seat)


class _NoChance:
    """Where the rules keep the state of chance: there is none to be known."""

    state = 0
