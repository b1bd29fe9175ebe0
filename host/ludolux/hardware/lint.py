"""`ludolux hardware check`: everything that is wrong with a board file and the lists beside it.

First the file itself (schema, then the firmware's own checks), then for each build the netlist and
the parts list: those beside the file where there are any, and those that the file would give.
"""

import json
from pathlib import Path
from typing import Any

import jsonschema
from jsonschema.exceptions import best_match

from firmware.boards import BoardError, load
from ludolux.failure import Failure
from ludolux.hardware import check_keys, check_parts, check_pins, check_power, files
from ludolux.hardware.blocks import design
from ludolux.hardware.circuit import parts_list
from ludolux.hardware.finding import Built, Finding

CHECKS = (check_parts.check, check_pins.check, check_power.check, check_keys.check)
# The games are drawn on this many lights each way.
GAMES_NEED = 16


def check_file(path: Path, lists: bool = True) -> list[Finding]:
    """All findings of a board file and of the netlists and parts lists beside it; without
    `lists` of those that it would give."""
    board = files.board(path)
    found = check_board(board, path.name)
    if found:
        return found  # what the file would give is not worth a look yet
    library = files.library(path.parent)
    for build in board["builds"]:
        for mcu in board["mcus"]:
            try:
                circuit = design(board, build, mcu, library)
            except Failure as failure:
                what, why, following = str(failure).split(". ", 2)
                found.append(Finding("parts", f"{build} on {mcu}", what, why, following))
                continue
            wires, items = circuit.wires, parts_list(circuit)
            if lists and mcu == board["mcu"]:
                folder = path.parent / build
                if (folder / "netlist.csv").exists():
                    wires = files.netlist(folder / "netlist.csv")
                if (folder / "bom.csv").exists():
                    items = files.bom(folder / "bom.csv")
            found += check_built(Built(board, build, mcu, library, wires, items))
    return found


def check_built(built: Built) -> list[Finding]:
    """All findings of one build."""
    for check in CHECKS:
        check(built)
    return built.found


def check_board(board: dict[str, Any], name: str) -> list[Finding]:
    """What is wrong with the board file itself; one finding a build where the firmware refuses."""
    found = _schema(board, name)
    if found:
        return found
    refusals: dict[str, Finding] = {}
    for build in board["builds"]:
        for mcu in board["mcus"]:
            try:
                load(board, build, mcu)
            except BoardError as refusal:
                what, _, more = str(refusal).partition(": ")
                why, _, following = more.partition(". ")
                place = f"{name}, {build} on {mcu}"
                refusals.setdefault(what, Finding("board", place, what, why, following))
        lights = board["builds"][build]["lights"]
        if min(lights["w"], lights["h"]) < GAMES_NEED:
            what = f"the lights are {lights['w']} x {lights['h']}"
            refusals[f"{build} {what}"] = Finding(
                "too-small", f"{name}, {build}", what,
                f"the games are drawn on {GAMES_NEED} x {GAMES_NEED} and what lies beyond is not "
                "seen",
                "Add rows or columns, or use it for your own program only",
            )  # fmt: skip
    for field in ("build", "mcu"):
        if board[field] not in board[field + "s"]:
            refusals[field] = Finding(
                "board", f'{name}, "{field}"', f"it names {board[field]}",
                f"there is no such {field} in the file", "Correct the name",
            )  # fmt: skip
    return list(refusals.values())


def _schema(board: dict[str, Any], name: str) -> list[Finding]:
    schema = json.loads(files.read(files.HOME / "board.schema.json"))
    found = []
    for error in jsonschema.Draft202012Validator(schema).iter_errors(board):
        best = best_match([error]) or error
        path = " → ".join(map(str, best.absolute_path)) or "the file"
        if best.validator == "uniqueItems":
            twice = next(item for item in best.instance if best.instance.count(item) > 1)
            found.append(
                Finding(
                    "address-clash" if "addresses" in path else "schema",
                    f"{name}, {path}",
                    f"{twice} is listed twice",
                    "two parts cannot share it",
                    "Change one of them",
                )  # fmt: skip
            )
            continue
        found.append(
            Finding(
                "schema",
                f"{name}, {path}",
                best.message[:200].rstrip("."),
                "board.schema.json describes what may stand there",
                "Correct that place; hardware/board.json shows how it looks",
            )  # fmt: skip
        )
    return found
