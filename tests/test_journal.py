"""The journal on a PC's file system: several games, damage, and a flash that fails.

Cuts in the middle of a file cannot happen on LittleFS, elsewhere they can: they are tried here at
every byte. board/power_cuts.py cuts LittleFS itself.
"""

import errno
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import shared_rules as rules
from firmware import journal, record, recovery
from firmware.journal import Journal
from firmware.recovery import Summary

MOVES = ["a1a5", "e5e1", "a5a1", "e1e5", "b1b5", "c1c5", "d1d5", "c5c1"]


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path / "games")


def begin(folder, moves=0, game="quixo", **more):
    kept = Journal(folder, "keys/esp32", **more)
    kept.start(game, 2, {}, 7, "2026-05-01T20:15:00")
    for i, text in enumerate(MOVES[:moves]):
        assert kept.append("move", text, 100 * i)
    return kept


def played(moves):
    state = rules.load("quixo").new()
    for text in MOVES[:moves]:
        state.play(state.parse(text))
    return state.position()


def names(folder):
    return sorted(os.listdir(folder))


def test_a_game_goes_on_where_it_was(folder):
    begin(folder, 6)
    again = Journal(folder, "keys/esp32")
    assert again.unfinished() == [Summary("00001-quixo", "quixo", 2, 6, None)]
    state, header = again.resume("00001-quixo")
    assert state.position() == played(6)
    assert (header.board, header.start) == ("keys/esp32", "2026-05-01T20:15:00")
    assert again.ms == 500 and again.undoable == 6
    assert again.append("undo", "", 900)
    again.close()
    state, _ = Journal(folder, "other").resume("00001-quixo")
    assert state.position() == played(5)
    assert again.problems == []


def test_a_finished_game_is_one_record_that_verifies(folder):
    kept = begin(folder, 5)
    kept.append("move", "resign", 900)
    kept.append("result", "0 resign", 900)
    kept.finish()
    assert names(folder) == ["00001-quixo.rec"]
    with open(folder + "/00001-quixo.rec", "rb") as file:
        whole = record.replay(record.lines_of(file), rules)
    assert whole.reader.ended and whole.reader.plies == 6


def test_a_cut_between_result_and_finish_closes_the_game_later(folder):
    kept = begin(folder, 5)
    kept.append("resign", "", 900)
    kept.append("result", "0 resign", 900)
    again = Journal(folder, "x")
    assert again.unfinished() == []
    assert names(folder) == ["00001-quixo.rec"]


def test_finished_games_make_way_and_unfinished_never(folder):
    for _ in range(3):
        kept = begin(folder, 1, keep=4)
        kept.append("draw")
        kept.append("result", "- draw")
        kept.finish()
    for _ in range(4):
        begin(folder, 1, keep=4)
    assert [name for name in names(folder) if ".tail" not in name] == [
        "%05d-quixo.play" % n for n in (4, 5, 6, 7)
    ]
    kept = Journal(folder, "x", keep=4)
    kept.start("lot", 2, {}, 0)
    assert not kept.append("move", "d4", 5)
    assert "4 unfinished games fill the journal" in kept.problems[0]
    kept.remove("00005-quixo")
    kept.start("lot", 2, {}, 0)
    assert kept.append("move", "d4", 5)
    assert "00005-quixo.tail" not in names(folder)


