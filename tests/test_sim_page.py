"""The page in Chromium: every game from the menu to its end by clicks, and all around it."""

import re

import pytest
import sim_page
from ludolux.puzzles.sat import solutions
from ludolux.sim.board import SimBoard
from ludolux.sim.web.server import Server
from playwright.sync_api import expect
from sim_page import PageHand, close_page, open_page, pixels, spot

import shared_rules as rules
from firmware import signs

QUIXO = "a1c1 a1c1 a1c1 b1a1 a2a1"
LOT = (
    "b1 g1 c1 e2 a1:a1b1c1=a1 g4 b2 e5 c2 g7 a2:a2b2c2=a2 c7 b3 e7 c3 c5 a3:a3b3c3=a3"
)  # fmt: skip
OLIX = "a6 a1 b6 c2 c6 e1 d6 g2 e6 i1 f6 k2 g6 k9 h6"


@pytest.fixture(scope="module")
def browser():
    with sim_page.chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    with SimBoard(folder=tmp_path_factory.mktemp("flash"), seed=1) as board:
        board.power(True)
        board.run()
        yield board


class House:
    """A server that can be started anew at the same address."""

    def __init__(self, board):
        self.board = board
        self.port = 0
        self.open()

    def open(self):
        self.server = Server(self.board, self.port)
        self.server.start()
        self.port = self.server.port
        self.address = self.server.address

    def close(self):
        self.server.stop()

    @property
    def hub(self):
        return self.server.hub


@pytest.fixture(scope="module")
def server(board):
    house = House(board)
    yield house
    house.close()


@pytest.fixture(scope="module")
def the_page(browser, server):
    page = open_page(browser, server.address)
    yield page
    close_page(page)


@pytest.fixture
def page(the_page):
    yield the_page
    the_page.keyboard.up("p")
    assert the_page.complaints == []


@pytest.fixture
def hand(page, board):
    return PageHand(page, board)


@pytest.fixture
def begin(server, hand, board):
    """Start a game past the menu."""
    yield lambda *words: hand.begin(server.hub.listener, *words)
    board.mend()


def menu(hand):
    """To the menu, from wherever the last test ended."""
    hand.until(lambda: hand.app.screen is not None, "there is a screen")
    if hand.app.playing is not None:
        if hand.app.screen is hand.app.playing:
            hand.tap(0, 0)
        hand.choose("leave")


def test_quixo_from_the_menu_to_a_line(hand, page):
    menu(hand)
    hand.start("quixo", 2, size=3)
    expect(page.locator("#status")).to_have_text("Seat 1 (X) to move.")
    for move in QUIXO.split():
        hand.play(move)
    expect(page.locator("#status")).to_have_text("Seat 1 (X) wins: a line of X is complete.")
    expect(page.locator("#seats li.won")).to_contain_text("Seat 1 X")
    expect(page.locator("#moves li")).to_have_count(5)
    expect(page.locator("#moves li").nth(4)).to_contain_text("a2a1")
    hand.leave()
    expect(page.locator("#status")).to_have_text("Choose a game on the board.")
    expect(page.locator("#choices li")).to_have_text([
        "Quixo", "L.O.T.", "OLIX", "LIXSO", "LIXSO duel", "X-Tiles"
    ])  # fmt: skip


def test_lot_from_the_menu_to_three_stacks(hand, page):
    menu(hand)
    hand.start("lot")
    for move in LOT.split():
        hand.play(move)
    expect(page.locator("#status")).to_contain_text("Seat 1 (light) wins")
    hand.leave()


def test_olix_from_the_menu_off_the_score_board(hand, page):
    menu(hand)
    hand.start("olix")
    for move in OLIX.split():
        hand.play(move)
    expect(page.locator("#status")).to_contain_text("Seat 1 (red) wins")
    expect(page.locator("#seats .score").first).to_be_visible()
    hand.leave()


def test_lixso_from_the_menu_to_the_solution(hand, page, server):
    menu(hand)
    hand.start("lixso", level=1)
    tiles = solutions(hand.app.playing.state.position().split()[0])[0]
    hand.finish(server.hub.listener, tiles)
    expect(page.locator("#status")).to_contain_text("Solved: every cell is covered.")
    expect(page.locator("#moves li")).to_have_count(len(tiles))
    hand.leave()


def test_the_duel_from_the_menu_to_the_last_tile(hand, page, server):
    menu(hand)
    hand.start("lixso-duel", 2)
    ahead = rules.load("lixso-duel").from_position(hand.app.playing.state.position())
    moves = []
    while not ahead.result:
        moves.append(ahead.text(ahead.moves()[0]))
        ahead.play(ahead.moves()[0])
    hand.finish(server.hub.listener, moves)
    expect(page.locator("#status")).to_contain_text(re.compile("win|draw"))
    hand.leave()


