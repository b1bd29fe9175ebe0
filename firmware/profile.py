"""What the drivers read of board.json: one build on one chip.

Apart from boards.py so that its checks, 10 KB of memory, can be forgotten once they have passed.
"""


class BoardError(Exception):
    """board.json cannot be used: what is wrong, why it matters, what to do next."""


class Profile:
    """One build on one chip: what the drivers read. All plain numbers, lists and dicts."""

    def __init__(self, name, build, mcu):
        self.name = name
        self.build = build
        self.mcu = mcu
        self.title = ""
        self.pins = self.signals = self.external_pull_ups = None
        self.lights = self.keys = self.side_buttons = self.buzzer = self.i2c = None
        self.timing = self.power = None
        self.spi_id = self.i2c_id = 0

    def forget(self):
        """Once the drivers have read it, all that is needed is the names."""
        self.pins = self.signals = self.external_pull_ups = None
        self.lights = self.keys = self.side_buttons = self.buzzer = self.i2c = None
        self.timing = self.power = None
