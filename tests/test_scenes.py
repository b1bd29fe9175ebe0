"""Scenes: every choice has lights, every light its choice, nothing hidden shows, pictures stay."""

import os
from pathlib import Path

import pytest
from board.scenes import Selection, choose
from kinds import KINDS, PLAIN, ids

from firmware import scenes, signs
from firmware.colours import PALETTES
from firmware.palette import RHYTHMS, STEADY, Palette
from firmware.scenes import common
from shared_rules import lixso, load, xtiles
from shared_rules.chance import Chance
from shared_rules.state import PASS

GOLDEN = Path(__file__).parent / "data" / "scenes"
TOUCHABLE = {signs.NEXT, signs.URGE, signs.FIRST + signs.TOUCH, signs.SECOND + signs.TOUCH}
CORNERS = {0: signs.MENU, 15: signs.UNDO, 240: signs.PEEK, 255: signs.DONE}

every_kind = pytest.mark.parametrize("kind", KINDS, ids=ids(KINDS))


def all_moves(state):
    """The legal moves, for the puzzle also those that `moves()` does not list."""
    moves = [move for move in state.moves() if move < PASS]
    if isinstance(state, lixso.Lixso) and not state.result:
        moves += [move + lixso.DOUBTED for move in moves[::7]]
        moves += [move for move in range(lixso.TAKE, lixso.SWEEP + 1) if not state.why(move)]
    return moves


def positions(kind, seeds=2, gap=5, longest=90):
    """Moments of random games: (state, all its moves, last move, chance)."""
    for seed in range(seeds):
        state = kind.new(seed)
        chance = Chance(seed + 5)
        last = None
        for ply in range(longest):
            moves = all_moves(state)
            if ply % gap == 0 or state.result or not moves:
                yield state, moves, last, chance
            if state.result or not (moves or state.moves()):
                break
            moves = moves or state.moves()
            last = moves[chance.below(len(moves))]
            state.play(last)


def selections(state, moves, last, chance):
    """Selections on the way to a few of the moves."""
    pick = Selection()
    pick.last = last
    yield choose(pick, state, moves, ())
    for _ in range(3 if moves else 0):
        steps = state.steps(moves[chance.below(len(moves))])
        for count in range(1, len(steps)):
            yield choose(pick, state, moves, steps[:count])


