"""Settings and the crash log: damage gives defaults and a sentence, crashes are counted."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as options
from hypothesis import strategies as some

from firmware import crashlog, files
from firmware.crashlog import CrashLog
from firmware.settings import Settings
from firmware.settings_file import FIELDS


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "settings.txt")


def test_a_new_board_has_the_defaults(path):
    fresh = Settings(path)
    assert {name: fresh.get(name) for name in FIELDS} == {n: FIELDS[n][0] for n in FIELDS}
    assert fresh.problems == []


def test_what_is_set_stays(path):
    for name in FIELDS:
        assert Settings(path).set(name, FIELDS[name][1])
    again = Settings(path)
    assert [again.get(name) for name in FIELDS] == [FIELDS[name][1] for name in FIELDS]
    assert again.problems == []
    assert os.listdir(os.path.dirname(path)) == ["settings.txt"]


@pytest.mark.parametrize("name, value", [("brightness", 0), ("brightness", True), ("sound", 1)])
def test_what_cannot_be_is_refused(path, name, value):
    with pytest.raises(ValueError):
        Settings(path).set(name, value)


def test_a_damaged_line_costs_only_itself(path):
    with open(path, "wb") as file:
        file.write(b"brightness=99\npalette=night\n\xff\xfe\x00\nsound=Fal\nfuture=1\n")
    read = Settings(path)
    assert (read.get("brightness"), read.get("palette"), read.get("sound")) == (5, "night", True)
    assert read.problems == [
        "The setting brightness cannot be 99; it is 5 again.",
        "The settings have a line that means nothing: ???.",
        "The setting sound cannot be Fal; it is True again.",
    ]
    read.set("brightness", 8)
    assert b"future=1\n" in Path(path).read_bytes()
    assert Settings(path).problems == []


@options(max_examples=200, suppress_health_check=list(HealthCheck))
@given(some.binary(max_size=300))
def test_any_bytes_give_allowed_values(tmp_path, data):
    path = str(tmp_path / "fuzz")
    with open(path, "wb") as file:
        file.write(data)
    with open(str(tmp_path / "boots.txt"), "wb") as file:
        file.write(data)
    read = Settings(path)
    assert all(read.get(name) in FIELDS[name] for name in FIELDS)
    assert 0 <= CrashLog(str(tmp_path)).crashes_within() <= 3


def test_a_flash_that_fails_is_told(tmp_path, monkeypatch):
    def put(path, mode, data):
        raise OSError(28, "full")

    for module in (files, crashlog):
        monkeypatch.setattr(module, "put", put)
    kept = Settings(str(tmp_path / "s"))
    assert not kept.set("sound", False)
    assert kept.get("sound") is False
    assert "they hold until power is off" in kept.problems[0]
    log = CrashLog(str(tmp_path))
    assert not log.note_crash("x", 1)
    assert log.crashes_within() == 1
    assert log.problems


def boot(tmp_path, *ticks):
    log = CrashLog(str(tmp_path), "power")
    for tick in ticks:
        log.note_crash("ValueError: so", tick)
    return log


def test_three_crashes_within_a_minute_of_one_boot(tmp_path):
    assert boot(tmp_path).crashes_within() == 0
    assert boot(tmp_path, 1000, 30000, 60000).crashes_within() == 3
    assert boot(tmp_path, 100000, 130000, 161000).crashes_within() == 2


def test_three_crashes_within_a_minute_across_resets(tmp_path):
    boot(tmp_path, 500000)
    boot(tmp_path, 20000)
    assert boot(tmp_path, 30000).crashes_within() == 3
    assert boot(tmp_path).crashes_within() == 3, "known right after the next boot"


def test_long_runs_between_crashes_do_not_count(tmp_path):
    boot(tmp_path, 1000)
    boot(tmp_path, 70000)
    assert boot(tmp_path, 2000).crashes_within() == 2


def test_a_quiet_minute_begins_the_count_anew(tmp_path):
    boot(tmp_path, 1000, 2000)
    boot(tmp_path).quiet()
    assert boot(tmp_path, 3000).crashes_within() == 1


def test_the_log_tells_boot_cause_time_and_text_and_stays_small(tmp_path):
    log = boot(tmp_path, 1234)
    assert log.text() == "boot 1 (power), 1234 ms: ValueError: so\n"
    for i in range(50):
        boot(tmp_path).note_crash("Traceback:\n%s\x00\u20ac\n  line %d\n" % (900 * "z", i), i)
    text = boot(tmp_path).text()
    assert len(text) <= 2 * crashlog.LOG_SIZE
    assert "\nboot 51 (power), 49 ms: zz" in text and text.endswith("z????\n    line 49\n")
    assert text.isascii()


def test_a_damaged_counter_counts_anew_and_says_so(tmp_path):
    boot(tmp_path, 1, 2, 3)
    (tmp_path / "boots.txt").write_bytes(b"boot x\ncrash 1\n\xff")
    log = boot(tmp_path)
    assert log.crashes_within() == 0
    assert log.problems == ["The boot counter was damaged: crashes are counted anew."]
