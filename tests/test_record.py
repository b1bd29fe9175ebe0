"""Records: the same on both interpreters, and nothing wrong in them stays unseen."""

import re
import sys
from binascii import crc32
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from kinds import KINDS, PLAIN, ids

import shared_rules as rules
from firmware import record

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "board"))
from records import endless, lines  # noqa: E402


@cache
def game(kind, seed=3):
    """The lines of a whole game."""
    return list(lines(kind.game, kind.players, seed, kind.options, longest=25))


def cut(data):
    """Lines as a file gives them: only byte 10 ends one."""
    parts = data.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def verdict(raw_lines):
    """The line where a record is wrong, `torn`, `unfinished` or `verified`."""
    try:
        whole = record.replay(raw_lines, rules)
    except record.RecordError as error:
        assert str(error) == "line %d: %s" % (error.line, error.reason)
        return error.line
    if whole.reader.torn:
        return "torn"
    return "verified" if whole.reader.ended else "unfinished"


def sealed(*bodies):
    """Lines with the right checksums, whatever is in them."""
    crc, out = 0, []
    for body in bodies:
        line, crc = record.seal(body, crc)
        out.append(line)
    return out


HEADER = "ludolux-record 1 quixo players=2 seed=7 rules=2 board=keys firmware=0.1.0 start=- size=3"


def wrong(*bodies):
    with pytest.raises(record.RecordError) as caught:
        record.replay(sealed(HEADER, *bodies), rules)
    return str(caught.value)


def test_the_example_of_the_specification_verifies():
    text = (ROOT / "firmware" / "RECORD.md").read_text()
    example = re.search(r"```record\n(.*?)```", text, re.S)[1].encode()
    assert verdict(cut(example)) == "verified"
    assert example == b"".join(lines("quixo", 2, 2, {"size": 3}))
    for line in re.finditer(rb"([0-9a-f]{8})\n", example):
        assert int(line[1], 16) == crc32(example[: line.start()])


def test_the_specification_names_every_kind_and_limit():
    text = (ROOT / "firmware" / "RECORD.md").read_text()
    assert all("`%s`" % kind in text for kind in record.KINDS)
    assert "at most %d bytes" % record.LONGEST in text
    assert "At most %d moves" % record.UNDO_LIMIT in text


@pytest.mark.parametrize("kind", KINDS, ids=ids(KINDS))
def test_both_interpreters_write_the_same_records(kind, on_board, on_host):
    options = ["%s=%s" % pair for pair in kind.options.items()]
    board = on_board("records.py", kind.game, kind.players, 0, 3, *options)
    assert board == on_host("records.py", kind.game, kind.players, 0, 3, *options)
    assert board.count(b" result ") == 3


@pytest.mark.parametrize("kind", PLAIN, ids=ids(PLAIN))
def test_every_changed_lost_doubled_or_swapped_byte_is_found_and_located(kind):
    raw = game(kind)
    data = b"".join(raw)
    line = 1
    for i, byte in enumerate(data):
        changes = [data[:i] + bytes([byte ^ bit]) + data[i + 1 :] for bit in (1, 32, 128)]
        changes += [data[:i] + data[i + 1 :], data[: i + 1] + data[i:]]
        if data[i + 1 : i + 2] not in (b"", data[i : i + 1]):
            changes.append(data[:i] + data[i + 1 : i + 2] + data[i : i + 1] + data[i + 2 :])
        for changed in changes:
            found = locate(cut(changed))
            # A lost or doubled newline shows one line on, at the last line as a cut.
            last = i >= len(data) - 1
            assert found in ([line, line + 1, "torn"] if last else [line, line + 1]), (i, changed)
            if byte != 10 and data[i + 1 : i + 2] != b"\n":
                assert found == line
        line += byte == 10


def locate(raw_lines):
    """As `verdict`, without the rules: what the checksums alone find."""
    reader = record.Reader()
    try:
        for raw in raw_lines:
            reader.read(raw)
        reader.end()
    except record.RecordError as error:
        return error.line
    return "torn" if reader.torn else "good"


