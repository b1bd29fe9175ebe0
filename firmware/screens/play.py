"""The play screen of all games: touches become moves, on flash first and then in light."""

from shared_rules.state import PASS, IllegalMove

from .. import signs
from ..course import ENDINGS, trim
from ..memory import briefly, sweep
from ..pick import Pick
from ..scenes import common

MENU_KEY, UNDO_KEY, PEEK_KEY, DONE_KEY = (0, 0), (15, 0), (0, 15), (15, 15)
FLASH_MS = 700
PASS_MS = 1200
CHEER_MS = 1500
# The trail of a move: so many lights of it at once, and so many on with every beat.
TRAIL = 4
TRAIL_STEP = 2
# After the end: how long a page of the tally is shown.
PAGE_MS = 2500


class Play:
    """`state` is the game, `scene` draws it. A hidden hand needs a hand-over before each turn."""

    name = "play"

    def __init__(self, app, game, state, scene):
        self.app = app
        self.game = game
        self.state = state
        self.scene = scene
        self.pick = Pick()
        self.reason = ""
        # The list of all moves is too long to be made every time it is counted.
        self.count = len(state.history())
        # Where a scene names help: what was said, and the lights that say it, until the next move.
        self.helps = getattr(scene, "HELP", None)
        self.looks_back = getattr(scene, "TALLY", None)
        self.help = None
        self.marks = self._pages = ()
        self._page_until = 0
        self._flash = ()
        self._flash_until = 0
        self._pass_at = None
        self._cheer_until = 0
        self._trail = ()
        self._trail_at = 0
        self._follow = None  # a move whose trail is still to be found
        self._hand_over = False
        self._hidden = hasattr(state, "hand")
        self._over_since = None
        self._new_turn = True
        app.players = state.players
        self._turn_begins(None)
        self.think()

    def empty(self):
        """Let the game go. MicroPython keeps what it may take for still in use: a screen that is
        left over on its stack must not hold a game's code."""
        self.state = self.scene = self.pick = None

    def draw(self, frame):
        if self._hand_over:
            self._draw_hand_over(frame)
            return
        self.scene.draw(frame, self.state, self.pick)
        if not self.state._past:
            frame[15] = signs.OFF
        if not self._hidden and (not self.helps or self.state.result):
            frame[240] = signs.OFF
        if not self.pick.chosen:
            frame[255] = signs.OFF
        for light in self._trail[self._trail_at : self._trail_at + TRAIL]:
            frame[light] = signs.INK
        if self._cheer_until:
            common.sparkle(frame, self.app.beat)
        if self._pass_at is not None:
            common.edge(frame, self.state.turn, self.state.players, signs.WARNING)
        if self.marks:
            self._draw_marks(frame)
        if self._pages:
            for light in range(160, 240):
                frame[light] = signs.OFF
            for light in self._pages[0]:
                frame[light] = signs.INK
        for light in self._flash:
            frame[light] = signs.REASON

    def secret(self):
        return self.pick.peek

    def key(self, x, y, down):
        if (x, y) == PEEK_KEY:
            self.pick.peek = down and self._hidden and not self._hand_over
            if down and self.helps and not self.state.result:
                self.ask("hint")
            return
        if not down:
            return
        if (x, y) == MENU_KEY:
            self.app.pause(self)
        elif self._hand_over:
            self._hand_over = False
        elif self.state.result and self.app.now - self._over_since > FLASH_MS:
            self.undo() if (x, y) == UNDO_KEY else self.app.leave()
        elif (x, y) == UNDO_KEY:
            self.undo()
        elif (x, y) == DONE_KEY:
            self.pick.cancel(self.state)
        elif self._pass_at is None and not self.state.result:
            self._touch(x, y)

    def think(self):
        """After a touch has been shown: find what may be touched next. Says whether there is
        something new to be seen."""
        if self._new_turn:
            self._new_turn = False
            sweep()  # the list of moves wants room in one piece
            self.pick.begin(self.state)
            if self.pick.nexts == {PASS}:
                self._pass_at = self.app.now + PASS_MS
        elif not self.pick.think(self.state):
            return False
        sweep()  # the next touch shall not have to
        return True

    def tick(self, now):
        if self._follow is not None:
            # Found after the move has been shown: light comes first.
            if hasattr(self.scene, "trail"):
                self._trail = self.scene.trail(self.state, self._follow)
                self._trail_at = -TRAIL_STEP
            self._follow = None
        if self._trail:
            self._trail_at += TRAIL_STEP
            if self._trail_at >= len(self._trail):
                self._trail = ()
            return True
        if self._flash and now >= self._flash_until:
            self._flash = ()
            return True
        if self._pages and now >= self._page_until:
            self._page_until = now + PAGE_MS
            self._pages = self._pages[1:] + self._pages[:1]
            return True
        if self._cheer_until and now >= self._cheer_until:
            self._cheer_until = 0
            return True
        if self._pass_at is not None and now >= self._pass_at:
            self._pass_at = None
            self.play(PASS)
            return True
        return bool(self._cheer_until)

    def play(self, move):
        """A legal move: on flash first, then on the board, then in light."""
        state = self.state
        text = state.text(move)
        seat = state.turn
        if text in ENDINGS:
            self.app.keep(text)
        else:
            self.app.keep("move", text)
        touched = self._touching(move)
        state.push(move)
        self._follow = move if move < state.limit else None
        self.pick.last = move
        self.count += 1
        if self.count % 64 == 0:
            trim(state)  # an endless game must not fill the memory with its past
        self.app.tell("move", "%d %d %s" % (seat, self.count, text))
        self.app.tell("turn", "-" if state.turn is None else str(state.turn))
        self.app.tell("scores", " ".join([str(score) for score in state.scores()]))
        if touched > 2:
            self._cheer_until = self.app.now + CHEER_MS
        self._turn_begins(seat)

    def undo(self):
        """Take the choices back or, if there are none, the last move and the passes after it."""
        if self.pick.cancel(self.state):
            return
        state = self.state
        seat = state.turn
        while state._past and self.app.journal.undoable:
            self.app.keep("undo")
            move = state.pop()
            self.count -= 1
            self.app.tell("undo", "%d %d" % (state.turn, self.count))
            if move != PASS:
                break
        self.pick.last = self._follow = None
        self._trail = ()
        self._over_since = None
        self._turn_begins(seat)

    def end_by(self, word):
        """Resign, an agreed draw or count."""
        self.play(self.state.parse(word))

    def refuse(self, refusal):
        """Flash at the cells that are the reason, else at the seat's edge."""
        self.reason = refusal.reason
        lights = []
        for cell in refusal.cells:
            lights += self.scene.lights(cell, self.state, self.pick)
        self.flash(lights or common.edge_lights(self.state.turn, self.state.players))
        self.app.sound("refuse")
        self.app.tell("refused", refusal.reason)

    def flash(self, lights, ms=FLASH_MS):
        self._flash = lights
        self._flash_until = self.app.now + ms

    def ask(self, what):
        """Help in the puzzle: the next hint, or whether it can still be solved."""
        if what == "hint":
            briefly(self.helps, "next_hint", self)
        else:
            briefly(self.helps, "still_solvable", self, self.help == "no")

    def _draw_marks(self, frame):
        # What else pulses must not look like a part of the hint.
        for light in range(256):
            if frame[light] == signs.URGE:
                frame[light] = signs.NEXT
        for light in self.marks:
            if frame[light] != signs.CHOSEN:
                frame[light] = signs.URGE

    def _touch(self, x, y):
        self.think()
        choice = self.scene.choice_at(x, y, self.state, self.pick)
        if choice < 0:
            self._scroll(x, y)
            return
        try:
            move = self.pick.touch(self.state, choice)
        except IllegalMove as refusal:
            self.refuse(refusal)
            return
        self._flash = ()
        if move is None:
            self.app.sound("choose")
        else:
            self.app.sound("play")
            self.play(move)

    def _scroll(self, x, y):
        step = self.scene.scroll_at(x, y) if self._hidden else None
        if step == (0, 0):
            self.pick.overview = not self.pick.overview
        elif step:
            self.pick.look = (self.pick.look[0] + step[0], self.pick.look[1] + step[1])

    def _turn_begins(self, last_seat):
        state = self.state
        self._flash = self.marks = self._pages = ()
        self.help = None
        self._pass_at = None
        self._hand_over = self.pick.peek = False
        self.pick.forget()
        self._new_turn = True
        name = "end" if state.result else "play"
        if name != self.name:
            self.name = name
            self.app.tell("screen", name)
        if state.result:
            self._over_since = self.app.now
            self.app.finished(state)
            if self.looks_back:
                self._pages = briefly(self.looks_back, "tally", self)
                self._page_until = self.app.now + PAGE_MS
            return
        self._hand_over = self._hidden and state.turn != last_seat

    def _touching(self, move):
        if not self._hidden or move >= self.state.limit:
            return 0
        return len(self.state.touching(move // 96))

    def _draw_hand_over(self, frame):
        common.clear(frame)
        frame[0] = signs.MENU
        common.edge(frame, self.state.turn, self.state.players)
        common.number(frame, 7, 5, self.state.turn + 1, signs.INK)
