"""A hand that plays any game by keys only, as a person would: it touches what means a choice.

Runs on both interpreters. `step` lets the board work once, `sleep` lets time pass.
"""

import shared_rules as rules
from shared_rules.chance import Chance


class Hand:
    def __init__(self, app, seed, step, sleep):
        self.app = app
        self.chance = Chance(seed)
        self._step = step
        self._sleep = sleep

    def wait(self, ms=40):
        """Let time pass, a beat at a time."""
        for _ in range(0, ms, 40):
            self._sleep(40)
            self._step()

    def tap(self, x, y):
        self.app.press(x, y, True)
        self.app.press(x, y, False)
        self.wait()

    def hold(self, x, y, down):
        self.app.press(x, y, down)
        self.wait()

    def choose(self, value):
        """Touch the picture of a value on a screen of choices."""
        # Nothing of the screen may be held here while the board lets go of it.
        self.tap(*self._picture_of(value))

    def _picture_of(self, value):
        screen = self.app.screen
        for n, item in enumerate(screen.items):
            if item[1] == value:
                x, y, _ = screen._place(n)
                return x + 1, y + 2
        raise ValueError("%r is not offered: %r" % (value, [item[1] for item in screen.items]))

    def start(self, game, players, **options):
        """From power-on through the menu into a game, by keys."""
        self.wait(1200)
        if self.app.screen.name == "resume":
            self.tap(0, 0)
        self.choose(game)
        if self.app.screen.name == "resume":
            self.choose("new")
        counts, offered = rules.load(game).PLAYERS, rules.load(game).OPTIONS
        if len(counts) > 1:
            self.choose(players)
        for name in sorted(offered):
            values = offered[name]
            if 1 < len(values) <= 8:
                self.choose(options.get(name, values[0]))

    def play_move(self):
        """One move by touching what glows, or the wait for a forced pass."""
        play = self.app.playing
        state = play.state
        count = play.count
        if play._hand_over:
            self.tap(8, 8)
        moves = play.pick._moves  # those of the board: a second list may find no room on it
        if state.many:
            firsts = state.firsts()
            moves = state.moves_from(firsts[self.chance.below(len(firsts))]) if firsts else ()
        if not moves:
            return False
        if moves[0] >= state.limit:
            self.wait(1400)
            return True
        steps = state.steps(moves[self.chance.below(len(moves))])
        peek = hasattr(state, "hand")
        if peek:
            self.hold(0, 15, True)
        for choice in steps:
            if play.count > count:
                break
            if choice in play.pick.chosen and choice not in play.pick.nexts:
                continue
            if peek and choice < 0x4000:
                self.hold(0, 15, False)
                peek = False
                self.look_at(choice)
            self.touch(choice)
        if peek:
            self.hold(0, 15, False)
        if play.count == count:
            raise ValueError("no move was made: %s" % [state.name(step) for step in steps])
        return True

    def play_hint(self):
        """One tile of a LIXSO puzzle as the strongest hint says; False when it is solved."""
        play = self.app.playing
        if play.state.result:
            return False
        for _ in range(3):
            self.tap(0, 15)
        cell, tile = play.help[1:3]
        for choice in play.state.steps(tile):
            if choice not in play.pick.chosen and play.state.tile_on(cell) is None:
                self.touch(choice)
        return True

    def touch(self, choice):
        light = self.key_of(choice)
        if light < 0:
            raise ValueError("no key means %s" % self.app.playing.state.name(choice))
        self.tap(light % 16, light // 16)

    def key_of(self, choice):
        """A light that means a choice now, or -1."""
        play = self.app.playing
        for light in play.scene.lights(choice, play.state, play.pick):
            if play.scene.choice_at(light % 16, light // 16, play.state, play.pick) == choice:
                return light
        return -1

    def look_at(self, cell):
        """Scroll until a cell of an endless table can be touched: towards it, then past it."""
        x, y = cell % 96 - 48, cell // 96 - 48
        for past in ((0, 0), (0, 2), (0, -2), (2, 0), (-2, 0)):
            pick = self.app.playing.pick
            for _ in range(60):
                if self.key_of(cell) >= 0:
                    return
                dx, dy = x + past[0] - pick.look[0], y + past[1] - pick.look[1]
                if not dx and not dy:
                    break
                if abs(dx) >= abs(dy):
                    self.scroll((1 if dx > 0 else -1, 0))
                else:
                    self.scroll((0, 1 if dy > 0 else -1))

    def scroll(self, step):
        play = self.app.playing
        for light in range(256):
            x, y = light % 16, light // 16
            if play.scene.choice_at(x, y, play.state, play.pick) < 0:
                if play.scene.scroll_at(x, y) == step:
                    self.tap(x, y)
                    return
