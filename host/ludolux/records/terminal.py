"""A record in the terminal: the lights to the left, what happened to the right, keys below."""

from __future__ import annotations

import time

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, Static

from ludolux.records.player import BEATS, Player
from ludolux.sim.legend import legend
from ludolux.sim.terminal.app import COLOURS, choose_colours
from ludolux.sim.terminal.lights import Lights

AROUND = 6  # events listed before and after this one
BAR = 30
FOR_THE_EYE = 1.0  # the palette's values: no gamma of a driver is to be undone


class ReplayApp(App[None]):
    TITLE = "Ludolux"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = ""
    CSS = """
    Screen { background: $background; }
    #facts { padding: 0 2; width: 1fr; height: 1fr; }
    #lights { margin: 0 1; }
    #line { dock: bottom; margin-bottom: 1; display: none; }
    """
    BINDINGS = [
        Binding("space", "pause", "Play/pause", priority=True),
        Binding("right", "step(1)", "Step"), Binding("left", "step(-1)", "Back"),
        Binding("home", "jump(0)", "Start", show=False), Binding("end", "end", show=False),
        Binding("up", "speed(1)", "Faster"), Binding("down", "speed(-1)", "Slower"),
        Binding("e", "even", "Even/real"), Binding("j", "ask", "Jump"),
        Binding("c", "colours", "Colours"), Binding("q", "quit", "Quit"),
        Binding("escape", "board", show=False),
    ]  # fmt: skip

    def __init__(self, player: Player, colours: str = "auto") -> None:
        super().__init__()
        self.player = player
        self.lights = Lights(choose_colours(colours), FOR_THE_EYE)
        self.lights.can_focus = False
        self._beside = Static(id="facts")
        header = player.timeline.header
        self._letters = {e.sign: e.letter for e in legend(header.game, header.players)}
        self._version = -1

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield self.lights
            with VerticalScroll(can_focus=False):
                yield self._beside
        yield Input(placeholder="the number of a move, then Enter", id="line", type="integer")
        yield Footer()

    def on_mount(self) -> None:
        self.set_interval(1 / BEATS, self.look)
        self.look()

    def look(self) -> None:
        """Go on and show what is due now."""
        now = time.monotonic()
        self.player.tick(now)
        letters = None
        if self.lights.colours == "symbols":
            letters = [
                self._letters.get(sign, "#" if sign else " ") for sign in self.player.signs(now)
            ]
        self.lights.show(self.player.light(now), letters)
        if self.player.version != self._version and self._beside.is_attached:
            self._version = self.player.version
            self._beside.update(self.describe())

    def describe(self) -> Text:
        """What stands beside the board, as lines."""
        facts = self.player.facts()
        text = Text()
        text.append(facts["title"] + "\n\n", "bold")
        text.append(facts["said"] + "\n", "bold reverse")
        text.append(facts["then"] + "\n\n")
        done = BAR * facts["at"] // max(facts["count"], 1)
        text.append("[" + "#" * done + "-" * (BAR - done) + "]\n")
        state = "playing" if facts["playing"] else "paused"
        timing = "even" if facts["even"] else "real time"
        text.append(f"{facts['time']} of {facts['whole']}, event {facts['at']} of ")
        text.append(f"{facts['count']}\n{state}, {timing}, ×{facts['speed']:g}\n")
        if facts["note"]:
            text.append("! " + facts["note"] + "\n", "yellow")
        text.append("\n")
        at = facts["at"]
        for number in range(max(0, at - AROUND), min(facts["count"], at + AROUND)):
            event = self.player.timeline.events[number]
            mark = ">" if number == at - 1 else " "
            style = "bold" if number == at - 1 else "dim" if event.undone else ""
            text.append(f"{mark} {event.said}{' (taken back)' * event.undone}\n", style)
        return text

    # Keys

    def action_pause(self) -> None:
        self.player.toggle()

    def action_step(self, by: int) -> None:
        self.player.step(by)

    def action_jump(self, at: int) -> None:
        self.player.jump(at)

    def action_end(self) -> None:
        self.player.jump(self.player.count)

    def action_speed(self, way: int) -> None:
        self.player.faster() if way > 0 else self.player.slower()

    def action_even(self) -> None:
        self.player.set_even(not self.player.even)

    def action_colours(self) -> None:
        modes = COLOURS[1:]
        self.lights.colours = modes[(modes.index(self.lights.colours) + 1) % len(modes)]
        self.lights._styles.clear()
        self.lights.refresh()

    def action_ask(self) -> None:
        line = self.query_one("#line", Input)
        line.display = True
        line.focus()

    def action_board(self) -> None:
        line = self.query_one("#line", Input)
        line.value = ""
        line.display = False
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        moment = None
        if event.value.isdigit():
            moment = self.player.timeline.after_move(int(event.value))
        if moment is None:
            self.notify(f"There is no move {event.value}.")
        else:
            self.player.jump(moment)
        self.action_board()


def run(player: Player) -> None:
    """Until q or Ctrl-C."""
    ReplayApp(player).run()
