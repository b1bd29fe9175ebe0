"""The self-test on the virtual board: whole boards pass, each fault is found at its place.

board/selftest.py plays the person and prints what the self-test says; both interpreters must print
the same. Here stands what it has to say.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "board"))
from selftest import SCENARIOS  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
PATH = ":".join([".", "host", "tests/board"])


@pytest.fixture(scope="module")
def transcripts(micropython, tmp_path_factory):
    """What both interpreters print, by scenario; they run at the same time."""
    # More heap than a board has: the models of the chips live in the same interpreter here.
    commands = {"cpython": [sys.executable], "board": [micropython, "-X", "heapsize=4m"]}
    running = {}
    for name, command in commands.items():
        folder = tmp_path_factory.mktemp(name)
        running[name] = subprocess.Popen(
            [*command, "tests/board/selftest.py", f"{folder}/"],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": PATH, "MICROPYPATH": PATH},
        )  # fmt: skip
    found = {}
    for name, process in running.items():
        out, errors = process.communicate()
        assert process.returncode == 0, out[-2000:] + errors
        parts = out.split("== ")[1:]
        found[name] = {part.split("\n", 1)[0]: part.split("\n", 1)[1] for part in parts}
    return found


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_both_interpreters_say_the_same(name, transcripts):
    assert "FAILED" not in transcripts["cpython"][name], transcripts["cpython"][name]
    assert transcripts["board"][name] == transcripts["cpython"][name]


def said(transcripts, scenario, fault):
    """Bad stages with their sentences, and the line that sums up, for one broken board."""
    text = transcripts["cpython"][scenario]
    starts = [match.start() for match in re.finditer(r"^-- ", text, re.M)]
    starts.append(len(text))
    for start, end in zip(starts, starts[1:], strict=False):
        block = text[start:end].splitlines()
        if block[0].rstrip() == f"-- {fault}":
            bad, stage = [], ""
            for line in block[1:]:
                if line.startswith("keys "):
                    return bad, line
                if line.startswith("         "):
                    bad.append((stage, line.strip()))
                else:
                    stage = line.split()[0]
    raise AssertionError(f"no board with {fault} was tried")


@pytest.mark.parametrize("build", ["keys", "tiles", "touch", "lite"])
def test_a_healthy_board_passes(build, transcripts):
    bad, sum_up = said(transcripts, "a_healthy_board_passes", build)
    assert bad == []
    assert sum_up == "keys [] lights [] good True"


MATRIX = "lines_that_touch"
KEYS = "keys_that_stick_or_never_close"
CHIPS = "chips_that_do_not_answer"
CASES = [
    # scenario, fault, the stage that finds it, words of the sentence, bad keys and lights
    (KEYS, [("stuck", 5, 6), ("stuck", 9, 1)], "idle", "column 10, row 2 reads closed",
     "keys [[9, 1], [5, 6]] lights []"),
    (KEYS, [("open", 2, 9), ("open", 15, 15)], "coverage", "column 3, row 10 never closed",
     "keys [[2, 9], [15, 15]] lights []"),
    (KEYS, [("stuck", 13, 2)], "idle", "column 14, row 3 reads closed", "keys [[13, 2]]"),
    (KEYS, [("open", 7, 7)], "coverage", "column 8, row 8 never closed", "keys [[7, 7]]"),
    (KEYS, [("stuck", 1, 2)], "idle", "Electrode 1 of the MPR121 at 0x5a", "keys [[1, 2]]"),
    ("missing_diodes", [("no_diode", 3, 3)], "ghosts", "diode of the key at column 4, row 4",
     "keys [[3, 3]] lights []"),
    ("missing_diodes", [("no_diode", 10, 5)], "ghosts", "diode of the key at column 11, row 6",
     "keys [[10, 5]] lights []"),
    (MATRIX, [("row_short", 3, 7)], "coverage", "Rows 4 and 8 act as one", "keys 32 lights []"),
    (MATRIX, [("column_short", 4, 5)], "coverage", "Columns 5 and 6 act as one", "keys 32"),
    (MATRIX, [("row_to_ground", 6)], "coverage", "It is row 7", "keys [[0, 6], [1, 6]"),
    (MATRIX, [("column_to_ground", 6)], "shorts", "column line 6", "keys [[6, 0], [6, 1]"),
    (MATRIX, [("row_to_column", 2, 9)], "idle", "column 10, row 3", "keys [[9, 2]] lights []"),
    ("a_broken_chain", [("chain", 2, 0)], "bus", "between the MOSI pin and 74HC165 number 1", ""),
    ("a_broken_chain", [("chain", 3, 0)], "bus", "74HC165 number 1 and 74HC165 number 2", ""),
    ("a_broken_chain", [("chain", 4, 0)], "bus", "74HC165 number 2 and the MISO pin", ""),
    (CHIPS, [("gone", 51)], "bus", "Tile 6 does not answer at 0x33", "keys [[4, 4], [5, 4]"),
    (CHIPS, [("nack", 51, 100000)], "bus", "Tile 6 does not answer", "keys [[4, 4], [5, 4]"),
    (CHIPS, [("same_address", 46, 47)], "bus", "Tile 2 does not answer at 0x2f", "keys [[4, 0]"),
    (CHIPS, [("gone", 91)], "bus", "No MPR121 answers as expected at 0x5b", "keys 160"),
    ("lights_that_fail", [("light_cut", 100)], "lights",
     "number 101 of the chain, at column 5, row 7", "keys [] lights [[4, 6], [5, 6], [6, 6]]"),
    ("lights_that_fail", [("light_stuck", 37, 255, 0, 0)], "lights", "number 38 of the chain",
     "keys [] lights [[5, 2]]"),
    ("buttons_that_fail", [("button_stuck", "BTN_LEFT")], "idle", "BTN_LEFT reads pressed", ""),
    ("buttons_that_fail", [("button_stuck", "BTN_OK")], "idle", "BTN_OK reads pressed", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("scenario", "fault", "stage", "words", "places"), CASES, ids=[str(case[1]) for case in CASES]
)
def test_each_fault_is_found_at_its_place(scenario, fault, stage, words, places, transcripts):
    bad, sum_up = said(transcripts, scenario, fault)
    assert {found for found, _ in bad} == {stage}
    assert any(words in sentence for _, sentence in bad), bad
    assert sum_up.startswith(places)
    assert sum_up.endswith("good False")


def test_a_cut_light_chain_is_named_on_every_build_with_a_chain(transcripts):
    text = transcripts["cpython"]["lights_that_fail"]
    assert text.count("number 101 of the chain, at column 5, row 7") == 3


def test_every_sentence_is_one(transcripts):
    for text in transcripts["cpython"].values():
        for line in re.findall(r"^ {9}(\S.*)$", text, re.M):
            assert line[0].isupper() and line.endswith("."), line


def test_it_fits_a_board_and_leaves_nothing_behind(micropython, tmp_path):
    """Compiled, as it is deployed, beside the whole firmware on a heap of 112 KB."""
    code, flash = tmp_path / "code", tmp_path / "flash"
    (code / "hardware").mkdir(parents=True)
    flash.mkdir()
    (code / "hardware" / "board.json").symlink_to(ROOT / "hardware" / "board.json")
    subprocess.run(
        [sys.executable, ROOT / "tools" / "compile_board.py", code, "shared_rules", "firmware",
         "tests/board", "--arch", "x86"],
        check=True, capture_output=True,
    )  # fmt: skip
    done = subprocess.run(
        [micropython, "-X", "heapsize=112k", "-m", "selftest_heap", flash],
        cwd=code, capture_output=True, text=True,
        env={**os.environ, "MICROPYPATH": f"{code}:{code / 'tests' / 'board'}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    print(done.stdout)
    # Nobody touched anything: what asks for a person is skipped, all else is good.
    assert done.stdout.count("good [True, None, True, True, None, None, None, True]") == 2
    *_, last = done.stdout.splitlines()
    _, more, still_there = last.split(" ", 2)
    assert int(more) < 100 and still_there == "[]", last
    assert json.loads((flash / "selftest.json").read_text())["format"] == 1
