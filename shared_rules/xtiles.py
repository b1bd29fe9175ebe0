"""X-Tiles (Tactic): 48 tiles with four coloured sides, two to six players, several rounds.

Lay tiles from a hidden hand so that all touching sides agree in colour. Touching two or more tiles
earns another turn. The first with an empty hand scores a point for each tile in the others' hands,
twice as many if the last tile touched two or more. First to the target wins.

Decisions
1. A round begins with one drawn tile on 0,0. The second drawn tile is the starter's first move; a
   pair that cannot be joined is drawn again before that. Then the starter lays an own tile.
2. The third tile may not continue the line of the first two, whoever lays it.
3. A seat that cannot lay passes; nobody draws tiles. When no seat can lay, the round ends at once
   without points and the same starter begins again; otherwise the round's winner does.
4. The target is 10 points for two or three players, 12 for four or five, 15 for six.

Geometry: cells are (x, y), x to the right, y down. A tile is named by its colours clockwise from a
big side. Where x + y is even its sides face north, east, south, west; elsewhere it is a quarter
turn further clockwise, so that a big side always lies in a small one. `r` adds half a turn.

A cell is a number, (y + 48) × 96 + x + 48: from 0,0 the 44 tiles of a round stay within it.
A move is 96 × cell + 2 × tile + 1 if turned.
"""

from .cells import number
from .chance import Chance
from .state import (
    IllegalMove,
    NotAMove,
    State,
)

PLAYERS = (2, 3, 4, 5, 6)
# 0 is the rulebook's target for the number of players.
OPTIONS = {"target": range(101)}
TARGETS = (10, 10, 12, 12, 15)

TILES = (
    "BBOR BBOY BBRO BBRY BBYO BBYR BOOR BOOY BORB BORR BOYB BOYY BROB BROO BRRO BRRY "
    "BRYB BRYY BYOB BYOO BYRB BYRR BYYO BYYR OBRO OBRR OBYO OBYY OORB OORY OOYB OOYR "
    "ORRB ORRY ORYO ORYY OYRO OYRR OYYB OYYR RBYR RBYY ROYR ROYY RRYB RRYO RYYB RYYO"
)
COLOURS = "BORY"
NAMES = ("blue", "orange", "red", "yellow")
SIDES = ("north", "east", "south", "west")
HAND = 7

WIDE = 96
ORIGIN = 48 * WIDE + 48
# The steps to the neighbours in the north, east, south and west.
STEPS = (-WIDE, 1, WIDE, -1)
# Choices of `steps` above the cells: the tiles, then unturned and turned.
TILE_CHOICE = 0x4000
TURN_CHOICE = 0x4100


def _faces(tile, quarters):
    """The colours to the north, east, south and west, two bits each, north lowest."""
    code = tile_code(tile)
    face = 0
    for side in range(4):
        face |= COLOURS.index(code[(side + quarters) % 4]) << 2 * side
    return face


def tile_code(tile):
    return TILES[5 * tile : 5 * tile + 4]


FACES = bytes([_faces(tile, quarters) for tile in range(48) for quarters in range(4)])


