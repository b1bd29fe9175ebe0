"""X-Tiles positions as text, both ways: the table, hands, scores and the state of chance.

Apart from xtiles.py because a board that plays needs none.
"""

from .cells import number, read_seat
from .chance import Chance
from .positions import restore_ending, split_position
from .state import IllegalMove
from .xtiles import HAND, ORIGIN, PLAYERS, XTiles, tile_code, tile_of

FORM = "TABLE SEAT HANDS DRAWN SCORES ROUND STARTER TARGET CHANCE"


def write(state, turn, seen, chance):
    """The text of a position; hands of seats that are not `seen` are only counted."""
    hands = [
        ",".join(state.hand(seat)) or "-" if seat in seen else "#%d" % len(state._hands[seat])
        for seat in range(state.players)
    ]
    return "%s %d %s %s %s %d %d %d %s" % (
        ";".join([state._text(move) for move in state._laid]),
        turn,
        "/".join(hands),
        "-" if state.drawn is None else tile_code(state.drawn),
        ",".join([str(score) for score in state._scores]),
        state.round,
        state.starter,
        state.target,
        chance,
    )


def read(text):
    """The state that `position()` wrote; ValueError says what is wrong with the text."""
    fields, _, ending = split_position(text, FORM)
    table, seat, hands, drawn, scores, count, starter, target, chance = fields
    hands = hands.split("/")
    if len(hands) not in PLAYERS:
        raise ValueError("there are 2 to 6 hands joined by /, not %d" % len(hands))
    goal = number(target)
    if goal is None or not 0 < goal < 101:
        raise ValueError("the target is a number from 1 to 100, not %r" % target)
    state = XTiles(len(hands), goal)
    state.turn = read_seat(seat, state.players)
    state.starter = read_seat(starter, state.players)
    state.round = _read_number(count, "the round")
    state._scores = [_read_number(score, "a score") for score in scores.split(",")]
    if len(state._scores) != state.players:
        raise ValueError("there must be a score for each of the %d hands" % state.players)
    state._chance = Chance(0)
    state._chance.state = _read_chance(chance)
    used = []
    state._hands = [_read_hand(hand, used) for hand in hands]
    if drawn != "-":
        state.drawn = _read_tile(drawn, used)
    _read_table(state, table.split(";"), used)
    _check_round(state)
    return restore_ending(state, ending)


def _read_table(state, words, used):
    """Lay the tiles of a position text, each by the rules."""
    state._laid = []
    state._table = {}
    for word in words:
        move = state._parse(word)
        tile = _read_tile(tile_code(move % 96 // 2), used)
        if state._laid:
            try:
                state._check_cell(tile, move & 1, move // 96)
            except IllegalMove as error:
                raise ValueError("tile %r: %s" % (word, error.reason))
        elif move != ORIGIN * 96 + 2 * tile:
            raise ValueError("the first tile lies on 0,0 and is not turned, not %r" % word)
        state._lay(move)


def _check_round(state):
    """Is what was read a round under way, or a match that is won?"""
    won = [seat for seat in range(state.players) if state._scores[seat] >= state.target]
    if len(won) > 1:
        raise ValueError("only one seat can have reached the target")
    if won:
        return state._end(tuple(won), "target")
    if (state.drawn is None) != (len(state._laid) > 1):
        raise ValueError("a drawn tile goes with exactly one tile on the table")
    if not all(state._hands):
        raise ValueError("a hand is empty, but the round goes on")
    cells = state._open_cells()
    tiles = [state._playable(seat) for seat in range(state.players)]
    if not any([state._can_lay(hand, cells) for hand in tiles]):
        raise ValueError("nobody can lay a tile, but the round goes on")


def _read_number(text, what):
    value = number(text)
    if value is None or value > 9999:
        raise ValueError("%s is a number, not %r" % (what, text))
    return value


def _read_chance(text):
    if len(text) != 8 or text.strip("0123456789abcdef") or text == "00000000":
        raise ValueError("the state of chance is eight hexadecimal digits, not %r" % text)
    return int(text, 16)


def _read_tile(code, used):
    """A tile that has not been read before."""
    tile = tile_of(code)
    if tile < 0:
        raise ValueError("there is no tile %r" % code)
    if tile in used:
        raise ValueError("tile %s is there twice" % code)
    used.append(tile)
    return tile


def _read_hand(text, used):
    hand = sorted([_read_tile(code, used) for code in text.split(",")]) if text != "-" else []
    if len(hand) > HAND:
        raise ValueError("a hand has at most seven tiles, not %d" % len(hand))
    return hand
