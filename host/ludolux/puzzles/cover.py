"""LIXSO's board as bit masks, and random full coloured coverings.

An *option* is one tile of one symbol in one place. Options are numbered, and a set of options is
an int with one bit for each: option = symbol * board.shapes + shape. A *shape* is the place alone:
one of the four L's in one of the 2x2 windows. Cells are numbered row by row from a1 = 0.

Two tiles of one symbol touch exactly when they have cells in one 2x2 window. So everything that
rules an option out by another one is in one table, `compatible`; the clues only limit the options
at the start. The supply of tiles is the one rule which that table does not hold.
"""

from functools import lru_cache

SYMBOLS = "IXSO"
ARMS = ("ne", "se", "sw", "nw")
COLUMNS = "abcdefghi"

# A search that has not ended after this many tiles is in a bad corner; a fresh start is cheaper.
TILES_BEFORE_RESTART = 300


class GridError(ValueError):
    """The text is not a grid, or a grid cannot be what is asked of it; the message says why."""


def bits(mask):
    """The numbers of the bits set in `mask`, in ascending order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Board:
    """All options of a size x size board, and which of them exclude each other.

    `supply` is the number of tiles of each symbol; None lifts the limit, for counting only.
    A board is never changed after it is made, so one can be shared (see `standard`).
    """

    def __init__(self, size=9, supply=7):
        if not 2 <= size <= len(COLUMNS):
            raise GridError(f"a board has 2 to {len(COLUMNS)} rows, not {size}")
        self.size = size
        self.supply = supply
        self.cells = range(size * size)
        self.cell_names = [COLUMNS[cell % size] + str(cell // size + 1) for cell in self.cells]

        self.shape_cells = []  # the elbow first, then the arms
        self.shape_names = []
        for row in range(size - 1):
            for column in range(size - 1):
                for arms in ARMS:
                    self._add_shape(row, column, arms)
        self.shapes = len(self.shape_cells)
        self.options = self.shapes * len(SYMBOLS)
        self.everything = (1 << self.options) - 1

        one_symbol = (1 << self.shapes) - 1
        self.of_symbol = [one_symbol << symbol * self.shapes for symbol in range(len(SYMBOLS))]
        self._covering_shapes = [0] * len(self.cells)
        for shape, cells in enumerate(self.shape_cells):
            for cell in cells:
                self._covering_shapes[cell] |= 1 << shape
        self.covering = [self.in_any_symbol(shapes) for shapes in self._covering_shapes]
        self.compatible = [self._compatible_with(option) for option in range(self.options)]

    def _add_shape(self, row, column, arms):
        north, west = arms[0] == "n", arms[1] == "w"
        elbow = (row + north) * self.size + column + west
        along_column = elbow - self.size if north else elbow + self.size
        along_row = elbow - 1 if west else elbow + 1
        self.shape_cells.append((elbow, along_column, along_row))
        self.shape_names.append(self.cell_names[elbow] + arms)

    def _compatible_with(self, option):
        symbol, shape = divmod(option, self.shapes)
        overlapping = touching = 0
        for cell in self.shape_cells[shape]:
            overlapping |= self._covering_shapes[cell]
            for neighbour in self.around(cell):
                touching |= self._covering_shapes[neighbour]
        excluded = self.in_any_symbol(overlapping) | touching << symbol * self.shapes
        return self.everything & ~excluded | 1 << option

    def around(self, cell):
        """The cell itself and those beside it, by side or by corner."""
        row, column = divmod(cell, self.size)
        return [
            r * self.size + c
            for r in range(max(0, row - 1), min(self.size, row + 2))
            for c in range(max(0, column - 1), min(self.size, column + 2))
        ]

    def in_any_symbol(self, shapes):
        """The options of all symbols with one of these shapes."""
        return sum(shapes << symbol * self.shapes for symbol in range(len(SYMBOLS)))

    def shapes_of(self, options):
        """The shapes that occur among these options, as a mask."""
        found = 0
        for symbol in range(len(SYMBOLS)):
            found |= options >> symbol * self.shapes
        return found & self.of_symbol[0]

    def symbols_of(self, options):
        """The symbols that occur among these options, as a list of numbers."""
        return [symbol for symbol, own in enumerate(self.of_symbol) if options & own]

    def cells_of(self, option):
        return self.shape_cells[option % self.shapes]

    def tile_text(self, option):
        symbol, shape = divmod(option, self.shapes)
        return SYMBOLS[symbol] + self.shape_names[shape]

    def option_of(self, text):
        """The option with this canonical text, such as `Xe5ne`."""
        if text[:1] in SYMBOLS and text[1:] in self.shape_names:
            return SYMBOLS.index(text[0]) * self.shapes + self.shape_names.index(text[1:])
        raise GridError(f"{text!r} is not a tile on this board; a tile looks like Xe5ne")

    def parse_grid(self, text):
        """The clues of a grid text: a dict from cell to symbol number."""
        rows = text.strip().split("/")
        if len(rows) != self.size:
            raise GridError(f"a grid has {self.size} rows joined by '/', this one has {len(rows)}")
        clues = {}
        for number, row in enumerate(rows):
            if len(row) != self.size:
                raise GridError(f"row {number + 1} has {len(row)} cells instead of {self.size}")
            for column, character in enumerate(row):
                cell = number * self.size + column
                if character in SYMBOLS:
                    clues[cell] = SYMBOLS.index(character)
                elif character != ".":
                    name = self.cell_names[cell]
                    raise GridError(f"{name} holds {character!r}; a cell is one of . I X S O")
        return clues

    def grid_text(self, clues):
        cells = ["."] * len(self.cells)
        for cell, symbol in clues.items():
            cells[cell] = SYMBOLS[symbol]
        size = self.size
        return "/".join("".join(cells[start : start + size]) for start in self.cells[::size])

    def fitting(self, clues):
        """The options that agree with every clue they cover."""
        fitting = self.everything
        for cell, symbol in clues.items():
            fitting &= ~self.covering[cell] | self.of_symbol[symbol]
        return fitting

    def symbols_by_cell(self, options):
        """The symbol number on each cell of a full covering."""
        symbols = [None] * len(self.cells)
        for option in options:
            for cell in self.cells_of(option):
                symbols[cell] = option // self.shapes
        return symbols


@lru_cache(maxsize=1)
def standard():
    """The game's own board: 9x9, seven tiles of each symbol."""
    return Board()


