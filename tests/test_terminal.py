"""The `ludolux` command on a terminal of its own: Ctrl-C, Ctrl-D, progress and rendering."""

import fcntl
import os
import pty
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

LUDOLUX = str(Path(sys.executable).with_name("ludolux"))


class Terminal:
    """The command on a terminal of its own."""

    def __init__(self, *arguments):
        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [LUDOLUX, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "dumb"},
            start_new_session=True,
            # Only the terminal that a process belongs to turns Ctrl-C into a signal.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)
        self.shown = ""

    def type(self, text):
        os.write(self.ours, text.encode())

    def press(self, key, words):
        """Press a key until it works: just after a prompt Python can miss a Ctrl-C."""
        for _ in range(5):
            time.sleep(0.2)
            self.type(key)
            if self.comes(words, 4):
                return
        raise AssertionError(f"{words!r} never came: {self.shown}")

    def wait_for(self, words):
        assert self.comes(words, 20), f"{words!r} never came: {self.shown}"

    def comes(self, words, seconds):
        """Are these words printed within that time?"""
        end = time.monotonic() + seconds
        start = len(self.shown)
        while words not in self.shown[start:]:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.ours], [], [], left)[0]:
                return False
            try:
                self.shown += os.read(self.ours, 65536).decode(errors="replace")
            except OSError:
                # The other side has closed the terminal.
                return words in self.shown[start:]
        return True

    def leave(self):
        status = self.process.wait(20)
        os.close(self.ours)
        assert "Traceback" not in self.shown
        return status


def test_ctrl_c_leaves_a_game_politely():
    terminal = Terminal("text", "quixo")
    terminal.wait_for("Seat 1 (X), your move:")
    terminal.type("c1c5\n")
    terminal.wait_for("Seat 2 (O), your move:")
    terminal.press("\x03", "Stopped. The same game again:")
    assert terminal.leave() == 130


def test_ctrl_c_and_ctrl_d_where_a_game_is_chosen():
    for key, words, status in (("\x03", "Stopped.", 130), ("\x04", "Goodbye.", 0)):
        terminal = Terminal("text")
        terminal.wait_for("Its number or name:")
        terminal.press(key, words)
        assert terminal.leave() == status


def test_a_long_count_shows_progress_on_a_terminal():
    terminal = Terminal("perft", "quixo", "9")
    terminal.wait_for("counting")
    terminal.press("\x03", "stopped.")
    assert terminal.leave() == 130


def test_a_card_on_a_terminal():
    terminal = Terminal("rules", "quixo")
    terminal.wait_for("Decided here")
    assert terminal.leave() == 0
