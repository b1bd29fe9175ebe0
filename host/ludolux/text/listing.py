"""The list of legal moves that `?` shows: grouped, short unless asked, or filtered."""

from __future__ import annotations

from ludolux.text.prompt import columns
from ludolux.text.words import plural
from shared_rules.state import PASS, WORDS, State

# A longer list is shortened, each of its groups to so many moves.
LONG = 60
FEW = 6


def listing(state: State, wanted: str) -> list[str]:
    """Lines with the legal moves. `wanted` is empty, `all`, or a part of the move texts."""
    moves = state.moves()
    texts = {move: state.text(move) for move in moves}
    if wanted and wanted.lower() != "all":
        moves = matching(texts, wanted)
        if not moves:
            return [f"No legal move has {wanted!r} in it. `why MOVE` says why one is refused."]
    if not moves:
        return ["There is no legal move."]
    short = not wanted and len(moves) > LONG
    left_out = 0
    lines = [plural(len(moves), "legal move") + ":"]
    for name, group in groups(state, moves).items():
        shown = [texts[move] for move in (group[:FEW] if short else group)]
        rest = len(group) - len(shown)
        left_out += rest
        more = ["…"] if rest else []
        label = f"  {name}" + (f" ({len(group)})" if rest else "") + ": "
        first, *further = columns(shown + more, " " * len(label))
        lines += [label + first.strip(), *further]
    if left_out:
        example = texts[moves[len(moves) // 2]][:3]
        lines.append(f"`? all` shows all of them, `? {example}` those with {example} in them.")
    also = [WORDS[word - PASS] for word in state.words if word != PASS]
    if not wanted and also:
        lines.append("Besides these: " + ", ".join(also) + ".")
    return lines


def matching(texts: dict[int, str], wanted: str) -> list[int]:
    """The moves that begin with the text; if none does, those that have it anywhere."""
    part = wanted.lower()
    begin = [move for move, text in texts.items() if text.lower().startswith(part)]
    return begin or [move for move, text in texts.items() if part in text.lower()]


def groups(state: State, moves: list[int]) -> dict[str, list[int]]:
    """The moves by their first choice. Choices that leave nothing more to choose: by row."""
    by_choice: dict[int, list[int]] = {}
    for move in moves:
        by_choice.setdefault(state.steps(move)[0], []).append(move)
    found: dict[str, list[int]] = {}
    for choice, group in by_choice.items():
        alone = len(group) == 1 and len(state.steps(group[0])) == 1
        on_grid = bool(state.width) and choice < state.width * 26
        name = f"row {choice // state.width + 1}" if alone and on_grid else state.name(choice)
        found.setdefault(name, []).extend(group)
    return found
