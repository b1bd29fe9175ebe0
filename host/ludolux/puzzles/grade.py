"""How hard a LIXSO grid is for people: levels 1 to 6 by the hardest technique it needs.

After every step the easiest technique is tried first again, and each one looks over the board in
the same fixed order, so a grid always gets the same level and the same steps:

    level 1  single         one tile is left for a cell
             forced         all tiles left for a cell share their symbol or their shape
    level 2  used up        all tiles of a symbol lie, so no more of it can come
             locked         up to eight tiles are left for a cell, and all exclude another one
    level 3  what if        a tile is tried, and placing singles leads to a dead end; up to three
    level 4                 more than three of those
    level 5  long what if   the same, but the dead end takes the techniques of levels 1 and 2
    level 6  nested what if the same, with a long what if inside

A step says what it rests on and what it excludes. The proof inside a "what if" is not stored but
derived again from the step when somebody asks for it, which keeps grading fast.
"""

from functools import partial
from typing import NamedTuple

from .cover import SYMBOLS, GridError, bits, standard
from .solve import Locks, settle, without_used_up

LEVELS = range(1, 7)
WIDEST_LOCKED_CELL = 8
WHAT_IFS_OF_LEVEL_3 = 3
MOST_NAMED = 9


class Step(NamedTuple):
    technique: str
    cell: int | None  # where to look; None when it is about the whole board
    because: int  # the options it rests on: those of the cell, the tiles used up, the tile tried
    excluded: int  # the options that can be crossed out now
    alive: int  # the options before the step
    placed: int  # the tiles that lay before the step


class Grade(NamedTuple):
    level: int | None  # None: not solved by the techniques that were allowed
    steps: list
    solution: tuple | None  # the options placed, when solved


class Reasoner:
    """Finds the next step on one board."""

    def __init__(self, board):
        self.board = board
        self.locks = Locks(board, self._reads)

    def _reads(self, options):
        return options.bit_count() <= WIDEST_LOCKED_CELL or self._alike(options)

    def _alike(self, options):
        shapes = self.board.shapes_of(options)
        return not shapes & (shapes - 1) or len(self.board.symbols_of(options)) == 1

    def single(self, alive, placed):
        for cell in self.board.cells:
            options = alive & self.board.covering[cell]
            if not options & (options - 1) and not options & placed:
                clashing = alive & ~self.board.compatible[options.bit_length() - 1]
                return Step("single", cell, options, clashing, alive, placed)
        return None

    def forced(self, alive, placed):
        return self._excluded_by_cell("forced", self._alike, alive, placed)

    def locked(self, alive, placed):
        return self._excluded_by_cell("locked", self._reads, alive, placed)

    def _excluded_by_cell(self, technique, worth_reading, alive, placed):
        for cell in self.board.cells:
            options = alive & self.board.covering[cell]
            excluded = alive & ~self.locks[options]
            if excluded and worth_reading(options):
                return Step(technique, cell, options, excluded, alive, placed)
        return None

    def used_up(self, alive, placed):
        for own in self.board.of_symbol:
            lying = placed & own
            if lying.bit_count() == self.board.supply and alive & own & ~lying:
                return Step("used up", None, lying, alive & own & ~lying, alive, placed)
        return None

    def easy(self, alive, placed):
        """The first step of level 1 or 2."""
        for find in (self.single, self.forced, self.used_up, self.locked):
            step = find(alive, placed)
            if step:
                return step
        return None

    def dead_end(self, alive, placed):
        """The end of a proof: a cell without options, or too many tiles of a symbol."""
        for cell in self.board.cells:
            if not alive & self.board.covering[cell]:
                return Step("dead end", cell, 0, 0, alive, placed)
        for own in self.board.of_symbol:
            if self.board.supply is not None and (placed & own).bit_count() > self.board.supply:
                return Step("dead end", None, placed & own, 0, alive, placed)
        return None

    def what_if(self, technique, trial, alive, placed):
        """The first option that leads `trial` to a dead end, cells with few options first."""
        for cell, option in self.trials(alive):
            if trial.fails(alive, option):
                return Step(technique, cell, 1 << option, 1 << option, alive, placed)
        return None

    def trials(self, alive):
        """The options worth trying as (cell, option), each once."""
        choices = [(alive & self.board.covering[cell], cell) for cell in self.board.cells]
        choices = [choice for choice in choices if choice[0].bit_count() > 1]
        choices.sort(key=lambda choice: choice[0].bit_count())
        tried = 0
        for options, cell in choices:
            for option in bits(options & ~tried):
                yield cell, option
            tried |= options

    def after_singles(self, alive):
        """What is left of `alive` when only singles are placed; 0 is a dead end."""
        covering, compatible = self.board.covering, self.board.compatible
        bare, placed = self.board.cells, 0
        before = None
        while alive != before:
            before = alive
            still_bare = []
            for cell in bare:
                options = alive & covering[cell]
                if options & (options - 1):
                    still_bare.append(cell)
                elif options:
                    placed |= options
                    alive &= compatible[options.bit_length() - 1]
                else:
                    return 0
            bare = still_bare
            alive = without_used_up(self.board, alive, placed)
        return alive

    def after_easy(self, alive):
        """What the techniques of levels 1 and 2 leave of `alive`; 0 is a dead end."""
        return settle(self.board, alive, self.board.cells, 0, self.locks)[0]

    def after_long_what_ifs(self, alive):
        """What is left when long what-ifs are allowed too; 0 is a dead end."""
        trial = Trial(self.board, self.after_easy)
        alive = self.after_easy(alive)
        before = None
        while alive != before:
            before = alive
            for _, option in self.trials(alive):
                if alive >> option & 1 and trial.fails(alive, option):
                    alive = self.after_easy(alive & ~(1 << option))
        return alive


