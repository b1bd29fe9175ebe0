"""What a board keeps, read and written through its REPL. The app starts anew after that."""

from __future__ import annotations

from collections.abc import Mapping

from ludolux.boardfiles import OURS
from ludolux.progress import counter
from ludolux.repl import Repl


def read_all(port: str) -> dict[str, bytes]:
    """Every file that is not the app's."""
    with Repl(port) as repl:
        said = repl.run(
            "l=[]\nfor e in os.ilistdir('/'):\n"
            " if e[1]&0x4000: _walk(e[0],l.append)\n else: l.append(e[0])\n"
            "for n in l: print(n)"
        )
        names = [name for name in said.split() if name.split("/")[0] not in OURS]
        progress = counter("read")
        found: dict[str, bytes] = {}
        for number, name in enumerate(sorted(names), 1):
            found[name] = repl.read(name) or b""
            progress(number, len(names))
        repl.reset()
    return found


def write_all(port: str, files: Mapping[str, bytes]) -> None:
    with Repl(port) as repl:
        progress = counter("written")
        for number, name in enumerate(sorted(files), 1):
            repl.write(name, files[name])
            progress(number, len(files))
        repl.reset()
