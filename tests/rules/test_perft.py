"""Counts of all move sequences. A failing count prints the count under each first move.

The figures are data, in tests/data/perft.json: what the games' literature and our own rules page
give, and for the others what a second, naive generator counted as well.
"""

import json
from pathlib import Path

import pytest
from ludolux.perft import divide, perft
from naive import legal_texts

import shared_rules as rules

PERFT = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())


def begin(entry):
    game = rules.load(entry["game"])
    if "position" in entry:
        return game.from_position(entry["position"])
    return game.new(players=entry["players"], seed=entry.get("seed", 0), **entry["options"])


def name(entry):
    return " ".join(str(entry[key]) for key in ("game", "players", "options") if key in entry)


@pytest.mark.parametrize("entry", PERFT, ids=name)
def test_perft(entry):
    state = begin(entry)
    for depth, count in enumerate(entry["counts"], 1):
        found = perft(state, depth)
        if found != count:
            lines = [f"{state.text(move)}: {below}" for move, below in divide(state, depth)]
            pytest.fail(f"depth {depth}: {found}, not {count}\n" + "\n".join(lines))


@pytest.mark.parametrize("entry", PERFT, ids=name)
def test_naive_count_agrees(entry):
    """Down to a few hundred positions, the slow generator counts the same."""
    state = begin(entry)

    def count(depth):
        if state.turn is None:
            return 0
        texts = legal_texts(entry["game"], state)
        if depth == 1:
            return len(texts)
        total = 0
        for text in texts:
            state.play(state.parse(text))
            total += count(depth - 1)
            state.pop()
        return total

    for depth, expected in enumerate(entry["counts"], 1):
        if expected > 4000:
            break
        assert count(depth) == expected
