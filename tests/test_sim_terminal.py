"""The board in the terminal, by textual's pilot: keyboard, mouse, colours, symbols."""

import asyncio
import os
import pty
import subprocess
import sys

import pytest
from ludolux.sim.board import SimBoard
from ludolux.sim.terminal.app import BoardApp, choose_colours

PATIENCE_S = 8


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    with SimBoard(folder=tmp_path_factory.mktemp("flash"), seed=1) as board:
        board.power(True)
        board.run()
        yield board


@pytest.fixture(autouse=True)
def no_idling(monkeypatch):
    """After each key the pilot waits for an idle process; with a board in it, it never is."""

    async def wait_for_idle(*_, **__):
        await asyncio.sleep(0.005)

    monkeypatch.setattr("textual.pilot.wait_for_idle", wait_for_idle, raising=False)
    monkeypatch.setattr("textual.app.wait_for_idle", wait_for_idle, raising=False)


def play(board, script, colours="true", game=("quixo", "players=2", "size=3")):
    """Run a script on a terminal with a game on it."""

    async def run():
        app = BoardApp(board, game, colours)
        before = board.runtime._boot.app.playing
        async with app.run_test(size=(110, 40)) as pilot:
            await until(pilot, lambda: board.runtime._boot.app.playing not in (None, before))
            await script(app, pilot)

    asyncio.run(run())


async def until(pilot, true):
    for _ in range(PATIENCE_S * 50):
        if true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("this did not happen in time:\n" + beside(pilot.app))


def beside(app):
    return app.describe(app.listener.value()[1]).plain


async def go(app, pilot, x, y):
    while app.lights.cursor[0] != x:
        await pilot.press("left" if app.lights.cursor[0] > x else "right")
    while app.lights.cursor[1] != y:
        await pilot.press("up" if app.lights.cursor[1] > y else "down")


async def write(app, pilot, text):
    await pilot.press("t")
    await until(pilot, lambda: app.query_one("#line").has_focus)
    await pilot.press(*text)
    await until(pilot, lambda: app.query_one("#line").value == text)
    await pilot.press("enter")


def light_of(board, cell):
    play = board.runtime._boot.app.playing
    light = play.scene.lights(cell, play.state, play.pick)[0]
    return light % 16, light // 16


def test_a_whole_game_by_keyboard(board):
    async def script(app, pilot):
        await until(pilot, lambda: "Seat 1 (X) to move." in beside(app))
        for number, (take, end) in enumerate([(0, 2), (0, 2), (0, 2), (1, 0), (3, 0)], 1):
            for cell in (take, end):
                seen = app.listener.facts.touches
                await go(app, pilot, *light_of(board, cell))
                await pilot.press("enter")
                await until(pilot, lambda seen=seen: app.listener.facts.touches > seen)
            await until(pilot, lambda number=number: len(app.listener.facts.told.moves) == number)
        await until(pilot, lambda: "Seat 1 (X) wins: a line of X is complete." in beside(app))

    play(board, script)


def test_mouse_refusal_undo_and_typed_moves(board):
    async def script(app, pilot):
        x, y = light_of(board, 4)
        await pilot.click("#lights", offset=(4 * x + 1, 2 * y))
        await until(pilot, lambda: "! Only cubes at the edge of the board" in beside(app))
        await write(app, pilot, "a1c1")
        await until(pilot, lambda: "a1c1" in beside(app))
        await pilot.press("u")
        await until(pilot, lambda: "a1c1" not in beside(app))
        await write(app, pilot, "zz")
        await until(pilot, lambda: "! 'z' is not a cell" in beside(app))

    play(board, script)


def test_symbols_for_those_without_colour(board):
    async def script(app, pilot):
        await write(app, pilot, "a1c1")
        await until(pilot, lambda: "X" in app.lights.letters)
        # What may be touched next has a letter too.
        await until(pilot, lambda: "?" in app.lights.letters)
        line = app.lights.render_line(0).text
        assert line.startswith("="), "the menu key stands in its corner"
        await pilot.press("c")
        assert app.lights.colours == "true"

    play(board, script, "symbols")


def test_a_hand_is_shown_only_while_peeking(board):
    async def script(app, pilot):
        await pilot.press("enter")
        playing = board.runtime._boot.app.playing
        await until(pilot, lambda: not playing._hand_over)
        await until(pilot, lambda: ":" in app.lights.letters)
        hidden = list(app.lights.letters)
        await pilot.press("p")
        # While a hand is looked at, its tiles lie below a smaller window on the table.
        await until(pilot, lambda: playing.pick.peek and ":" not in app.lights.letters)
        await pilot.press("p")
        await until(pilot, lambda: not playing.pick.peek and app.lights.letters == hidden)
        await pilot.press("p")
        await until(pilot, lambda: playing.pick.peek)
        seat = playing.state.turn
        while playing.state.turn == seat:
            count = playing.count
            await write(app, pilot, playing.state.text(playing.state.moves()[0]))
            await until(pilot, lambda count=count: playing.count > count)
        await until(pilot, lambda: app._turn[-1] == playing.count and not app._peeking)
        app.lights.focus()
        await pilot.press("enter")
        await until(pilot, lambda: not playing._hand_over)
        await pilot.press("p")
        await until(pilot, lambda: playing.pick.peek)  # the next player needs no second press
        await pilot.press("p")
        await until(pilot, lambda: not playing.pick.peek)

    play(board, script, colours="symbols", game=("xtiles", "players=2", "seed=3"))


def test_a_puzzle_gives_hints(board):
    async def script(app, pilot):
        for number in (1, 2):
            await pilot.press("p")
            await until(pilot, lambda number=number: f"Hint {number} of 3" in beside(app))

    play(board, script, game=("lixso", "level=1", "seed=1"))


@pytest.mark.parametrize(
    "environment, chosen",
    [
        ({"NO_COLOR": "1"}, "symbols"),
        ({"TERM": "dumb"}, "symbols"),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "true"),
        ({"TERM": "xterm"}, "256"),
    ],
)
def test_the_colours_that_a_terminal_has(monkeypatch, environment, chosen):
    for name in ("NO_COLOR", "TERM", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert choose_colours("auto") == chosen


def in_a_terminal(*words):
    """The bytes that `ludolux sim` sends to a terminal which says that it has true colour."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from ludolux.command import main; main()", "sim", *words]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    try:
        while b"Choose a game" not in seen:
            seen += os.read(ours, 65536)
        os.write(ours, b"q")
        while more := os.read(ours, 65536):
            seen += more
    except OSError:  # it has closed its end
        pass
    assert process.wait(PATIENCE_S) == 0, seen
    os.close(ours)
    return seen


def test_a_terminal_is_believed_less_than_the_person(tmp_path):
    words = ("--terminal", "--folder", str(tmp_path), "--colours")
    assert b"48;2;" in in_a_terminal(*words, "true")
    few = in_a_terminal(*words, "256")
    assert b"48;5;" in few and b"8;2;" not in few


def test_without_a_terminal_it_says_so():
    command = [sys.executable, "-c", "from ludolux.command import main; main()", "sim"]
    done = subprocess.run(
        [*command, "--terminal"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60
    )
    said = done.stderr.decode()
    assert done.returncode == 2 and said.count("\n") == 1
    assert said.startswith("ludolux: There is no terminal here")