def random_covering(board, rng):
    """A full coloured covering drawn with `rng`: its options in ascending order.

    Every covering can come up, but not all are equally likely.
    """
    if board.size not in (6, 9):
        raise GridError(f"a {board.size}x{board.size} board cannot be covered by L-tiles of three")
    while True:
        search = _RandomSearch(board, rng)
        if search.cover(board.everything, list(board.cells)):
            return tuple(sorted(search.laid))


class _RandomSearch:
    """One attempt at a covering: always the cell with the fewest options, in random order."""

    def __init__(self, board, rng):
        self.board = board
        self.rng = rng
        self.laid = []
        self.left = [board.supply or board.options] * len(SYMBOLS)
        self.budget = TILES_BEFORE_RESTART

    def cover(self, alive, bare):
        if not bare:
            return True
        board = self.board
        options = min((alive & board.covering[cell] for cell in bare), key=int.bit_count)
        choices = bits(options)
        self.rng.shuffle(choices)
        for option in choices:
            self.budget -= 1
            if self.budget < 0:
                return False
            symbol = option // board.shapes
            rest = alive & board.compatible[option]
            self.left[symbol] -= 1
            if not self.left[symbol]:
                rest &= ~board.of_symbol[symbol]
            self.laid.append(option)
            cells = board.cells_of(option)
            if self.cover(rest, [cell for cell in bare if cell not in cells]):
                return True
            self.laid.pop()
            self.left[symbol] += 1
        return False


def count_tilings(size):
    """In how many ways L-tiles without symbols cover the whole board."""
    board = Board(size)
    starting_at = [[] for _ in board.cells]
    for cells in board.shape_cells:
        starting_at[min(cells)].append(sum(1 << cell for cell in cells))
    ways = {0: 1}  # by the cells covered so far; all those before the current cell are
    for cell in board.cells:
        following = {}
        for covered, count in ways.items():
            fits = [covered | tile for tile in starting_at[cell] if not covered & tile]
            for after in [covered] if covered >> cell & 1 else fits:
                following[after] = following.get(after, 0) + count
        ways = following
    return sum(ways.values())
