"""What every game promises, tested for every kind of game by playing it."""

import random
from pathlib import Path

import pytest
from kinds import KINDS, PLAIN, ids, inside, random_game
from naive import legal_texts

import shared_rules as rules
from shared_rules.state import COUNT, DRAW, PASS, RESIGN, IllegalMove, NotAMove

ROOT = Path(__file__).parents[2]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=ids(KINDS))
plain_kind = pytest.mark.parametrize("kind", PLAIN, ids=ids(PLAIN))


@every_kind
def test_legal_list_is_ascending_and_complete(kind):
    for state in random_game(kind, 1):
        moves = state.moves()
        assert isinstance(moves, list)
        assert moves == sorted(set(moves))
        assert all(0 <= move < 1 << 30 for move in moves)
        if state.turn is not None:
            assert {state.text(move) for move in moves} == legal_texts(kind.game, state)


@every_kind
def test_taking_back_restores_everything(kind):
    chance = random.Random(2)
    state = kind.new(2)
    moments = []
    for _ in range(400):
        if state.turn is None:
            break
        moments.append(inside(state))
        move = chance.choice(state.moves() or [RESIGN])
        state.push(move)
        after = inside(state)
        assert state.pop() == move
        assert inside(state) == moments[-1]
        state.push(move)
        assert inside(state) == after
    while moments:
        state.pop()
        assert inside(state) == moments.pop()
    with pytest.raises(IndexError):
        state.pop()


@every_kind
def test_text_and_position_both_ways(kind):
    for state in random_game(kind, 3):
        for move in state.moves():
            assert state.parse(state.text(move)) == move
        again = kind.module.from_position(state.position())
        assert again.position() == state.position()
        assert (again.turn, again.result, again.teams) == (state.turn, state.result, state.teams)
        assert again.moves() == state.moves()
        assert again.scores() == state.scores()
        assert [again.view(seat) for seat in range(kind.players)] == [
            state.view(seat) for seat in range(kind.players)
        ]


@every_kind
def test_illegal_attempts_change_nothing_and_have_a_reason(kind):
    chance = random.Random(4)
    for state in random_game(kind, 4, longest=60):
        before = inside(state)
        legal = set(state.moves())
        attempts = [chance.randrange(state.limit) for _ in range(30)] + [PASS, COUNT, DRAW, RESIGN]
        for move in attempts:
            if state.turn is not None and (move in legal or move in (COUNT, DRAW, RESIGN)):
                continue
            try:
                state.play(move)
            except IllegalMove as refusal:
                assert refusal.reason and refusal.reason == str(refusal)
                assert refusal.reason[0].islower() or refusal.reason[0].isupper()
                assert isinstance(state.why(move), IllegalMove)
                state.text(move)
            except NotAMove:
                pass
            else:
                # The puzzle has moves beside the placements, which its list leaves out.
                assert kind.game == "lixso" and set(state.text(move)) & set("?-")
                state.pop()
            assert inside(state) == before
        for nonsense in (-1, 1 << 30, state.limit, "c1c5", None, 1.5):
            with pytest.raises(NotAMove):
                state.play(nonsense)
            assert inside(state) == before


@every_kind
def test_why_agrees_with_the_list(kind):
    for state in random_game(kind, 5, longest=40):
        for move in state.moves():
            assert state.why(move) is None


@every_kind
def test_extras_are_legal_and_not_listed(kind):
    for state in random_game(kind, 15, longest=30):
        extras = state.extras()
        assert extras == sorted(set(extras)) and not set(extras) & set(state.moves())
        assert all(state.why(move) is None for move in extras)


@every_kind
def test_steps_name_one_move(kind):
    """Nobody's choices are the beginning of another's, and every beginning can be chosen."""
    for state in random_game(kind, 6, longest=40):
        seen = {}
        begun = set()
        for move in state.moves():
            steps = state.steps(move)
            assert state.first(move) == steps[0]
            loose = state.any_order_from
            key = (steps[:loose], frozenset(steps[loose:]))
            assert key not in seen, (state.text(move), state.text(seen[key]))
            seen[key] = move
            begun |= {steps[:length] for length in range(1, len(steps))}
            assert all(state.name(choice) for choice in steps)
        assert not begun & {fixed + tuple(loose) for fixed, loose in seen}
        for steps in sorted(begun)[::7]:
            assert state.why_not(steps) is None