@pytest.mark.parametrize("end", [".play", ".tail"])
def test_a_file_cut_at_any_byte_loses_no_more_than_that(folder, tmp_path, end):
    begin(folder, 7).close()
    whole = Path(folder + "/00001-quixo" + end).read_bytes()
    record_lines = Path(folder + "/00001-quixo.play").read_bytes().count(b"\n")
    for size in range(len(whole)):
        copy = str(tmp_path / "copy")
        shutil.copytree(folder, copy)
        with open(copy + "/00001-quixo" + end, "wb") as file:
            file.write(whole[:size])
        kept = Journal(copy, "x")
        left = kept.unfinished()
        lines = whole[:size].count(b"\n")
        if end == ".play" and not lines:
            assert left == []
        elif left[0].damage:
            # The tail continues a record that is no longer there: not guessed at.
            assert end == ".play" and lines < record_lines
            with pytest.raises(record.RecordError):
                kept.resume("00001-quixo")
        else:
            state, _ = kept.resume("00001-quixo")
            plies = left[0].plies
            assert state.position() == played(plies)
            assert plies == (lines + record_lines - 1 if end == ".tail" else lines - 1)
            torn = whole[size - 1 : size] not in (b"\n", b"")
            assert ["was cut" in sentence for sentence in kept.problems] == [True] * torn
            assert kept.append("move", MOVES[plies], 5000)
            kept.close()
            again, _ = Journal(copy, "x").resume("00001-quixo")
            assert again.position() == played(plies + 1)
        shutil.rmtree(copy)


def test_damage_is_shown_and_set_aside_only_when_asked(folder):
    begin(folder, 8).close()
    kept = Journal(folder, "x")
    kept.resume("00001-quixo")
    kept.close()
    path = folder + "/00001-quixo.play"
    data = bytearray(Path(path).read_bytes())
    at = data.index(b"a5a1")
    data[at] ^= 2
    Path(path).write_bytes(data)
    kept = Journal(folder, "x")
    assert "00001-quixo.play is damaged, line 4: the checksum" in kept.unfinished()[0].damage
    with pytest.raises(record.RecordError):
        kept.resume("00001-quixo")
    assert Path(path).read_bytes() == data
    state, _ = kept.resume("00001-quixo", up_to_damage=True)
    assert state.position() == played(2)
    assert kept.append("move", MOVES[2], 999)
    assert Path(folder + "/00001-quixo.bad").read_bytes() == data
    assert "it is kept as 00001-quixo.bad" in kept.problems[0]
    assert "00001-quixo.tail" in names(folder)
    Journal(folder, "x")
    assert "00001-quixo.tail" in names(folder), "the host may still want its lines"
    state, _ = Journal(folder, "x").resume("00002-quixo")
    assert state.position() == played(3)


def test_a_move_that_the_rules_refuse_is_damage(folder):
    kept = begin(folder, 2)
    kept.append("move", "c3c5", 700)
    kept.close()
    with pytest.raises(record.RecordError, match="line 4: c3c5: only cubes at the edge"):
        kept.resume("00001-quixo")
    state, _ = kept.resume("00001-quixo", up_to_damage=True)
    assert state.position() == played(2)
    assert kept.append("move", MOVES[2], 800)


def test_a_newer_record_is_left_alone_and_told(folder):
    begin(folder, 2).close()
    path = folder + "/00001-quixo.play"
    data = Path(path).read_bytes().replace(b"record 1", b"record 2")
    Path(path).write_bytes(data)
    kept = Journal(folder, "x")
    assert kept.unfinished() == []
    assert "has version 2, this Ludolux reads up to 1" in kept.problems[0]
    with pytest.raises(record.NewerVersion):
        kept.resume("00001-quixo", up_to_damage=True)
    assert Path(path).read_bytes() == data


def test_without_a_file_system_the_game_goes_on(tmp_path):
    (tmp_path / "file").write_text("in the way")
    kept = Journal(str(tmp_path / "file"), "x")
    assert "The flash cannot be used" in kept.problems[0]
    kept.start("quixo", 2, {}, 1)
    assert not kept.append("move", "a1a5", 5)
    assert not kept.append("undo", "", 6)
    assert kept.unfinished() == []
    kept.finish()
    kept.close()


