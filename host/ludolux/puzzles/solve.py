"""The prover: finds the solutions of a LIXSO grid, one, two or all of them.

It knows the board's tables and nothing of how grids are made. The search is exhaustive; what makes
it short is what happens before each guess. An option stays only while every cell has some option
that can lie beside it. This one test contains the singles (a cell with one option excludes all
that clashes with it), the forced symbols and shapes, and the locked candidates.
"""

from itertools import islice

from .cover import bits, standard

# Reading cells with more options than this costs more than it saves.
WIDEST_CELL = 12

# The masks kept are about 300 bytes each; a prover that lives long must not grow for ever.
MOST_LOCKS = 60_000


class Locks(dict):
    """From the options of a cell to the options that can lie beside at least one of them.

    Cells for which `worth_reading(options)` is false exclude nothing. The same few cells come back
    all the time in a search, so the answers are kept.
    """

    def __init__(self, board, worth_reading):
        super().__init__()
        self.board = board
        self.worth_reading = worth_reading

    def __missing__(self, options):
        if not self.worth_reading(options):
            return -1
        if len(self) > MOST_LOCKS:
            self.clear()
        beside = 0
        for option in bits(options):
            beside |= self.board.compatible[option]
        self[options] = beside
        return beside


def prover_locks(board):
    return Locks(board, lambda options: options.bit_count() <= WIDEST_CELL)


def settle(board, alive, bare, placed, locks):
    """Exclude options until nothing more follows: (alive, bare cells, placed options).

    `bare` lists the cells still without a tile, `placed` is the mask of the tiles that lie. With
    alive = 0 there is no way on: a cell has no option or a symbol has more tiles than there are.
    """
    covering = board.covering
    while True:
        before = None
        while alive != before:
            before = alive
            for cell in bare:
                options = alive & covering[cell]
                if not options:
                    return 0, bare, placed
                alive &= locks[options]
        still_bare = []
        for cell in bare:
            options = alive & covering[cell]
            if options & (options - 1):
                still_bare.append(cell)
            else:
                placed |= options
        bare = still_bare
        alive = without_used_up(board, alive, placed)
        if alive == before or not alive:
            return alive, bare, placed


def without_used_up(board, alive, placed):
    """`alive` without the symbols of which all tiles lie; 0 when more lie than there are."""
    if board.supply is None:
        return alive
    for own in board.of_symbol:
        tiles = (placed & own).bit_count()
        if tiles >= board.supply:
            if tiles > board.supply:
                return 0
            alive &= ~own | placed
    return alive


def search(board, alive, locks=None):
    """Yield every full covering made of `alive` options, each once, as a mask of its tiles."""
    locks = prover_locks(board) if locks is None else locks
    covering, compatible = board.covering, board.compatible
    waiting = [(alive, list(board.cells), 0)]
    while waiting:
        alive, bare, placed = settle(board, *waiting.pop(), locks)
        if not alive:
            continue
        if not bare:
            yield placed
            continue
        narrowest = min((alive & covering[cell] for cell in bare), key=int.bit_count)
        for option in bits(narrowest):
            waiting.append((alive & compatible[option], bare, placed))


def solutions(board, clues, limit=2):
    """Up to `limit` solutions of a grid (None: all), each as a tuple of options.

    With the default limit the length of the answer tells no solution, exactly one, or several.
    """
    return [tuple(bits(mask)) for mask in islice(search(board, board.fitting(clues)), limit)]


def count(board, clues, limit=None):
    """The number of solutions of a grid, counted no further than `limit`."""
    return sum(1 for _ in islice(search(board, board.fitting(clues)), limit))


def solve_grid(text, limit=2):
    """Up to `limit` solutions of a 9x9 grid text, each as a list of tile texts."""
    board = standard()
    found = solutions(board, board.parse_grid(text), limit)
    return [[board.tile_text(option) for option in solution] for solution in found]
