"""LIXSO, the puzzle for one player.

Cover the 9×9 grid with 27 of the 28 L-tiles, seven of each symbol I X S O. A tile on a clue cell
has the clue's symbol, and tiles of the same symbol touch neither by side nor by corner. Each grid
has one solution.

Decisions
1. What breaks a rule or the supply is refused; a tile that is only wrong is not.
2. A tile can be laid in doubt (`Xe5ne?`), turned over or back (`?e5`), taken off (`-e5`), and all
   doubted tiles can be taken off at once (`--`).
3. `moves()` lists the placements only. With none left and cells open, `stuck` is True.
4. There is nobody to agree a draw with; `resign` gives up.
"""

from .cells import read_cell, read_seat
from .lixso_grid import CELLS, PLACEMENTS, SIZE, TileState, choose_grid, read_grid
from .state import RESIGN, IllegalMove

PLAYERS = (1,)
# Level 0 is any. `new` also takes grid=TEXT, level= with number=, and daily=DAYS.
OPTIONS = {"level": (0, 1, 2, 3, 4, 5, 6)}

# Moves above the placements: the same in doubt, taking off, turning over, taking all doubted off.
DOUBTED = PLACEMENTS
TAKE = 2 * PLACEMENTS
TURN = TAKE + CELLS
SWEEP = TURN + CELLS
# Choices above the symbols: in doubt, taking off, turning over, taking all doubted off.
DOUBT_CHOICE, TAKE_CHOICE, TURN_CHOICE, SWEEP_CHOICE = range(0x4004, 0x4008)


def new(players=None, seed=0, **options):
    """A puzzle: grid=TEXT; or a grid of a level (0 for any) that the seed picks, or number= says,
    from 1 to 20; or daily=, the grid of a day in days since 1970-01-01."""
    from .arguments import check_arguments

    grid = options.pop("grid", None)
    number = options.pop("number", None)
    daily = options.pop("daily", None)
    _, options = check_arguments(PLAYERS, OPTIONS, players, seed, options)
    level = options["level"]
    if daily is not None:
        if grid is not None or level or number is not None:
            raise ValueError("the day says which grid: leave grid, level and number out")
        from .grids import daily as of_day

        level, number = of_day(daily)
    return Lixso(*choose_grid(grid, level, seed, OPTIONS["level"], number))


def from_position(text):
    """The state that `position()` wrote: grid, tiles in the order played, seat to move."""
    from .positions import restore_ending, split_position

    fields, _, ending = split_position(text, "GRID TILES SEAT")
    state = Lixso(read_grid(fields[0]))
    read_seat(fields[2], 1)
    state._read_tiles(fields[1])
    state._judge()
    return restore_ending(state, ending)


class Lixso(TileState):
    """A doubted tile is kept as its code plus DOUBTED. `solution`: the tiles that solve the grid
    if it is one of the package's, else None."""

    words = (RESIGN,)
    limit = SWEEP + 1
    prefixes = {DOUBT_CHOICE: DOUBTED}

    def __init__(self, clues, grid_id=None, solution=None):
        super().__init__(clues, ((0,),), grid_id)
        self.solution = solution

    @property
    def stuck(self):
        """No tile fits any more and the grid is not covered: something lies wrong."""
        return not self.result and not self._can_place(range(4))

    def moves(self):
        return self._placements(self._symbols())

    def _symbols(self):
        return () if self.result else range(4)

    def extras(self):
        """Taking tiles off and turning them over; a placement in doubt is a prefix."""
        if self.result:
            return []
        covered = [cell for tile in self._tiles for cell in self.tile_cells(tile)]
        covered.sort()
        found = [TAKE + cell for cell in covered] + [TURN + cell for cell in covered]
        if any([tile >= DOUBTED for tile in self._tiles]):
            found.append(SWEEP)
        return found

    def scores(self):
        """The number of tiles on the grid."""
        return [len(self._tiles)]

    def side(self, seat):
        return "you"

    def steps(self, move):
        if move < DOUBTED or move > SWEEP:
            return super().steps(move)
        if move < TAKE:
            return (DOUBT_CHOICE,) + super().steps(move - DOUBTED)
        if move == SWEEP:
            return (SWEEP_CHOICE,)
        return (TAKE_CHOICE, move - TAKE) if move < TURN else (TURN_CHOICE, move - TURN)

    def tile_cells(self, tile):
        return super().tile_cells(tile % DOUBTED)

    def _name(self, choice):
        if choice >= DOUBT_CHOICE:
            return ("?", "-", "turn", "--")[choice - DOUBT_CHOICE]
        return super()._name(choice)

    def _make(self, move):
        if move < TAKE:
            self._lay(move, len(self._tiles))
            self._judge()
            return None
        if move == SWEEP:
            doubted = [i for i, tile in enumerate(self._tiles) if tile >= DOUBTED]
            return [(index, self._lift(index)) for index in reversed(doubted)]
        index = self._tiles.index(self.tile_on((move - TAKE) % CELLS))
        if move < TURN:
            return [(index, self._lift(index))]
        tile = self._tiles[index]
        self._tiles[index] = tile - DOUBTED if tile >= DOUBTED else tile + DOUBTED
        return None

    def _unmake(self, move, lifted):
        if move < TAKE:
            self._lift(-1)
        elif lifted:
            for index, tile in reversed(lifted):
                self._lay(tile, index)
        else:
            self._make(move)

    def _judge(self):
        if len(self._tiles) == CELLS // 3:
            self._end((0,), "solved")

    def _check(self, move):
        if move < TAKE:
            super()._check(move % DOUBTED)
        elif move == SWEEP:
            if not any([tile >= DOUBTED for tile in self._tiles]):
                raise IllegalMove("no tile is in doubt")
        else:
            cell = (move - TAKE) % CELLS
            if self.tile_on(cell) is None:
                raise IllegalMove("there is no tile on %s" % self._name(cell), (cell,))

    def _check_steps(self, choices):
        first = choices[0]
        if first in (TAKE_CHOICE, TURN_CHOICE):
            if not self._tiles:
                raise IllegalMove("there is no tile on the grid yet")
            for cell in choices[1:]:
                if cell >= CELLS:
                    raise IllegalMove("now choose a tile on the grid")
                self._check(TAKE + cell)
        elif first == SWEEP_CHOICE:
            self._check(SWEEP)
        else:
            symbol_on = choices[1:] if first == DOUBT_CHOICE else choices
            if symbol_on:
                super()._check_steps(symbol_on)

    def _text(self, move):
        if move < DOUBTED:
            return super()._text(move)
        if move < TAKE:
            return super()._text(move - DOUBTED) + "?"
        if move == SWEEP:
            return "--"
        sign = "-" if move < TURN else "?"
        return sign + self._name((move - TAKE) % CELLS)

    def _parse(self, text):
        if text == "--":
            return SWEEP
        if text[0] in "-?":
            return (TAKE if text[0] == "-" else TURN) + read_cell(text[1:], SIZE, SIZE)
        if text[-1] == "?":
            return DOUBTED + super()._parse(text[:-1])
        return super()._parse(text)

    def _check_tile(self, tile):
        super()._check_tile(tile % DOUBTED if 0 <= tile < TAKE else -1)
