"""The files of a board and how they are read: board.json, parts, pinouts, netlists, parts lists.

netlist.csv   net,from,from_pin,to,to_pin,mm2,colour    one wire or joint a line
bom.csv       part,qty,refs,order,what,order_as,alternatives    one kind of part a line
parts.csv     the catalogue: what can be ordered, written by hand
pinouts.csv   the pins of each kind of part, written by hand
"""

import csv
import io
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ludolux.boardsource import hardware_folder
from ludolux.failure import Failure

HOME = hardware_folder()
NETLIST = ["net", "from", "from_pin", "to", "to_pin", "mm2", "colour"]
BOM = ["part", "qty", "refs", "order", "what", "order_as", "alternatives"]
PARTS = [
    "part", "kind", "value", "what", "order_as", "alternatives", "estimate_eur", "spares",
    "loose_for", "loose_qty",
]  # fmt: skip
ITS_NAME = "its name"
PINOUTS = ["kind", "pin", "type", "volts", "on"]


class End(NamedTuple):
    """A pin of a part on the board."""

    ref: str
    pin: str

    def __str__(self) -> str:
        return f"{self.ref} {self.pin}"


@dataclass(frozen=True)
class Wire:
    """One line of a netlist: a wire, a piece of bare copper or a solder joint."""

    net: str
    a: End
    b: End
    mm2: float
    colour: str

    def row(self) -> list[str]:
        return [self.net, *self.a, *self.b, f"{self.mm2:g}", self.colour]


@dataclass(frozen=True)
class Part:
    """One line of the catalogue. `value` is ohm, uF, mA, mm or ways, as the kind is measured."""

    part: str
    kind: str
    value: float
    what: str
    order_as: str
    alternatives: str
    estimate_eur: float
    spares: int
    loose_for: str
    loose_qty: int


@dataclass(frozen=True)
class Item:
    """One line of a parts list."""

    part: str
    qty: int
    refs: tuple[str, ...]
    order: int
    what: str
    order_as: str
    alternatives: str

    def row(self) -> list[str]:
        return [
            self.part, str(self.qty), squeeze(self.refs), str(self.order), self.what,
            self.order_as, self.alternatives,
        ]  # fmt: skip


@dataclass(frozen=True)
class Pin:
    """A pin in a pinout: type is power, source, ground, in, out, bus, line, passive or spare;
    `on` is the net it belongs to in every build, ITS_NAME the one that is called as its part."""

    pin: str
    type: str
    volts: float
    on: str = ""


class Library:
    """The catalogue of parts and their pins."""

    def __init__(self, parts: dict[str, Part], pinouts: dict[str, dict[str, Pin]]) -> None:
        self.parts = parts
        self.pinouts = pinouts

    def of_kind(self, kind: str) -> list[Part]:
        return [part for part in self.parts.values() if part.kind == kind]

    def pin(self, part: str, pin: str) -> Pin | None:
        """What is known of a pin; every GPIO of an ESP32 board is one."""
        known = self.parts.get(part)
        if known is None:
            return None
        if known.kind == "mcu" and re.fullmatch(r"GPIO\d+", pin):
            return Pin(pin, "gpio", 3.3)
        return self.pinouts.get(known.kind, {}).get(pin)


def library(beside: Path | None = None) -> Library:
    """The catalogue beside a board file where there is one, else the project's."""
    folders = [folder for folder in (beside, HOME) if folder]
    found = [
        next((folder / name for folder in folders if (folder / name).exists()), HOME / name)
        for name in ("parts.csv", "pinouts.csv")
    ]
    parts: dict[str, Part] = {}
    for name, kind, value, what, order_as, others, euro, spares, loose, qty in table(
        found[0], PARTS
    ):
        parts[name] = Part(
            name, kind, number(value), what, order_as, others, number(euro),
            int(number(spares)), loose, int(number(qty)),
        )  # fmt: skip
    pinouts: dict[str, dict[str, Pin]] = {}
    for kind, pin, kind_of_pin, volts, on in table(found[1], PINOUTS):
        pinouts.setdefault(kind, {})[pin] = Pin(pin, kind_of_pin, number(volts), on)
    return Library(parts, pinouts)


