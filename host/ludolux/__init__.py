"""The ludolux command: simulator, flashing, records, puzzle lab."""

__version__ = "0.1.0"
