"""Frames over the link: coded as LINK.md says, and made good when a line is lost."""

import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from link_table import Table, scripted
from ludolux.linkclient import (
    Decoder,
    Picture,
    encode,
    paint,
)

from firmware.link import Link


@pytest.fixture
def table():
    return Table()


colours = some.sampled_from([(0, 0, 0), (255, 255, 255), (9, 0, 0), (0, 80, 200), (1, 2, 3)])
pictures = some.one_of(
    some.binary(min_size=768, max_size=768),
    some.lists(colours, min_size=256, max_size=256).map(lambda c: b"".join(map(bytes, c))),
    some.lists(some.tuples(colours, some.integers(1, 90)), max_size=20).map(
        lambda runs: (b"".join(bytes(c) * n for c, n in runs) + bytes(768))[:768]),
)  # fmt: skip


@given(some.lists(pictures, min_size=1, max_size=6))
@settings(max_examples=150)
def test_pictures_arrive_exactly(frames):
    table = Table()
    table.client.frames()
    rgb = bytearray(768)
    for wanted in frames:
        rgb[:] = wanted
        table.link.send_frame(rgb)
        table.ticks(12)
        table.seen()
        assert table.client.picture.rgb == wanted
        assert not table.client.picture.lost


def test_both_interpreters_code_the_same_frames(micropython):
    chance = random.Random(3)
    frames = [bytes(768), b"\xff" * 768, chance.randbytes(768)]
    for many in (2, 5, 20, 63, 64, 65, 200):
        some_colours = [chance.randbytes(3) for _ in range(many)]
        for _ in range(5):
            frames.append(b"".join(chance.choice(some_colours) for _ in range(256)))
            changed = bytearray(frames[-1])
            for _ in range(chance.randrange(30)):
                changed[chance.randrange(768)] = chance.randrange(256)
            frames.append(bytes(changed))
    here = scripted([sys.executable], "frames", frames)
    assert here == scripted([micropython, "-X", "heapsize=112k"], "frames", frames)
    decoder, picture = Decoder(), Picture()
    for frame, lines in zip(frames, here.splitlines(), strict=True):
        for message in decoder.feed(lines.replace("|", "\n").encode()):
            picture.take(message)
        assert picture.rgb == frame


def typical():
    """Pictures like those of the games, each with one that follows it."""
    chance = random.Random(5)

    def game(cell, gap, across, kinds):
        rgb = bytearray(768)
        for x in range(16):
            for y in (0, 15):
                rgb[3 * (16 * y + x) : 3 * (16 * y + x) + 3] = bytes((0, 0, 60 if y else 0))
        for row in range(across):
            for column in range(across):
                colour = chance.choice(kinds)
                for x in range(cell):
                    for y in range(cell):
                        at = 16 * (1 + row * (cell + gap) + y) + 1 + column * (cell + gap) + x
                        rgb[3 * at : 3 * at + 3] = bytes(colour)
        return rgb

    four = [(200, 30, 0), (0, 90, 255), (0, 0, 0), (40, 40, 40)]
    eight = [*four, (250, 200, 0), (0, 160, 60), (120, 0, 120), (20, 10, 0)]
    for name, rgb in (
        ("quixo", game(2, 1, 5, four[:3])),
        ("lot", game(2, 0, 7, eight[:6])),
        ("olix", game(1, 0, 11, four)),
        ("lixso", game(1, 0, 9, eight)),
        ("xtiles", game(1, 0, 14, eight)),
    ):
        after = bytearray(rgb)
        for i in range(0, 768, 3):
            if bytes(rgb[i : i + 3]) == bytes(four[0]):
                after[i : i + 3] = bytes((100, 15, 0))  # one colour breathes
        moved = bytearray(rgb)
        for at in (17, 18, 33, 34):
            moved[3 * at : 3 * at + 3] = b"\x07\x08\x09"
        yield name, rgb, after, moved


def test_sizes_of_typical_frames(table, record_property):
    """At 115200 baud a byte takes 87 us: a game's whole picture stays below 40 ms."""
    table.client.frames()
    sizes = {}
    for name, rgb, breath, moved in typical():
        for what, picture in (("whole", rgb), ("breath", breath), ("back", rgb), ("move", moved)):
            if what == "whole":
                table.link._rgb = None
                table.client.frames()
                table.seen()
            before = len(table.pipe._to_host)
            table.link.send_frame(bytearray(picture))
            table.link.poll()
            sizes[name, what] = len(table.pipe._to_host) - before
            table.ticks(5)
            table.seen()
            assert table.client.picture.rgb == picture
    for (name, what), size in sizes.items():
        record_property(f"{name} {what}", size)
        print(f"{name:8}{what:8}{size:5} bytes {size * 10 / 115.2:6.1f} ms")
    assert max(size for (_, what), size in sizes.items() if what == "whole") < 460
    assert max(size for (_, what), size in sizes.items() if what == "move") < 60


def test_frames_come_only_when_asked_when_changed_and_not_too_often(table):
    rgb = bytearray(768)
    table.link.send_frame(rgb)
    table.ticks(20)
    assert table.seen() == []
    table.client.frames(every_ms=200)
    for i in range(100):
        rgb[0] = i
        table.link.send_frame(rgb)
        table.tick()
    frames = [m for m in table.seen() if m.kind == "frame"]
    assert 5 <= len(frames) <= 6
    table.ticks(30)
    assert len([m for m in table.seen() if m.kind == "frame"]) <= 1
    table.ticks(100)
    assert table.seen() == []
    assert table.client.picture.rgb == bytes(rgb)
    table.client.frames(False)
    rgb[5] = 1
    table.link.send_frame(rgb)
    table.ticks(30)
    assert [m for m in table.seen() if m.kind == "frame"] == []


def test_a_lost_frame_is_noticed_and_made_good(table):
    table.client.frames()
    rgb = bytearray(768)
    for i in range(60):
        rgb[3 * i] = 200
        table.link.send_frame(rgb)
        table.ticks(5)
        if i in (10, 11, 30):
            table.pipe.read()  # the line is gone
        table.seen()
        if i == 31:
            assert table.client.picture.lost
            table.client._asked_at -= 1  # as if half a second had passed
    table.ticks(10)
    table.seen()
    assert table.client.picture.rgb == bytes(rgb)


def test_a_board_that_starts_anew_is_watched_again(table):
    table.client.hello()
    table.client.frames()
    table.link = Link(table.pipe.board, table.actions)
    table.link.hello()
    table.seen()
    table.link.send_frame(bytearray(b"\x05" * 768))
    table.ticks(10)
    table.seen()
    assert table.client.picture.rgb == b"\x05" * 768


def test_a_host_that_never_reads_costs_lines_not_memory():
    table = Table(room=3000)
    table.pipe.write(encode(1, "frames", "on"))
    chance = random.Random(8)
    rgb = bytearray(768)
    for _ in range(500):
        rgb[:] = chance.randbytes(768)
        table.link.send_frame(rgb)
        table.link.tell("turn", "1")
        table.ticks(5)
    assert len(table.pipe._to_host) <= 3000
    assert table.link.unsent > 500
    table.seen()
    table.client.watching = True
    table.ticks(10)
    table.seen()
    table.ticks(30)
    table.seen()
    assert table.client.picture.rgb == bytes(rgb)


@given(some.binary(max_size=60))
def test_a_frame_of_nonsense_is_an_error_and_nothing_else(data):
    try:
        paint(bytearray(768), data)
    except ValueError as error:
        assert str(error)
