"""X-Tiles: the set, the start of a round, turns, scoring, and what stays hidden."""

from itertools import combinations

import pytest
from kinds import PLAIN, ids, inside, random_game

from shared_rules import IllegalMove, NotAMove, xtiles
from shared_rules.xtiles import tile_code

KINDS = [kind for kind in PLAIN if kind.game == "xtiles"]
CODES = [tile_code(tile) for tile in range(48)]


def at(table, hands, drawn="-", seat=0, scores=None, starter=0, target=10):
    scores = scores or ",".join("0" for _ in hands.split("/"))
    return xtiles.from_position(
        f"{table} {seat} {hands} {drawn} {scores} 1 {starter} {target} 00000001"
    )


def test_the_set_is_every_tile_of_three_colours_up_to_half_a_turn():
    """Three colours, the doubled one on two neighbouring sectors."""
    every = set()
    for a in "BORY":
        for b in set("BORY") - {a}:
            for c in set("BORY") - {a, b}:
                for turn in range(4):
                    code = (a + a + b + c)[turn:] + (a + a + b + c)[:turn]
                    every.add(min(code, code[2:] + code[:2]))
    assert len(every) == 48 and sorted(every) == CODES == sorted(CODES)


def test_48_of_the_1128_pairs_cannot_be_joined():
    apart = 0
    for first, second in combinations(range(48), 2):
        state = xtiles.XTiles(2, 10)
        state._laid, state._table = [], {}
        state._lay(xtiles.ORIGIN * 96 + 2 * first)
        apart += not state._can_lay((second,), state._open_cells())
    assert apart == 48


