"""The grid and tiles that the LIXSO puzzle and the duel share: where a tile may lie, and why not.

A tile is an L of three cells; its elbow is the cell that both arms join. Its code is
(symbol × 81 + elbow) × 4 + the direction of its arms.

How the grid is kept: per symbol one byte a cell that counts what keeps a tile of that symbol off
it: a tile already there, a clue of another symbol, a neighbouring tile of the same symbol. The
bytes have a rim around the grid that is always blocked.
"""

from .cells import cell_name, read_cell, read_rows, write_rows
from .chance import Chance
from .state import IllegalMove, NotAMove, State

SIZE = 9
CELLS = SIZE * SIZE
SYMBOLS = "IXSO"
SUPPLY = 7
DIRECTIONS = ("ne", "se", "sw", "nw")
PLACEMENTS = 4 * CELLS * 4
# The choices of `steps` from here on are symbols.
SYMBOL_CHOICE = 0x4000

RIM = SIZE + 2
AT = bytes([RIM * (cell // SIZE + 1) + cell % SIZE + 1 for cell in range(CELLS)])
# Per direction: the step to each arm, the one that comes first in reading order first.
ARMS = ((-RIM, 1), (1, RIM), (-1, RIM), (-RIM, -1))
# The same steps from cell to cell.
ARM_CELLS = ((-SIZE, 1), (1, SIZE), (-1, SIZE), (-SIZE, -1))


def _around(first, second):
    """The steps from the elbow to the cells around a tile, by side or corner."""
    tile = (0, first, second)
    king = (-RIM - 1, -RIM, -RIM + 1, -1, 1, RIM - 1, RIM, RIM + 1)
    return tuple(sorted({cell + step for cell in tile for step in king} - set(tile)))


AROUND = tuple([_around(*arms) for arms in ARMS])
# How many directions a set of them holds.
WAYS = bytes([bin(open_to).count("1") for open_to in range(16)])


def choose_grid(grid, level, seed, levels, number=None):
    """(clues, id, solution): the grid that is given and twice None, or one of the package's grids
    with its (level, number). Without a number, or a level, the seed picks."""
    if grid is not None:
        if level or number is not None:
            raise ValueError("give a grid or a level, not both")
        return read_grid(grid), None, None
    # Read when a game begins, then out of memory again.
    from . import grids

    if number is None:
        wanted = (level,) if level else [rank for rank in levels if rank]
        pick = Chance(seed).below(len(wanted) * grids.COUNT)
        level = wanted[pick // grids.COUNT]
        number = pick % grids.COUNT + 1
    clues, solution = grids.read(level, number)
    return clues, (level, number), tuple(solution)


def read_grid(text):
    if not isinstance(text, str):
        raise ValueError("a grid is a text of nine rows, not %r" % (text,))
    return read_rows(text, SIZE, SIZE, "." + SYMBOLS)


class TileState(State):
    """A grid of clues with tiles on it. `clues` is the grid as one text of 81 symbols, `grid_id`
    its (level, number) if it is one of the package's, else None."""

    example = "Xe5ne"
    limit = PLACEMENTS
    width = SIZE
    any_order_from = 1
    many = True
    # May a tile lie beside a clue of its symbol that it does not cover?
    clues_touch = True

    def __init__(self, clues, teams, grid_id=None):
        super().__init__(teams)
        self.clues = clues
        self.grid_id = grid_id
        self.left = [SUPPLY] * 4
        self._tiles = []
        self._blocked = [bytearray(b"\x01" * (RIM * RIM)) for _ in SYMBOLS]
        self._symbol = bytearray(RIM * RIM)
        self._clue = bytearray(RIM * RIM)
        for cell in range(CELLS):
            self._clue[AT[cell]] = ("." + SYMBOLS).index(clues[cell])
        for symbol, blocked in enumerate(self._blocked):
            for cell in range(CELLS):
                blocked[AT[cell]] = clues[cell] not in ("." + SYMBOLS[symbol])

    def tiles(self):
        """The tiles on the grid as texts, in the order played."""
        return [self._text(tile) for tile in self._tiles]

    def tile_cells(self, tile):
        """The elbow and the two arms of a tile, as cells."""
        elbow = tile // 4 % CELLS
        one, two = ARM_CELLS[tile % 4]
        return elbow, elbow + one, elbow + two

    def tile_on(self, cell):
        """The tile that covers a cell, or None."""
        for tile in self._tiles:
            if cell in self.tile_cells(tile):
                return tile
        return None

    def first(self, move):
        return SYMBOL_CHOICE + move // (4 * CELLS) if move < PLACEMENTS else self.steps(move)[0]

    def firsts(self):
        return [SYMBOL_CHOICE + symbol for symbol in self._symbols() if self._can_place((symbol,))]

    def moves_from(self, first):
        symbol = first - SYMBOL_CHOICE
        return self._placements((symbol,)) if symbol in self._symbols() else []

    def steps(self, move):
        """The symbol, then the three cells: elbow first, or in any order."""
        if move >= self.limit:
            return (move,)
        elbow = move // 4 % CELLS
        one, two = ARM_CELLS[move & 3]
        return SYMBOL_CHOICE + move // (4 * CELLS), elbow, elbow + one, elbow + two

    def _name(self, choice):
        if choice >= SYMBOL_CHOICE:
            return SYMBOLS[choice - SYMBOL_CHOICE]
        return cell_name(choice, SIZE)

    def _placements(self, symbols):
        """Where tiles of these symbols may lie, ascending."""
        fits, count = self._fits(symbols)
        found = [0] * count  # a list that grows takes twice its memory
        count = 0
        for place in range(4 * CELLS):
            open_to = fits[place]
            if open_to:
                for direction in range(4):
                    if open_to >> direction & 1:
                        found[count] = place * 4 + direction
                        count += 1
        return found

    def _can_place(self, symbols):
        """May a tile of one of these symbols lie anywhere?"""
        return self._fits(symbols, True)[1] > 0

    def _fits(self, symbols, first_only=False):
        """Per symbol and elbow the directions that fit, one bit for each, and how many these are.
        With `first_only` the search ends at the first elbow."""
        fits = bytearray(4 * CELLS)
        count = 0
        for symbol in symbols:
            if not self.left[symbol]:
                continue
            blocked = self._blocked[symbol]
            for elbow in range(CELLS):
                at = AT[elbow]
                if blocked[at]:
                    continue
                east = blocked[at + 1]
                west = blocked[at - 1]
                open_to = 0
                if not blocked[at - RIM]:
                    open_to = (0 if east else 1) | (0 if west else 8)
                if not blocked[at + RIM]:
                    open_to |= (0 if east else 2) | (0 if west else 4)
                if open_to and not self.clues_touch:
                    open_to = self._apart_from_clues(symbol, at, open_to)
                if open_to:
                    fits[symbol * CELLS + elbow] = open_to
                    count += WAYS[open_to]
                    if first_only:
                        return fits, count
        return fits, count

    def _apart_from_clues(self, symbol, at, open_to):
        """The directions, as bits, in which a tile lies beside no clue of its symbol."""
        for direction in range(4):
            if open_to >> direction & 1 and self._lonely_clue(symbol, at, direction) >= 0:
                open_to -= 1 << direction
        return open_to

    def _lonely_clue(self, symbol, at, direction):
        """A clue of this symbol, not covered, that a tile would lie beside; -1 for none."""
        wanted = symbol + 1
        clue = self._clue
        covered = self._symbol
        for step in AROUND[direction]:
            if clue[at + step] == wanted and not covered[at + step]:
                return _cell(at + step)
        return -1

    def _lay(self, tile, index):
        """Put a tile on the grid, as number `index` in the order played."""
        self._tiles.insert(index, tile)
        self._count(tile, 1)

    def _lift(self, index):
        """Take the tile with this number off again."""
        tile = self._tiles.pop(index)
        self._count(tile, -1)
        return tile

    def _count(self, tile, sign):
        symbol = tile // 4 // CELLS % 4
        at = AT[tile // 4 % CELLS]
        direction = tile % 4
        self.left[symbol] -= sign
        for step in (0,) + ARMS[direction]:
            self._symbol[at + step] = symbol + 1 if sign > 0 else 0
            for blocked in self._blocked:
                blocked[at + step] += sign
        blocked = self._blocked[symbol]
        for step in AROUND[direction]:
            blocked[at + step] += sign

    def _check(self, move):
        symbol, elbow = divmod(move // 4, CELLS)
        first, second = ARMS[move % 4]
        at = AT[elbow]
        if _cell(at + first) < 0 or _cell(at + second) < 0:
            raise IllegalMove("that tile would stick out of the grid", (elbow,))
        self._check_symbol(symbol)
        for cell in self.tile_cells(move):
            self._check_cell(symbol, cell)
        if not self.clues_touch:
            clue = self._lonely_clue(symbol, at, move % 4)
            if clue >= 0:
                raise IllegalMove(
                    "the tile would touch the %s clue on %s" % (SYMBOLS[symbol], self._name(clue)),
                    (clue,),
                )

    def _check_symbol(self, symbol):
        if not self.left[symbol]:
            raise IllegalMove("all seven %s tiles are used" % SYMBOLS[symbol])

    def _check_cell(self, symbol, cell):
        """Why a tile of this symbol may not cover the cell."""
        name = self._name(cell)
        if self._symbol[AT[cell]]:
            raise IllegalMove("%s is covered already" % name, (cell,))
        if self.clues[cell] not in "." + SYMBOLS[symbol]:
            raise IllegalMove("the clue on %s asks for %s" % (name, self.clues[cell]), (cell,))
        if self._blocked[symbol][AT[cell]]:
            near = [
                other
                for other in range(CELLS)
                if self._symbol[AT[other]] == symbol + 1
                and abs(other % SIZE - cell % SIZE) < 2
                and abs(other // SIZE - cell // SIZE) < 2
            ]
            raise IllegalMove(
                "two %s tiles would touch at %s" % (SYMBOLS[symbol], name), [cell] + near
            )

    def _check_steps(self, choices):
        """Symbol and cells that no placement has together: the first of them that is at fault."""
        symbol = choices[0] - SYMBOL_CHOICE
        if symbol < 0:
            raise IllegalMove("choose a symbol first", choices[:1])
        self._check_symbol(symbol)
        for cell in choices[1:]:
            if cell >= SYMBOL_CHOICE:
                raise IllegalMove("now choose the cells of the tile")
            self._check_cell(symbol, cell)
        chosen = choices[1:]
        if not any(
            [
                all([cell in self.tile_cells(tile) for cell in chosen])
                for tile in self._placements((symbol,))
            ]
        ):
            raise IllegalMove("no %s tile fits there" % SYMBOLS[symbol], chosen)

    def _text(self, move):
        symbol, elbow = divmod(move // 4, CELLS)
        return SYMBOLS[symbol] + cell_name(elbow, SIZE) + DIRECTIONS[move % 4]

    def _parse(self, text):
        if text[0] not in SYMBOLS or text[-2:] not in DIRECTIONS:
            raise NotAMove("write symbol, elbow and direction of the arms, as %s" % self.example)
        elbow = read_cell(text[1:-2], SIZE, SIZE)
        return (SYMBOLS.index(text[0]) * CELLS + elbow) * 4 + DIRECTIONS.index(text[-2:])

    def _position(self, seat):
        grid = write_rows(self.clues, SIZE)
        return "%s %s %d" % (grid, ",".join(self.tiles()) or "-", seat)

    def _read_tiles(self, text):
        """Lay the tiles of a position text, each by the rules."""
        for word in text.split(",") if text != "-" else ():
            try:
                tile = self._parse(word) if word else -1
                self._check_tile(tile)
            except ValueError as error:
                raise ValueError("tile %r: %s" % (word, error))
            self._lay(tile, len(self._tiles))

    def _check_tile(self, tile):
        if not 0 <= tile < PLACEMENTS:
            raise ValueError("that is not a tile")
        TileState._check(self, tile)


def _cell(at):
    """The cell at a place on the grid with the rim, or -1 on the rim."""
    y, x = divmod(at, RIM)
    return (y - 1) * SIZE + x - 1 if 0 < x <= SIZE and 0 < y <= SIZE else -1
