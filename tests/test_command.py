"""The `ludolux` command from outside: what it prints, and how it fails."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from ludolux import command, games
from ludolux.perft import divide, perft

import shared_rules as rules

LUDOLUX = str(Path(sys.executable).with_name("ludolux"))
GRID = "........./" * 8 + "........."


def run(*arguments, stdin="", environment=None, **more):
    return subprocess.run(
        [LUDOLUX, *arguments],
        input=stdin,
        text=True,
        capture_output=True,
        timeout=60,
        env={**os.environ, **(environment or {})},
        **more,
    )


def test_version_and_help():
    assert run("--version").stdout.startswith("ludolux ")
    listed = run()
    assert listed.returncode == 0
    assert listed.stdout == run("--help").stdout
    for verb in ("text", "rules", "perft"):
        assert verb in listed.stdout
    assert "Usage: ludolux perft" in run("perft", "--help").stdout


def test_a_verb_loads_only_what_it_uses():
    code = (
        "import sys; sys.argv = ['ludolux', '--version']\n"
        "from ludolux.command import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.startswith(('shared_rules', "
        "'ludolux.verbs', 'ludolux.text'))])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert shown.stdout.splitlines()[-1] == "[]", shown.stdout + shown.stderr


BAD = [
    # arguments, and words that the sentence must have
    (["bla"], "text, rules, perft"),
    (["--bla"], "--help"),
    (["text", "chess"], ", ".join(rules.GAMES)),
    (["rules", "chess"], ", ".join(rules.GAMES)),
    (["rules"], ", ".join(rules.GAMES)),
    (["rules", "quixo", "lot"], "--help"),
    (["perft", "chess", "2"], ", ".join(rules.GAMES)),
    (["perft", "quixo"], "DEPTH"),
    (["perft", "quixo", "deep"], "DEPTH"),
    (["perft", "quixo", "201"], "from 0 to 200"),
    (["perft", "--divide", "quixo", "0"], "from 1 to 200"),
    (["perft", "quixo", "2", "--players", "3"], "2 or 4"),
    (["perft", "quixo", "2", "--position", "xyz"], "ROWS SEAT"),
    (["perft", "quixo", "1", "--position", "..../..../..../.... 0", "size=4"], "position"),
    (["text", "quixo", "--players", "two"], "--players"),
    (["text", "quixo", "--players", "3"], "2 or 4"),
    (["text", "lot", "--players", "4"], "2, not 4"),
    (["text", "quixo", "--seed", "x"], "--seed"),
    (["text", "quixo", "size=6"], "5, 4 or 3"),
    (["text", "quixo", "size=big"], "5, 4 or 3"),
    (["text", "quixo", "size=٣"], "5, 4 or 3"),
    (["text", "quixo", "size"], "size=4"),
    (["text", "quixo", "size=4", "size=3"], "twice"),
    (["text", "quixo", "colour=red"], "size"),
    (["text", "lot", "size=5"], "none"),
    (["text", "lixso", "level=7"], "0, 1, 2, 3, 4, 5 or 6"),
    (["text", "lixso", "grid=..."], "9 rows"),
    (["text", "lixso", "grid=" + GRID.replace(".", "Q", 1)], "'Q'"),
    (["text", "lixso", "level=3", "grid=" + GRID], "not both"),
    (["text", "lixso-duel", "clues_touch=maybe"], "yes or no"),
    (["text", "lixso-duel", "level=1"], "level"),
    (["text", "xtiles", "target=-1"], "target"),
    (["text", "xtiles", "--players", "7"], "2, 3, 4, 5 or 6"),
    (["text", "olix", "--position", "..."], "position"),
]


@pytest.mark.parametrize(("arguments", "words"), BAD, ids=[" ".join(a)[:50] for a, _ in BAD])
def test_bad_input_is_a_sentence_and_status_2(arguments, words, capsys):
    status = command.run(arguments)
    shown = capsys.readouterr()
    assert status == 2
    assert words in shown.err
    assert shown.err.startswith("ludolux: ")
    assert shown.err.endswith(".\n")
    assert "Traceback" not in shown.err
    assert shown.out == ""


def test_bad_input_from_outside():
    for arguments in (["bla"], ["text", "chess"], ["perft", "quixo", "2", "size=9"]):
        shown = run(*arguments)
        assert shown.returncode == 2
        assert shown.stderr.startswith("ludolux: ")
        assert "Traceback" not in shown.stderr
        assert shown.stdout == ""


def test_a_fault_of_ours_is_no_traceback_either(monkeypatch, capsys):
    monkeypatch.setattr(rules, "load", lambda name: 1 / 0)
    assert command.run(["perft", "quixo", "1"]) == 1
    assert "a fault in Ludolux itself: ZeroDivisionError" in capsys.readouterr().err


@pytest.mark.parametrize("game", rules.GAMES)
def test_every_game_has_a_rule_card(game):
    card = games.card(game)
    assert card.startswith("# ")
    assert "Ludolux is independent of" in card
    assert 40 <= card.count("\n") <= 70
    assert max(len(line) for line in card.splitlines()) <= 99
    for heading in ("## Aim", "## Writing moves", "## Options", "## Decided here"):
        assert heading in card
    for option in rules.load(game).OPTIONS:
        assert option + "=" in card


@pytest.mark.parametrize("game", rules.GAMES)
def test_the_moves_on_a_rule_card_are_moves(game):
    card = games.card(game)
    section = card.partition("## Writing moves")[2].partition("\n## ")[0]
    state = rules.load(game).new()
    four = rules.load(game).new(4) if 4 in rules.load(game).PLAYERS else state
    examples = [line.split("`")[1] for line in section.splitlines() if line.startswith("- `")]
    assert len(examples) > 1
    for example in examples:
        (four if "/" in example else state).parse(example)


def test_a_card_goes_through_a_pipe_as_it_is():
    assert run("rules", "lixso-duel").stdout == games.card("lixso-duel")


def test_a_card_where_letters_are_missing():
    shown = run("rules", "lot", environment={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert shown.returncode == 0
    assert "Romeral" in shown.stdout


def test_perft_counts(capsys):
    assert run("perft", "quixo", "3").stdout == "76596\n"
    won = "XXXXX/...../...../...../..... 1"
    for arguments, count in (
        (["quixo", "3", "size=3"], 6332),
        (["lot", "2"], 2401),
        (["quixo", "1", "--players", "4"], 88),
        (["lixso", "1", "grid=" + GRID], 1024),
        (["quixo", "0"], 1),
        (["quixo", "2", "--position", won], 0),
    ):
        assert command.run(["perft", *arguments]) == 0
        assert capsys.readouterr().out == f"{count}\n"


def test_divide_adds_up():
    shown = run("perft", "quixo", "2", "--divide", "size=3")
    *lines, total = shown.stdout.splitlines()
    assert total == "total 356"
    assert len(lines) == 20
    assert "b1b3 17" in lines
    assert sum(int(line.split()[1]) for line in lines) == 356
    assert shown.stderr == ""


def test_perft_leaves_the_state_alone():
    state = rules.load("xtiles").new(3, 7)
    before = state.position()
    counted = perft(state, 3)
    assert counted == sum(count for _, count in divide(state, 3))
    assert state.position() == before


def test_output_that_nobody_reads():
    with subprocess.Popen(
        [LUDOLUX, "perft", "quixo", "3", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        complaint = process.stderr.read()
        process.wait(30)
    assert complaint == b""
    assert process.returncode == 1


def test_a_disk_that_is_full():
    shown = subprocess.run(
        ["sh", "-c", f"{LUDOLUX} rules quixo > /dev/full"], capture_output=True, text=True
    )
    assert shown.returncode == 1
    assert shown.stderr.startswith("ludolux: the output cannot be written: ")
    assert shown.stderr.count("\n") == 1


def test_streams_that_are_closed():
    for arguments in ("text quixo <&-", "text quixo >&-", "rules lot >&-", "text chess 2>&-"):
        shown = subprocess.run(
            ["sh", "-c", f"{LUDOLUX} {arguments}"],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        assert "Traceback" not in shown.stderr, arguments
        assert "fault" not in shown.stderr, arguments
        assert shown.returncode == (2 if "chess" in arguments else 0)


def test_an_interrupted_count_says_so():
    with subprocess.Popen(
        [LUDOLUX, "perft", "quixo", "4", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline().startswith("a1")
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=30)
    assert complaint == "ludolux: stopped.\n"
    assert process.returncode == 130