@pytest.mark.parametrize("kind", PLAIN, ids=ids(PLAIN))
def test_every_lost_doubled_or_swapped_line_is_found_and_located(kind):
    raw = game(kind)
    assert verdict(raw) == "verified"
    for i in range(len(raw) - 1):
        assert verdict(raw[:i] + raw[i + 1 :]) == i + 1
        assert verdict(raw[:i] + [raw[i + 1], raw[i]] + raw[i + 2 :]) == i + 1
    for i in range(len(raw)):
        assert verdict(raw[: i + 1] + raw[i:]) == i + 2
    assert verdict(raw[:-1]) == "unfinished"


@pytest.mark.parametrize("kind", PLAIN, ids=ids(PLAIN))
def test_a_cut_anywhere_is_torn_or_unfinished_never_verified(kind):
    data = b"".join(game(kind))
    header = data.index(b"\n") + 1
    for size in range(len(data)):
        part = cut(data[:size])
        found = locate(part)
        if size < header:
            assert found == 1
        else:
            assert found == ("good" if data[size - 1 : size] == b"\n" else "torn")
    assert verdict(cut(data[: header + 3])) == "torn"


def test_a_torn_line_is_told_with_its_number():
    raw = game(PLAIN[0])
    whole = record.replay([*raw[:4], raw[4][:-1]], rules)
    assert whole.reader.torn == "line 5 was cut after %d bytes" % (len(raw[4]) - 1)
    assert whole.reader.lines == 4


@given(some.binary(max_size=600))
def test_any_bytes_are_refused_in_words(data):
    assert verdict(cut(data)) == 1


@settings(max_examples=300)
@given(some.data())
def test_a_damaged_record_is_never_verified(data):
    raw = b"".join(game(data.draw(some.sampled_from(PLAIN))))
    at = data.draw(some.integers(0, len(raw)))
    until = data.draw(some.integers(at, min(len(raw), at + 40)))
    put = data.draw(some.binary(max_size=40))
    changed = raw[:at] + put + raw[until:]
    found = verdict(cut(changed))
    if changed != raw:
        assert found != "verified"


WORDS = some.sampled_from(
    ["move", "undo", "resign", "draw", "count", "resume", "result", "deal", "a1a3", "pass", "0",
     "5", "-", "line", "0,1", "--", "d4", "Xe5ne", "BBOR@1,0", "players=2", "seed=1", "size=3"]
)  # fmt: skip


@settings(max_examples=400)
@given(
    some.sampled_from([game(kind)[0].decode()[:-10] for kind in PLAIN]),
    some.lists(
        some.one_of(
            some.text(some.characters(min_codepoint=1, max_codepoint=300), max_size=30),
            some.lists(WORDS, min_size=1, max_size=4).map(" ".join),
            some.tuples(some.integers(0, 9), some.lists(WORDS, max_size=3)).map(
                lambda pair: " ".join([str(pair[0]), *pair[1]])
            ),
        ),
        max_size=6,
    ),
)
def test_nonsense_with_right_checksums_is_refused_in_words(header, bodies):
    assert verdict(sealed(header, *bodies)) != "verified" or bodies[-1].split()[1] == "result"


@settings(max_examples=200)
@given(some.lists(WORDS, max_size=9).map(" ".join))
def test_nonsense_headers_are_refused_in_words(rest):
    assert verdict(sealed("ludolux-record 1 quixo " + rest)) == 1


