"""Files that survive a power cut: what was written is there when the call returns.

A file is never changed in place: lines are added, or a new file takes the old one's name.
"""

import os

# The error numbers of a file that is not there, and of a full flash.
ABSENT = 2
FULL = 28


def put(path, mode, data):
    """Write to a file and return when it is on flash. On LittleFS all of it is there, or none."""
    with open(path, mode) as file:
        file.write(data)
        sync(file)


def sync(file):
    """LittleFS writes for good when a file is flushed; a PC wants to be told twice."""
    file.flush()
    if hasattr(os, "fsync"):
        os.fsync(file.fileno())


def move(path, target):
    """Rename over what is there. A PC's own name for it works on Windows as well."""
    getattr(os, "replace", os.rename)(path, target)


def replace(path, text):
    """Let a file have this content: after a power cut it has the old one or the new."""
    put(path + ".new", "wb", text.encode())
    move(path + ".new", path)
