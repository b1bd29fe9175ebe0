"""Backups of a board: a zip of what it and its people made, and where flash keeps one meanwhile.

Before `flash` erases anything it writes such a file, marked as pending; once the board has said
hello with all of it back in its place the mark goes. A run that was cut off finds it again.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from ludolux.sim.files import state_folder
from ludolux.trouble import trouble

ABOUT = "ludolux-backup.json"


def pack(files: Mapping[str, bytes], about: Mapping[str, str]) -> bytes:
    """The same files give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in [
            (ABOUT, json.dumps({"format": 1, **about}, indent=1).encode()), *sorted(files.items()),
        ]:  # fmt: skip
            archive.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def unpack(path: Path) -> dict[str, bytes]:
    """The files of a backup, whole or not at all."""
    try:
        with zipfile.ZipFile(path) as archive:
            about = json.loads(archive.read(ABOUT))
            if about.get("format") != 1:
                raise trouble("no-backup", file=path, why="It is of another release")
            names = [name for name in archive.namelist() if name != ABOUT]
            if any(name.startswith("/") or ".." in name.split("/") for name in names):
                raise trouble("no-backup", file=path, why="It has names that lead elsewhere")
            return {name: archive.read(name) for name in names}
    except OSError as error:
        raise trouble("no-file", file=path, why=error.strerror) from None
    except (zipfile.BadZipFile, KeyError, ValueError):
        raise trouble("no-backup", file=path, why="It is damaged or something else") from None


def write(path: Path, data: bytes) -> None:
    draft = path.with_name(path.name + ".draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as error:
        raise trouble("no-file", file=path, why=error.strerror) from None


def pending(mac: str) -> Path:
    return state_folder() / "saved" / f"{mac}.pending.zip"


def done(mac: str) -> Path:
    """The place of the last backup that is no longer needed."""
    return state_folder() / "saved" / f"{mac}.zip"
