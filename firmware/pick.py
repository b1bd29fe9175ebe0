"""A move from single touches: what may be touched next, what is taken back, and why not.

All games get selection, highlighting, refusal and cancel from here, through `state.steps`.
"""

from shared_rules.state import IllegalMove


class Pick:
    """The choices made so far. Scenes read `chosen`, `nexts`, `last`, `peek`, `look`, `overview`."""

    def __init__(self):
        self.chosen = ()
        self.nexts = set()
        self.last = None
        self.peek = False
        self.look = (0, 0)
        self.overview = False
        self._moves = ()
        self._given = 0

    def begin(self, state):
        """A new turn: nothing is chosen but what leaves no choice."""
        self._moves = state.moves() if state.turn is not None else ()
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
                return self._fitting[0]
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
        rest = self.chosen[at + 1 :] if at >= state.any_order_from else ()
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
        refusal = state.why_not(self.chosen + (choice,))
        return refusal or IllegalMove("that cannot be chosen now", (choice,))

    def _narrow(self, state):
        """The moves that go on from here, and the choices that lead there."""
        chosen = self.chosen
        count = len(chosen)
        fixed = min(count, state.any_order_from)
        fitting = []
        nexts = set()
        for move in self._moves:
            steps = state.steps(move)
            if steps[:fixed] != chosen[:fixed]:
                continue
            if count > fixed:
                loose = steps[fixed:]
                for choice in chosen[fixed:]:
                    if choice not in loose:
                        break
                else:
                    fitting.append(move)
                    nexts.update([choice for choice in loose if choice not in chosen])
                continue
            fitting.append(move)
            if count >= state.any_order_from:
                nexts.update(steps[count:])
            elif count < len(steps):
                nexts.add(steps[count])
        self._fitting = fitting
        self.nexts = nexts

    def _follow(self, state):
        """Make the choices that leave no choice, but never the last one of a move."""
        while len(self.nexts) == 1:
            steps = state.steps(self._fitting[0])
            if len(self.chosen) + 1 >= len(steps):
                return
            self.chosen += tuple(self.nexts)
            self._narrow(state)