@pytest.mark.parametrize("kind", KINDS, ids=ids(KINDS))
def test_a_round_begins(kind):
    for seed in range(30):
        state = kind.new(seed)
        assert state.table() == [(0, 0, state.table()[0][2], 0)]
        drawn = tile_code(state.drawn)
        hands = [state.hand(seat) for seat in range(kind.players)]
        assert all(len(hand) == 7 for hand in hands)
        dealt = [tile for hand in hands for tile in hand] + [drawn, state.table()[0][2]]
        assert len(set(dealt)) == len(dealt)
        texts = [state.text(move) for move in state.moves()]
        assert texts and all(text.startswith(drawn + "@") for text in texts)
        assert {text.split("@")[1].rstrip("r") for text in texts} <= {"0,-1", "1,0", "0,1", "-1,0"}
        state.play(state.moves()[0])
        assert (state.turn, state.starter, state.round, state.drawn) == (0, 0, 1, None)
        line = state._in_line()
        assert all(move // 96 not in line for move in state.moves())


def test_the_third_tile_may_not_continue_the_line():
    state = at("BBOR@0,0;BBRO@1,0r", "BBYO,BBYR,OORY/BBRY")
    reasons = {
        xtiles._cell_text(cell): state.why_not((0x4000 + CODES.index("BBYO"), 0x4100, cell))
        for cell in (xtiles.ORIGIN - 1, xtiles.ORIGIN + 2)
    }
    assert {refused.reason for refused in reasons.values()} == {
        "the third tile may not continue the line of the first two"
    }


def no_third(table):
    """The tiles that fit beside neither of two tiles, their line aside."""
    state = xtiles.XTiles(2, 10)
    state._laid = [state.parse(word) for word in table.split(";")]
    state._table = xtiles.table_of(state._laid)
    cells = state._open_cells()
    assert len(cells) == 4
    return [
        code for tile, code in enumerate(CODES)
        if code not in table and not state._can_lay((tile,), cells)
    ]  # fmt: skip


def test_the_restriction_stays_when_the_starter_must_pass():
    table = "RYYO@0,0;RYYB@1,0"
    state = at(table, f"{no_third(table)[0]}/BORB,BOYB,OYRR,RBYY")
    assert [state.text(move) for move in state.moves()] == ["pass"]
    state.play(state.parse("pass"))
    assert state.turn == 1 and all(move // 96 not in state._in_line() for move in state.moves())


@pytest.mark.parametrize("kind", KINDS, ids=ids(KINDS))
def test_turns_and_scores_over_whole_matches(kind):
    """Who plays next, who scores what: told again from the table alone."""
    for seed in (1, 2):
        before = None
        for state in random_game(kind, seed, longest=2000):
            if before:
                seat, hands, table, scores, number, starter = before
                move = state.text(state.history()[-1])
                if move == "pass":
                    expected = (seat + 1) % kind.players
                    assert (state.turn, state.round) == (expected, number)
                else:
                    x, y = map(int, move.split("@")[1].rstrip("r").split(","))
                    taken = {(a, b) for a, b, _, _ in table}
                    touched = len(taken & {(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)})
                    last = len(hands[seat]) == 1 and len(table) > 1
                    if last:
                        points = sum(map(len, hands)) - 1
                        points *= 2 if touched > 1 else 1
                        assert state.rounds[-1] == (seat, points)
                        assert state.scores()[seat] == scores[seat] + points
                        assert state.starter == seat
                        over = state.scores()[seat] >= state.target
                        assert (state.result == ((seat,), "target")) == over
                        assert over or (state.round, state.turn) == (number + 1, seat)
                    elif state.round > number:
                        assert state.rounds[-1] == (None, 0) and state.scores() == scores
                        assert state.starter == state.turn == starter
                    else:
                        again = touched > 1 or len(table) == 1
                        assert state.turn == (seat if again else (seat + 1) % kind.players)
            if state.turn is not None:
                hands = [state.hand(seat) for seat in range(kind.players)]
                before = (state.turn, hands, state.table(), state.scores(), state.round,
                          state.starter)  # fmt: skip
        assert state.result.reason == "target"
        targets = {2: 10, 3: 10, 4: 12, 5: 12, 6: 15}
        assert max(state.scores()) >= state.target == targets[kind.players]


def test_a_round_in_which_nobody_can_lay_ends_without_points():
    """The second tile closes the table to both hands: the round is over, the same seat starts."""
    first, second = no_third("RYYO@0,0;RYYB@1,0")
    state = at("RYYO@0,0", f"{first}/{second}", drawn="RYYB", seat=1, starter=1, scores="4,5")
    before = inside(state)
    state.play(state.parse("RYYB@1,0"))
    assert state.rounds == [(None, 0)] and state.scores() == [4, 5]
    assert (state.round, state.turn, state.starter) == (2, 1, 1)
    assert state.drawn is not None and [len(state.hand(seat)) for seat in (0, 1)] == [7, 7]
    state.pop()
    assert inside(state) == before


def test_the_last_tile_counts_double_when_it_touches_two():
    table = "BBOR@0,0;BBRO@1,0r;OBRR@1,1"
    for code in CODES:
        if code in table:
            continue
        others = [other for other in CODES if other not in table and other != code][:3]
        state = at(table, f"{code}/{','.join(others)}")
        for move in state.moves():
            touched = len(state.touching(move // 96)) if move < state.limit else 0
            if touched:
                state.play(move)
                assert state.rounds == [(0, 6 if touched > 1 else 3)]
                state.pop()
                if touched > 1:
                    return
    pytest.fail("no tile fits into the corner")


def test_touching():
    state = at("BBOR@0,0;BBRO@1,0r;OBRR@1,1", "BBYO,BBYR/BBRY")
    assert len(state.touching(xtiles.ORIGIN + xtiles.WIDE)) == 2


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("OOYR@0,1", "OOYR is not in your hand"),
        ("BBYO@0,0", "there is a tile on 0,0 already"),
        ("BBYO@5,5", "a tile must touch another one"),
        ("BBYO@0,1", "in the east blue would lie against red"),
    ],
)  # fmt: skip
def test_refusals(move, says):
    state = at("BBOR@0,0;BBRO@1,0r;OBRR@1,1", "BBYO,BBYR/BBRY")
    before = inside(state)
    with pytest.raises(IllegalMove) as refused:
        state.play(state.parse(move))
    assert refused.value.reason.startswith(says) and inside(state) == before


def test_the_drawn_tile_goes_first():
    state = xtiles.new(seed=3)
    code = state.hand(0)[0]
    refused = state.why(state.parse(f"{code}@0,1"))
    assert refused.reason == f"first lay the drawn tile, {tile_code(state.drawn)}"


def test_a_tile_that_fits_nowhere_says_so():
    for state in random_game(KINDS[0], 5):
        if state.turn is None or state.drawn is not None:
            continue
        for tile in state._hands[state.turn]:
            cells = sorted({move // 96 for move in state.moves() if move < state.limit})
            for more in [(), (0x4101,)] + [(cell,) for cell in cells]:
                choices = (0x4000 + tile,) + more
                some = any(set(choices) <= set(state.steps(move)) for move in state.moves())
                refused = state.why_not(choices)
                assert (refused is None) == some
                if refused and more not in [(cell,) for cell in cells]:
                    assert refused.reason.endswith("fits nowhere")
    assert state.why_not((xtiles.ORIGIN,)).reason == "the game is over"
    assert xtiles.new().why_not((xtiles.ORIGIN,)).reason == "choose a tile first"


@pytest.mark.parametrize("text", ["BBOR", "BBOR@", "BBOR@1", "BBOR@1,", "BBOR@1,0R", "bbor@1,0",
                                  "RBBO@1,0", "BBOR@-0,0", "BBOR@48,0", "BBOR@+1,0", "BBOR@1,0 ",
                                  "BBO@1,0", "BBOR@01,0", "BBOR@1,0rr", "BBOR@1,0,0", "BOR B@1,0",
                                  "@1,0"])  # fmt: skip
def test_not_a_move(text):
    with pytest.raises(NotAMove):
        xtiles.new().parse(text)


@pytest.mark.parametrize("kind", KINDS, ids=ids(KINDS))
def test_nothing_hidden_changes_a_view(kind):
    """Other hands, the rest and the shuffles to come may be anything: the view is the same."""
    for state in random_game(kind, 12, longest=60):
        if state.turn is None:
            break
        for seat in range(kind.players):
            view = state.view(seat)
            other = xtiles.from_position(state.position())
            known = set(state.hand(seat)) | {code for _, _, code, _ in state.table()}
            hidden = [code for code in CODES if code not in known and code != drawn(state)]
            hidden = [CODES.index(code) for code in hidden][::-1]
            for player in range(kind.players):
                if player != seat:
                    count = len(other._hands[player])
                    other._hands[player] = sorted(hidden[:count])
                    hidden = hidden[count:]
            other._chance.below(9)
            assert other.view(seat) == view
            for player in range(kind.players):
                if player != seat:
                    shown = view.split(" ")[2].split("/")[player]
                    assert shown == "#%d" % len(state.hand(player))
            assert view.split(" ")[2].split("/")[seat] == ",".join(state.hand(seat))
        public = state.view(None)
        assert not any(code in public.split(" ")[2] for code in CODES)


def drawn(state):
    return None if state.drawn is None else tile_code(state.drawn)


def test_an_ended_match_is_told_in_the_view():
    state = xtiles.new()
    state.play(state.parse("resign"))
    assert state.view(0).endswith("? resign") and state.result.winners == (1,)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("BBOR@0,0", "TABLE SEAT HANDS"),
        ("BBOR@0,0 0 BBOY BBRO 0 1 0 10 00000001", "2 to 6 hands"),
        ("BBOR@0,0 0 BBOY/BBRY BBRO 0,0 1 0 0 00000001", "target is a number"),
        ("BBOR@0,0 0 BBOY/BBRY BBRO 0,0 1 0 x 00000001", "target is a number"),
        ("BBOR@0,0 2 BBOY/BBRY BBRO 0,0 1 0 10 00000001", "from 0 to 1"),
        ("BBOR@0,0 0 BBOY/BBRY BBRO 0,0 x 0 10 00000001", "the round is a number"),
        ("BBOR@0,0 0 BBOY/BBRY BBRO 0 1 0 10 00000001", "a score for each"),
        ("BBOR@0,0 0 BBOY/BBRY BBRO 0,-1 1 0 10 00000001", "a score is a number"),
        ("BBOR@0,0 0 BBOY/BBRY BBRO 0,0 1 0 10 1", "eight hexadecimal digits"),
        ("BBOR@0,0 0 BBOY/BBRY BBRO 0,0 1 0 10 00000000", "eight hexadecimal digits"),
        ("BBOR@0,0 0 BBOY/BBOY BBRO 0,0 1 0 10 00000001", "tile BBOY is there twice"),
        ("BBOR@0,0 0 BBOX/BBOY BBRO 0,0 1 0 10 00000001", "there is no tile 'BBOX'"),
        ("BBOR@1,0 0 BBOY/BBRY BBRO 0,0 1 0 10 00000001", "the first tile lies on 0,0"),
        ("BBOR@0,0;BBRO@3,0 0 BBOY/BBRY - 0,0 1 0 10 00000001", "tile 'BBRO@3,0': a tile must"),
        ("BBOR@0,0 0 BBOY/BBRY - 0,0 1 0 10 00000001", "drawn tile goes with exactly one"),
        ("BBOR@0,0;BBRO@1,0r 0 -/BBRY - 0,0 1 0 10 00000001", "a hand is empty"),
        ("BBOR@0,0 0 BBOY/BBRY BBRO 10,10 1 0 10 00000001", "only one seat"),
        ("x 0 BBOY/BBRY BBRO 0,0 1 0 10 00000001", "write tile, cell"),
        ("BBOR@0,0 0 BBOY,BBRY,BBYO,BBYR,BOOR,BOOY,BORB,BORR/BOYB BBRO 0,0 1 0 10 00000001",
         "at most seven tiles, not 8"),
    ],
)  # fmt: skip
def test_wrong_positions(text, says):
    with pytest.raises(ValueError, match=says):
        xtiles.from_position(text)


def test_a_position_in_which_nobody_can_lay_is_none():
    for first, second in combinations(CODES, 2):
        others = [code for code in CODES if code not in (first, second)]
        try:
            at(first + "@0,0", f"{others[0]}/{others[1]}", drawn=second)
        except ValueError as error:
            assert str(error) == "nobody can lay a tile, but the round goes on"
            return
    pytest.fail("every pair could be joined")