@pytest.mark.parametrize(
    "bodies, sentence",
    [
        (["5 move a1a3", "4 undo"], "line 3: the time runs backwards, from 5 to 4 ms"),
        (["5 undo"], "line 2: there is no move to take back"),
        (["5 move b2b3"], "line 2: b2b3: only cubes at the edge of the board can be taken"),
        (["5 move A1a3"], "line 2: A1a3 is written a1a3"),
        (["5 move resign"], "line 2: '5 move resign' is not an event"),
        (["05 undo"], "line 2: '05 undo' is not an event"),
        (["5 jump"], "line 2: '5 jump' is not an event"),
        (["5 undo now"], "line 2: '5 undo now' is not how undo is written"),
        (["5 deal x"], "line 2: '5 deal x' is not how deal is written"),
        (["5 move pass"], "line 2: pass: you can move, so you may not pass"),
        (["5 resign", "5 result 0 resign"],
         "line 3: the record says 0 resign, the rules say 1 resign"),
        (["5 result 0 line"], "line 2: the record says 0 line, the rules say the game goes on"),
        (["5 draw", "5 result - draw", "6 resume"], "line 4: resume after the result"),
        (["5 draw", "6 move a1a3"], "line 3: a1a3: the game is over"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(bodies, sentence):
    assert wrong(*bodies) == sentence


@pytest.mark.parametrize(
    "header, sentence",
    [
        (HEADER.replace("record 1", "record 2"),
         "line 1: the record has version 2, this Ludolux reads up to 1; bring it up to date"),
        (HEADER.replace("quixo", "chess"), "there is no game 'chess'"),
        (HEADER.replace("rules=2", "rules=3"), "version 3 of the rules, these are version 2"),
        (HEADER.replace("size=3", "size=9"), "size must be 5, 4 or 3, not 9"),
        (HEADER.replace("seed=7", "seed=-"), "not a header as RECORD.md has it"),
        (HEADER.replace("seed=7", "seed=4294967296"), "not a header as RECORD.md has it"),
        (HEADER.replace("seed=7", "seed=-").replace("start=-", "start=- view=1"),
         "the record shows only what 1 saw"),
        ("GIF89a", "this is not a record of Ludolux"),
    ],
)  # fmt: skip
def test_a_header_that_cannot_be_used_is_said(header, sentence):
    with pytest.raises(record.RecordError) as caught:
        record.replay(sealed(header), rules)
    assert sentence in str(caught.value)
    assert isinstance(caught.value, record.NewerVersion) == ("up to date" in sentence)


def test_an_empty_record_is_said():
    with pytest.raises(record.RecordError, match="line 1: the record is empty"):
        record.replay([], rules)


def test_undo_takes_the_end_of_a_game_back():
    raw = sealed(HEADER, "5 resign", "5 result 1 resign", "8 undo", "9 move a1a3")
    assert verdict(raw) == "unfinished"
    assert record.replay(raw, rules).state.history() == [6]


def test_a_redacted_header_and_its_deals_can_be_read():
    header = HEADER.replace("seed=7", "seed=-").replace("start=-", "start=- view=public")
    reader = record.Reader()
    items = [reader.read(line) for line in sealed(header, "0 deal BBOR@0,0 0 #7/#7", "9 draw")]
    assert items[0].view == "public"
    assert items[1:] == [(0, "deal", "BBOR@0,0 0 #7/#7"), (9, "draw", "")]


def test_an_endless_game_is_replayed_in_bounded_memory(on_board):
    """Within the board's heap, and no more for ten thousand moves than for one thousand."""
    takes = [int(on_board("records.py", "-", 0, n, 0, "heap").split()[-1]) for n in (1000, 10000)]
    print("heap for 1000 and 10000 moves:", takes)
    assert takes[1] - takes[0] < 256


def test_no_more_moves_are_taken_back_than_the_limit():
    raw = list(endless(1000))
    reader = record.Reader()
    for line in raw:
        reader.read(line)
    crc = reader.crc
    for _ in range(record.UNDO_LIMIT):
        line, crc = record.seal(record.event_text(10**6, "undo"), crc)
        raw.append(line)
    whole = record.replay(raw, rules)
    assert whole.reader.plies == 1000 - record.UNDO_LIMIT
    raw.append(record.seal(record.event_text(10**6, "undo"), crc)[0])
    with pytest.raises(record.RecordError, match="only 200 moves can be taken back"):
        record.replay(raw, rules)


def test_a_line_without_end_does_not_fill_the_memory(tmp_path):
    path = tmp_path / "long"
    path.write_bytes(b"ludolux-record 1 " + 100000 * b"x")
    with path.open("rb") as file, pytest.raises(record.RecordError, match="longer than 300 bytes"):
        record.replay(record.lines_of(file), rules)
