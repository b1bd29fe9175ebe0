"""The link: both ends, both interpreters, and everything that can go wrong on a wire."""

import os
import random
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some
from link_table import ROOT, SENTENCE, Table, scripted
from ludolux.linkclient import (
    Client,
    Decoder,
    LinkError,
    Message,
    NoAnswer,
    Picture,
    Pipe,
    Refused,
    encode,
)

from firmware import link as protocol
from firmware.link import LONGEST_IN, VERBS


@pytest.fixture
def table():
    return Table()


# Both interpreters


def test_both_interpreters_send_the_same_bytes(on_host, on_board):
    here, there = on_host("link.py"), on_board("link.py")
    assert b"FAILED" not in here
    assert len(here) > 20000
    assert here == there


def test_idle_polls_allocate_nothing_and_the_buffers_are_small(micropython):
    environment = {**os.environ, "MICROPYPATH": ":".join([".", "host", "tests/board"])}
    done = subprocess.run(
        [micropython, "-X", "heapsize=112k", "tests/board/link.py", "memory"],
        cwd=ROOT, capture_output=True, text=True, env=environment, stdin=subprocess.PIPE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stdout.splitlines() == [
        "a link takes less than 3000 bytes: True",
        "a port takes less than 2500 bytes: True",
        "idle polls allocate nothing",
    ]


def noise(seed):
    """Bytes as a bad wire makes them: pieces of true lines, marks, anything."""
    chance = random.Random(seed)
    parts = [
        encode(1, "tap", 3, 4),
        encode(2, "set", "a b", "ü"),
        encode(3, "frames", "on"),
        b"^", b"~", b"\n", b"\r\n", b" *", b">>> ", b"Traceback (most recent call last):\r\n",
    ]  # fmt: skip
    data = b""
    for _ in range(chance.randrange(12)):
        part = chance.choice([*parts, chance.randbytes(chance.randrange(300))])
        if chance.random() < 0.3:
            part = part[: chance.randrange(len(part) + 1)]
        if part and chance.random() < 0.2:
            at = chance.randrange(len(part))
            part = part[:at] + chance.randbytes(1) + part[at + 1 :]
        data += part
    return data


def test_both_interpreters_make_the_same_of_noise(micropython):
    lines = [noise(seed) for seed in range(300)]
    board = [micropython, "-X", "heapsize=112k"]
    assert scripted([sys.executable], "feed", lines) == scripted(board, "feed", lines)


# Questions and answers


def test_a_session(table):
    assert table.client.hello() == {
        "protocol": "1", "firmware": "0.1", "rules": "1", "build": "lite", "mcu": "esp32",
        "name": "ludolux-16",
    }  # fmt: skip
    assert table.client.ask("tap", 3, 4) == ""
    assert table.actions.done == [(3, 4)]
    with pytest.raises(Refused) as refused:
        table.client.ask("move", "a1a5")
    assert str(refused.value) == SENTENCE
    table.link.tell("turn", "1")
    table.link.tell("refused", "Not ~ this ^ one: 100 % “wrong”\n")
    assert table.seen()[-2:] == [
        Message("turn", "1"), Message("refused", "Not ~ this ^ one: 100 % “wrong”\n"),
    ]  # fmt: skip


def test_a_mistake_in_the_app_is_an_answer_and_the_board_goes_on(table):
    with pytest.raises(Refused, match="RuntimeError: a mistake of ours"):
        table.client.ask("health")
    assert table.client.ask("tap", 0, 0) == ""


def test_only_verbs_can_be_called(table):
    for verb in ("about", "done", "__init__", "link", "dance"):
        with pytest.raises(Refused, match="There is no verb"):
            table.client.ask(verb)
    for verb in VERBS:
        if not hasattr(table.actions, verb):
            with pytest.raises(Refused, match="cannot do"):
                table.client.ask(verb)


def test_a_newer_board_is_refused(table, monkeypatch):
    monkeypatch.setattr(protocol, "PROTOCOL", 2)
    with pytest.raises(LinkError, match="version 2"):
        table.client.hello()


def test_a_dead_board_is_said_to_be_one():
    with pytest.raises(NoAnswer, match="did not answer"):
        Client(Pipe()).ask("hello", timeout=0.05, tries=2)


def test_a_lost_answer_is_asked_for_again_and_the_act_done_once(table):
    line = encode(7, "tap", 1, 1)
    for _ in range(3):
        table.pipe.write(line)
        table.ticks(2)
    assert table.actions.done == [(1, 1)]
    assert [m.text for m in table.seen()] == ["7"] * 3


@given(some.lists(some.text(min_size=1, max_size=12), min_size=1, max_size=4))
@settings(max_examples=60)
def test_words_arrive_as_they_were_sent(words):
    table = Table()
    if len(encode(1, "set", *words)) <= LONGEST_IN:
        table.client.ask("set", *words)
        assert table.actions.done == [words]


@given(some.text(max_size=120))
@settings(max_examples=100)
def test_text_arrives_as_it_was_told(text):
    table = Table()
    table.link.tell("problem", text)
    (message,) = table.seen()
    long = len(protocol.escape(text, 100000)) > protocol.LONGEST_OUT
    assert message.kind == "problem"
    assert message.text.endswith("...") if long else message.text == text


def test_journals_are_fetched_whole_and_a_fetch_goes_on_where_it_stopped(table, tmp_path):
    table.actions.folder = tmp_path
    chance = random.Random(1)
    files = {f"game {i}.log": chance.randbytes(size) for i, size in enumerate((0, 1, 192, 3001))}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    assert table.client.journals() == {name: len(data) for name, data in files.items()}
    for name, data in files.items():
        assert table.client.fetch(name) == data
        assert table.client.fetch(name, have=data[:100]) == data


# Noise


@given(some.lists(some.one_of(some.binary(max_size=300), some.integers(0, 5000).map(noise))))
@settings(max_examples=150)
def test_no_noise_stops_the_board(pieces):
    table = Table()
    for data in pieces:
        table.pipe.write(data)
        table.ticks(len(data) // 256 + 1)
    table.pipe.write(b"\n" + encode(55, "tap", 9, 9))
    table.ticks(100)
    assert table.actions.done[-1] == (9, 9)
    assert table.seen()[-1] == Message("ok", "55")
    assert len(table.link._line) == LONGEST_IN


@given(some.lists(some.one_of(some.binary(max_size=1500), some.sampled_from([
    b"~", b"^", b"\n", b"~turn 1 *0000\n", b"~frame 1 - zz *", b"rst:0x1 (POWERON_RESET)\r\n"]))),
    some.integers(1, 50))  # fmt: skip
@example([b"x" * 5000], 7)
@settings(max_examples=150)
def test_no_noise_stops_the_host(pieces, size):
    decoder, table = Decoder(), Table()
    table.link.tell("turn", "1")
    data = b"".join(pieces) + b"\n" + table.pipe.read()
    found = []
    for i in range(0, len(data), size):
        found += decoder.feed(data[i : i + size])
        assert len(decoder._rest) < 1100
    assert found[-1] == Message("turn", "1")
    picture = Picture()
    for message in found:
        picture.take(message)


def test_tracebacks_between_lines_are_told_apart(table):
    table.link.tell("turn", "0")
    table.pipe._to_host += b'Traceback (most recent call last):\r\n  File "x.py", line 1\r\n'
    table.pipe._to_host += b">>> ^1 hello 1 *0000\r\nrst:0x1 ets Jun"
    table.link.tell("turn", "1")
    table.pipe._to_host += b"~turn 2 *MemoryError\r\n"
    table.link.tell("turn", "3")
    assert [(m.kind, m.text) for m in table.seen()] == [
        ("turn", "0"),
        ("", "Traceback (most recent call last):"),
        ("", '  File "x.py", line 1'),
        ("", ">>> ^1 hello 1 *0000"),
        ("", "rst:0x1 ets Jun"),
        ("turn", "1"),
        ("", "~turn 2 *MemoryError"),
        ("turn", "3"),
    ]
    assert table.client.decoder.damaged == 1


def test_every_single_damaged_byte_is_noticed():
    line = encode(5, "tap", 1, 2)
    for at in range(len(line) - 1):
        for bit in range(8):
            table = Table()
            wrong = bytes([line[at] ^ 1 << bit])
            table.pipe.write(line[:at] + wrong + line[at + 1 :])
            table.ticks(1)
            assert table.actions.done == [], (at, bit)


# The description


def test_the_description_names_every_verb():
    text = (ROOT / "firmware" / "LINK.md").read_text()
    for verb in (*VERBS, "hello", "frames"):
        assert f"`{verb}`" in text
    assert str(LONGEST_IN) in text
