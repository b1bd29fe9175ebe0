"""Redacted records of X-Tiles: nothing hidden is in them, and they verify as far as they can."""

import re

import pytest
from ludolux.command import run
from ludolux.records.reading import verify
from ludolux.records.redact import redact
from ludolux.records.replay import Replay
from ludolux.records.timeline import Timeline
from records_made import data, lines, sealed

from firmware import record
from shared_rules import xtiles


def game(players=3, seed=3, longest=90):
    return list(lines("xtiles", players, seed, {}, longest))


def bodies(raw_lines):
    return [line[:-10].decode() for line in raw_lines]


def verdict(raw_bodies):
    """None, or why the record of these bodies is wrong."""
    replay = Replay()
    try:
        for raw in sealed(*raw_bodies).splitlines(keepends=True):
            replay.take(raw)
    except record.RecordError as error:
        return str(error)
    return None


@pytest.mark.parametrize("players", xtiles.PLAYERS)
@pytest.mark.parametrize("seed", (3, 8))
def test_every_view_verifies_and_ends_alike(players, seed):
    raw = game(players, seed)
    whole = Replay()
    for line in raw:
        whole.take(line)
    for seat in [None, *range(players)]:
        seen = Replay()
        for line in redact(raw, seat):
            seen.take(line)
        assert seen.reader.ended == whole.reader.ended
        assert seen.state.result == whole.state.result
        assert seen.state.scores() == whole.state.scores()
        assert seen.state.table() == whole.state.table()
        assert seen.state.view(seat) == whole.state.view(seat)


def test_a_view_has_no_seed_and_no_tile_that_was_not_seen():
    raw = game()
    for seat in (None, 0, 1, 2):
        text = b"".join(redact(raw, seat)).decode()
        header = text.splitlines()[0]
        assert " seed=- " in header
        assert header.split(" ")[9] == ("view=public" if seat is None else f"view={seat}")
        deals = re.findall(r"deal \S+ \d (\S+) ", text)
        assert deals
        for deal in deals:
            for other, hand in enumerate(deal.split("/")):
                assert (hand == "#7") == (other != seat)
        # The moves and times are those of the record.
        assert bodies(raw)[1:] == [
            body for body in bodies(text.encode().splitlines(True))[1:] if " deal " not in body
        ]


def test_what_a_view_can_know_is_checked():
    raw = bodies(redact(game(2), 0))
    assert verdict(raw) is None
    first = next(i for i, body in enumerate(raw) if " move " in body)
    move = raw[first].split(" ")[2]

    def changed(at, *new):
        return verdict([*raw[:at], *new, *raw[at + 1 :]])

    # A tile that lies elsewhere, a place where nothing fits, a deal that is left out or wrong.
    on_table = raw[1].split(" ")[2][:4]
    assert "first lay the drawn tile" in changed(first, f"9 move {on_table}@1,0")
    assert "must touch" in changed(first, f"9 move {move[:4]}@9,9")
    assert "was not dealt" in changed(1)
    assert "the round goes on" in changed(1, raw[1], raw[1])
    assert "the scores should be 0,0, not 1,0" in changed(
        1, raw[1].replace(" 0,0 1 0", " 1,0 1 0")
    )
    assert "not a hand of seven tiles" in changed(1, raw[1].replace("/", ",BBOR/", 1))
    assert "#7" in changed(1, raw[1].replace("#7", "#6"))
    later = [i for i, body in enumerate(raw) if " deal " in body][1]
    assert "was not dealt" in changed(later)
    own = [i for i, body in enumerate(raw) if " result " in body][-1]
    assert "the record says" in changed(own, raw[own].replace("result 0", "result 1")) or (
        "the record says" in changed(own, raw[own].replace("result 1", "result 0"))
    )


def test_a_deal_stands_where_it_happened():
    """At the time of the header or of the move that ended the round, and nothing between."""
    raw = bodies(redact(game(2), None))
    later = [i for i, body in enumerate(raw) if " deal " in body][1]
    for at, before in ((1, 0), (later, int(raw[later].split(" ")[0]))):
        late = raw[at].replace(f"{before} deal", f"{before + 1} deal")
        assert "the time of the line before" in verdict([*raw[:at], late])
        between = [*raw[:at], f"{before} resume", *raw[at:]]
        assert "was not dealt" in verdict(between)