def see(pick, choice):
    """Bring a choice of X-Tiles before the player's eyes."""
    pick.peek = choice >= xtiles.TILE_CHOICE
    if not pick.peek:
        pick.look = (choice % xtiles.WIDE - 48, choice // xtiles.WIDE - 48)


def looks(kind, pick, choice):
    """The ways of looking in which a choice must be there."""
    if kind.game != "xtiles":
        yield
        return
    for pick.overview in (False, True):
        see(pick, choice)
        yield
        if not pick.peek:
            pick.peek = True
            yield
    pick.overview = False


@every_kind
def test_each_light_of_a_next_choice_is_that_choice(kind):
    scene = scenes.load(kind.game)
    for state, moves, last, chance in positions(kind):
        for pick in selections(state, moves, last, chance):
            for choice in pick.nexts:
                for _ in looks(kind, pick, choice):
                    lights = scene.lights(choice, state, pick)
                    assert lights, state.name(choice)
                    for light in lights:
                        assert light not in CORNERS
                        assert scene.choice_at(light % 16, light // 16, state, pick) == choice


@every_kind
def test_each_legal_move_can_be_touched(kind):
    scene = scenes.load(kind.game)
    for state, moves, last, _ in positions(kind, gap=11):
        keys = {}
        pick = Selection()
        pick.last = last
        for move in moves:
            steps = state.steps(move)
            for count, choice in enumerate(steps):
                # What a key means depends on the kind of the choices before, not on each cell.
                before = (
                    steps[:count] if kind.game == "xtiles" else (count, steps[: min(count, 1)])
                )
                if (before, choice) in keys:
                    continue
                choose(pick, state, [move], steps[:count])
                if kind.game == "xtiles":
                    see(pick, choice)
                means = {scene.choice_at(x, y, state, pick) for x in range(16) for y in range(16)}
                assert choice in means, (state.text(move), state.name(choice))
                keys[before, choice] = True


@every_kind
def test_a_key_is_a_choice_that_the_rules_can_answer(kind):
    """Whatever is touched: a legal choice, or a refusal in words."""
    scene = scenes.load(kind.game)
    for state, moves, last, chance in positions(kind, seeds=1, gap=17):
        if state.result:
            continue
        for pick in selections(state, moves, last, chance):
            for pick.peek in (False, True):
                for light in range(256):
                    choice = scene.choice_at(light % 16, light // 16, state, pick)
                    assert choice >= -1
                    if light in CORNERS:
                        assert choice == -1
                    if choice >= 0 and choice not in pick.nexts and choice not in pick.chosen:
                        # What can only come first begins a new selection.
                        first = choice >= 0x4000 and kind.game.startswith("lixso")
                        refusal = state.why_not((() if first else pick.chosen) + (choice,))
                        assert refusal is None or refusal.reason


@every_kind
def test_what_may_be_touched_and_whose_turn_it_is_can_be_seen(kind):
    scene = scenes.load(kind.game)
    frame = bytearray(256)
    for state, moves, last, chance in positions(kind):
        for pick in selections(state, moves, last, chance):
            if kind.game == "xtiles":
                pick.peek = any(choice >= xtiles.TILE_CHOICE for choice in pick.nexts)
            scene.draw(frame, state, pick)
            for choice in pick.nexts:
                lights = scene.lights(choice, state, pick)
                if kind.game == "lixso" and pick.chosen[:1] in (
                    (lixso.TAKE_CHOICE,), (lixso.TURN_CHOICE,)
                ):  # fmt: skip
                    # A tile shows by its elbow that it may be touched.
                    elbow = state.tile_cells(state.tile_on(choice))[0]
                    lights = scene.lights(elbow, state, pick)
                if lights:
                    assert {frame[light] for light in lights} & TOUCHABLE, state.name(choice)
            if not state.result and not pick.peek:
                edge = common.edge_lights(state.turn, state.players)
                assert {frame[light] for light in edge} & set(signs.EDGES)
                for seat in range(state.players):
                    if seat != state.turn:
                        edge = common.edge_lights(seat, state.players)
                        assert not {frame[light] for light in edge} & set(signs.EDGES)


@every_kind
def test_draw_fills_the_frame_with_its_signs_and_changes_nothing(kind):
    scene = scenes.load(kind.game)
    for state, moves, last, chance in positions(kind):
        before = state.position()
        for pick in selections(state, moves, last, chance):
            for pick.peek in (False, True):
                for pick.overview in (False, True):
                    frame, again = bytearray(256), bytearray(b"\xff" * 256)
                    scene.draw(frame, state, pick)
                    scene.draw(again, state, pick)
                    assert frame == again
                    assert len(frame) == 256
                    assert set(frame) <= set(scene.SIGNS)
                    assert {light: frame[light] for light in CORNERS} == CORNERS
        assert state.position() == before


@pytest.mark.parametrize("kind", KINDS, ids=ids(KINDS))
def test_pictures_are_the_same_on_both_interpreters(kind, on_board, on_host):
    words = [kind.game, kind.players, 0, 1 if kind.game.startswith("lixso") else 2]
    words += ["%s=%s" % pair for pair in kind.options.items()]
    board = on_board("scenes.py", *words)
    assert board == on_host("scenes.py", *words)
    assert len(board.splitlines()[0]) == 512


@pytest.mark.parametrize("players", xtiles.PLAYERS)
def test_no_picture_shows_a_hand_unless_peeked_at(players):
    """Deal the hidden tiles anew, the numbers kept: all but the peeked picture stay the same."""
    scene = scenes.load("xtiles")
    kind = next(kind for kind in PLAIN if kind.game == "xtiles" and kind.players == players)
    frame, other = bytearray(256), bytearray(256)
    for state, _, last, chance in positions(kind, seeds=3, gap=2):
        if state.result:
            continue
        pick = Selection()
        pick.last = last
        hands = [list(hand) for hand in state._hands]
        tiles = [tile for hand in hands for tile in hand]
        differ = False
        for _ in range(5):
            chance.shuffle(tiles)
            rest = list(tiles)
            dealt = [sorted(rest.pop() for _ in hand) for hand in hands]
            for pick.overview in (False, True):
                for pick.peek in (False, True):
                    state._hands = hands
                    scene.draw(frame, state, pick)
                    state._hands = dealt
                    scene.draw(other, state, pick)
                    if not pick.peek:
                        assert frame == other
                    elif dealt[state.turn] != hands[state.turn]:
                        differ = differ or frame != other
                    if pick.peek and dealt[state.turn] == hands[state.turn]:
                        assert frame == other
        state._hands = hands
        assert differ or len(tiles) < 3


@pytest.mark.parametrize("look", [(0, 0), (3, -2)])
def test_the_ring_scrolls(look):
    scene = scenes.load("xtiles")
    assert scene.scroll_at(0, 7) == (-1, 0)
    assert scene.scroll_at(15, 3) == (1, 0)
    assert scene.scroll_at(5, 0) == (0, -1)
    assert scene.scroll_at(5, 15) == (0, 1)
    assert scene.scroll_at(14, 14) == (0, 0)
    assert scene.scroll_at(7, 7) is None
    assert [scene.scroll_at(light % 16, light // 16) for light in CORNERS] == [None] * 4


def test_only_that_scene_is_loaded(on_host, on_board, tmp_path):
    script = tmp_path / "one.py"
    script.write_text(
        "import sys\nfrom firmware import scenes\nscenes.load('lot')\n"
        "print([name for name in ('quixo', 'olix', 'lixso_grid', 'xtiles')"
        " if 'firmware.scenes.' + name in sys.modules])\n"
    )
    assert on_board(script) == on_host(script) == b"[]\n"


@pytest.mark.parametrize("name", PALETTES)
def test_paint(name):
    palette = Palette(name)
    frame = bytearray(range(256))
    for light in range(256):
        frame[light] = light % signs.COUNT
    rgb = bytearray(768)
    for beat in (0, 1, 37, 10**8):
        palette.paint(frame, rgb, beat)
        for light in range(256):
            levels = RHYTHMS[palette.rhythm[frame[light]]]
            share = levels[beat % len(levels)]
            colour = palette.colours[3 * frame[light] : 3 * frame[light] + 3]
            want = bytes((value * share + 255) >> 8 for value in colour)
            assert rgb[3 * light : 3 * light + 3] == want
    for sign in range(signs.COUNT):
        assert palette.moving(bytearray([sign] * 256)) == (palette.rhythm[sign] != STEADY)


def golden_scenes():
    """(file, state, selection) of the main pictures."""

    def chosen(state, *choices, moves=None, last=None):
        pick = Selection()
        pick.last = state.parse(last) if last else None
        return choose(pick, state, moves or all_moves(state), choices)

    quixo = load("quixo")
    state = quixo.from_position("XX..O/O..../...../X...O/.OX.X 0")
    yield "quixo", state, chosen(state, last="a2e2")
    yield "quixo-taken", state, chosen(state, 0)
    state = quixo.new(size=3)
    yield "quixo-3", state, chosen(state)
    state = quixo.new(size=4)
    yield "quixo-4", state, chosen(state)
    state = quixo.from_position("1.2.4/....3/...../2...1/.3.4. 2")
    yield "quixo-teams", state, chosen(state)
    yield "quixo-point", state, chosen(state, 1, 21)

    lot = load("lot")
    state = lot.new()
    state.play(state.parse("d4"))
    yield "lot-swap", state, chosen(state, last="d4")
    state = lot.from_position("......./.ww.b../..W..../.b.bB../...W.../.w...b./....... 0 0")
    yield "lot", state, chosen(state, last="d4")
    yield "lot-line", state, chosen(state, 10)

    olix = load("olix")
    text = "r.........b/.rr......../.rr..bbbb../" + "/".join(["." * 11] * 7) + "/b.........r 1 "
    state = olix.from_position(text + "4rb 6b - 5r")
    yield "olix", state, chosen(state)
    state = olix.from_position(text + "4rb 6b - 5r")
    state.play(state.parse("j3"))
    yield "olix-scored", state, chosen(state, last="j3")

    puzzle = load("lixso")
    state = puzzle.new(seed=3, level=2)
    for _ in range(12):
        state.play(state.moves()[len(state.moves()) // 3])
    for move in state.moves()[::40][:2]:
        if not state.why(move):
            state.play(move + lixso.DOUBTED)
    yield "lixso", state, chosen(state)
    move = state.moves()[-1]
    steps = state.steps(move)
    yield "lixso-symbol", state, chosen(state, *steps[:1])
    yield "lixso-cell", state, chosen(state, *steps[:2])
    yield "lixso-take", state, chosen(state, lixso.TAKE_CHOICE)

    duel = load("lixso-duel")
    state = duel.new(players=4, seed=2)
    for _ in range(10):
        last = state.moves()[len(state.moves()) // 2]
        state.play(last)
    yield "lixso-duel", state, chosen(state, last=state.text(last))

    tiles = load("xtiles")
    state = tiles.new(players=3, seed=4)
    yield "xtiles-drawn", state, chosen(state, xtiles.TILE_CHOICE + state.drawn)
    chance = Chance(4)
    for _ in range(11):
        last = state.moves()[chance.below(len(state.moves()))]
        state.play(last)
    yield "xtiles", state, chosen(state, last=state.text(last))
    pick = chosen(state)
    pick.peek = True
    yield "xtiles-hand", state, pick
    steps = state.steps(state.moves()[0])
    pick = chosen(state, *steps[:1])
    pick.peek = True
    yield "xtiles-turn", state, pick
    yield "xtiles-place", state, chosen(state, steps[0])
    yield "xtiles-both-ways", state, chosen(state, steps[0], steps[2])
    pick = chosen(state, steps[0])
    pick.overview = True
    yield "xtiles-overview", state, pick


NAMES = """
    OFF DIM SOFT INK GOOD WARNING NEXT URGE CHOSEN REASON LAST MENU UNDO PEEK DONE EDGE_1 EDGE_2
    EDGE_3 EDGE_4 EDGE_5 EDGE_6 FIRST FIRST_FAINT FIRST_TOUCH FIRST_MOVED SECOND SECOND_FAINT
    SECOND_TOUCH SECOND_MOVED TILE_I TILE_X TILE_S TILE_O CLUE_I CLUE_X CLUE_S CLUE_O DOUBT_I
    DOUBT_X DOUBT_S DOUBT_O LAID_I LAID_X LAID_S LAID_O BLUE ORANGE RED YELLOW
""".split()  # noqa: SIM905
LETTER = dict(enumerate(".-:+*!nuc?lMNPD123456AaTmBbytixsoIXSO"))
LETTER.update(enumerate("jvzqfghk", signs.DOUBT))
LETTER[signs.SIDE], LETTER[signs.SIDE + 1] = "0", "9"
LETTER[signs.SIDE + 2], LETTER[signs.SIDE + 3] = "8", "7"


def as_text(frame):
    rows = [
        " ".join(LETTER[sign] for sign in frame[16 * y : 16 * y + 16]) for y in range(16)
    ]  # fmt: skip
    legend = [f"{LETTER[sign]} {NAMES[sign]}" for sign in sorted(set(frame))]
    return "\n".join(rows) + "\n\n" + "\n".join(legend) + "\n"


def test_each_sign_has_a_name_and_a_letter():
    assert len(NAMES) == len(LETTER) == len(set(LETTER.values())) == signs.COUNT <= 64


@pytest.mark.parametrize(
    "name, state, pick", list(golden_scenes()), ids=lambda part: str(part)[:20]
)
def test_golden_pictures(name, state, pick):
    """UPDATE_GOLDEN=1 writes them anew, when a picture changes on purpose."""
    frame = bytearray(256)
    scenes.load(name.split("-")[0] if "duel" not in name else name).draw(frame, state, pick)
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(as_text(frame))
    assert as_text(frame) == path.read_text()


def test_the_trail_of_a_pattern_is_that_pattern():
    """Over random games: as many own cells as the value says, each once, the new piece in it."""
    from firmware.scenes import olix_patterns

    tried = 0
    for seed in range(40):
        chance = Chance(seed)
        state = load("olix").new()
        while not state.result:
            seat = state.turn
            moves = state.moves()
            # Of some moves the one that makes most: random play makes few patterns.
            some = [moves[chance.below(len(moves))] for _ in range(12)]
            worth = []
            for move in some:
                state.push(move)
                worth.append(sum(state.patterns(move, seat)))
                state.pop()
            move = some[worth.index(max(worth))]
            state.play(move)
            for kind, value in enumerate(state.patterns(move, seat)):
                if value:
                    cells = olix_patterns.cells(state, move, kind, value)
                    assert len(set(cells)) == len(cells) == value and move in cells
                    assert len({state.piece(cell) for cell in cells}) == 1
                    tried += 1
    assert tried > 500
