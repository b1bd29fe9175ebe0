"""LIXSO, the duel for two or four players.

In turn lay a tile of one of your symbols: on a clue cell only the clue's symbol, and never so that
two tiles of the same symbol touch by side or corner. Cells may stay open. Most tiles win.

Decisions
1. Two players: seat 0 has I and X, seat 1 has S and O. Four: seats 0 1 2 3 have I S O X, the teams
   are (0, 3) and (1, 2), so that the turns go A B B A.
2. A seat that cannot lay passes; the game ends at once when no seat can. Equal numbers: a draw.
3. Option clues_touch: True (the rulebook) lets a tile lie beside a clue of its symbol that it does
   not cover; False (the publisher's later wording) does not.
4. Grids of level 3 to 6.
"""

from .cells import read_seat
from .lixso_grid import CELLS, SYMBOLS, TileState, choose_grid, read_grid
from .state import PASS, IllegalMove

PLAYERS = (2, 4)
# Level 0 is any. `new` also takes grid=TEXT.
OPTIONS = {"clues_touch": (True, False), "level": (0, 3, 4, 5, 6)}

# By number of players: the teams, and the symbols of each seat.
SEATS = {
    2: (((0,), (1,)), ((0, 1), (2, 3))),
    4: (((0, 3), (1, 2)), ((0,), (2,), (3,), (1,))),
}


def new(players=None, seed=0, **options):
    """A duel on grid=TEXT, or on a grid of a level (0 for any) that the seed picks."""
    from .arguments import check_arguments

    grid = options.pop("grid", None)
    players, options = check_arguments(PLAYERS, OPTIONS, players, seed, options)
    clues, grid_id, _ = choose_grid(grid, options["level"], seed, OPTIONS["level"])
    state = Duel(clues, players, options["clues_touch"], grid_id)
    state._judge()
    return state


def from_position(text):
    """The state that `position()` wrote: grid, tiles, seat to move; then what differs from the
    usual: players=4 where the seat does not show it, clues_touch=False."""
    from .positions import restore_ending, split_position

    fields, found, ending = split_position(text, "GRID TILES SEAT", ("players", "clues_touch"))
    if found.get("players", "4") != "4" or found.get("clues_touch", "False") != "False":
        raise ValueError("after the seat only players=4 and clues_touch=False can follow")
    players = 4 if "players" in found or fields[2] in ("2", "3") else 2
    state = Duel(read_grid(fields[0]), players, "clues_touch" not in found)
    state.turn = read_seat(fields[2], players)
    state._read_tiles(fields[1])
    state._judge()
    return restore_ending(state, ending)


class Duel(TileState):
    def __init__(self, clues, players, clues_touch, grid_id=None):
        teams, self.symbols = SEATS[players]
        super().__init__(clues, teams, grid_id)
        self.clues_touch = clues_touch

    def scores(self):
        """The tiles that each seat has laid; a team's count together."""
        return [
            sum([tile // 4 // CELLS in symbols for tile in self._tiles])
            for symbols in self.symbols
        ]

    def side(self, seat):
        return " and ".join([SYMBOLS[symbol] for symbol in self.symbols[seat]])

    def firsts(self):
        return super().firsts() or ([] if self.result else [PASS])

    def moves_from(self, first):
        return [PASS] if first == PASS and self.firsts() == [PASS] else super().moves_from(first)

    def _symbols(self):
        return () if self.result else self.symbols[self.turn]

    def _moves(self):
        return self._placements(self._symbols())

    def _make(self, move):
        self._lay(move, len(self._tiles))
        self.turn = (self.turn + 1) % self.players
        self._judge()
        return None

    def _unmake(self, move, _):
        self._lift(-1)

    def _judge(self):
        """Over when nobody can lay a tile any more."""
        # The seat to move most likely can: look there first.
        if self._can_place(self.symbols[self.turn]):
            return
        if self._can_place(range(4)):
            return
        scores = self.scores()
        tiles = [sum([scores[seat] for seat in team]) for team in self.teams]
        if tiles[0] == tiles[1]:
            self._end((), "tiles")
        else:
            self._end(self.teams[0 if tiles[0] > tiles[1] else 1], "tiles")

    def _check_symbol(self, symbol):
        if symbol not in self.symbols[self.turn]:
            raise IllegalMove(
                "%s is not yours: you lay %s" % (SYMBOLS[symbol], self.side(self.turn))
            )
        super()._check_symbol(symbol)

    def _check_tile(self, tile):
        # A position does not say who laid a tile: its symbol does.
        seat = self.turn
        self.turn = [tile // 4 // CELLS in symbols for symbols in self.symbols].index(True)
        try:
            super()._check_tile(tile)
        finally:
            self.turn = seat

    def _position(self, seat):
        text = super()._position(seat)
        if self.players == 4 and seat < 2:
            text += " players=4"
        return text if self.clues_touch else text + " clues_touch=False"