def test_xtiles_from_the_menu_until_one_resigns(hand, page):
    menu(hand)
    hand.start("xtiles", 2)
    for _ in range(2):
        hand.play_move()
    expect(page.locator("#moves li")).to_have_count(2)
    hand.tap(8, 8)
    hand.end_by("resign")
    expect(page.locator("#status")).to_contain_text("Seat")
    hand.leave()


def test_a_refused_touch_says_why(hand, page, begin):
    begin("quixo", "players=2", "size=5")
    hand.tap(8, 8)
    expect(page.locator("#said.refused")).to_have_text(re.compile("edge of the board"))
    hand.play("c1c5")
    expect(page.locator("#said")).to_have_text("")


def test_a_written_move_is_played_or_refused_in_words(page, begin):
    begin("quixo", "players=2", "size=5")
    page.fill("#move", "c1c5")
    page.press("#move", "Enter")
    expect(page.locator("#moves li")).to_have_count(1)
    page.fill("#move", "c5c1")
    page.press("#move", "Enter")
    expect(page.locator("#said")).to_have_text("That cube is the opponent's.")
    page.fill("#move", "nonsense")
    page.press("#move", "Enter")
    expect(page.locator("#said")).to_have_text(re.compile("^Write the cube"))


def test_a_reload_finds_the_same_position(hand, page, board, begin):
    begin("olix")
    for move in ("f6", "e5", "g7"):
        hand.play(move)
    expect(page.locator("#moves li")).to_have_count(3)
    page.reload()
    expect(page.locator("#moves li")).to_have_count(3)
    expect(page.locator("#status")).to_have_text("Seat 2 (blue) to move.")
    hand.until(lambda: sum(pixels(page)[16 * 6 + 6]) > 200, "the piece on f6 shines")


def test_the_page_shows_the_wire(hand, page, board, begin):
    begin("lixso", "seed=3")

    def same():
        wire = board.wire().rgb
        drawn = pixels(page)
        return all(
            (max(drawn[n]) > 40) == (max(wire[3 * n : 3 * n + 3]) > 1)
            or max(wire[3 * n : 3 * n + 3]) in (1, 2)
            for n in range(256)
        )

    hand.until(same, "what is lit on the wire is lit on the page")
    for n, colour in enumerate([(255, 0, 0), (0, 255, 0), (0, 0, 255)]):
        board.fault("light_stuck", 5, *colour)
        hand.until(
            lambda n=n: [level > 150 for level in pixels(page)[5]] == [i == n for i in range(3)],
            "a light that sticks shows so, in its colour",
        )


