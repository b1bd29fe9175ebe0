"""The second prover: a LIXSO grid as a SAT formula, solved by python-sat.

It shares nothing with the first one, not even the geometry: the formula is written from the
rulebook, over pairs of (tile, symbol), and a solver that others wrote does the search. Where the
two provers agree, a mistake would have to be in both.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, islice

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

Place = tuple[int, int]  # row and column
SYMBOLS = "IXSO"
SOLVER = "glucose4"


class Formula:
    """The clauses for an empty size × size grid. Variable n stands for option n - 1."""

    def __init__(self, size: int = 9, supply: int | None = 7) -> None:
        self.size = size
        self.places = [(row, column) for row in range(size) for column in range(size)]
        self.options = [
            (symbol, symbol + name, cells) for symbol in SYMBOLS for name, cells in self._tiles()
        ]
        self.clauses: list[list[int]] = []
        self.excluding: set[tuple[int, int]] = set()
        self._cover()
        self._apart()
        self.clauses += [[-one, -other] for one, other in sorted(self.excluding)]
        if supply is not None:
            self._supply(supply)

    def _tiles(self) -> list[tuple[str, frozenset[Place]]]:
        """Every L on the grid: its name without the symbol, and its three cells."""
        found = []
        steps = {"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)}
        for row, column in self.places:
            for arms in ("ne", "se", "sw", "nw"):
                cells = {(row, column)}
                cells |= {(row + steps[arm][0], column + steps[arm][1]) for arm in arms}
                if cells <= set(self.places):
                    found.append((f"{chr(97 + column)}{row + 1}{arms}", frozenset(cells)))
        return found

    def _variables(self, symbol: str, place: Place) -> list[int]:
        """The options of a symbol that cover a place."""
        return [
            number
            for number, (own, _, cells) in enumerate(self.options, 1)
            if own == symbol and place in cells
        ]

    def _cover(self) -> None:
        """Each cell has one tile."""
        for place in self.places:
            here = [v for symbol in SYMBOLS for v in self._variables(symbol, place)]
            self.clauses.append(here)
            self.excluding.update(combinations(here, 2))

    def _apart(self) -> None:
        """Two tiles of a symbol never have neighbouring cells, by side or by corner."""
        for symbol in SYMBOLS:
            for row, column in self.places:
                here = self._variables(symbol, (row, column))
                for beside in ((row, column + 1), (row + 1, column - 1), (row + 1, column),
                               (row + 1, column + 1)):  # fmt: skip
                    there = self._variables(symbol, beside)
                    self.excluding |= {
                        (min(a, b), max(a, b)) for a in here for b in there if a != b
                    }

    def _supply(self, supply: int) -> None:
        """At most so many tiles of a symbol; the counting takes variables beyond the options."""
        top = len(self.options)
        for symbol in SYMBOLS:
            own = [n for n, option in enumerate(self.options, 1) if option[0] == symbol]
            at_most = CardEnc.atmost(own, supply, top_id=top, encoding=EncType.seqcounter)
            top = max(top, at_most.nv)
            self.clauses += at_most.clauses

    def clues(self, grid: str) -> list[list[int]]:
        """The clauses of a grid text: a clue cell has a tile of the clue's symbol."""
        rows = grid.split("/")
        return [
            self._variables(rows[row][column], (row, column))
            for row, column in self.places
            if rows[row][column] != "."
        ]


@lru_cache(maxsize=1)
def standard() -> Formula:
    return Formula()


def search(formula: Formula, grid: str) -> Iterator[list[str]]:
    """Yield every solution of a grid text, each once, as sorted tile texts."""
    with Solver(name=SOLVER, bootstrap_with=formula.clauses + formula.clues(grid)) as solver:
        while solver.solve():
            model = solver.get_model()
            if model is None:
                return
            laid = [number for number in model[: len(formula.options)] if number > 0]
            yield sorted(formula.options[number - 1][1] for number in laid)
            solver.add_clause([-number for number in laid])


def solutions(grid: str, limit: int | None = 2, formula: Formula | None = None) -> list[list[str]]:
    """Up to `limit` solutions of a grid text (None: all), each as sorted tile texts."""
    return list(islice(search(formula or standard(), grid), limit))