def table_of(laid):
    """The faces on the table by cell."""
    return {move // 96: face_on(move // 96, move % 96 // 2, move & 1) for move in laid}


def face_on(cell, tile, turned):
    """The faces of a tile that lies on a cell."""
    odd = (cell + cell // WIDE) & 1
    return FACES[4 * tile + (2 * turned - odd) % 4]


def new(players=None, seed=0, **options):
    """A new match: the seed decides every shuffle of it."""
    from .arguments import check_arguments

    players, options = check_arguments(PLAYERS, OPTIONS, players, seed, options)
    state = XTiles(players, options["target"] or TARGETS[players - 2])
    state._chance = Chance(seed)
    state._deal()
    return state


def from_position(text):
    """The state that `position()` wrote, hands and chance included."""
    from .xtiles_position import read

    return read(text)


class XTiles(State):
    """`round` counts from 1, `starter` began it, `rounds` has (winner or None, points) of the past
    ones, `drawn` is the tile that the starter has to lay first, or None."""

    example = "BBOR@1,0r"
    limit = WIDE * WIDE * 96
    width = WIDE
    any_order_from = 1

    def __init__(self, players, target):
        super().__init__(tuple([(seat,) for seat in range(players)]))
        self.target = target
        self.round = 0
        self.starter = 0
        self.rounds = []
        self.drawn = None
        self._scores = [0] * players

    def hand(self, seat):
        """The tiles in a seat's hand. For its own eyes: `view` is what may be shown around."""
        return [tile_code(tile) for tile in self._hands[seat]]

    def table(self):
        """(x, y, code, turned) of each tile, in the order laid."""
        return [
            (move // 96 % WIDE - 48, move // 96 // WIDE - 48, tile_code(move % 96 // 2), move & 1)
            for move in self._laid
        ]

    def touching(self, cell):
        """The cells with tiles beside a cell."""
        return [cell + step for step in STEPS if cell + step in self._table]

    def scores(self):
        return list(self._scores)

    def steps(self, move):
        """The tile, then turned or not and the cell."""
        if move >= self.limit:
            return (move,)
        return TILE_CHOICE + move % 96 // 2, TURN_CHOICE + (move & 1), move // 96

    def _name(self, choice):
        if choice >= TURN_CHOICE:
            return ("unturned", "turned")[choice - TURN_CHOICE]
        if choice >= TILE_CHOICE:
            return tile_code(choice - TILE_CHOICE)
        return _cell_text(choice)

    def _moves(self):
        tiles = self._playable(self.turn)
        found = []
        for need in self._open_cells():
            cell, mask, faces = need >> 16, need >> 8 & 255, need & 255
            odd = (cell + cell // WIDE) & 1
            for tile in tiles:
                face = 4 * tile
                if FACES[face | -odd & 3] & mask == faces:
                    found.append(cell * 96 + 2 * tile)
                if FACES[face | 2 - odd] & mask == faces:
                    found.append(cell * 96 + 2 * tile + 1)
        return found

    def _playable(self, seat):
        return (self.drawn,) if self.drawn is not None else self._hands[seat]

    def _open_cells(self):
        """The cells where a tile may lie, ascending, an int each: the cell, then eight bits that
        mask faces, then the faces that it must have."""
        needs = {}
        table = self._table
        for cell in table:
            face = table[cell]
            for side in range(4):
                beside = cell + STEPS[side]
                if beside not in table:
                    # What this tile shows to the south lies against the other one's north.
                    facing = 2 * (side ^ 2)
                    needs[beside] = needs.get(beside, 0) | (0x300 | face >> 2 * side & 3) << facing
        for cell in self._in_line():
            needs.pop(cell, None)
        return sorted([cell << 16 | needs[cell] for cell in needs])

    def _in_line(self):
        """The two cells that the third tile may not go to."""
        if len(self._laid) != 2:
            return ()
        first, second = [move // 96 for move in self._laid]
        return 2 * first - second, 2 * second - first

    def _can_lay(self, tiles, cells):
        for need in cells:
            cell, mask, faces = need >> 16, need >> 8 & 255, need & 255
            odd = (cell + cell // WIDE) & 1
            for tile in tiles:
                face = 4 * tile
                if FACES[face | -odd & 3] & mask == faces:
                    return True
                if FACES[face | 2 - odd] & mask == faces:
                    return True
        return False

    def _make(self, move):
        seat = self.turn
        cell, tile = move // 96, move % 96 // 2
        touched = len(self.touching(cell))
        if self.drawn is not None:
            self.drawn = None
        else:
            self._hands[seat].remove(tile)
            if touched < 2:
                self.turn = (seat + 1) % self.players
        self._lay(move)
        if not self._hands[seat]:
            points = sum([len(hand) for hand in self._hands]) * (2 if touched > 1 else 1)
            return self._end_round(seat, points)
        cells = self._open_cells()
        for player in range(self.players):
            if self._can_lay(self._hands[(self.turn + player) % self.players], cells):
                return None
        return self._end_round(None, 0)

    def _end_round(self, winner, points):
        """Score, and deal again unless the match is won. Returns what `_unmake` needs."""
        before = (self._hands, self._laid, self.starter, self._chance.state)
        self.rounds.append((winner, points))
        if winner is not None:
            self._scores[winner] += points
            self.starter = self.turn = winner
            if self._scores[winner] >= self.target:
                self._end((winner,), "target")
                return before
        self._deal()
        return before

    def _unmake(self, move, before):
        if before:
            winner, points = self.rounds.pop()
            if winner is not None:
                self._scores[winner] -= points
            if self._laid is not before[1]:
                self.round -= 1
                self._table = table_of(before[1])
            self._hands, self._laid, self.starter, self._chance.state = before
        cell, tile = move // 96, move % 96 // 2
        self._laid.pop()
        del self._table[cell]
        if len(self._laid) == 1:
            self.drawn = tile
        else:
            self.drawn = None
            self._hands[self.turn].append(tile)
            self._hands[self.turn].sort()

    def _deal(self):
        """Begin a round: new lists, so that an undo finds the old ones as they were."""
        self.round += 1
        self.turn = self.starter
        tiles = list(range(48))
        self._chance.shuffle(tiles)
        self._hands = [sorted(tiles[HAND * s : HAND * s + HAND]) for s in range(self.players)]
        rest = tiles[HAND * self.players :]
        joined = False
        while not joined:
            self._chance.shuffle(rest)
            self.drawn = rest[1]
            self._laid = [ORIGIN * 96 + 2 * rest[0]]
            self._table = table_of(self._laid)
            joined = self._can_lay((self.drawn,), self._open_cells())

    def _lay(self, move):
        cell = move // 96
        self._laid.append(move)
        self._table[cell] = face_on(cell, move % 96 // 2, move & 1)

    def _check(self, move):
        self._check_steps(self.steps(move))

    def _check_steps(self, choices):
        tile = choices[0] - TILE_CHOICE
        if tile < 0:
            raise IllegalMove("choose a tile first", choices[:1])
        if tile not in self._playable(self.turn):
            if self.drawn is not None:
                raise IllegalMove("first lay the drawn tile, %s" % tile_code(self.drawn))
            raise IllegalMove("%s is not in your hand" % tile_code(tile))
        cells = [choice for choice in choices if choice < TILE_CHOICE]
        turns = [choice - TURN_CHOICE for choice in choices if choice >= TURN_CHOICE]
        if cells:
            self._check_cell(
                tile, turns[0] if turns else self._best_turn(tile, cells[0]), cells[0]
            )
        else:
            fitting = [move for move in self._moves() if move % 96 // 2 == tile]
            if not any([move & 1 in (turns or (0, 1)) for move in fitting]):
                how = self._name(TURN_CHOICE + turns[0]) + " " if turns else ""
                raise IllegalMove("%s%s fits nowhere" % (how, tile_code(tile)))

    def _best_turn(self, tile, cell):
        """Turned, if only so it fits on the cell."""
        fits = [m & 1 for m in self._moves() if m // 96 == cell and m % 96 // 2 == tile]
        return fits[0] if fits else 0

    def _check_cell(self, tile, turned, cell):
        if cell in self._table:
            raise IllegalMove("there is a tile on %s already" % _cell_text(cell), (cell,))
        beside = self.touching(cell)
        if not beside:
            raise IllegalMove("a tile must touch another one", (cell,))
        if cell in self._in_line():
            raise IllegalMove("the third tile may not continue the line of the first two", (cell,))
        face = face_on(cell, tile, turned)
        for side in range(4):
            if cell + STEPS[side] in self._table:
                there = self._table[cell + STEPS[side]] >> 2 * (side ^ 2) & 3
                here = face >> 2 * side & 3
                if here != there:
                    raise IllegalMove(
                        "in the %s %s would lie against %s"
                        % (SIDES[side], NAMES[here], NAMES[there]),
                        (cell, cell + STEPS[side]),
                    )

    def _text(self, move):
        text = "%s@%s" % (tile_code(move % 96 // 2), _cell_text(move // 96))
        return text + "r" if move & 1 else text

    def _parse(self, text):
        code, at, cell = text.partition("@")
        turned = cell[-1:] == "r"
        x, comma, y = (cell[:-1] if turned else cell).partition(",")
        x, y = _read_signed(x), _read_signed(y)
        if not at or x is None or y is None or tile_of(code) < 0:
            raise NotAMove("write tile, cell and r if turned, as BBOR@1,0 or BBOR@-2,3r")
        return (ORIGIN + y * WIDE + x) * 96 + 2 * tile_of(code) + int(turned)

    def _position(self, seat):
        from .xtiles_position import write

        return write(self, seat, range(self.players), "%08x" % self._chance.state)

    def _view(self, seat):
        from .xtiles_position import write

        text = write(self, self._next(), (seat,), "?")
        return text + " " + self.result.reason if self.result else text


def tile_of(code):
    """The number of a tile, or -1."""
    at = TILES.find(code) if len(code) == 4 else -1
    return at // 5 if at % 5 == 0 else -1


def _cell_text(cell):
    return "%d,%d" % (cell % WIDE - 48, cell // WIDE - 48)


def _read_signed(text):
    """A coordinate from -47 to 47, or None."""
    value = number(text[1:] if text[:1] == "-" else text)
    if value is None or value > 47 or text == "-0":
        return None
    return -value if text[0] == "-" else value
