"""Scripts: lines that play on a simulated board and say what they expect. SCRIPTS.md lists them.

A line that fails ends the script with its place, what was expected, what was found, and the board.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import shared_rules
from ludolux.failure import Failure, sentence
from ludolux.linkclient import Client, LinkError, Message
from ludolux.sim.board import SimBoard
from ludolux.sim.mirror import CORNERS, Mirror
from ludolux.sim.told import Told, catch_up

PATIENCE_MS = 3000  # of the board's time: so long an expectation may take to come true
TAP_MS = 120
LONGEST_MS = 24 * 3600 * 1000
LEFT = ("resume", "new", "remove")  # what can be done with a game that was left
TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s|min)")
KEY = re.compile(r"(\d+),(\d+)")


class Wrong(Exception):
    """A line that is none, or did not do what it should. The text is a clause."""


class Runner:
    """Plays lines on a board. `trace` has the lights after each: for comparing runs."""

    def __init__(self, board: SimBoard, beside: Path = Path(".")) -> None:
        self.board = board
        self.told = Told()
        self.mirror = Mirror(board.folder)
        self.trace: list[tuple[int, int, bytes]] = []
        self._beside = beside
        self._client = Client(board.stream, idle=lambda: board.advance(10))
        self._crash = ""

    def line(self, text: str) -> None:
        """Play one line. Wrong says what is wrong with it."""
        try:
            words = shlex.split(text, comments=True)
        except ValueError as error:
            raise Wrong(f"the quotes do not match ({error})") from None
        if not words:
            return
        act = getattr(self, "do_" + words[0], None)
        if act is None:
            verbs = ", ".join(sorted(name[3:] for name in dir(self) if name.startswith("do_")))
            raise Wrong(f'there is no line "{words[0]}"; lines begin with {verbs}')
        try:
            act(*words[1:])
        except TypeError as error:
            if "positional argument" not in str(error):
                raise
            raise Wrong(f'"{text.strip()}" has too many or too few words') from None
        except (ValueError, LinkError) as error:
            raise Wrong(str(error)) from None
        self.listen()
        if self.board.state == "dead":
            raise Wrong(self.board.trouble)
        if self._crash:
            raise Wrong(self._crash)
        wire = self.board.wire()
        self.trace.append((self.board.chips.clock.us, wire.frames, wire.rgb))

    def listen(self) -> None:
        """Take what the link tells."""
        begun = False
        for message in self._client.messages():
            begun = self._take(message) or begun
        if begun and self.board.state == "on":
            # A board that started tells only who speaks to it; a game may have been resumed.
            catch_up(self._client, self.told, self._take)
        self.mirror.refresh(self.told.game, len(self.told.moves))

    def _take(self, message: Message) -> bool:
        """Follow a message; whether it says that the board or a game has begun."""
        self.told.take(message)
        if message.kind == "problem" and message.text.startswith("the app crashed"):
            self._crash = message.text
        if message.kind == "key" and self.told.last_key is not None:
            self.mirror.key(*self.told.last_key)
        return message.kind in ("hello", "game")

    # The board

    def do_power(self, word: str, after: str = "", time: str = "") -> None:
        if word == "on":
            self.board.power(True)
            self.board.advance(40)
            if self.board.state == "dead":
                raise Wrong(self.board.trouble)
        elif word in ("cut", "off"):
            if after and after != "after":
                raise Wrong('it is written "power cut" or "power cut after 3ms"')
            self.board.power(False, milliseconds(time) if after else 0)
        else:
            raise Wrong(f"power can be cut or on, not {word}")

    def do_unplug(self) -> None:
        self.board.unplug()

    def do_plug(self) -> None:
        """As a program that finds its board again: it asks where the game stands."""
        self.board.plug()
        catch_up(self._client, self.told, self._take)

    def do_fault(self, kind: str, *where: str) -> None:
        self.board.fault(kind, *(int(word) if word.isdigit() else word for word in where))

    def do_mend(self) -> None:
        self.board.mend()

    def do_wait(self, time: str) -> None:
        self.board.advance(milliseconds(time))

    def do_set(self, name: str, value: str) -> None:
        self._client.ask("set", name, value)
        self.board.advance(60)

    def do_shot(self, file: str) -> None:
        from ludolux.sim.picture import save

        save(self.board.wire().rgb, self._beside / file)

    # Fingers

    def do_press(self, *name: str) -> None:
        self.tap(*self.key_of(" ".join(name)))

    do_tap = do_press

    def do_key(self, *name: str) -> None:
        self.tap(*raw_key(" ".join(name)))

    def do_hold(self, *name: str) -> None:
        self.board.press(*self.key_of(" ".join(name)))
        self._let_act()

    def do_release(self, *name: str) -> None:
        self.board.release(*self.key_of(" ".join(name)))
        self._let_act()

    def do_button(self, name: str) -> None:
        signal = name.upper() if name.upper().startswith("BTN_") else "BTN_" + name.upper()
        self.board.button(signal, True)
        self.board.button(signal, False)
        self._let_act()

    def do_play(self, *text: str) -> None:
        """A move by touches, as a person makes it."""
        if self.mirror.state is None:
            raise Wrong("no game is being played; begin one with new")
        for x, y in self.mirror.touches(" ".join(text)):
            self.tap(x, y)

    def tap(self, x: int, y: int) -> None:
        self.board.press(x, y)
        self.board.release(x, y)
        self._let_act()

    def _let_act(self) -> None:
        if self.board.state != "on":
            raise Wrong(
                f"the board is {self.board.state}; {self.board.trouble or 'power on first'}"
            )
        self.board.settle()
        self.board.advance(TAP_MS)
        self.listen()

    def key_of(self, name: str) -> tuple[int, int]:
        if name in CORNERS:
            return CORNERS[name]
        if self.mirror.state is not None:
            names = self.mirror.names()
            if name in names:
                return names[name]
        if KEY.fullmatch(name):
            return raw_key(name)
        can = ", ".join(list(self.mirror.names())[:8])
        more = f"now there are {can} …" if can else "no game offers any now"
        raise Wrong(
            f'no key means "{name}": a key is x,y, menu, undo, peek, done or a cell; {more}'
        )

    # Games

    def do_new(self, game: str, *options: str) -> None:
        """A new game, past the menu."""
        from ludolux.verbs.sim import start_words

        plain = [word for word in options if not word.startswith(("players=", "seed="))]
        given = dict(word.split("=", 1) for word in options if word not in plain)
        numbers = {name: number(value) for name, value in given.items()}
        try:
            words = start_words(game, numbers.get("players"), numbers.get("seed"), plain)
        except Failure as failure:
            raise Wrong(str(failure)) from None
        self._client.ask("start", *words)
        self.board.advance(100)

    def do_menu(self, game: str, *options: str) -> None:
        """Through the menu by keys: the game, how many play, its options, each as given."""
        module = shared_rules.load(game)
        given: dict[str, str] = {}
        for word in options:
            name, _, value = word.partition("=")
            given[name] = value
        self._choose(list(shared_rules.GAMES), game)
        if any(f"-{game}.play" in path.name for path in self.board.folder.glob("games/*")):
            self._choose(list(LEFT), "new")
        if len(module.PLAYERS) > 1:
            counts = [str(count) for count in module.PLAYERS]
            self._choose(counts, given.pop("players", counts[0]))
        for name in sorted(module.OPTIONS):
            values = [str(value) for value in module.OPTIONS[name]]
            if 1 < len(values) <= 8:
                self._choose(values, given.pop(name, values[0]))
        if given:
            raise Wrong(f"the menu does not ask for {', '.join(given)}")

    def do_resume(self) -> None:
        """On the screen that asks whether to go on with the game that was left."""
        self._choose(list(LEFT), "resume")

    def do_choose(self, which: str, of: str, count: str) -> None:
        """`choose 2 of 5`: a picture on a screen of choices."""
        if of != "of":
            raise Wrong('it is written "choose 2 of 5"')
        self._choose([str(n + 1) for n in range(number(count))], which)

    def _choose(self, offered: list[str], wanted: str) -> None:
        from firmware.screens.choose import Choose  # pyright: ignore

        if wanted not in offered:
            raise Wrong(f"{wanted} is not offered; there are {', '.join(offered)}")
        screen = Choose(None, "", offered, None)
        x, y, _ = screen._place(offered.index(wanted))
        self.tap(x + 1, y + 2)

    def do_move(self, *text: str) -> None:
        """A move by its text, over the link; a refused one shows in `expect refused`."""
        try:
            self._client.ask("move", " ".join(text))
        except LinkError:
            self.listen()
            if not self.told.refused:
                raise
        self.board.advance(TAP_MS)

    # Expectations

    def do_expect(self, what: str, *words: str) -> None:
        look = getattr(self, "see_" + what, None)
        if look is None:
            known = ", ".join(sorted(name[4:] for name in dir(self) if name.startswith("see_")))
            raise Wrong(f'"{what}" cannot be expected; what can is {known}')
        wanted = " ".join(words)
        fits = within if what in ("refused", "problem") else equal
        begin = self.board.now_ms
        while True:
            self.listen()
            found = look(*words[:1]) if what == "light" else look()
            target = " ".join(words[1:]) if what == "light" else wanted
            if fits(target, found):
                return
            if self.board.now_ms - begin >= PATIENCE_MS:
                raise Wrong(f"expected {what} {wanted or 'nothing'}, found {found or 'nothing'}")
            self.board.advance(40)

    def see_turn(self) -> str:
        return "-" if self.told.turn is None else str(self.told.turn)

    def see_result(self) -> str:
        result = self.told.result
        if result is None:
            return "none"
        return f"{','.join(map(str, result.winners)) or '-'} {result.reason}"

    def see_refused(self) -> str:
        return self.told.refused or "none"

    def see_problem(self) -> str:
        return " | ".join(self.told.problems) or "none"

    def see_position(self) -> str:
        return self._client.ask("view") if self.told.game else "none"

    def see_screen(self) -> str:
        return self.told.screen or "none"

    def see_game(self) -> str:
        return self.told.game or "none"

    def see_players(self) -> str:
        return str(self.told.players)

    def see_moves(self) -> str:
        return str(len(self.told.moves))

    def see_last(self) -> str:
        return self.told.moves[-1].text if self.told.moves else "none"

    def see_scores(self) -> str:
        return " ".join(map(str, self.told.scores))

    def see_power(self) -> str:
        return self.board.state

    def see_stuck(self) -> str:
        health = self._client.ask("health")
        return dict(word.split("=", 1) for word in health.split())["stuck"]

    def see_light(self, cell: str) -> str:
        x, y = raw_key(cell)
        colour = self.board.wire().rgb[3 * (16 * y + x) :][:3]
        return "#" + colour.hex() if any(colour) else "dark"


def equal(wanted: str, found: str) -> bool:
    return wanted == found or (wanted == "lit" and found.startswith("#"))


def within(wanted: str, found: str) -> bool:
    """`none`: nothing at all; no words: anything; else a part of the text."""
    if wanted == "none" or found == "none":
        return wanted == found
    return wanted in found


def milliseconds(text: str) -> float:
    read = TIME.fullmatch(text)
    ms = float(read[1]) * {"ms": 1, "s": 1000, "min": 60000}[read[2]] if read else -1
    if not 0 <= ms <= LONGEST_MS:
        raise Wrong(f'"{text}" is no time; write 200ms, 2s or 1min')
    return ms


def number(text: str) -> int:
    if not text.isdigit():
        raise Wrong(f'"{text}" is not a number')
    return int(text)


def raw_key(text: str) -> tuple[int, int]:
    read = KEY.fullmatch(text)
    if read is None or int(read[1]) > 15 or int(read[2]) > 15:
        raise Wrong(f'"{text}" is no key: write x,y, both from 0 to 15')
    return int(read[1]), int(read[2])


def run_lines(runner: Runner, name: str, lines: Sequence[str], picture: Path | None) -> None:
    """Play all; Failure with the place of the line that fails."""
    for at, text in enumerate(lines, 1):
        try:
            runner.line(text)
        except (Wrong, Failure) as wrong:
            from ludolux.sim.picture import as_text, save

            rgb = runner.board.wire().rgb
            more = ""
            if picture is not None:
                save(rgb, picture)
                more = f"\nThe board is in {picture}."
            raise Failure(
                f"{name}:{at}: {sentence(str(wrong))}\n    {text.strip()}\n{as_text(rgb)}{more}",
                status=1,
            ) from None


def run_file(
    board: SimBoard, file: Path, start: Sequence[str] = (), picture: Path | None = None
) -> Runner:
    """Switch the board on and play a file of lines. `start`: begin this game first."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise Failure(f"the script {file} cannot be read: {why}") from None
    runner = Runner(board, file.parent)
    run_lines(runner, str(file), ["power on", "wait 1500ms"], picture)
    if start:
        run_lines(runner, str(file), [shlex.join(["new", *start])], picture)
    runner.trace.clear()
    run_lines(runner, str(file), lines, picture)
    return runner