class Trial:
    """Tries options with one kind of reasoning, and remembers how far each trial came.

    As options are only ever excluded, a trial may go on from where it stood the last time; if
    nothing of what it stood on has gone since, it cannot fail now either.
    """

    def __init__(self, board, reason):
        self.compatible = board.compatible
        self.reason = reason
        self.stood = {}

    def fails(self, alive, option):
        stood = self.stood.get(option)
        start = alive & (self.compatible[option] if stood is None else stood)
        if start == stood:
            return False
        end = self.reason(start)
        self.stood[option] = end
        return not end


def grade(board, clues, at_most=6):
    """Solve a grid step by step as a person would: its level, its steps and its solution.

    With `at_most` the work stops as soon as a higher level is needed. A grid with several
    solutions never gets a level, but finding that out here is slow: prove it first.
    """
    reasoner = Reasoner(board)
    short, long, nested = (
        Trial(board, reason)
        for reason in (reasoner.after_singles, reasoner.after_easy, reasoner.after_long_what_ifs)
    )
    techniques = (
        (1, reasoner.single),
        (1, reasoner.forced),
        (2, reasoner.used_up),
        (2, reasoner.locked),
        (3, partial(reasoner.what_if, "what if", short)),
        (5, partial(reasoner.what_if, "long what if", long)),
        (6, partial(reasoner.what_if, "nested what if", nested)),
    )
    alive, placed = board.fitting(clues), 0
    steps, level, short_what_ifs = [], 1, 0
    while placed.bit_count() * 3 < len(board.cells):
        end = reasoner.dead_end(alive, placed)
        if end:
            raise GridError("the grid has no solution: " + _words(board, end))
        step, needed = None, 0
        for needed, find in techniques:
            if needed == 3 and short_what_ifs == WHAT_IFS_OF_LEVEL_3:
                needed = 4
            if needed > at_most:
                break
            step = find(alive, placed)
            if step:
                break
        if step is None:
            return Grade(None, steps, None)
        short_what_ifs += needed == 3
        steps.append(step)
        level = max(level, needed)
        alive, placed = apply(step)
    return Grade(level, steps, tuple(bits(placed)))


def apply(step):
    """(alive, placed) after a step."""
    placed = step.placed | step.because if step.technique == "single" else step.placed
    return step.alive & ~step.excluded, placed


def proof(board, step):
    """The steps from the tile tried in a "what if" to its dead end, which is the last one."""
    reasoner = Reasoner(board)
    option = step.because.bit_length() - 1
    alive, placed = step.alive & board.compatible[option], step.placed | step.because
    trial = Trial(board, reasoner.after_easy)
    found = []
    while not (end := reasoner.dead_end(alive, placed)):
        if step.technique == "what if":
            inner = reasoner.single(alive, placed) or reasoner.used_up(alive, placed)
        else:
            inner = reasoner.easy(alive, placed)
        if inner is None and step.technique == "nested what if":
            inner = reasoner.what_if("long what if", trial, alive, placed)
        found.append(inner)
        alive, placed = apply(inner)
    return [*found, end]


def explain(board, step):
    """A step in words: a list of lines, the proof inside a "what if" indented."""
    if not step.technique.endswith("what if"):
        return [_words(board, step)]
    tile = _tiles(board, step.because)
    lines = [f"What if {tile} covers {board.cell_names[step.cell]}?"]
    for inner in proof(board, step):
        lines += ["  " + line for line in explain(board, inner)]
    return [*lines, f"So {tile} is out."]


def explain_grid(text):
    """The level of a 9x9 grid text (None: beyond level 6) and all its steps in words."""
    board = standard()
    graded = grade(board, board.parse_grid(text))
    return graded.level, [line for step in graded.steps for line in explain(board, step)]


def _tiles(board, options):
    """Tiles as texts; of many only the first, for nobody reads the rest."""
    texts = [board.tile_text(option) for option in bits(options)]
    if len(texts) > MOST_NAMED:
        texts[MOST_NAMED - 1 :] = [f"and {len(texts) - MOST_NAMED + 1} more"]
    return " ".join(texts)


def _words(board, step):
    tiles, out = _tiles(board, step.because), _tiles(board, step.excluded)
    if step.cell is None:
        symbol = SYMBOLS[board.symbols_of(step.because)[0]]
        if step.technique == "used up":
            return f"All {board.supply} tiles of {symbol} lie. Out: {out}."
        return f"there are only {board.supply} tiles of {symbol}."
    cell = board.cell_names[step.cell]
    if step.technique == "dead end":
        return f"no tile fits {cell}."
    if step.technique == "single":
        return f"{cell}: only {tiles} fits."
    if step.technique == "locked":
        return f"{cell} is covered by one of {tiles}, and all of them exclude {out}."
    shapes = board.shapes_of(step.because)
    if shapes & (shapes - 1):
        symbol = SYMBOLS[board.symbols_of(step.because)[0]]
        return f"{cell} must be {symbol} ({tiles}). Out: {out}."
    shape = board.shape_names[shapes.bit_length() - 1]
    return f"{cell} must be covered by the L {shape} ({tiles}). Out: {out}."