def board(path: Path) -> dict[str, Any]:
    """The content of a board.json."""
    text = read(path)

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """JSON takes the last of two equal names; a person meant both."""
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                raise Failure(
                    f'{path} says "{name}" twice in one place',
                    "a line was copied and not changed, and only the last of them would count",
                    "Remove one of them, or correct its name",
                )
        return dict(pairs)

    try:
        data = json.loads(text, object_pairs_hook=once)
    except RecursionError:
        raise Failure(f"{path} is no board file: its brackets never end") from None
    except json.JSONDecodeError as error:
        if text.lstrip()[:1] != "{":
            raise Failure(
                f"{path} is {'no board file' if text.strip() else 'empty'}",
                "a board file is an object in {}, as hardware/board.json",
                "Check the name, or start again from hardware/board.json",
            ) from None
        raise Failure(
            f"{path} is not JSON: line {error.lineno}, column {error.colno}",
            "a comma or a bracket is missing or too many just before that place",
            "Correct it, or start again from hardware/board.json",
        ) from None
    if not isinstance(data, dict) or not {"builds", "mcus"} & data.keys():
        raise Failure(
            f"{path} is no board file",
            "a board file is an object in {}, as hardware/board.json",
            "Check the name of the file",
        )
    return data


def netlist(path: Path) -> list[Wire]:
    return [
        Wire(net, End(a, a_pin), End(b, b_pin), number(mm2), colour)
        for net, a, a_pin, b, b_pin, mm2, colour in table(path, NETLIST)
    ]


def bom(path: Path) -> list[Item]:
    return [
        Item(row[0], int(number(row[1])), tuple(spread(row[2])), int(number(row[3])), *row[4:])
        for row in table(path, BOM)
    ]


def table(path: Path, columns: list[str]) -> list[list[str]]:
    """The rows of a CSV file whose first line names its columns."""
    rows = list(csv.reader(io.StringIO(read(path))))
    if not rows or rows[0] != columns:
        raise Failure(
            f"the first line of {path} is not {','.join(columns)}",
            "it is another file, or a spreadsheet changed its separators",
            "Save it as comma-separated text with these columns",
        )
    for line, row in enumerate(rows[1:], 2):
        if len(row) != len(columns):
            raise Failure(
                f"line {line} of {path} has {len(row)} fields instead of {len(columns)}",
                "a comma is missing, or one stands in a text without quotes",
                "Correct that line",
            )
    return rows[1:]


def read(path: Path) -> str:
    try:
        # With or without the mark that some editors and spreadsheets put first.
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Failure(f"{path} is not text", "it is another kind of file") from None
    except OSError as error:
        raise Failure(
            f"{path} cannot be read: {error.strerror}", "Check the name of the file"
        ) from None


def number(text: str) -> float:
    """A number of a table, never below 0; an empty field counts as 0."""
    try:
        value = float(text or 0)
        if not 0 <= value < 1e9:
            raise ValueError
        return value
    except ValueError:
        raise Failure(
            f'"{text}" stands where a number belongs', "Correct that line of the table"
        ) from None


def written(rows: list[list[str]], columns: list[str]) -> str:
    """A table as CSV text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([columns, *rows])
    return out.getvalue()


def squeeze(refs: tuple[str, ...]) -> str:
    """LS1 LS2 LS3 as LS[1-3], a whole grid of KEYx-y as KEY[1-16]-[1-16]; spread() undoes it."""
    words: list[str] = []
    families: dict[str, list[list[int]]] = {}
    for ref in refs:
        numbers = [int(found) for found in re.findall(r"\d+", ref)]
        families.setdefault(re.sub(r"\d+", "#", ref), []).append(numbers)
    for family, members in families.items():
        ranges = [range(min(axis), max(axis) + 1) for axis in zip(*members, strict=True)]
        size = 1
        for axis in ranges:
            size *= len(axis)
        if ranges and size == len(members) > 1:
            word = family
            for axis in ranges:
                text = f"[{axis[0]}-{axis[-1]}]" if len(axis) > 1 else str(axis[0])
                word = word.replace("#", text, 1)
            words.append(word)
        else:
            for numbers in members:
                word = family
                for value in numbers:
                    word = word.replace("#", str(value), 1)
                words.append(word)
    return " ".join(words)


def spread(text: str) -> list[str]:
    """The refs that a squeezed text stands for."""
    refs: list[str] = []
    for word in text.split():
        todo = [word]
        while todo:
            one = todo.pop(0)
            found = re.search(r"\[(\d+)-(\d+)\]", one)
            if found is None:
                refs.append(one)
            else:
                first, last = int(found[1]), int(found[2])
                head, tail = one[: found.start()], one[found.end() :]
                todo += [f"{head}{value}{tail}" for value in range(first, last + 1)]
    return refs
