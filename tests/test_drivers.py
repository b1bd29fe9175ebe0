"""The drivers on the virtual board, on CPython and on 32-bit MicroPython.

board/drivers.py holds the scenarios and prints what happens; both interpreters must print the
same. What hypothesis tries here goes beyond them: any keys, any picture.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from exams import Rig, cells
from hypothesis import given, settings
from hypothesis import strategies as some

from firmware.drivers.rows import ghosted

sys.path.insert(0, str(Path(__file__).parent / "board"))
from drivers import SCENARIOS  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
CELLS = [(x, y) for y in range(16) for x in range(16)]
key_sets = some.sets(some.sampled_from(CELLS), max_size=40)


def blocks(command):
    """The output of all scenarios, by name."""
    run = subprocess.run(
        [*command, "tests/board/drivers.py"], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr
    parts = run.stdout.split("== ")[1:]
    return {part.split("\n", 1)[0]: part.split("\n", 1)[1] for part in parts}


@pytest.fixture(scope="module")
def on_cpython():
    return blocks([sys.executable])


@pytest.fixture(scope="module")
def on_micropython(micropython):
    # More heap than a board has: the models of the chips live in the same interpreter here.
    return blocks([micropython, "-X", "heapsize=2m"])


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_scenario(name, on_cpython, on_micropython):
    assert "FAILED" not in on_cpython[name], on_cpython[name]
    assert on_micropython[name] == on_cpython[name]


@pytest.mark.parametrize("build", ["keys", "tiles", "touch", "lite"])
def test_scanning_and_sending_allocate_nothing(build, micropython):
    run = subprocess.run(
        [micropython, "-X", "heapsize=112k", "tests/board/no_allocation.py", build],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    lines = run.stdout.splitlines()
    assert "a careless function allocates something 0" in lines, "the proof proves nothing"
    measured = [line for line in lines if "allocates" in line and "careless" not in line]
    assert len(measured) == 9
    assert all(line.endswith("allocates nothing 0") for line in measured), run.stdout
    assert int(lines[0].split()[-1]) < 32000, "drivers and profile outgrow their share"


@settings(max_examples=60)
@given(key_sets)
def test_with_all_diodes_any_keys_are_read_exactly(chosen):
    rig = Rig("keys")
    for x, y in chosen:
        rig.board.press(x, y)
    assert set(rig.pressed()) == chosen
    assert rig.flags == []


@settings(max_examples=60)
@given(some.sets(some.sampled_from(CELLS), min_size=1, max_size=8), some.data())
def test_no_key_is_ever_reported_that_nobody_pressed(chosen, data):
    """Whatever diodes are missing: a reading is exact, or the rectangle rule sets it aside."""
    rig = Rig("keys")
    rig.scan(3)
    for x, y in data.draw(some.sets(some.sampled_from(sorted(chosen)), max_size=8)):
        rig.board.fault("no_diode", x, y)
    for x, y in chosen:
        rig.board.press(x, y)
    rig.scan(4)
    assert set(cells(rig.keys.down)) <= chosen
    if set(rig.pressed()) != chosen:
        assert ghosted(rig.driver.rows, 16)


@settings(max_examples=60)
@given(some.binary(min_size=768, max_size=768), some.integers(1, 255))
def test_any_picture_stays_within_the_budget(picture, brightness):
    rig = Rig("keys")
    rig.lights.set_brightness(brightness)
    shown = rig.show(bytearray(picture))
    assert rig.flags == []
    assert rig.lights.milliamps == rig.board.milliamps <= rig.profile.power["budget_ma"]
    assert all(bool(a) == bool(b) for a, b in zip(picture, shown, strict=True))


@settings(max_examples=25)
@given(
    some.lists(
        some.tuples(some.sampled_from(CELLS), some.booleans(), some.integers(1, 60)), max_size=30
    ),
    some.integers(2, 15),
)
def test_events_alternate_and_end_with_the_truth(moves, bounce_ms):
    """Any hammering on bouncing keys: each key goes down, up, down …, and ends as it is."""
    rig = Rig("keys")
    rig.keys._rectangles = False
    rig.scan(3)
    rig.board.fault("bouncing", ms=bounce_ms)
    events, down = [], set()
    for (x, y), pressed, wait_ms in moves:
        (rig.board.press if pressed else rig.board.release)(x, y)
        (down.add if pressed else down.discard)((x, y))
        events += rig.scan(ms=wait_ms)
    events += rig.scan(10)
    for cell in {(x, y) for _, x, y in events}:
        own = [what for what, x, y in events if (x, y) == cell]
        assert own == ["press", "release"] * (len(own) // 2) + ["press"] * (len(own) % 2)
    assert set(cells(rig.keys.down)) == down
