"""Files of records on a computer: verified or not, where and why, and never a traceback."""

import json
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from kinds import PLAIN, ids
from ludolux.command import run
from ludolux.records.reading import verify
from ludolux.records.redact import redact
from ludolux.records.replay import Replay
from records_made import GAMES, data, endless, lines, sealed

import shared_rules as rules
from firmware import record

HEADER = "ludolux-record 1 quixo players=2 seed=7 rules=2 board=keys firmware=0.1.0 start=- size=3"


@pytest.fixture
def file(tmp_path):
    """A function that writes a record and gives its path."""

    def write(content, name="00001-game.rec"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


def said(capsys, *words):
    status = run(["replay", *map(str, words)])
    out = capsys.readouterr()
    assert "Traceback" not in out.err and "a fault in" not in out.err
    return status, out.out + out.err


@pytest.mark.parametrize("game", GAMES)
def test_the_records_of_the_board_verify(game, file, on_board):
    kind = next(kind for kind in PLAIN if kind.game == game)
    printed = on_board("records.py", game, kind.players, 5, 6)
    content = printed[: printed.rstrip(b"\n").rindex(b"\n") + 1]  # the position follows it
    assert content == b"".join(lines(game, kind.players, 5, {}))
    verdict = verify(file(content))
    assert (verdict.word, verdict.status, verdict.notes) == ("verified", 0, ())


@pytest.mark.parametrize("kind", PLAIN, ids=ids(PLAIN))
def test_it_finds_what_the_board_would_find(kind):
    """The computer's replay remembers moves; its verdict on wrong ones is still the rules'."""
    raw = list(lines(kind.game, kind.players, 3, {}, longest=25))
    bodies = [line[:-10].decode() for line in raw]
    moves = [i for i, body in enumerate(bodies) if " move " in body]
    for at in moves:
        for other in (moves[0], moves[len(moves) // 2], moves[-1]):
            forged = list(bodies)
            forged[at] = forged[at].split(" ")[0] + " move " + bodies[other].split(" ")[2]
            forged_lines = sealed(*forged).splitlines(keepends=True)
            assert outcome(Replay(), forged_lines) == outcome(record.Replay(rules), forged_lines)


def outcome(replay, raw_lines):
    try:
        for raw in raw_lines:
            replay.take(raw)
    except record.RecordError as error:
        return str(error)
    return replay.state.position()


def test_it_says_verified_or_line_move_and_reason(file, capsys):
    path = file(data("quixo"))
    assert said(capsys, path, "--verify") == (0, verify(path).sentences() + "\n")
    assert "verified: quixo" in verify(path).sentences()
    wrong = file(sealed(HEADER, "5 move a1a3", "9 move b2b3"))
    status, text = said(capsys, wrong, "--verify")
    assert status == 1
    assert "line 3, move 2: b2b3: only cubes at the edge of the board can be taken." in text
    changed = data("quixo").replace(b" move ", b" mive ", 1)
    status, text = said(capsys, file(changed), "--verify")
    assert status == 1 and "line 2, after move 0: the checksum does not fit" in text


def test_an_unfinished_and_a_torn_record_verify_as_far_as_they_go(file, capsys):
    whole = data("lot")
    without_end = whole[: whole[:-1].rindex(b"\n") + 1]
    status, text = said(capsys, file(without_end), "--verify")
    assert status == 0 and "unfinished" in text
    status, text = said(capsys, file(whole[:-4]), "--verify")
    assert status == 0 and "unfinished" in text and "was cut after" in text


def test_a_game_under_way_is_two_files(file):
    whole = data("olix")
    cut = whole.index(b"\n", len(whole) - 100) + 1
    path = file(whole[:cut], "00002-olix.play")
    before = whole.rindex(b"\n", 0, cut - 1) + 1  # the tail may repeat lines of the record
    file(whole[before:], "00002-olix.tail")
    assert verify(path).word == "verified"
    assert verify(path).moves == verify(file(whole)).moves


def test_a_torn_line_of_a_game_under_way_is_told(file):
    whole = data("olix")
    path = file(whole[:-3], "00002-olix.play")
    assert verify(path).word == "verified, torn"
    lines_of_it = whole.splitlines(keepends=True)
    file(b"".join(lines_of_it[-4:]), "00002-olix.tail")  # it has what was cut
    assert (verify(path).word, verify(path).notes) == ("verified", ())


@pytest.mark.parametrize(
    "content, status, words",
    [
        (b"", 2, "is empty"),
        (bytes(range(256)), 2, "binary data"),
        (b"GIF89a" + bytes(90), 2, "a picture"),
        (b"\x1f\x8b" + bytes(90), 2, "unpack it first"),
        (b'[Event "x"]\n1. e4 e5\n', 2, "a chess game in PGN"),
        (b"Dear diary\n", 2, "some other text"),
        (b"\xff" * 700, 2, "some other text"),
        (data("quixo").partition(b"\n")[2], 2, "the first is missing"),
        (b"ludolux-rec", 2, "ends before its first line is whole"),
        (sealed(HEADER)[:-3], 2, "ends before its first line is whole"),
        (sealed(HEADER.replace("record 1", "record 7")), 2, "a later Ludolux"),
        (sealed(HEADER.replace("rules=2", "rules=1")), 2, "version 1 of the rules"),
        (sealed(HEADER.replace("quixo", "chess")), 2, "there is no game 'chess'"),
        (sealed(HEADER).replace(b"seed=7", b"seed=8"), 1, "line 1, after move 0: the checksum"),
        (b"ludolux-record 1 " + 900 * b"x", 1, "longer than 300 bytes"),
    ],
)
def test_bad_input_is_said(content, status, words, file, capsys):
    found, text = said(capsys, file(content))
    assert (found, words in text) == (status, True), text
    # Every other way to use it says the same.
    for way in (["--text"], ["--json"], ["--png", "x.png"], ["--public", "--out", "x.rec"]):
        assert said(capsys, file(content), *way)[0] == status


def test_a_file_that_is_not_there_and_a_folder(tmp_path, capsys):
    assert said(capsys, tmp_path / "none")[0] == 2
    status, text = said(capsys, tmp_path)
    assert status == 2 and "is a folder" in text


def test_many_files_give_a_table(file, capsys):
    good = [file(data(game), f"{game}.rec") for game in GAMES]
    status, text = said(capsys, *good)
    assert status == 0 and "6 of 6 verified." in text
    assert "verified, won by seat 1: line" in text and "verified, nobody won: resign" in text
    bad = file(data("quixo").replace(b"seed=3", b"seed=4"), "bad.rec")
    status, text = said(capsys, *good, bad)
    assert status == 1 and "wrong, line 1" in text
    status, text = said(capsys, *good, bad, file(b"", "empty.rec"))
    assert status == 2 and "unreadable" in text
    run(["replay", "--verify", "--json", *map(str, good)])
    found = json.loads(capsys.readouterr().out)
    assert [one["verdict"] for one in found] == ["verified"] * 6
    assert said(capsys, *good, "--gif", "x.gif")[0] == 2


def test_records_of_one_name_are_told_apart(tmp_path, capsys):
    for board in ("kitchen", "club"):
        (tmp_path / board).mkdir()
        (tmp_path / board / "00001-lot.rec").write_bytes(data("lot"))
    _, text = said(capsys, *tmp_path.glob("*/*.rec"))
    assert "kitchen/00001-lot.rec" in text and "club/00001-lot.rec" in text


def test_a_long_record_takes_no_more_memory(file):
    """Ten thousand moves verify in what two thousand need."""

    def most(moves):
        path = file(b"".join(endless(moves)))
        tracemalloc.start()
        assert verify(path).moves == moves
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    most(500)
    short, long = most(2000), most(10000)
    print("bytes for 2000 and 10000 moves:", short, long)
    assert long < short + 2048


@pytest.fixture(scope="module")
def same_file(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz") / "x.rec"


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(some.data())
def test_a_damaged_file_is_never_verified(same_file, draw):
    game = draw.draw(some.sampled_from(GAMES))
    raw = data(game, longest=15)
    if game == "xtiles" and draw.draw(some.booleans()):
        seat = draw.draw(some.sampled_from([None, 0]))
        raw = b"".join(redact(raw.splitlines(keepends=True), seat))
    at = draw.draw(some.integers(0, len(raw)))
    until = draw.draw(some.integers(at, min(len(raw), at + 40)))
    changed = raw[:at] + draw.draw(some.binary(max_size=40)) + raw[until:]
    same_file.write_bytes(changed)
    verdict = verify(same_file)
    assert verdict.sentences()
    if changed != raw:
        assert verdict.word != "verified"


WORDS = some.sampled_from(
    ["move", "undo", "resign", "draw", "resume", "result", "deal", "a1a3", "pass", "0", "5", "-",
     "line", "BBOR@1,0", "0,0", "#7/#7", "?", "10", "1", "BBOR@0,0", "ROYY"]
)  # fmt: skip
SEEN = (
    "ludolux-record 1 xtiles players=2 seed=- rules=2 board=- firmware=0.1.0 start=- view=public"
)


@settings(max_examples=150)
@given(
    some.sampled_from([HEADER, SEEN]),
    some.lists(some.lists(WORDS, min_size=1, max_size=10).map(" ".join), max_size=5),
)
def test_nonsense_with_right_checksums_is_said(same_file, header, bodies):
    same_file.write_bytes(sealed(header, *[f"{i} {body}" for i, body in enumerate(bodies)]))
    verdict = verify(same_file)
    assert verdict.sentences()
    assert verdict.word != "verified" or bodies[-1].startswith("result")
