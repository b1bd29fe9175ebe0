"""Which board: one of the builds that come with Ludolux, or the board file of a maker.

`--board FILE` means such a file; hardware/examples shows how one is made.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludolux.failure import Failure
from ludolux.trouble import trouble

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
# Those of the file that comes with Ludolux, for the help of the commands.
BUILDS = "keys|tiles|touch|lite"
CHECK = "`ludolux hardware check FILE` looks it over"


def hardware_folder() -> Path:
    """What is in the hardware folder: from the checkout, or the copy that the package carries."""
    for place in (CHECKOUT / "hardware", HERE / "hardware_folder"):
        if (place / "board.json").is_file():
            return place
    raise Failure(
        "board.json is missing", f"it should be in {HERE}",
        "Installing Ludolux again brings it back", status=1,
    )  # fmt: skip


@dataclass(frozen=True)
class BoardSource:
    """A board file that was read; `builds` are the names in it."""

    path: Path
    data: dict[str, Any]

    @property
    def builds(self) -> tuple[str, ...]:
        return tuple(self.data["builds"])

    def build(self, name: str | None) -> str:
        """The build of this name; without one that which the file names, or its first."""
        if name is None:
            named = self.data.get("build")
            return named if named in self.builds else self.builds[0]
        if name not in self.builds:
            raise Failure(
                f"there is no build {name!r} in {self.path.name}",
                f"the builds are {', '.join(self.builds)}",
            )
        return name

    def gamma(self, build: str) -> float:
        """The exponent from what is meant to what goes down the wire; of a build that is not in
        the file, what is usual."""
        spec = self.data["builds"].get(build) or self.data["builds"][self.builds[0]]
        return spec["lights"]["gamma_percent"] / 100

    def drivers(self, build: str) -> set[str]:
        """The drivers of a build's lights and keys."""
        spec = self.data["builds"].get(build, {})
        return {spec[part]["driver"] for part in ("lights", "keys") if part in spec}


def board_source(file: Path | None = None) -> BoardSource:
    """The board file that is given, or that of Ludolux. Failure: it is none."""
    path = file or hardware_folder() / "board.json"
    try:
        data = json.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise Failure(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise Failure(f"{str(path)!r} is no board file: it is not JSON", CHECK) from None
    builds = data.get("builds") if isinstance(data, dict) else None
    if not builds or not isinstance(builds, dict):
        raise Failure(f"{str(path)!r} is no board file: it has no builds", CHECK)
    source = BoardSource(path.absolute(), data)
    if file is not None:
        _fits(source)
    return source


def usual_build(source: BoardSource, wanted: str | None, lying: str) -> str:
    """The build that is wanted; without one that which lies on the board already, or the usual one
    for a new board. A build that only another file describes is not guessed at."""
    if wanted is None and lying and lying not in source.builds:
        raise trouble("other-build", build=lying, file=source.path.name)
    return source.build(wanted or lying or None)


def _fits(source: BoardSource) -> None:
    """What the firmware would refuse is said before anything begins."""
    from firmware import boards

    for build in source.builds:
        try:
            boards.load(source.data, build)
        except boards.BoardError as error:
            raise Failure(
                f"{build} in {source.path.name} cannot be used: {error}", CHECK
            ) from None
