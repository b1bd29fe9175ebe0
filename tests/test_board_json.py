"""board.json: it fits its schema, every build loads, and whatever is wrong is said in a sentence.

A schema sees one field at a time; the firmware's own checks see pins that clash and budgets that
do not add up. Each spoiled file of board/bad_boards.py must be refused by the firmware, on both
interpreters in the same words, and by the schema wherever a schema can tell.
"""

import copy
import json
import sys
from pathlib import Path

import jsonschema
import pytest
from exams import Rig, sit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from firmware.boards import BoardError, load

sys.path.insert(0, str(Path(__file__).parent / "board"))
from bad_boards import BEYOND_SCHEMA, SPOILT, spoil  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
BOARD = json.loads((ROOT / "hardware/board.json").read_text())
SCHEMA = json.loads((ROOT / "hardware/board.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
EVERY = [(build, mcu) for build in BOARD["builds"] for mcu in BOARD["mcus"]]


def test_the_schema_is_one_and_board_json_fits_it():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    VALIDATOR.validate(BOARD)


@pytest.mark.parametrize(("build", "mcu"), EVERY)
def test_every_build_loads_on_every_chip(build, mcu):
    profile = load(copy.deepcopy(BOARD), build, mcu)
    assert (profile.build, profile.mcu) == (build, mcu)
    assert profile.lights["w"] == profile.lights["h"] == 16


def test_defaults_are_the_reference_build():
    profile = load(str(ROOT / "hardware/board.json"))
    assert (profile.build, profile.mcu) == ("keys", "esp32s3")


@pytest.mark.parametrize(
    ("name", "build", "mcu", "path", "value"), SPOILT, ids=[case[0] for case in SPOILT]
)
def test_a_spoilt_file_is_refused(name, build, mcu, path, value):
    data = copy.deepcopy(BOARD)
    spoil(data, path, value)
    with pytest.raises(BoardError) as refusal:
        load(data, build, mcu)
    sentence = str(refusal.value)
    assert ": " in sentence and sentence.endswith(".") and sentence.count(". ") >= 1
    assert VALIDATOR.is_valid(data) == (name in BEYOND_SCHEMA)


def test_a_new_build_is_data_alone():
    """A 16 x 12 board whose panel hangs on its side, with fewer keys than lights."""
    data = copy.deepcopy(BOARD)
    build = copy.deepcopy(data["builds"]["keys"])
    build["lights"].update(h=12, origin="SE", axis="columns", rotate=90)
    build["keys"].update(w=14, h=12, origin="NE", axis="columns")
    build["side_buttons"] = {"BTN_MENU": [13, 11]}
    data["builds"]["own"] = build
    VALIDATOR.validate(data)
    rig = Rig("own", data=data)
    rig.board.press(13, 0)
    rig.board.press(2, 11)
    assert rig.pressed() == [(13, 0), (2, 11)]
    rig.lights.set_brightness(255)
    picture = bytearray(16 * 12 * 3)
    picture[3 * (5 * 16 + 9)] = 255
    assert rig.show(picture) == picture


def test_both_interpreters_refuse_in_the_same_words(on_host, on_board):
    here = on_host("bad_boards.py", ROOT)
    assert here == on_board("bad_boards.py", ROOT)
    assert b"FAILED" not in here


def paths(value, so_far=()):
    yield so_far
    if isinstance(value, dict | list):
        for step in value if isinstance(value, dict) else range(len(value)):
            yield from paths(value[step], (*so_far, step))


PATHS = [
    path
    for path in paths(BOARD)
    if path and path[0] not in ("$schema", "name") and "title" not in path
]


@settings(max_examples=150, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(
    some.sampled_from(PATHS),
    some.sampled_from(EVERY),
    some.one_of(
        some.none(),
        some.booleans(),
        some.integers(-3, 300),
        some.text(max_size=4),
        some.just([]),
        some.just({}),
        some.lists(some.integers(-1, 99), max_size=4),
    ),
)
def test_any_change_is_refused_in_a_sentence_or_works(path, which, value):
    data = copy.deepcopy(BOARD)
    spoil(data, path, value)
    try:
        load(data, *which)
    except BoardError as refusal:
        assert str(refusal).endswith(".")
        return
    if VALIDATOR.is_valid(data):
        assert sit(lambda: Rig(which[0], which[1], data=data).scan(2)) == []
