"""Records counted: games, winners, lengths, thinking times, and their plot."""

import json

import pytest
from ludolux.command import run
from ludolux.records.counting import classes, count
from PIL import Image
from records_made import GAMES, data, sealed

HEADER = "ludolux-record 1 quixo players=2 seed=7 rules=2 board=keys firmware=0.1.0 start=- size=3"


@pytest.fixture
def logs(tmp_path):
    for game in GAMES:
        for seed in (3, 4):
            (tmp_path / f"{game}-{seed}.rec").write_bytes(data(game, seed=seed))
    return sorted(map(str, tmp_path.glob("*.rec")))


def test_they_are_counted(tmp_path):
    path = tmp_path / "a.rec"
    path.write_bytes(
        sealed(
            HEADER, "1000 move a1a3", "3500 move c1c3", "4000 undo", "9000 move c3c1",
            "10000 resign", "10000 result 1 resign",
        )
    )  # fmt: skip
    (kind,) = count([path, path]).kinds.values()
    assert (kind.games, kind.finished, kind.draws, kind.undone) == (2, 2, 0, 2)
    assert (kind.moves, kind.lasted) == ([3, 3], [10000, 10000])
    assert kind.wins == {1: 2} and kind.reasons == {"resign": 2}
    # Seat 0 thought 1 s before its move and 1 s before it resigned, seat 1 2.5 s and 5 s.
    assert kind.thought == {0: [1000, 1000] * 2, 1: [2500, 5000] * 2}


def test_the_classes_of_thinking_times():
    found = dict(classes([0, 1000, 1001, 180_000, 180_001, 10**9]))
    assert found["to 1 s"] == 2 and found["to 2 s"] == 1
    assert found["to 180 s"] == 1 and found["over 180 s"] == 2


def test_the_command_shows_them(logs, tmp_path, capsys):
    picture = tmp_path / "plot.png"
    assert run(["stats", *logs, "--png", str(picture)]) == 0
    shown = capsys.readouterr().out
    assert all(game in shown for game in GAMES) and "Thinking about a move" in shown
    with Image.open(picture) as image:
        assert len(image.convert("RGB").getcolors(1 << 20)) > 10
    assert run(["stats", *logs, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["games"] for one in found] == [2] * len(GAMES)


def test_bad_files_are_left_out_and_said(logs, tmp_path, capsys):
    wrong = tmp_path / "wrong"
    wrong.write_bytes(data("quixo").replace(b" move ", b" mowe ", 1))
    empty = tmp_path / "empty"
    empty.write_bytes(b"")
    assert run(["stats", *logs, str(wrong)]) == 1
    assert "does not verify: line 2" in capsys.readouterr().err
    assert run(["stats", str(empty), str(wrong), logs[0]]) == 2
    assert run(["stats", str(empty)]) == 2
    assert "no good record" in capsys.readouterr().err
