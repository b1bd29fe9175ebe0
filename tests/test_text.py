"""The games in plain text: whole games through the real prompt, and every word one can write."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ludolux.puzzles.solve import solve_grid
from ludolux.text.words import result_lines

import shared_rules as rules
from shared_rules.state import PASS

LUDOLUX = str(Path(sys.executable).with_name("ludolux"))


def text(game, lines, *arguments, **environment):
    """What a game prints when these lines are typed."""
    shown = subprocess.run(
        [LUDOLUX, "text", *([game] if game else []), *arguments],
        input="".join([line + "\n" for line in lines]),
        encoding="utf-8",
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )
    assert shown.returncode == 0, shown.stderr
    assert shown.stderr == ""
    return shown.stdout


def random_game(state, chance):
    """A whole game as the lines to type, hand-overs included, and what each seat held when."""
    hidden = state.view(None) != state.position()
    lines, hands = [], []
    shown_to = None
    while not state.result:
        if hidden and state.turn != shown_to:
            lines.append("")
            shown_to = state.turn
        move = chance.choice(state.moves())
        # A forced pass can be typed, or made with Enter.
        lines.append("" if move == PASS and chance.random() < 0.5 else state.text(move))
        if hidden:
            hands.append((state.turn, [state.hand(seat) for seat in range(state.players)]))
        state.push(move)
    return lines, hands


GAMES = [
    ("quixo", 2, {}),
    ("quixo", 4, {"size": 3}),
    ("quixo", 2, {"size": 4}),
    ("lot", 2, {}),
    ("olix", 2, {}),
    ("lixso-duel", 2, {"level": 4}),
    ("lixso-duel", 4, {"clues_touch": False}),
    ("xtiles", 2, {}),
    ("xtiles", 3, {"target": 5}),
    ("xtiles", 6, {"target": 1}),
]


@pytest.mark.parametrize(("game", "players", "options"), GAMES, ids=lambda value: str(value))
def test_whole_games(game, players, options):
    state = rules.load(game).new(players, 11, **options)
    lines, _ = random_game(state, random.Random(f"{game} {players}"))
    words = [
        f"{name}={value}".replace("False", "no").replace("True", "yes")
        for name, value in options.items()
    ]
    shown = text(game, lines, "--players", str(players), "--seed", "11", *words)
    assert "The game is over." in shown
    assert "Not possible" not in shown
    assert "is not a move" not in shown
    assert result_lines(state, None)[0].partition(":")[0] in shown
    if PASS in state.history():
        assert "you have to pass" in shown


def test_a_whole_puzzle_with_doubts():
    state = rules.load("lixso").new(1, 3, level=1)
    (solution,) = solve_grid(state.position().split(" ")[0])
    first, second = solution[0], solution[1]
    wrong = next(t for t in map(state.text, state.moves()) if t not in solution)
    lines = [wrong + "?", "--", first + "?", "?" + first[1:3], second, "-" + second[1:3]]
    shown = text("lixso", lines + solution[1:], "--seed", "3", "level=1")
    for words in (
        "in doubt.",
        "You took all doubted tiles off.",
        "You turned the tile on",
        "You took the tile on",
        "Solved: every cell is covered.",
    ):
        assert words in shown
    assert re.search(rf"│ {wrong[0]}\?", shown)


def test_a_puzzle_that_is_stuck_says_so():
    state = rules.load("lixso").new(1, 3, level=1)
    chance = random.Random(5)
    lines = []
    while state.moves():
        lines.append(state.text(chance.choice(state.moves())))
        state.push(state.parse(lines[-1]))
    assert state.stuck
    shown = text("lixso", [*lines, "", "?", "undo", "resign"], "--seed", "3", "level=1")
    assert shown.count("Stuck: ") == 1
    assert "There is no legal move." in shown
    assert "The puzzle stays unsolved: you gave up." in shown


def test_a_hand_is_shown_to_its_seat_only():
    for players, seed in ((2, 4), (4, 9)):
        state = rules.load("xtiles").new(players, seed, target=8)
        lines, hands = random_game(state, random.Random(seed))
        shown = text("xtiles", lines, "--players", str(players), "--seed", str(seed), "target=8")
        # What is printed from one move to the next, without moves: those are for everyone.
        blocks = re.split(r"^Seat \d, your move: .*$", shown, flags=re.M)
        assert len(blocks) == len(hands) + 1
        for block, (seat, held) in zip(blocks, hands, strict=False):
            seen = block.rpartition("then press Enter.")[2]
            seen = re.sub(r"^Seat \d laid .*$", "", seen, flags=re.M)
            for other, hand in enumerate(held):
                for code in hand:
                    assert (code in seen) == (other == seat), (block, code)


def test_the_board_is_handed_over_and_back():
    state = rules.load("xtiles").new(2, 5)
    first = state.text(state.moves()[0])
    state.push(state.moves()[0])
    own = next(m for m in state.moves() if len(state.touching(state.steps(m)[2])) == 1)
    second = state.text(own)
    # Seat 1 lays twice; seat 2 takes that back, and the board goes back to seat 1.
    typed = ["", first, second, "", "undo", "", "position", "undo", "quit"]
    shown = text("xtiles", typed, "--seed", "5")
    given = re.findall(r"Give the board to seat (\d), then press Enter", shown)
    assert given == ["1", "2", "1"]
    before, after = shown.split("Give the board to seat 2")
    assert before.endswith("\n" * 40)
    # What others may know is told again after the hand-over.
    assert f"Seat 1 laid {second}." in before and f"Seat 1 laid {second}." in after
    assert state.view(0) in after
    assert "You begin the round: first lay the drawn tile" in after


def test_a_draw_in_a_hidden_game_asks_each_seat_and_hides_the_hand():
    shown = text("xtiles", ["", "draw", "yes", "no", "", "draw", "y", "y"], "--players", "3")
    hand_gone, asked = shown.split("Seat 1 offers a draw. Seat 2, do you agree?")[:2]
    assert hand_gone.endswith("\n" * 40)
    assert "Seat 3 does not agree: the game goes on." in asked
    assert "Give the board to seat 1" in asked
    assert "A draw: agreed by all." in shown


def test_choosing_at_the_prompt():
    shown = text(None, ["chess", "9", "5", "3", "4", "maybe", "no", "", "quit"])
    for words in (
        "6  xtiles, 2, 3, 4, 5 or 6 players.",
        "Write a number from 1 to 6, or a name",
        "Write 2 or 4, or press Enter for 2.",
        "Write yes or no, or press Enter for yes.",
        "Seat 1 (I), your move:",
    ):
        assert words in shown
    again = re.search(r"again: `(\S+) text lixso-duel (--players 4 --seed \d+ .*)`", shown)
    assert again and again[2].endswith("clues_touch=no level=0")
    assert "Seat 1 (X), your move:" in text(None, ["quixo", "", ""])
    # What the command line has already said is not asked again.
    shown = text(None, ["1", ""], "size=3")
    assert "size=3" in shown and "Size" not in shown


def test_the_seed_shown_gives_the_same_game():
    first = text("xtiles", ["", "position"])
    seed = re.search(r"--seed (\d+)", first)
    assert seed
    assert text("xtiles", ["", "position"], "--seed", seed[1]) == first


def test_boxes_are_drawn_with_letters_where_the_output_has_no_others():
    poor = text("lixso-duel", [], "--seed", "1", PYTHONIOENCODING="ascii")
    assert poor == text("lixso-duel", [], "--seed", "1", "--ascii")
    assert poor.isascii()


def test_words_in_any_case_strange_bytes_and_the_end_of_input():
    shown = subprocess.run(
        [LUDOLUX, "text", "quixo"], input=b"\xff\xfe\x00\n\nRULES\n  C1c5  \n", capture_output=True
    )
    printed = shown.stdout.decode()
    assert shown.returncode == 0 and shown.stderr == b""
    assert "is not a move." in printed
    assert "Write a move, ? for the legal moves, or help." in printed
    assert "## Decided here" in printed
    assert "Seat 1 (X) played c1c5." in printed
    assert printed.rstrip().splitlines()[-1].startswith("Goodbye. The same game again: `")