def test_a_full_flash_keeps_the_lines_waiting(folder, monkeypatch):
    real = journal.put
    full = [False]

    def put(path, mode, data):
        if full[0]:
            real(path, mode, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "full")
        real(path, mode, data)

    for module in (journal, recovery):
        monkeypatch.setattr(module, "put", put)
    kept = begin(folder, 3)
    full[0] = True
    for i in (3, 4, 5):
        assert not kept.append("move", MOVES[i], 1000 * i)
    assert not kept.kept
    assert "The flash takes no more" in kept.problems[0]
    full[0] = False
    assert kept.append("move", MOVES[6], 9000)
    kept.close()
    state, _ = Journal(folder, "x").resume("00001-quixo")
    assert state.position() == played(7)


def test_leaving_a_game_that_could_not_be_kept_is_told(folder, monkeypatch):
    kept = begin(folder, 3)

    def put(path, mode, data):
        raise OSError(errno.ENOSPC, "full")

    for module in (journal, recovery):
        monkeypatch.setattr(module, "put", put)
    kept.append("move", MOVES[3], 1000)
    kept.close()
    assert kept.problems[-1] == "The last 1 lines of 00001-quixo are lost."


def test_a_game_under_way_is_summed_up_as_it_is(folder):
    kept = begin(folder, 3)
    assert kept.unfinished()[0].plies == 3
    kept.append("move", MOVES[3], 1000)
    kept.close()
    assert kept.unfinished()[0].plies == 4
    kept.resume("00001-quixo")
    kept.append("move", MOVES[4], 2000)
    kept.close()
    assert kept.unfinished()[0].plies == 5


def test_a_full_flash_for_ever_ends_the_record_in_words(folder, monkeypatch):
    kept = begin(folder, 3)

    def put(path, mode, data):
        raise OSError(errno.EIO, "dead")

    for module in (journal, recovery):
        monkeypatch.setattr(module, "put", put)
    for i in range(100):
        assert not kept.append("move" if i % 2 == 0 else "undo", "b1b5" * (i % 2 == 0), 1000 + i)
    assert "the record ends, the game goes on" in kept.problems[-1]
    monkeypatch.undo()
    state, _ = Journal(folder, "x").resume("00001-quixo")
    assert state.position() == played(3)


def test_an_event_that_cannot_be_is_a_mistake_of_the_caller(folder):
    kept = begin(folder, 0)
    with pytest.raises(record.RecordError, match="no move to take back"):
        kept.append("undo")
    with pytest.raises(record.RecordError):
        kept.append("move", "two words")
    assert kept.append("move", "a1a5")
    with pytest.raises(ValueError):
        kept.start("quixo", 2, {"size": "a b"}, 1)
    with pytest.raises(ValueError):
        kept.start("quixo", 2, {}, -1)


def test_time_never_runs_backwards(folder):
    kept = begin(folder, 4)
    assert kept.append("move", MOVES[4], 5)
    assert kept.ms == 300


def test_settle_makes_room_for_the_next_line(folder):
    kept = begin(folder, 4)
    assert os.path.getsize(folder + "/00001-quixo.tail") > journal.TAIL - journal.ROOM
    size = os.path.getsize(folder + "/00001-quixo.play")
    kept.settle()
    assert os.path.getsize(folder + "/00001-quixo.play") > size
    assert kept.append("move", MOVES[4], 5000)
    state, _ = Journal(folder, "x").resume("00001-quixo")
    assert state.position() == played(5)


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(some.binary(max_size=400), some.binary(max_size=200), some.booleans())
def test_any_bytes_in_the_folder_are_survived(tmp_path, play, tail, append):
    folder = str(tmp_path / "fuzz")
    shutil.rmtree(folder, ignore_errors=True)
    begin(folder, 5).close()
    for end, data in ((".play", play), (".tail", tail)):
        with open(folder + "/00001-quixo" + end, "ab" if append else "wb") as file:
            file.write(data)
    kept = Journal(folder, "x")
    for summary in kept.unfinished():
        try:
            state, _ = kept.resume(summary.name)
        except record.RecordError:
            continue
        assert state.position() in [played(n) for n in range(6)]
    kept.start("lot", 2, {}, 1)
    assert kept.append("move", "d4", 1)
