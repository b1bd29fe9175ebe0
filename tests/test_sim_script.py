"""Scripts on the simulated board: the scenarios on both runtimes, and lines that fail."""

import subprocess
import sys
from pathlib import Path

import pytest
from ludolux.failure import Failure
from ludolux.sim.board import SimBoard
from ludolux.sim.script import Runner, run_file, run_lines

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.txt"))


@pytest.fixture
def play(tmp_path, fresh_firmware):
    """Play a script on a fresh board; the lights after each line."""

    def play_it(script, runtime, build="keys"):
        fresh_firmware()
        with SimBoard(build, folder=tmp_path / runtime, seed=1, runtime=runtime) as one:
            runner = run_file(one, script)
            assert one.complaints == []
            return runner.trace

    return play_it


@pytest.mark.parametrize("script", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_gives_the_same_lights_on_both_runtimes(script, play):
    host = play(script, "cpython")
    board = play(script, "micropython")
    assert len(host) > 10 and host == board


@pytest.mark.parametrize("build", ["tiles", "touch", "lite"])
def test_every_build_plays_a_script(build, play, tmp_path):
    script = tmp_path / "short.txt"
    script.write_text("menu quixo players=2 size=3\nplay a1a3\nexpect turn 1\n")
    assert play(script, "cpython", build) == play(script, "micropython", build)


WRONG = {
    "jump c3": 'no line "jump"',
    "press z9": 'no key means "z9"',
    "key 3,16": "no key: write x,y",
    "wait long": '"long" is no time',
    "wait": "too many or too few words",
    'expect refused "x': "quotes do not match",
    "expect luck": '"luck" cannot be expected',
    "expect game quixo": "expected game quixo, found none",
    "new chess": "no game 'chess'",
    "new quixo players=3": "players must be 2 or 4",
    "move c1c5": "no game is being played",
    "play c1c5": "no game is being played",
    "fault magic": 'no fault "magic"',
    "fault stuck 99 3": "cannot be at 99 3|is not in list|not in",
    "power up": "cut or on",
    "menu quixo players=7": "7 is not offered",
    "choose 1 of b": '"b" is not a number',
    "shot none/x.png": "cannot be written",
}


def test_a_line_that_fails_points_at_itself(tmp_path, fresh_firmware):
    fresh_firmware()
    with SimBoard(folder=tmp_path, seed=1) as board:
        board.power(True)
        board.advance(1500)
        for number, (line, sentence) in enumerate(WRONG.items()):
            picture = None if number else tmp_path / "failed.png"
            with pytest.raises(Failure, match=f"(?i)x.txt:2: .*({sentence})") as failure:
                run_lines(Runner(board), "x.txt", ["# fine", line], picture)
            assert line in str(failure.value) and failure.value.status == 1
            assert len([row for row in str(failure.value).splitlines() if len(row) == 31]) == 16
        assert (tmp_path / "failed.png").stat().st_size > 1000


def test_no_line_passes_on_a_board_that_died(tmp_path, fresh_firmware, micropython):
    fresh_firmware()
    with SimBoard(folder=tmp_path, seed=1, runtime="micropython") as board:
        run_lines(runner := Runner(board), "x.txt", ["power on", "wait 1s"], None)
        board.runtime._process.kill()
        with pytest.raises(Failure, match="x.txt:1: The firmware ended"):
            run_lines(runner, "x.txt", ["wait 100ms"], None)


def test_no_line_passes_when_the_app_crashed(tmp_path, fresh_firmware):
    fresh_firmware()
    with SimBoard(folder=tmp_path, seed=1) as board:
        run_lines(runner := Runner(board), "x.txt", ["power on", "new lot", "wait 100ms"], None)
        board.runtime._boot.app.screen.draw = None
        with pytest.raises(Failure, match="x.txt:1: The app crashed: TypeError"):
            run_lines(runner, "x.txt", ["key 5,5"], None)


def test_the_command_says_it_in_a_sentence(tmp_path):
    script = tmp_path / "bad.txt"
    script.write_text("expect game lot\n")

    def ludolux(*words):
        return subprocess.run(
            [sys.executable, "-c", "from ludolux.command import main; main()", "sim", *words],
            capture_output=True, text=True,
        )  # fmt: skip

    done = ludolux("--headless", "--script", str(script))
    assert done.returncode == 1 and "bad.txt:1: Expected game lot, found none." in done.stderr
    done = ludolux("--headless", "--script", str(tmp_path / "none.txt"))
    assert done.returncode == 2 and "cannot be read" in done.stderr
    done = ludolux("chess")
    assert done.returncode == 2 and "no game 'chess'" in done.stderr
    script.write_text("play a1a3\n")
    done = ludolux("--headless", "quixo", "size=3", "--seed", "2", "--record",
                   str(tmp_path / "game.rec"), "--script", str(script))  # fmt: skip
    assert done.returncode == 0, done.stderr
    record = (tmp_path / "game.rec").read_text()
    assert "seed=2" in record and " move a1a3 " in record