def test_a_phone_shows_all_of_it_and_plays_by_touch(browser, server, board, begin):
    begin("quixo", "players=2", "size=3")
    page = open_page(browser, server.address, sim_page.PHONE, has_touch=True, is_mobile=True)
    hand = PageHand(page, board)
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    board_box = page.locator("#board").bounding_box()
    assert board_box["width"] > 300 and board_box["y"] + board_box["height"] < 740
    page.tap("#rules-card summary")
    page.tap("#legend-card summary")
    page.tap("#panel-card summary")
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], "opened cards make the page no wider"
    page.evaluate("scrollTo(0, 0)")
    for choice in ("a1", "c1"):
        light = hand.key_of(ord(choice[0]) - 97 + 3 * (int(choice[1]) - 1))
        before = sim_page.touches(page)
        page.touchscreen.tap(*spot(page, light % 16, light // 16))
        hand.until(lambda before=before: sim_page.touches(page) > before, "a touch arrives")
    expect(page.locator("#moves li")).to_have_count(1)
    assert page.complaints == []
    close_page(page)


def test_all_can_be_done_by_keyboard(hand, page, begin):
    begin("quixo", "players=2", "size=3")
    page.reload()
    page.keyboard.press("Tab")
    expect(page.locator("#board")).to_be_focused()

    def go(x, y):
        here = page.evaluate("""() => ['left', 'top'].map((side) =>
            Math.round(parseFloat(document.getElementById('cursor').style[side] || 43.75) / 6.25))
        """)
        for name, steps in (("Right", x - here[0]), ("Down", y - here[1])):
            back = {"Right": "Left", "Down": "Up"}[name]
            for _ in range(abs(steps)):
                page.keyboard.press("Arrow" + (name if steps > 0 else back))
        before = sim_page.touches(page)
        page.keyboard.press("Enter")
        hand.until(lambda: sim_page.touches(page) > before, "the key arrives")

    for cell in (0, 2):
        light = hand.key_of(cell)
        go(light % 16, light // 16)
    expect(page.locator("#cursor")).to_be_visible()
    expect(page.locator("#under-cursor")).to_have_text(re.compile("^[a-p][0-9]+, (lit|dark)$"))
    expect(page.locator("#moves li")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator("#moves li")).to_have_count(0)
    page.keyboard.press("m")
    hand.until(hand.asks, "the pause menu comes")
    page.keyboard.press("m")
    hand.until(lambda: hand.app.screen is hand.app.playing, "and goes")


def drawn(hand):
    """The signs of the game on the board, as it is drawn now."""
    play, frame = hand.app.playing, bytearray(256)
    play.scene.draw(frame, play.state, play.pick)
    return frame


def test_two_pages_see_the_same_and_a_hand_is_seen_by_one(browser, server, hand, page, begin):
    other = open_page(browser, server.address)
    try:
        expect(page.locator("#connection")).to_have_text("2 pages")
        begin("xtiles", "players=2", "seed=5")
        hand.tap(8, 8)
        hand.until(lambda: pixels(page) == pixels(other), "both pages show the same")
        before, dark = pixels(other), drawn(hand)
        page.keyboard.down("p")
        expect(other.locator("#veil")).to_have_text("Player 1 is looking at their hand.")
        hand.until(lambda: hand.app.playing.pick.peek, "the hand is on the lights")
        shown = [n for n in range(256) if drawn(hand)[n] >= signs.SIDE and not dark[n]]
        assert len(shown) > 8
        hand.until(lambda: all(max(pixels(page)[n]) > 100 for n in shown), "who peeks sees it")
        expect(page.locator("#veil")).to_be_hidden()
        kept = pixels(other)
        other.wait_for_timeout(200)
        assert pixels(other) == kept, "the others' lights stand still"
        assert [kept[n] for n in shown] == [before[n] for n in shown], "and show no hand"
        other.mouse.click(*spot(other, 8, 8))
        expect(other.locator("#said")).to_have_text("Player 1 is looking at their hand.")
        late = open_page(browser, server.address)
        late.wait_for_timeout(200)
        assert pixels(late) == kept, "a page that comes now sees no hand either"
        close_page(late)
        page.keyboard.up("p")
        expect(other.locator("#veil")).to_be_hidden()
        hand.until(lambda: pixels(page) == pixels(other), "afterwards both are the same again")
    finally:
        close_page(other)


# A press too short to be a hold, however busy the machine is.
SHORTLY = """(button) => {
    button.setPointerCapture = () => {};
    for (const kind of ["pointerdown", "pointerup"])
        button.dispatchEvent(new PointerEvent(kind, { pointerId: 1, button: 0, bubbles: true }));
}"""


def test_one_pointer_is_enough_for_a_hand(hand, page, begin):
    begin("xtiles", "players=2", "seed=5")
    hand.tap(8, 8)
    peek = page.locator("#peek")
    expect(peek).to_have_text("PPeek")
    peek.evaluate(SHORTLY)
    expect(peek).to_have_attribute("aria-pressed", "true")
    hand.until(lambda: hand.app.playing.pick.peek, "the hand stays on the lights")
    expect(page.locator("#keys-help")).to_contain_text("let Peek go")
    state = hand.app.playing.state
    tile = hand.key_of(state.steps(state.moves()[0])[0])
    hand.tap(tile % 16, tile // 16)
    hand.until(lambda: hand.app.playing.pick.chosen, "a tile is chosen")
    peek.evaluate(SHORTLY)
    hand.until(lambda: not hand.app.playing.pick.peek, "the hand is hidden again")
    expect(peek).to_have_attribute("aria-pressed", "false")
    peek.evaluate(SHORTLY)
    hand.until(lambda: hand.app.playing.pick.peek, "and shown once more")
    page.fill("#move", state.text(state.moves()[0]))
    page.press("#move", "Enter")
    expect(page.locator("#moves li")).to_have_count(1)
    expect(peek).to_have_attribute("aria-pressed", "false")
    peek.evaluate(SHORTLY)
    hand.until(lambda: hand.app.playing.pick.peek, "one click shows what is left of the hand")
    peek.evaluate(SHORTLY)
    hand.until(lambda: not hand.app.playing.pick.peek, "and one hides it")


def test_a_puzzle_has_a_hint_key_and_a_hint_stays_until_it_is_old(hand, page, begin):
    begin("lixso", "level=1", "seed=1")
    peek = page.locator("#peek")
    expect(peek).to_have_text("HHint")
    peek.click()
    expect(page.locator("#said")).to_contain_text("Hint 1 of 3")
    expect(page.locator("#legend")).to_contain_text("a hint")
    expect(peek).not_to_have_attribute("aria-pressed", "true")
    page.keyboard.press("h")
    expect(page.locator("#said")).to_contain_text("Hint 2 of 3")
    begin("quixo", "players=2", "size=5")
    expect(page.locator("#said")).to_have_text("")
    expect(peek).to_be_hidden()


def test_a_phone_on_its_side_shows_the_whole_board(browser, server, begin):
    begin("quixo", "players=2", "size=5")
    window = {"width": 740, "height": 360}
    page = open_page(browser, server.address, window, has_touch=True, is_mobile=True)
    try:
        for what in ("#board", "#status", "#controls"):
            box = page.locator(what).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= 360, what
        assert page.locator("#board").bounding_box()["width"] > 290
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1]
    finally:
        close_page(page)


def test_a_key_of_a_page_that_vanishes_is_released(browser, server, hand, page, begin):
    begin("xtiles", "players=2", "seed=5")
    hand.tap(8, 8)
    gone = open_page(browser, server.address)
    gone.keyboard.down("p")
    hand.until(lambda: hand.app.playing.pick.peek, "the other page peeks")
    close_page(gone)
    hand.until(lambda: not hand.app.playing.pick.peek, "its key is released")
    expect(page.locator("#veil")).to_be_hidden()


def test_the_chooser_starts_any_game_and_undo_takes_back(page, hand):
    menu(hand)
    page.evaluate("document.getElementById('new').open = true")
    page.select_option("[name=game]", "quixo")
    page.select_option("[name=players]", "4")
    page.select_option("[name=size]", "4")
    page.click("#choose > button")
    expect(page.locator("#seats li")).to_have_count(4)
    expect(page.locator("#rules h3")).to_contain_text("Quixo")
    expect(page.locator("#legend li")).not_to_have_count(0)
    hand.play("a1d1/1")
    expect(page.locator("#moves li")).to_have_count(1)
    page.click("[data-key=undo]")
    expect(page.locator("#moves li")).to_have_count(0)


def test_settings_of_the_page_are_those_of_the_board(page, hand, begin):
    begin("quixo", "players=2", "size=5")
    page.evaluate("document.getElementById('settings-card').open = true")
    page.select_option("#settings [name=palette]", "night")
    hand.until(lambda: hand.app.settings.get("palette") == "night", "the board has the setting")
    page.select_option("#settings [name=palette]", "normal")
    hand.until(lambda: hand.app.settings.get("palette") == "normal", "and has it back")


def test_the_workshop_breaks_and_mends(page, hand, board, begin):
    begin("quixo", "players=2", "size=5")
    hand.play("c1c5")
    page.evaluate("document.getElementById('panel-card').open = true")
    expect(page.locator("#panel dd").nth(2)).to_have_text(re.compile(r"^[1-9]\d+ mA$"))
    page.select_option("#panel select", "stuck")
    page.click("text=Break it")
    expect(page.locator("#panel .flags").first).to_contain_text("A key sticks at")
    page.click("text=Mend all")
    expect(page.locator("#panel .flags li").first).not_to_contain_text("sticks")
    page.click("text=Unplug the link")
    expect(page.locator("#connection")).to_have_text("link unplugged")
    expect(page.locator("#status")).to_have_text("The link is unplugged; the board goes on.")
    page.click("text=Plug the link in")
    expect(page.locator("#connection")).to_have_text("connected")
    expect(page.locator("#moves li")).to_have_count(1)
    page.click("text=Cut the power")
    hand.until(lambda: max(max(light) for light in pixels(page)) < 60, "all is dark")
    expect(page.locator("#status")).to_have_text("The power is off.")
    page.click("text=Power on")
    hand.until(hand.asks, "the board asks: resume or new?")
    expect(page.locator("#connection")).to_have_text("connected")
    expect(page.locator("#status")).to_contain_text("A game was left")
    hand.choose("resume")
    expect(page.locator("#status")).to_have_text("Seat 2 (O) to move.")
    expect(page.locator("#moves li")).to_have_count(1)


def test_the_page_comes_back_after_the_server(page, hand, server, begin):
    begin("quixo", "players=2", "size=5")
    hand.play("c1c5")
    server.close()
    expect(page.locator("#connection")).to_contain_text("gone")
    server.open()
    expect(page.locator("#connection")).to_have_text("connected")
    expect(page.locator("#moves li")).to_have_text(re.compile("c1c5"))
    assert all("WebSocket" in complaint for complaint in page.complaints)
    page.complaints.clear()
