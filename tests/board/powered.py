"""The whole board: the app on the drivers on the virtual chips. Runs on both interpreters.

    powered.py FOLDER BUILD GAME PLAYERS MOVES

A finger presses keys on the chips; what is printed are the lights as the wire left them. The
models need more memory than a board has: give MicroPython 1m for this.
"""

import sys
from binascii import crc32

from hand import Hand
from ludolux.virtual.board import Board

BOARD_JSON = "hardware/board.json"


class Finger(Hand):
    """Presses keys on a virtual board that is switched on, and lets its time pass."""

    def __init__(self, folder, build="keys", board=None, port=None, before=None):
        self.build = build
        self.board = Board(board or BOARD_JSON, build, "esp32s3").switch_on()
        if before:
            before(self.board)
        import machine

        from firmware.start import Boot

        self.boot = Boot(machine, board or BOARD_JSON, folder, build, "esp32s3", port)
        super().__init__(self.boot.app, 5, self.boot.step, self.board.clock.sleep_ms)
        self.app.seeds = lambda: 5

    def wait(self, ms=40):
        clock = self.board.clock
        end = clock.ticks_ms() + ms
        while clock.ticks_ms() < end:
            self.boot.step()
            clock.sleep_ms(self.boot.scan_ms)
        self.app = self.boot.app

    def tap(self, x, y):
        if self.build == "lite":
            self.steer(x, y)
        else:
            self.board.press(x, y)
            self.wait(80)
            self.board.release(x, y)
        self.wait(120)

    def steer(self, x, y):
        """On the cursor pad: walk there and press OK; MENU has a button of its own."""
        cursor = self.app.hardware.cursor
        if (x, y) == (0, 0):
            return self.button("BTN_MENU")
        while (cursor.cursor_x, cursor.cursor_y) != (x, y):
            if cursor.cursor_x != x:
                self.button("BTN_RIGHT" if cursor.cursor_x < x else "BTN_LEFT")
            else:
                self.button("BTN_DOWN" if cursor.cursor_y < y else "BTN_UP")
        return self.button("BTN_OK")

    def button(self, name):
        self.board.button(name, down=True)
        self.wait(60)
        self.board.button(name, down=False)
        self.wait(60)

    def lights(self):
        """The picture on the table, and how the wire was used."""
        self.wait(10)
        return "%08x %s" % (crc32(bytes(self.board.lights())), self.board.flags.raised)


def main(folder, build, game, players, moves):
    finger = Finger(folder, build)
    finger.wait(1500)
    print(finger.lights())
    finger.choose(game)
    finger.choose(int(players))
    while hasattr(finger.app.screen, "items"):
        finger.choose(finger.app.screen.marked[0])
    print(finger.lights())
    for _ in range(int(moves)):
        state = finger.app.playing.state
        legal = state.moves()
        move = legal[len(legal) // 3]
        for step in state.steps(move):
            finger.touch(step)
        print(state.text(move), finger.lights())


if __name__ == "__main__":
    main(*sys.argv[1:])
