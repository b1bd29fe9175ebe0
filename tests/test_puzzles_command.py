"""`ludolux puzzles`: make, solve, grade, print; and what bad input gets."""

import os
import re
import subprocess
import sys
import time
from xml.etree import ElementTree

import pytest
from ludolux import command
from ludolux.failure import Failure
from ludolux.puzzles import files, make, workers

from shared_rules import grids

LEVEL_2 = (
    ".SSOX..../..S....X./.....II../O.......S/........O/..I...X../X..I.I.O./.....X.../........."
)
EMPTY = "/".join(["........."] * 9)
IMPOSSIBLE = "IS......./SI......./" + "/".join(["........."] * 7)


@pytest.fixture
def puzzles(capsys, tmp_path, monkeypatch):
    """Run a verb in an empty folder: (status, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        status = command.run(["puzzles", *map(str, words)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def leftovers(folder):
    return sorted(path.name for path in folder.iterdir())


# Making


def test_make_prints_grids_that_the_rules_take(puzzles):
    status, out, _ = puzzles("make", "--level", 2, "--count", 3, "--seed", 7, "--jobs", 1)
    lines = out.splitlines()
    assert status == 0 and len(lines) == 3
    assert lines[2] == f"{LEVEL_2} level=2 seed=7 symmetry=none number=3"
    assert lines[0].split(" ")[0] == make.make(7, 2).grid


def test_make_writes_a_file_that_the_other_verbs_read(puzzles, tmp_path):
    words = ("make", "--level", 1, "--count", 2, "--symmetry", "mirror", "--to", "out.txt")
    assert puzzles(*words) == (0, "2 grids of level 1 in out.txt\n", "")
    status, out, _ = puzzles("grade", "--brief", "out.txt")
    assert (status, out) == (0, "out.txt, line 1: level 1\nout.txt, line 2: level 1\n")
    assert leftovers(tmp_path) == ["out.txt"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--level", 7], "There is no level 7. Levels go from 1, gentle, to 6, very hard."),
        (["--level", 0], "There is no level 0."),
        (["--level", "x"], "Invalid value for '--level'"),
        ([], "Missing option '--level'"),
        (["--level", 2, "--count", 0], "The count is a number from 1 to 100000, not 0."),
        (["--level", 2, "--jobs", 0], "The number of jobs is at least 1, not 0."),
        (["--level", 2, "--symmetry", "spiral"], "'spiral' is not one of"),
        (["--level", 2, "--jobs", 2, "--cluster", "x"], "exclude each other"),
        (["--level", 2, "--to", "no/such.txt"], "The file no/such.txt cannot be written: No such"),
    ],
)
def test_impossible_wishes(puzzles, tmp_path, words, says):
    status, out, err = puzzles("make", *words)
    assert status in (1, 2) and out == "" and says in err
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("no/such.txt", "The file no/such.txt cannot be written: No such file"),
        ("pipe", "There is a pipe, and it is no file. Choose another place"),
        ("folder", "There is a folder, and it is no file."),
    ],
)
def test_a_place_that_is_none_is_found_before_the_work(
    puzzles, tmp_path, monkeypatch, place, says
):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    monkeypatch.setattr(workers, "make_all", lambda *_: pytest.fail("it went to work"))
    status, out, err = puzzles("make", "--level", 6, "--to", place)
    assert status == 1 and out == "" and says in err
    assert leftovers(tmp_path) == ["folder", "pipe"] and (tmp_path / "pipe").is_fifo()


# A cluster that is not there


def test_a_scheduler_that_is_not_there(puzzles, tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "CONNECT", 0.5)
    for address in ("tcp://127.0.0.1:1", "127.0.0.1:1", "nowhere", ":", "x://y"):
        words = ("make", "--level", 2, "--to", "out.txt", "--cluster", address)
        status, out, err = puzzles(*words)
        assert status == 1 and out == "" and err.count("\n") == 1
        assert f"No Dask scheduler answers at {address}" in err and "`dask scheduler`" in err
        assert leftovers(tmp_path) == []


def test_a_wrong_address_gets_one_line(tmp_path):
    """Dask's own client has more to say, long after it has failed."""
    words = ["puzzles", "make", "--level", "2", "--cluster", "nowhere"]
    done = subprocess.run(
        [sys.executable, "-c", "from ludolux.command import main; main()", *words],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr


def test_without_dask_it_says_how_to_get_it(puzzles, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, _, err = puzzles("make", "--level", 2, "--cluster", "tcp://127.0.0.1:1")
    assert status == 2 and "pip install 'ludolux[cluster]'" in err


# Solving and grading


def test_solve_shows_the_solution(puzzles):
    status, out, _ = puzzles("solve", LEVEL_2, "6-20")
    assert status == 0
    assert out.startswith("the grid: exactly one solution\n")
    assert "grid 6-20: exactly one solution" in out
    tiles = [line.split() for line in out.splitlines() if re.match(r"[IXSO][a-i]\d", line)]
    assert [len(line) for line in tiles] == [27, 27]


def test_several_solutions_are_shown_by_two(puzzles):
    for verb in ("solve", "grade"):
        status, out, _ = puzzles(verb, EMPTY)
        assert status == 1 and "several solutions; these are two" in out
        one, other = [line for line in out.splitlines() if re.match(r"[IXSO][a-i]\d", line)]
        assert one != other and "solution 1:" in out and "solution 2:" in out


def test_no_solution_is_said(puzzles):
    assert puzzles("solve", IMPOSSIBLE) == (1, "the grid: no solution\n", "")
    assert puzzles("grade", IMPOSSIBLE)[:2] == (1, "the grid: no level, for it has no solution\n")


def test_grade_says_every_step(puzzles):
    status, out, _ = puzzles("grade", "3-5")
    lines = out.splitlines()
    assert status == 0 and lines[0] == "grid 3-5: level 3"
    assert sum(": only " in line and line[2] != " " for line in lines) == 27
    assert any(line.startswith("  What if ") for line in lines)


def test_grids_from_files_and_standard_input(puzzles, tmp_path, monkeypatch):
    file = tmp_path / "some.txt"
    file.write_text(f"# mine\n\n{LEVEL_2} a remark\n  {LEVEL_2}\n")
    with file.open() as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        found = files.read(["some.txt", "-", "2-1", "5"])
    assert [named.name for named in found[:5]] == [
        "some.txt, line 3", "some.txt, line 4", "standard input, line 3",
        "standard input, line 4", "grid 2-1",
    ]  # fmt: skip
    assert {named.grid for named in found[:4]} == {LEVEL_2} and len(found) == 25


def test_the_grid_of_the_day_is_the_boards(monkeypatch):
    """Its clock is UTC: an hour before that midnight it is still Monday, whatever the zone."""
    monkeypatch.setenv("TZ", "UTC-12")
    time.tzset()
    monkeypatch.setattr(time, "time", lambda: 20_459 * 86400 - 3600)
    try:
        assert files.read(["daily"])[0].name == "grid %d-%d" % grids.daily(20_458)
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("nothing.txt", "'nothing.txt' is no grid, and there is no file of that name"),
        ("...", "the grid: a grid has 9 rows joined by '/', this one has 1"),
        (EMPTY[:-1], "the grid: row 9 has 8 cells instead of 9"),
        ("7", "the levels go from 1 to 6, there is no 7"),
        ("4-21", "the grids of a level go from 1 to 20, not 21"),
        ("wrong.txt", "wrong.txt, line 2: e9 holds 'Q'; a cell is one of . I X S O"),
        ("binary.bin", "the file binary.bin is not text"),
        ("empty.txt", "there is no grid"),
        (".", "cannot be read: Is a directory"),
    ],
)
def test_malformed_grids_say_where_and_why(puzzles, tmp_path, word, says):
    (tmp_path / "wrong.txt").write_text(f"{EMPTY}\n{EMPTY[:-5]}Q{EMPTY[-4:]}\n")
    (tmp_path / "binary.bin").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty.txt").write_text("# none\n")
    for words in (("solve", word), ("grade", word), ("print", "--to", "out.pdf", word)):
        status, out, err = puzzles(*words)
        assert status == 2 and out == "" and says.lower() in err.lower()
    assert "out.pdf" not in leftovers(tmp_path)


