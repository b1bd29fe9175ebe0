"""Writes the records of random games and prints them. Runs on both interpreters.

    records.py GAME PLAYERS FIRST_SEED LAST_SEED [OPTION=VALUE …]

The two outputs are compared to the byte. Each record is read back through the rules at once;
the position that it leads to follows it. `heap` as last word replays the record of one long game
of so many moves as SEED says and prints what that takes of the heap instead.
"""

import gc
import sys

import shared_rules as rules
from firmware import header, record
from firmware.recovery import SWEEP
from shared_rules.chance import Chance


def lines(name, players, seed, options, longest=400):
    """The lines of a random game one by one: moves, some taken back, resumed, the end."""
    chance = Chance(seed + 1000)
    header = record.Header(
        name, players, options, seed, rules.VERSION, "keys/esp32", "0.1.0", "2026-05-01T20:15:00"
    )
    state = record.begin(header, rules)
    line, crc = record.seal(header.text(), 0)
    yield line
    ms = events = plies = 0
    while state.turn is not None:
        ms += 500 + chance.below(9000)
        events += 1
        moves = state.moves()
        if plies and chance.below(8) == 0:
            kind, text = "undo", ""
            plies -= 2
        elif chance.below(30) == 0:
            kind, text = "resume", ""
            plies -= 1
        elif not moves or events > longest:
            kind, text = "resign", ""
        else:
            kind, text = "move", state.text(moves[chance.below(len(moves))])
        plies += 1
        moves = None
        record.advance(state, kind, text)
        line, crc = record.seal(record.event_text(ms, kind, text), crc)
        yield line
    line, crc = record.seal(record.event_text(ms, "result", record.result_text(state.result)), crc)
    yield line


def endless(moves):
    """The lines of a game of Quixo that goes round and round."""
    header = record.Header("quixo", 2, {}, 0, rules.VERSION, "keys", "0.1.0", "-")
    line, crc = record.seal(header.text(), 0)
    yield line
    for i in range(moves):
        text = ("a1a5", "e5e1", "a5a1", "e1e5")[i % 4]
        line, crc = record.seal(record.event_text(100 * i, "move", text), crc)
        yield line


def heap(moves):
    """The most that is held while so many moves are replayed."""
    whole = record.Replay(rules)
    most = 0
    gc.collect()
    before = gc.mem_alloc()
    for i, line in enumerate(endless(moves)):
        whole.take(line)
        # As the journal does.
        if i % SWEEP == 0:
            gc.collect()
            most = max(most, gc.mem_alloc() - before)
    print(whole.reader.plies, "moves take", most)


def main(name, players, first, last, *words):
    if "heap" in words:
        return heap(int(first))
    options = {}
    for word in words:
        option, _, value = word.partition("=")
        options[option] = header.read_value(value)
    for seed in range(int(first), int(last)):
        whole = record.Replay(rules)
        for line in lines(name, int(players), seed, options):
            print(line.decode(), end="")
            whole.take(line)
            gc.collect()
        print(whole.state.position())


if __name__ == "__main__":
    main(*sys.argv[1:])
