"""Settings: what the board remembers beside its games, in one text file that can be edited.

Their values are in memory; reading and writing the file is settings_file.py.
"""

from .memory import briefly

FILE = "firmware.settings_file"


class Settings:
    """The settings in one file. `problems` has a sentence for each thing that could not be used.

    A damaged line gives that setting's default; a setting of a newer version is kept unread.
    """

    def __init__(self, path):
        self.path = path
        self.problems = []
        self.values = {}
        self.foreign = []
        briefly(FILE, "read", self)

    def get(self, name):
        return self.values[name]

    def set(self, name, value):
        """Change a setting for good. True: it is on flash. False: it holds until power is off."""
        return briefly(FILE, "change", self, name, value)

    def tell(self, sentence):
        if sentence not in self.problems:
            self.problems.append(sentence)