@every_kind
def test_first_choices_part_the_legal_moves(kind):
    for state in random_game(kind, 6):
        parts = [state.moves_from(first) for first in state.firsts()]
        assert sorted(sum(parts, [])) == state.moves() and all(parts)
        assert state.firsts() == sorted({state.first(move) for move in state.moves()})
        for first in (-1, 0x3FFF, 0x4004, PASS):
            if first not in state.firsts():
                assert state.moves_from(first) == []


@every_kind
def test_a_first_choice_that_leads_nowhere_has_a_reason(kind):
    for state in random_game(kind, 7, longest=60):
        firsts = {state.steps(move)[0] for move in state.moves()}
        for choice in first_choices(kind.game, state):
            refusal = state.why_not((choice,))
            assert (refusal is None) == (choice in firsts), state.name(choice)


def first_choices(game, state):
    """What a person may touch first: a cell, a symbol or a tile."""
    if game in ("lixso", "lixso-duel"):
        return range(0x4000, 0x4004)
    return range(0x4000, 0x4030) if game == "xtiles" else range(state.width**2)


@plain_kind
def test_resign_and_draw(kind):
    for state in random_game(kind, 8, longest=12):
        if state.turn is None:
            break
        before = inside(state)
        team = state.team(state.turn)
        assert state.steps(RESIGN) == (RESIGN,) and state.name(RESIGN) == "resign"
        state.play(RESIGN)
        others = tuple(seat for seat in range(kind.players) if seat not in team)
        assert state.result == (others, "resign")
        assert state.turn is None and state.moves() == []
        assert state.why(RESIGN).reason == "the game is over"
        again = kind.module.from_position(state.position())
        assert again.result == state.result and again.position() == state.position()
        state.pop()
        assert inside(state) == before
        if kind.players > 1:
            state.play(state.parse("draw"))
            assert state.result == ((), "draw") and state.scores() is not None
            assert kind.module.from_position(state.position()).result == state.result
            state.pop()
            assert inside(state) == before


@every_kind
def test_same_seed_same_game(kind):
    games = [[state.position() for state in random_game(kind, 9, longest=50)] for _ in range(2)]
    assert games[0] == games[1]


@every_kind
def test_turns_results_and_scores_are_what_the_contract_says(kind):
    for state in random_game(kind, 10):
        assert sorted(seat for team in state.teams for seat in team) == list(range(kind.players))
        assert len(state.scores()) == kind.players
        assert all(state.side(seat) for seat in range(kind.players))
        if state.turn is None:
            assert state.result.winners == () or state.result.winners in state.teams
            assert state.result.reason
        else:
            assert state.result is None and state.turn in range(kind.players)
    assert state.turn is None or kind.game == "lixso"
    assert state.history() and len(state.history()) <= 400


@plain_kind
def test_a_view_needs_a_seat(kind):
    state = kind.new()
    assert state.view(None)
    for seat in (-1, kind.players, "0", 1.0):
        with pytest.raises(ValueError, match="seats go from 0 to"):
            state.view(seat)


@plain_kind
def test_wrong_arguments_say_what_is_allowed(kind):
    new = kind.module.new
    with pytest.raises(ValueError, match="players must be .*not 7"):
        new(players=7)
    with pytest.raises(ValueError, match="players must be"):
        new(players=True)
    with pytest.raises(ValueError, match="seed must be a whole number"):
        new(seed="x")
    with pytest.raises(ValueError, match="there is no option 'colour'"):
        new(colour=3)
    for name, values in kind.module.OPTIONS.items():
        for wrong in ("much", 99999, None, 1.5):
            with pytest.raises(ValueError, match=f"{name} must be .*{values[-1]}"):
                new(**{name: wrong})
    for wrong in (None, 5, "", "x", "....", " "):
        with pytest.raises(ValueError):
            kind.module.from_position(wrong)


def test_unknown_game():
    with pytest.raises(ValueError, match="no game 'chess'; the games are quixo, lot"):
        rules.load("chess")


@pytest.mark.parametrize("game", rules.GAMES)
def test_every_game_has_its_papers(game):
    """A registered game without perft data, golden game, rule card or stub is not finished."""
    from test_perft import PERFT

    name = game.replace("-", "_")
    assert [entry for entry in PERFT if entry["game"] == game], "no perft data"
    for paper in (f"tests/data/golden/{game}.txt", f"shared_rules/{name}.md",
                  f"shared_rules/{name}.pyi"):  # fmt: skip
        assert (ROOT / paper).is_file(), f"{paper} is missing"
