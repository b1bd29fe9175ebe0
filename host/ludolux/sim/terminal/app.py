"""The terminal's face of a board: lights to the left, what the link tells to the right.

run(board, game=["quixo"])        # until q or Ctrl-C
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, Static

from ludolux.failure import sentence
from ludolux.linkclient import LinkError
from ludolux.sim.board import SimBoard
from ludolux.sim.legend import Reader, legend
from ludolux.sim.listener import Listener
from ludolux.sim.mirror import CORNERS
from ludolux.sim.terminal.lights import Lights

COLOURS = ("auto", "true", "256", "symbols")
MOVES = 10
NOTHING = (-1, "")  # no version of the facts has been shown
VERBS = ("start", "set", "move")  # of the link, that may be typed


class BoardApp(App[None]):
    """`board` is a SimBoard that runs."""

    TITLE = "Ludolux"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: $background; }
    #facts { padding: 0 2; width: 1fr; height: 1fr; }
    #lights { margin: 0 1; }
    #line { dock: bottom; margin-bottom: 1; }
    """
    BINDINGS = [
        Binding("m", "corner('menu')", "Menu"), Binding("u", "corner('undo')", "Undo"),
        Binding("p", "peek", "Peek or hint"), Binding("d", "corner('done')", "Deselect"),
        Binding("t", "type", "Type a move"), Binding("c", "colours", "Colours"),
        Binding("q", "quit", "Quit"), Binding("escape", "board", show=False),
    ]  # fmt: skip

    def __init__(self, board: SimBoard, game: Sequence[str] = (), colours: str = "auto") -> None:
        super().__init__()
        self.board = board
        self.listener = Listener(board.stream, pictures=True)
        self.lights = Lights(choose_colours(colours), board.source.gamma(board.build))
        self._game = tuple(game)
        self._beside = Static(id="facts")
        self._reader = Reader()
        self._shown = NOTHING
        self._peeking = False
        self._turn: tuple[object, ...] = ()
        self.said = ""

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield self.lights
            with VerticalScroll():
                yield self._beside
        yield Input(
            placeholder="a move as c1c5, or: start quixo size=3 · set brightness 3", id="line"
        )
        yield Footer()

    def on_mount(self) -> None:
        self.listener.start()
        if self._game:
            self._ask("start", *self._game)
        self.lights.focus()
        self.set_interval(1 / 25, self.look)

    def on_unmount(self) -> None:
        self.listener.stop()

    def look(self) -> None:
        """Show what the wire and the link have to say now."""
        facts = self.listener.facts
        turn = (facts.told.game, facts.told.turn, len(facts.told.moves))
        if turn != self._turn:
            self._turn = turn
            if self._peeking:
                self._peeking = False  # with every move the board hides the hand
                self._ask("release", *CORNERS["peek"])
        letters = None
        if self.lights.colours == "symbols":
            look = facts.settings.get("palette", "normal")
            letters = self._reader.letters(
                self.listener.picture, facts.told.game, look, facts.told.players or None
            )
        self.lights.show(bytes(self.board.wire().rgb), letters)
        silence = self.board.silence
        if (facts.version, silence) != self._shown and self._beside.is_attached:
            version, value = self.listener.value()
            self._shown = version, silence
            self._beside.update(self.describe(value))

    def describe(self, facts: dict[str, Any]) -> Text:
        """What stands beside the board, as lines."""
        text = Text()
        text.append(facts["title"] or "Ludolux", "bold").append("\n\n")
        text.append(
            (self.board.silence or facts["status"]) + "\n",
            "bold reverse" if facts["turn"] is not None else "bold",
        )
        if facts["refused"]:
            text.append("! " + facts["refused"]["text"] + "\n", "bold red")
        if facts["help"]:
            text.append("? " + facts["help"]["text"] + "\n", "cyan")
        if self.said:
            text.append("! " + self.said + "\n", "yellow")
        if facts["problem"]:
            text.append("! " + facts["problem"]["text"] + "\n", "yellow")
        for line in facts["result"][1:]:
            text.append(line + "\n")
        if facts["choices"]:
            text.append("\nPictures, row by row\n", "bold")
            for number, choice in enumerate(facts["choices"], 1):
                text.append(f" {number} {choice['text']}\n")
        text.append("\n")
        for number, seat in enumerate(facts["seats"]):
            score = "" if seat["score"] is None else f"  {seat['score']}"
            mark = ">" if facts["turn"] == number else "*" if seat["won"] else " "
            text.append(f"{mark} {seat['full']}{score}\n")
        if facts["moves"]:
            text.append("\nMoves\n", "bold")
        for move in facts["moves"][-MOVES:]:
            seat = f"seat {move['seat'] + 1}" if move["seat"] >= 0 else ""
            text.append(f"{move['number']:4} {seat:7} {move['text']}\n")
        if facts["game"]:
            text.append("\nSigns\n", "bold")
            text.append(self._legend(facts))
        return text

    def _legend(self, facts: dict[str, Any]) -> Text:
        text = Text()
        look = facts["settings"].get("palette", "normal")
        for entry in legend(facts["game"], len(facts["seats"]) or None, look):
            coloured = self.lights.colours != "symbols"
            text.append(f" {entry.letter} ", on_colour(entry.colour) if coloured else "bold")
            rhythm = "" if entry.rhythm == "steady" else f" ({entry.rhythm})"
            text.append(f" {entry.text}{rhythm}\n")
        return text

    # Keys

    def on_lights_key(self, event: Lights.Key) -> None:
        self._press(event.x, event.y) if event.down else self._release(event.x, event.y)

    def on_lights_tap(self, event: Lights.Tap) -> None:
        self._tap(event.x, event.y)

    def action_corner(self, name: str) -> None:
        self._tap(*CORNERS[name])

    def action_peek(self) -> None:
        """A terminal does not tell when a key is let go: once to look, once more to hide."""
        if not self.listener.facts.hidden_hands:
            self.action_corner("peek")
            return
        self._peeking = not self._peeking
        self._ask("press" if self._peeking else "release", *CORNERS["peek"])

    def action_colours(self) -> None:
        modes = COLOURS[1:]
        self.lights.colours = modes[(modes.index(self.lights.colours) + 1) % len(modes)]
        self.lights._styles.clear()
        self.lights.refresh()
        self._shown = NOTHING

    def action_type(self) -> None:
        self.query_one("#line", Input).focus()

    def action_board(self) -> None:
        self.lights.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        words = event.value.split()
        event.input.value = ""
        self.lights.focus()
        if words:
            self._ask(*words if words[0] in VERBS else ("move", *words))

    def _tap(self, x: int, y: int) -> None:
        self._press(x, y)
        self._release(x, y)

    def _press(self, x: int, y: int) -> None:
        self.said = ""
        if self._is_peek(x, y):
            self._ask("press", x, y)
        else:
            self.board.press(x, y)

    def _release(self, x: int, y: int) -> None:
        if self._is_peek(x, y):
            self._ask("release", x, y)
        else:
            self.board.release(x, y)

    def _is_peek(self, x: int, y: int) -> bool:
        """A hand that is looked at from here, by the link, is in the link's pictures too."""
        return (x, y) == CORNERS["peek"] and not self.listener.facts.turned

    def _ask(self, verb: str, *words: object) -> None:
        """Ask the board; its no is shown beside the lights."""

        def done(future: Any) -> None:
            error = future.exception()
            refused = self.listener.facts.refused
            text = sentence(str(error)) if isinstance(error, LinkError) else ""
            if text and not (refused and refused["text"] == text):
                self.said = text
                self._shown = NOTHING

        self.listener.ask(verb, *words).add_done_callback(done)


def on_colour(colour: str) -> str:
    """The style of a letter that can be read on a colour, given as #rrggbb."""
    red, green, blue = bytes.fromhex(colour[1:])
    return f"{'black' if 2 * red + 5 * green + blue > 1000 else 'white'} on {colour}"


def choose_colours(wanted: str) -> str:
    """Symbols where the person or the terminal wants no colour."""
    if wanted not in COLOURS:
        raise ValueError(f"colours can be {', '.join(COLOURS)}, not {wanted}")
    if wanted != "auto":
        return wanted
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") in ("dumb", "vt100", "vt220"):
        return "symbols"
    return "true" if os.environ.get("COLORTERM") in ("truecolor", "24bit") else "256"


def run(board: SimBoard, game: Sequence[str] = (), colours: str = "auto") -> None:
    """Show a board that runs (`board.run()` was called) in the terminal, until q or Ctrl-C.

    `game` are the words of the link's `start`, as ("quixo", "size=3"); empty shows the board's
    menu. `colours` is auto, true, 256 or symbols. The caller stops the board.
    """
    BoardApp(board, game, colours).run()
