"""The first line of a record: what is played, by whose rules, on which board; and its words."""

VERSION = 1
MAGIC = "ludolux-record"


class Header:
    """What the first line tells. `view` is None, or the seat that a redacted record is for."""

    def __init__(self, game, players, options, seed, rules, board, firmware, start, view=None):
        self.game = game
        self.players = players
        self.options = options
        self.seed = seed
        self.rules = rules
        self.board = board
        self.firmware = firmware
        self.start = start
        self.view = view

    def text(self):
        words = [
            MAGIC, str(VERSION), self.game, "players=%d" % self.players,
            "seed=" + ("-" if self.seed is None else str(self.seed)), "rules=%d" % self.rules,
            "board=" + self.board, "firmware=" + self.firmware, "start=" + self.start,
        ]  # fmt: skip
        if self.view is not None:
            words.append("view=" + self.view)
        return " ".join(words + ["%s=%s" % pair for pair in sorted(self.options.items())])


def word(text):
    """Any text as one word of a header: plain ASCII, no blanks, `-` for nothing."""
    plain = "".join([letter if "!" <= letter <= "~" else "_" for letter in str(text or "")])
    return plain[:40] or "-"


def number(text):
    """A number below 2**32 without sign or leading zero, or None."""
    if not text or len(text) > 10 or text.strip("0123456789") or (text[0] == "0" and text != "0"):
        return None
    value = int(text)
    return value if value >> 32 == 0 else None


def read_value(text):
    """An option's value: True, False, a number, or else the text."""
    if text in ("True", "False"):
        return text == "True"
    value = number(text)
    return text if value is None else value
