"""A move from single touches: what may be touched next, what is taken back, and why not.

All games get selection, highlighting, refusal and cancel from here, through `state.steps`.
A touch only finds out whether the choices name a move already; what may be touched after it is
found by `think`, when the touch has been shown.
"""

from shared_rules.state import IllegalMove

ALL = 1 << 20


class Pick:
    """The choices made so far. Scenes read chosen, nexts, last, peek, look and overview."""

    def __init__(self):
        self.chosen = ()
        self.nexts = set()
        self.last = None
        self.peek = False
        self.look = (0, 0)
        self.overview = False
        self._moves = self._extras = self._fitting = ()
        # Where the rest of those that fit is still to be looked for; two of them are found at once
        # and tell that the choices name no move yet.
        self._among = ()
        self._more = self._given = 0
        self._known = True  # are `nexts` those of the choices?
        self._follows = True
        self._ordered = False  # do the first choices of the moves ascend?

    def forget(self):
        """Let the lists of the last turn go."""
        self._moves = self._extras = self._fitting = self._among = ()
        self.chosen = ()
        self.nexts = set()

    def begin(self, state):
        """A new turn: nothing is chosen but what leaves no choice."""
        self._moves = () if state.many or state.turn is None else state.moves()
        self._extras = state.extras()
        self._given = 0
        self._follows = True
        self._choose(state, ())
        self.think(state)
        self._given = len(self.chosen)

    def touch(self, state, choice):
        """Choose, or take back. Returns the move when the choices name one, else None.

        IllegalMove when nothing legal goes on with this choice: nothing has changed.
        """
        self._follows = True
        if choice in self.nexts:
            self._choose(state, self.chosen + (choice,))
            if len(self._fitting) == 1:
                return self._fitting[0] + self._more
        elif choice in self.chosen[self._given :]:
            self._take_back(state, choice)
        elif len(self.chosen) > self._given and self._begins(state, choice):
            # Another piece of one's own instead: begin anew with that one.
            self._choose(state, self.chosen[: self._given] + (choice,))
        else:
            raise self._refusal(state, choice)
        return None

    def think(self, state):
        """Find what may be touched next, and make the choices that leave no choice but never the
        last one of a move. Says whether there was anything to be found."""
        if self._known:
            return False
        self._list_nexts(state)
        while self._follows and len(self.nexts) == 1 and self._fitting:
            steps = state.steps(self._fitting[0])
            if len(self.chosen) + 1 - bool(self._more) >= len(steps):
                break
            self._choose(state, self.chosen + tuple(self.nexts))
            self._list_nexts(state)
        return True

    def cancel(self, state):
        """Take every choice back. Says whether there was one."""
        some = len(self.chosen) > self._given
        if some:
            self._follows = False
            self._choose(state, self.chosen[: self._given])
        return some

    def _take_back(self, state, choice):
        self._follows = False
        at = self.chosen.index(choice)
        loose = state.any_order_from + (1 if self._more else 0)
        rest = self.chosen[at + 1 :] if at >= loose else ()
        self._choose(state, self.chosen[:at] + rest)

    def _begins(self, state, choice):
        """Could this choice be made if all others were taken back?"""
        given = self.chosen[: self._given]
        if given:
            return bool(self._fit(state, self._from(state, given[0]), given + (choice,), 1))
        if choice in state.prefixes:
            return bool(self._moves or state.many and state.firsts())
        extras = self._fit(state, self._extras, (choice,), 1)
        return bool(extras or self._from(state, choice))

    def _refusal(self, state, choice):
        # What is wrong with a symbol or a tile does not depend on what was chosen before it.
        refusal = choice >= 0x4000 and state.why_not((choice,))
        refusal = refusal or state.why_not(self.chosen + (choice,))
        return refusal or IllegalMove("that cannot be chosen now", (choice,))

    def _choose(self, state, chosen):
        """Make these the choices, and keep the moves that go on from them."""
        before = self.chosen
        self.chosen = chosen
        self._more = state.prefixes.get(chosen[0], 0) if chosen else 0
        self.nexts = set()
        self._known = False
        if self._more:
            chosen = chosen[1:]
        if not chosen:
            self._fitting = self._moves  # all of them: no second list
            self._among = ()
            return
        narrower = len(before) > bool(self._more) and before == self.chosen[: len(before)]
        if narrower and not self._among:
            self._among = (self._fitting,)
        else:
            begun = self._from(state, chosen[0])
            self._among = (begun,) if self._more else (begun, self._extras)
        self._fitting = self._search(state, chosen, 2)
        if len(self._fitting) < 2:
            self._among = ()

    def _from(self, state, first):
        """The legal moves that begin with a choice."""
        if state.many:
            return state.moves_from(first)
        if self._ordered:
            return self._moves[self._at(state, first) : self._at(state, first + 1)]
        return [move for move in self._moves if state.first(move) == first]

    def _at(self, state, first):
        """Where the moves from this first choice on begin, if the first choices ascend."""
        low, high = 0, len(self._moves)
        while low < high:
            middle = (low + high) // 2
            if state.first(self._moves[middle]) < first:
                low = middle + 1
            else:
                high = middle
        return low

    def _search(self, state, chosen, most):
        """Moves that fit, `most` of them at the least if there are so many."""
        found = []
        for moves in self._among:
            if len(found) < most:
                found += self._fit(state, moves, chosen, most)
        return found

    def _fit(self, state, moves, chosen, most):
        """The moves that have the choices, in any order where that does not matter. The search
        ends at `most` of them."""
        fixed = min(len(chosen), state.any_order_from)
        begin, rest = chosen[:fixed], chosen[fixed:]
        found = []
        for move in moves:
            if fixed == 1:
                if state.first(move) != begin[0]:
                    continue
                steps = state.steps(move) if rest else ()
            else:
                steps = state.steps(move)
                if steps[:fixed] != begin:
                    continue
            for choice in rest:
                if choice not in steps:
                    break
            else:
                found.append(move)
                if len(found) == most:
                    break
        return found

    def _list_nexts(self, state):
        """The choices that lead to the moves that fit."""
        self._known = True
        nexts = self.nexts
        chosen = self.chosen[1:] if self._more else self.chosen
        if self._among:
            self._fitting = self._search(state, chosen, ALL)
            self._among = ()
        count = len(chosen)
        if not count:
            self._list_firsts(state)
        elif count < state.any_order_from:
            for move in self._fitting:
                nexts.update(state.steps(move)[count : count + 1])
        else:
            for move in self._fitting:
                nexts.update(state.steps(move)[state.any_order_from :])
            nexts.difference_update(chosen)

    def _list_firsts(self, state):
        nexts = self.nexts
        if state.many:
            nexts.update(state.firsts())
            if len(nexts) == 1:
                for first in nexts:
                    self._fitting = state.moves_from(first)
        else:
            last = -1
            self._ordered = True
            for move in self._moves:
                first = state.first(move)
                if first != last:
                    nexts.add(first)
                    self._ordered = self._ordered and first > last
                    last = first
        if not self._more:
            if nexts:
                nexts.update(state.prefixes)
            for move in self._extras:
                nexts.add(state.first(move))