@pytest.mark.parametrize("way", ([], ["--text"], ["--json"], ["--png", "x.png"]))
def test_a_view_without_its_first_deal_is_said(way, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "cut.rec"
    raw = bodies(redact(game(2), 0))
    path.write_bytes(sealed(raw[0]))
    assert run(["replay", "cut.rec", *way]) == 2
    assert "ends before its first deal" in capsys.readouterr().err
    path.write_bytes(sealed(raw[0], raw[1].replace("#7", "#6")))
    assert run(["replay", "cut.rec", *way]) == 1
    assert "line 2" in capsys.readouterr().err


def test_the_seen_seat_is_held_to_its_own_hand():
    """A tile that seat 0 does not have is refused in its own view, not in the public one."""
    raw = game(2)
    own, public = bodies(redact(raw, 0)), bodies(redact(raw, None))
    hand = own[1].split(" ")[4].split("/")[0].split(",")
    at = next(i for i, body in enumerate(own) if " move " in body and body.split()[2][:4] in hand)
    tile = own[at].split(" ")[2]
    other = next(
        code for code in xtiles.TILES.split()
        if code not in hand and code not in own[1] and not any(code in b for b in own[:at])
    )  # fmt: skip
    forged = own[at].replace(tile[:4], other)
    said = verdict([*own[:at], forged])
    assert said and f"{other} is not in your hand" in said
    assert "not in your hand" not in (verdict([*public[:at], forged]) or "")


# After the last of these nobody could lay a tile: a rare end of a round, found by search.
STUCK = [
    "OYYB@-1,0r",
    "RRYB@-1,-1",
    "BORR@-2,0",
    "BORB@-1,1",
    "OORB@1,0r",
    "OOYR@1,-1r",
    "RBYR@2,-1r",
    "BOOY@0,1",
    "OBRO@0,2",
    "RBYY@1,-2r",
    "BYYO@1,2r",
    "OBYY@1,3",
    "pass",
    "BOYB@2,3r",
]


def test_a_round_that_got_stuck_is_learnt_and_can_be_taken_back(tmp_path):
    raw = ["ludolux-record 1 xtiles players=2 seed=770 rules=2 board=- firmware=0.1.0 start=-"]
    raw += [f"{number} move {move}" for number, move in enumerate(STUCK)]
    raw += ["20 undo", f"21 move {STUCK[-1]}", "22 undo"]
    lines_of_it = sealed(*raw).splitlines(keepends=True)
    whole = Replay()
    for line in lines_of_it:
        whole.take(line)
    for seat in (None, 0, 1):
        redacted = list(redact(lines_of_it, seat))
        assert [body.split(" ")[1] for body in bodies(redacted)[-6:]] == [
            "move", "deal", "undo", "move", "deal", "undo",
        ]  # fmt: skip
        seen = Replay()
        for line in redacted:
            seen.take(line)
        assert seen.state.view(seat) == whole.state.view(seat)
        assert seen.state.rounds == whole.state.rounds
        path = tmp_path / f"{seat}.rec"
        path.write_bytes(b"".join(redacted))
        timeline = Timeline.load(path)
        timeline.go(len(timeline.events))
        end = timeline.state.position()
        for _ in range(2):
            timeline.go(len(timeline.events) - 4)
            timeline.go(len(timeline.events))
            assert timeline.state.position() == end


@pytest.mark.parametrize("seat", (None, 1))
def test_every_changed_byte_of_a_redacted_record_is_found(seat):
    content = b"".join(redact(game(2, longest=16), seat))
    line = 1
    for i, byte in enumerate(content):
        for changed in (
            content[:i] + bytes([byte ^ 1]) + content[i + 1 :],
            content[:i] + content[i + 1 :],
            content[: i + 1] + content[i:],
        ):
            found = locate(changed)
            last = i == len(content) - 1
            assert found in ((line, line + 1, "torn") if last else (line, line + 1))
        line += byte == 10


def locate(content):
    reader = record.Reader()
    parts = content.split(b"\n")
    try:
        for part in parts[:-1]:
            reader.read(part + b"\n")
        if parts[-1]:
            reader.read(parts[-1])
    except record.RecordError as error:
        return error.line
    return "torn" if reader.torn else "good"


def test_a_view_is_walked_both_ways(tmp_path):
    for seat, hide_undone in ((None, False), (0, False), (0, True)):
        path = tmp_path / f"{seat}.rec"
        path.write_bytes(b"".join(redact(game(2), seat)))
        timeline = Timeline.load(path, hide_undone)
        positions = []
        for at in range(len(timeline.events) + 1):
            timeline.go(at)
            positions.append(timeline.state.position())
        for at in reversed(range(len(timeline.events) + 1)):
            timeline.go(at)
            assert timeline.state.position() == positions[at]


def test_the_command_redacts(tmp_path, capsys):
    source = tmp_path / "game.rec"
    source.write_bytes(data("xtiles"))
    out = tmp_path / "seat.rec"
    words = ["replay", str(source), "--as-seat", "2", "--out", str(out)]
    assert run(words) == 0
    assert "verified as seat 2 saw it" in capsys.readouterr().out
    assert verify(out).header.view == "1"
    assert run(["replay", str(out), "--text"]) == 0
    assert "as seat 2 saw it" in capsys.readouterr().out


@pytest.mark.parametrize(
    "game, words, sentence",
    [
        ("quixo", ["--public", "--out", "x.rec"], "hides nothing from anybody"),
        ("xtiles", ["--public"], "--out FILE"),
        ("xtiles", ["--out", "x.rec"], "--as-seat N or --public"),
        ("xtiles", ["--public", "--as-seat", "1", "--out", "x.rec"], "--as-seat N or --public"),
        ("xtiles", ["--as-seat", "3", "--out", "x.rec"], "seats of this game go from 1 to 2"),
        ("xtiles", ["--as-seat", "0", "--out", "x.rec"], "seats of this game go from 1 to 2"),
        ("xtiles", ["--public", "--out", "game.rec"], "is there already"),
    ],
)
def test_what_cannot_be_redacted_is_said(game, words, sentence, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.rec").write_bytes(data(game))
    assert run(["replay", "game.rec", *words]) == 2
    assert sentence in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["game.rec"]
