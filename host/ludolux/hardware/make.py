"""Everything that is made from a board file, as texts by their path; what is stale among it."""

from pathlib import Path
from typing import Any

from ludolux.failure import Failure
from ludolux.hardware import drawings, enclosure, files, maps, tables
from ludolux.hardware.blocks import design
from ludolux.hardware.circuit import Circuit, parts_list


def circuits(board: dict[str, Any], mcu: str, library: files.Library) -> dict[str, Circuit]:
    return {build: design(board, build, mcu, library) for build in board["builds"]}


def texts(board: dict[str, Any], mcu: str, library: files.Library) -> dict[str, str]:
    """All made files but the wiring diagrams: path in the hardware folder and content."""
    designed = circuits(board, mcu, library)
    made = {
        "pins.md": tables.pins(board, designed),
        "cost.md": tables.cost(designed),
        "power.md": tables.power(board, designed),
        "prints.md": tables.prints(board),
        "scad/params.scad": enclosure.params(board),
    }
    for build, circuit in designed.items():
        rows = [wire.row() for wire in circuit.wires]
        made[f"{build}/netlist.csv"] = files.written(rows, files.NETLIST)
        items = [item.row() for item in parts_list(circuit)]
        made[f"{build}/bom.csv"] = files.written(items, files.BOM)
        for name, svg in maps.of_build(board["builds"][build]).items():
            made[f"{build}/{name}.svg"] = svg
    return made


def harnesses(board: dict[str, Any], mcu: str, library: files.Library) -> dict[str, str]:
    """What each wiring diagram is drawn from."""
    return {
        f"{build}/{name}.svg": drawings.harness(circuit, wires)
        for build, circuit in circuits(board, mcu, library).items()
        for name, wires in drawings.blocks(circuit).items()
    }


def write(folder: Path, board: dict[str, Any], mcu: str, library: files.Library) -> list[str]:
    """Writes what is missing or stale; the paths that were written."""
    written = []
    for path, text in texts(board, mcu, library).items():
        if not same(folder / path, text):
            put(folder / path, text)
            written.append(path)
    for path, source in harnesses(board, mcu, library).items():
        if not drawn_from(folder / path, source):
            put(folder / path, drawings.draw(source))
            written.append(path)
    return written


def stale(folder: Path, board: dict[str, Any], mcu: str, library: files.Library) -> list[str]:
    """The made files that are missing or no longer what the board file gives."""
    found = [
        path for path, text in texts(board, mcu, library).items() if not same(folder / path, text)
    ]
    return found + [
        path
        for path, source in harnesses(board, mcu, library).items()
        if not drawn_from(folder / path, source)
    ]


def same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def drawn_from(path: Path, source: str) -> bool:
    made = path.read_text(encoding="utf-8") if path.exists() else ""
    return drawings.made_from(made) == drawings.source_hash(source)


def put(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(
            f"{path} cannot be written: {error.strerror}",
            "Choose a folder of your own with --out", status=1,
        ) from None  # fmt: skip
