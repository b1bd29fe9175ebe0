"""The self-test as a screen. Its code is read from flash for it alone."""

from ..memory import forget


class Check:
    name = "check"

    def __init__(self, app, words=()):
        from ..selftest import SelfTest

        self.app = app
        self.test = SelfTest(app.hardware, app.folder, app.tell)
        self.test.start(words)
        self._last = app.now

    def paint(self, rgb):
        """It paints light itself: a palette would hide what it wants to show."""
        self.test.draw(rgb)

    def secret(self):
        return False

    def key(self, x, y, down):
        self.test.key(x, y, down)

    def tick(self, now):
        self.test.tick(now - self._last)
        self._last = now
        if self.test.closed:
            self.app.hardware.profile.forget()
            forget("firmware.selftest")
            self.app.home()
        return True
