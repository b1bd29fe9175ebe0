"""Failures in sentences: what happened, the likely cause, the next step."""

import os
import shutil
import sys

# The status of a command that Ctrl-C ended, as shells have it.
INTERRUPTED = 130


class Failure(Exception):
    """Ends the command with its sentences on stderr. Status 2 is bad input, 1 anything else."""

    def __init__(self, what: str, *more: str, status: int = 2) -> None:
        super().__init__(" ".join([sentence(text) for text in (what, *more) if text]))
        self.status = status


def sentence(text: str) -> str:
    """The rules speak in clauses; a person reads sentences."""
    text = text.strip()
    # A quoted word, a cell or a name such as `clues_touch` keeps its letters.
    first = text.split(" ")[0]
    if first.isalpha() and first.islower():
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."


def command_name() -> str:
    """How this command can be started again: by its name where the shell would find it."""
    started = sys.argv[0]
    found = shutil.which("ludolux")
    if found and os.path.realpath(found) == os.path.realpath(started):
        return "ludolux"
    if os.path.basename(started).startswith("ludolux") and os.path.exists(started):
        near = os.path.relpath(started)
        return started if near.startswith("..") else near
    return "ludolux"
