"""Perft: how many sequences of moves of a length there are. Finished games have none."""

from collections.abc import Iterator

from shared_rules.state import State


def perft(state: State, depth: int) -> int:
    """The number of sequences of `depth` moves from here. The state is as before afterwards."""
    if depth == 0:
        return 1
    moves = state.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        state.push(move)
        total += perft(state, depth - 1)
        state.pop()
    return total


def divide(state: State, depth: int) -> Iterator[tuple[str, int]]:
    """Each first move as text, with the number of sequences that begin with it."""
    for move in state.moves():
        text = state.text(move)
        state.push(move)
        count = perft(state, depth - 1)
        state.pop()
        yield text, count
