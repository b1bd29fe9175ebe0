"""Constants that only their own module reads, written out before mpy-cross compiles it.

The sources are plain Python: `PAUSE_MS = 700`. MicroPython's compiler puts a value in the place of
its name where it reads `_PAUSE_MS = const(700)`. So that is what it gets: on the board each such
name saves some thirty bytes of heap and a place in the table of names, which grows by doubling in
one piece. Lines keep their numbers.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable

CONSTANT = re.compile(r"\b[A-Z][A-Z0-9_]*\b")


def shared(sources: Iterable[str]) -> set[str]:
    """The names that one of these sources may read from another: attributes, imports, strings."""
    found: set[str] = set()
    for source in sources:
        tree = ast.parse(source)
        texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.alias):
                found.add(node.name)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update([] if id(node) in texts else CONSTANT.findall(node.value))
    return found


def inlined(source: str, shared: set[str]) -> str:
    """The source as MicroPython's compiler likes it; `shared` are names to leave as they are."""
    tree = ast.parse(source)
    constants = _constants(tree, shared | _otherwise_used(tree))
    edits: list[tuple[int, int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in constants:
            edits.append((node.lineno, node.col_offset, "_"))
    for value in constants.values():
        bare = isinstance(value, ast.Tuple) and not _text(source, value).startswith("(")
        edits.append((value.lineno, value.col_offset, "const((" if bare else "const("))
        assert value.end_lineno is not None and value.end_col_offset is not None
        edits.append((value.end_lineno, value.end_col_offset, "))" if bare else ")"))
    # Columns count bytes. At one place a name's underscore goes in before the const in front.
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    for line, column, text in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        old = lines[line - 1]
        lines[line - 1] = old[:column] + text.encode() + old[column:]
    return b"".join(lines).decode()


def _constants(tree: ast.Module, excluded: set[str]) -> dict[str, ast.expr]:
    """The values of the module's own constants, by name."""
    found: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            (target,) = node.targets
            if (
                isinstance(target, ast.Name)
                and CONSTANT.fullmatch(target.id)
                and target.id not in excluded
                and _is_constant(node.value, found)
            ):
                found[target.id] = node.value
    return found


def _is_constant(node: ast.expr, known: dict[str, ast.expr]) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | str | bytes) and not isinstance(node.value, bool)
    if isinstance(node, ast.Tuple):
        return bool(node.elts) and all(_is_constant(part, known) for part in node.elts)
    if isinstance(node, ast.BinOp):
        return _is_number(node.left, known) and _is_number(node.right, known)
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand, known)
    return _is_number(node, known)


def _is_number(node: ast.expr, known: dict[str, ast.expr]) -> bool:
    """An int, written out or by the name of one: what the compiler computes with."""
    if isinstance(node, ast.Name):
        return node.id in known and _is_number(known[node.id], known)
    if isinstance(node, ast.BinOp):
        return _is_number(node.left, known) and _is_number(node.right, known)
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand, known)
    return isinstance(node, ast.Constant) and type(node.value) is int


def _otherwise_used(tree: ast.Module) -> set[str]:
    """Names that are more than the constant of one module: assigned twice, an argument …"""
    stored: Counter[str] = Counter()
    used: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            stored[node.id] += 1
        elif isinstance(node, ast.keyword | ast.arg):
            used.add(node.arg or "")
        elif isinstance(node, ast.Global | ast.Nonlocal):
            used.update(node.names)
        elif isinstance(node, ast.alias):
            used.add(node.asname or node.name)
        elif isinstance(node, ast.JoinedStr):  # where in it a name stands is not told exactly
            used.update(part.id for part in ast.walk(node) if isinstance(part, ast.Name))
    return used | {name for name, count in stored.items() if count > 1}


def _text(source: str, node: ast.expr) -> str:
    return ast.get_source_segment(source, node) or ""
