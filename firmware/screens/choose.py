"""One choice among up to eight pictures: the menu, players, options, settings, yes or no."""

from .. import signs
from ..scenes import common
from . import icons

MENU_KEY = (0, 0)
DARK = bytes(256)


class Choose:
    """`items` are (picture, value). `chosen(value)` goes on; `back()` is the menu key.

    The picture of `marked` has a line below it: the value in force, or a game to go on with.
    """

    def __init__(self, app, name, items, chosen, back=None, marked=(), seat=None):
        self.app = app
        self.name = name
        self.items = items
        self.chosen = chosen
        self.back = back
        self.marked = marked
        self.seat = seat

    def draw(self, frame):
        frame[:] = DARK
        if self.seat is not None:
            common.edge(frame, self.seat, self.app.players)
        if self.back:
            frame[0] = signs.MENU
        for n, (picture, value) in enumerate(self.items):
            x, y, wide = self._place(n)
            icons.put(frame, picture, x + (wide - icons.width(picture)) // 2, y)
            if value in self.marked:
                for i in range(wide - 1):
                    frame[16 * (y + 6) + x + i] = signs.NEXT

    def secret(self):
        return False

    def key(self, x, y, down):
        if not down:
            return
        if (x, y) == MENU_KEY and self.back:
            self.back()
            return
        for n, (_, value) in enumerate(self.items):
            left, top, wide = self._place(n)
            if left <= x < left + wide and top - 1 <= y < top + 6:
                self.app.sound("choose")
                self.chosen(value)
                return

    def tick(self, now):
        return False

    def _place(self, n):
        """Left, top and width of picture n: two rows; four a row when there are many."""
        count = len(self.items)
        if count == 1:
            return 5, 5, 5
        a_row = 4 if count > 6 else 3 if count > 4 else 2
        wide = 4 if a_row == 4 else 5
        gap = 0 if a_row == 4 else 1 if a_row == 3 else 2
        left = (16 - a_row * wide - (a_row - 1) * gap) // 2
        top = 5 if count == 2 else 1
        # Three a row want 17 lights: the first moves up to the second.
        return max(0, left + n % a_row * (wide + gap)), top + n // a_row * 8, wide
