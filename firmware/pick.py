"""A move from single touches: what may be touched next, what is taken back, and why not.

All games get selection, highlighting, refusal and cancel from here, through `state.steps`.
"""

from shared_rules.state import IllegalMove


class Pick:
    """The choices made so far. Scenes read chosen, nexts, last, peek, look and overview."""

    def __init__(self):
        self.chosen = ()
        self.nexts = set()
        self.last = None
        self.peek = False
        self.look = (0, 0)
        self.overview = False
        self._moves = self._extras = ()
        self._more = self._given = 0

    def forget(self):
        """Let the lists of the last turn go."""
        self._moves = self._extras = self._fitting = ()
        self.chosen = ()
        self.nexts = set()

    def begin(self, state):
        """A new turn: nothing is chosen but what leaves no choice."""
        self._moves = state.moves() if state.turn is not None else ()
        self._extras = state.extras()
        self.chosen = ()
        self._narrow(state)
        self._follow(state)
        self._given = len(self.chosen)

    def touch(self, state, choice):
        """Choose, or take back. Returns the move when the choices name one, else None.

        IllegalMove when nothing legal goes on with this choice: nothing has changed.
        """
        if choice in self.nexts:
            self.chosen += (choice,)
            self._narrow(state)
            if len(self._fitting) == 1:
                return self._fitting[0] + self._more
            self._follow(state)
        elif choice in self.chosen[self._given :]:
            self._take_back(state, choice)
        elif not self._start_again(state, choice):
            raise self._refusal(state, choice)
        return None

    def cancel(self, state):
        """Take every choice back. Says whether there was one."""
        some = len(self.chosen) > self._given
        self.chosen = self.chosen[: self._given]
        self._narrow(state)
        return some

    def _take_back(self, state, choice):
        at = self.chosen.index(choice)
        loose = state.any_order_from + (1 if self._more else 0)
        rest = self.chosen[at + 1 :] if at >= loose else ()
        self.chosen = self.chosen[:at] + rest
        self._narrow(state)

    def _start_again(self, state, choice):
        """Touching another piece of one's own instead: begin anew with that one."""
        before = self.chosen
        self.chosen = before[: self._given]
        self._narrow(state)
        if len(before) > self._given and choice in self.nexts:
            self.chosen += (choice,)
            self._narrow(state)
            self._follow(state)
            return True
        self.chosen = before
        self._narrow(state)
        return False

    def _refusal(self, state, choice):
        # What is wrong with a symbol or a tile does not depend on what was chosen before it.
        refusal = choice >= 0x4000 and state.why_not((choice,))
        refusal = refusal or state.why_not(self.chosen + (choice,))
        return refusal or IllegalMove("that cannot be chosen now", (choice,))

    def _narrow(self, state):
        """The moves that go on from here, and the choices that lead there."""
        chosen = self.chosen
        self._more = state.prefixes.get(chosen[0], 0) if chosen else 0
        if self._more:
            chosen = chosen[1:]
        self.nexts = nexts = set()
        if chosen:
            self._fitting = []
            self._filter(state, self._moves, chosen)
            if not self._more:
                self._filter(state, self._extras, chosen)
            return
        # All moves fit: no second list of them.
        self._fitting = self._moves
        for move in self._moves:
            nexts.add(state.steps(move)[0])
        if not self._more:
            for move in self._extras:
                nexts.add(state.steps(move)[0])
            if self._moves:
                nexts.update(state.prefixes)

    def _filter(self, state, moves, chosen):
        """Keep the moves that have the choices, in any order where that does not matter."""
        count = len(chosen)
        fixed = min(count, state.any_order_from)
        for move in moves:
            steps = state.steps(move)
            if steps[:fixed] != chosen[:fixed]:
                continue
            loose = steps[fixed:]
            fits = True
            for choice in chosen[fixed:]:
                if choice not in loose:
                    fits = False
            if fits:
                self._fitting.append(move)
                if count < state.any_order_from:
                    self.nexts.update(loose[:1])
                else:
                    self.nexts.update([choice for choice in loose if choice not in chosen[fixed:]])

    def _follow(self, state):
        """Make the choices that leave no choice, but never the last one of a move."""
        while len(self.nexts) == 1 and self._fitting:
            steps = state.steps(self._fitting[0])
            if len(self.chosen) + 1 - bool(self._more) >= len(steps):
                return
            self.chosen += tuple(self.nexts)
            self._narrow(state)
