"""The lights as a widget: a cell of blocks in colour, or a letter a light where there is none."""

from __future__ import annotations

from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

SIDE = 16
GAIN = 1.3
BASE = 14  # an unlit light is not quite black
DARK = bytes(768)


def eye_table(gamma: float) -> bytes:
    """From a level on the wire to one on a screen, which bends light itself."""
    return bytes(
        round(BASE + (255 - BASE) * min(1.0, GAIN * level / 255) ** (1 / gamma))
        for level in range(256)
    )


class Lights(Widget, can_focus=True):
    """Arrows move the cursor, Enter touches. `colours`: "true", "256" or "symbols"."""

    DEFAULT_CSS = "Lights { width: auto; height: auto; }"
    BINDINGS = [
        ("left", "step(-1, 0)"), ("right", "step(1, 0)"), ("up", "step(0, -1)"),
        ("down", "step(0, 1)"), ("enter", "touch"), ("space", "touch"),
    ]  # fmt: skip

    class Key(Message):
        """A key of the board goes down or up under the mouse."""

        def __init__(self, x: int, y: int, down: bool) -> None:
            super().__init__()
            self.x, self.y, self.down = x, y, down

    class Tap(Message):
        """A key was touched by the keyboard, which cannot say when it is let go."""

        def __init__(self, x: int, y: int) -> None:
            super().__init__()
            self.x, self.y = x, y

    def __init__(self, colours: str, gamma: float) -> None:
        super().__init__(id="lights")
        self.colours = colours
        self.cursor = (7, 7)
        self.letters = [" "] * 256
        self._wire = DARK
        self._eye = eye_table(gamma)
        self._pressed: tuple[int, int] | None = None
        self._styles: dict[bytes, Style] = {}

    def show(self, wire: bytes, letters: list[str] | None = None) -> None:
        if wire != self._wire or (letters is not None and letters != self.letters):
            self._wire = wire
            self.letters = letters or self.letters
            self.refresh()

    @property
    def scale(self) -> int:
        """Lines a light takes: two where there is room."""
        room = self.app.size
        return 2 if room.height >= 2 * SIDE + 4 and room.width >= 4 * SIDE + 34 else 1

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return 2 * self.scale * SIDE

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.scale * SIDE

    def render_line(self, y: int) -> Strip:
        scale = self.scale
        row, part = divmod(y, scale)
        if row >= SIDE:
            return Strip.blank(self.size.width)
        segments = []
        for x in range(SIDE):
            at = SIDE * row + x
            text = " " * (2 * scale)
            if self.colours == "symbols":
                text = (self.letters[at] + " ").ljust(2 * scale) if part == 0 else text
                style = Style()
            else:
                style = self._style(self._wire[3 * at : 3 * at + 3])
            if (x, row) == self.cursor and self.has_focus:
                inner = self.letters[at] if self.colours == "symbols" and part == 0 else ""
                text = "[" + inner.ljust(2 * scale - 2) + "]"
                if scale == 1 and self.colours == "symbols":
                    text = f"[{inner}" if inner.strip() else "[]"
                style = style + Style(bold=True, color="white")
            segments.append(Segment(text, style))
        return Strip(segments)

    def _style(self, light: bytes) -> Style:
        known = self._styles.get(light)
        if known is None:
            red, green, blue = [self._eye[level] for level in light]
            colour = Color.from_rgb(red, green, blue)
            if self.colours == "256":
                colour = colour.downgrade(ColorSystem.EIGHT_BIT)
            if len(self._styles) > 2000:
                self._styles.clear()
            known = self._styles[light] = Style(bgcolor=colour)
        return known

    def action_step(self, dx: int, dy: int) -> None:
        self.cursor = ((self.cursor[0] + dx) % SIDE, (self.cursor[1] + dy) % SIDE)
        self.refresh()

    def action_touch(self) -> None:
        self.post_message(self.Tap(*self.cursor))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        x, y = event.x // (2 * self.scale), event.y // self.scale
        if 0 <= x < SIDE and 0 <= y < SIDE:
            self.focus()
            self.cursor = self._pressed = (x, y)
            self.capture_mouse()
            self.post_message(self.Key(x, y, True))
            self.refresh()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if self._pressed is not None:
            self.post_message(self.Key(*self._pressed, False))
            self._pressed = None
            self.release_mouse()
