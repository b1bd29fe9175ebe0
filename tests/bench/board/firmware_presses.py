"""Play a whole game by keys, with a marker around all that is to be counted; print its names.

    micropython -m firmware_presses FOLDER GAME PLAYERS

The marker is unsetenv(), as in instructions.py: valgrind cuts its counts there. Each mark has a
name, which says what the part behind it is:

    empty     nothing at all: the cost of a mark
    press     from a key event to the frame handed to the wire
    keep      in a press: the event is written to the journal
    rest      what follows that in the same press
    think     after a press: what may be touched next is found out
    redraw    draw, paint and hand over a whole frame, though nothing changed
    -, =WHAT  not counted: the hand that plays; WHAT the press before it did
"""

import os
import sys

import hand
import stub_boot

from firmware import memory


def mark(name):
    # Printed at once: a list of them would take the heap that is to be like a board's.
    print(name)
    os.unsetenv("-")


def watch(app):
    """Put marks around each press of a key, and around what is kept in it."""
    press, keep, think = app.press, app.keep, app._think
    inside = False

    def marked_press(x, y, down, by_host=False):
        nonlocal inside
        play = app.playing
        before = play and (play.count, len(play.pick.chosen), play.reason)
        inside = down
        if down:
            mark("press")
        press(x, y, down, by_host)
        if down:
            inside = False
            mark("=" + what(app, play, before))

    def marked_keep(kind, text=""):
        if inside:
            mark("keep")
        keep(kind, text)
        if inside:
            mark("rest")

    def marked_think():
        if inside:
            mark("think")
        think()

    app.press, app.keep, app._think = marked_press, marked_keep, marked_think


def what(app, play, before):
    if play is None or app.playing is not play:
        return "screen"
    if play.count != before[0]:
        return "end" if play.state.result else "move"
    if len(play.pick.chosen) != before[1]:
        return "choice"
    return "other"


def main(folder, game, players):
    boot = stub_boot.switch_on(folder)
    app = boot.app
    memory.SWEEP_AFTER *= 2  # objects have twice the size here
    memory.sweep_when_due()
    player = hand.Hand(app, 3, boot.step, stub_boot.sleep_ms)
    player.start(game, int(players))
    mark("empty")
    mark("-")
    watch(app)
    while player.play_move():
        app.hardware.lights.refresh()
        mark("redraw")
        app.redraw()
        mark("-")


main(*sys.argv[1:])