# Sheets


def test_a_pdf_has_all_pages_and_is_always_the_same(puzzles, tmp_path):
    said = puzzles("print", "--to", "a.pdf", "4", LEVEL_2)
    assert said == (0, "21 grids on 8 pages: a.pdf\n", "")
    puzzles("print", "--to", "b.pdf", "4", LEVEL_2)
    data = (tmp_path / "a.pdf").read_bytes()
    assert data == (tmp_path / "b.pdf").read_bytes()
    assert data.startswith(b"%PDF-") and data.count(b"/Type /Page\n") == 8
    puzzles("print", "--to", "c.pdf", "--plain", "--paper", "letter", "--no-solutions", "4")
    assert (tmp_path / "c.pdf").read_bytes().count(b"[ 0 0 612 792 ]") == 5


@pytest.mark.parametrize("plain", [False, True])
def test_svg_pages_show_clues_boxes_and_solutions(puzzles, tmp_path, plain):
    words = ["--plain"] if plain else []
    puzzles("print", "--to", "s.svg", "--a-page", "1", LEVEL_2, *words)
    assert leftovers(tmp_path) == ["s-1.svg", "s-2.svg"]
    grid, solved = [ElementTree.parse(tmp_path / f"s-{n}.svg").getroot() for n in (1, 2)]

    def texts(root):
        return [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]

    def coloured(root):
        return [e for e in root.iter("{http://www.w3.org/2000/svg}rect")
                if e.get("fill") in ("#f2b134", "#74c0ee", "#4fc49f", "#e59bc4")]  # fmt: skip

    clues = len(LEVEL_2) - LEVEL_2.count(".") - LEVEL_2.count("/")
    symbols = [text for text in texts(grid) if text in "IXSO"]
    assert len(symbols) == clues + 4
    assert "1 · level 2" in texts(grid) and "Solutions" in texts(solved)
    assert len(coloured(grid)) == (0 if plain else clues + 28)
    assert len(coloured(solved)) == (0 if plain else 81)
    # Colour is never the only sign.
    assert len([text for text in texts(solved) if text in "IXSO"]) == 81
    puzzles("print", "--to", "one.svg", "--no-solutions", LEVEL_2)
    assert "one.svg" in leftovers(tmp_path)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--to", "out.pdf", EMPTY], "is no puzzle: it has several solutions"),
        (["--to", "out.pdf", "1-1", IMPOSSIBLE], "is no puzzle: it has no solution"),
        (["--to", "out.png", "1-1"], "and out.png is neither"),
        (["--to", "out.pdf", "--a-page", "5", "1-1"], "has 1, 2, 4, 6 or 12 grids, not 5"),
        (["--to", "out.pdf", "--paper", "a5", "1-1"], "'a5' is not one of"),
        (["--to", "no/out.pdf", "1-1"], "The file no/out.pdf cannot be written"),
        (["--to", "out.pdf"], "There is no grid"),
        (["1-1"], "Missing option '--to'"),
    ],
)
def test_sheets_that_cannot_be(puzzles, tmp_path, words, says):
    status, out, err = puzzles("print", *words)
    assert status in (1, 2) and out == "" and says in err
    assert leftovers(tmp_path) == []


def test_nothing_is_left_half_written(tmp_path):
    """The second file cannot be written: the first is not there either."""
    with pytest.raises(Failure, match=r"no/two.svg cannot be written"):
        files.write({tmp_path / "one.svg": b"1", tmp_path / "no" / "two.svg": b"2"})
    assert leftovers(tmp_path) == []
