"""A picture for a moment: power-on, a crash, a full flash, an answer."""

from . import icons

DARK = bytes(256)


class Message:
    """`then()` goes on; so does a touch."""

    name = "message"

    def __init__(self, app, picture, ms, then):
        self.app = app
        self.picture = picture
        self.until = app.now + ms
        self.then = then

    def draw(self, frame):
        frame[:] = DARK
        icons.put(frame, self.picture, 8 - icons.width(self.picture) // 2, 5)

    def secret(self):
        return False

    def key(self, x, y, down):
        if down:
            self.until = self.app.now

    def tick(self, now):
        if now >= self.until:
            self.then()
        return False
