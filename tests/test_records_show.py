"""Records shown again: both ways in time, as pictures and text, in the terminal and on a page."""

import asyncio
import json
import random
import time
import urllib.request

import pytest
import sim_page
from ludolux.command import run
from ludolux.records.export import as_json, as_text
from ludolux.records.look import Look, middle
from ludolux.records.pictures import GIF_PITCH, captioned, fitting, save_gif
from ludolux.records.player import Player
from ludolux.records.terminal import ReplayApp
from ludolux.records.timeline import Timeline
from ludolux.records.web import FILES, Server, obey
from PIL import Image, ImageChops
from playwright.sync_api import expect
from records_made import GAMES, ROOT, data, sealed
from websockets.sync.client import connect

import shared_rules as rules
from firmware import signs
from shared_rules.state import PASS

GOLDEN = ROOT / "tests" / "data" / "records"
MOMENT = 14
BOX = Image.Resampling.BOX


@pytest.fixture
def load(tmp_path):
    def read(game, hide_undone=False, longest=40):
        path = tmp_path / f"{game}.rec"
        path.write_bytes(data(game, longest=longest))
        return Timeline.load(path, hide_undone)

    return read


@pytest.mark.parametrize("game", GAMES)
def test_it_is_walked_both_ways(game, load):
    timeline = load(game)
    look = Look(timeline)
    seen = []
    for at in range(len(timeline.events) + 1):
        timeline.go(at)
        seen.append((timeline.state.position(), look.frame(), timeline.captions()))
    for at in reversed(range(len(timeline.events) + 1)):
        timeline.go(at)
        assert (timeline.state.position(), look.frame(), timeline.captions()) == seen[at]
    timeline.go(0)
    timeline.go(10**6)
    assert timeline.state.position() == seen[-1][0]


@pytest.mark.parametrize("game", GAMES)
def test_undone_moves_can_be_hidden(game, load):
    shown, hidden = load(game), load(game, hide_undone=True)
    assert any(event.kind == "undo" for event in shown.events)
    assert not any(event.kind == "undo" or event.undone for event in hidden.events)
    for timeline in (shown, hidden):
        timeline.go(len(timeline.events))
    assert shown.state.position() == hidden.state.position()
    moves, stand = (
        [event.word for event in timeline.events if event.move is not None and not event.undone]
        for timeline in (hidden, shown)
    )
    assert moves == stand


def test_an_end_that_was_taken_back_is_hidden_too(tmp_path):
    path = tmp_path / "end.rec"
    path.write_bytes(
        sealed(
            "ludolux-record 1 quixo players=2 seed=1 rules=2 board=- firmware=0.1.0 start=-",
            "1 move a1a5", "2 resign", "2 result 0 resign", "7 undo", "9 draw", "9 result - draw",
        )
    )  # fmt: skip
    timeline = Timeline.load(path, hide_undone=True)
    assert [(event.word, event.thought) for event in timeline.events] == [
        ("a1a5", 1), ("draw", 8), ("result", 0),
    ]  # fmt: skip
    timeline.go(3)
    assert timeline.state.result.reason == "draw"


def test_help_is_told_as_what_it_was(tmp_path):
    path = tmp_path / "help.rec"
    kinds = ["hint 1", "hint 2", "hint 3", "hint solvable", "hint where", "resume"]
    path.write_bytes(
        sealed(
            "ludolux-record 1 lixso players=1 seed=7 rules=2 board=- firmware=0.1.0 start=-",
            *[f"{number} {kind}" for number, kind in enumerate(kinds)],
        )
    )
    said = [event.said for event in Timeline.load(path).events]
    assert len(set(said)) == len(kinds)
    assert [text for text in said if "after a break" in text] == said[-1:]


def test_a_seat_that_can_only_pass_is_drawn(tmp_path):
    """In a game of four a seat may have no cube to take: that moment has a picture too."""
    state = rules.load("quixo").new(players=4, seed=1)
    chance = random.Random(1)
    bodies = [
        "ludolux-record 1 quixo players=4 seed=1 rules=2 board=- firmware=0.1.0 start=-",
    ]
    while state.moves() != [PASS]:
        move = chance.choice(state.moves())
        bodies.append(f"9 move {state.text(move)}")
        state.play(move)
    path = tmp_path / "pass.rec"
    path.write_bytes(sealed(*bodies))
    timeline = Timeline.load(path)
    timeline.go(len(timeline.events))
    assert signs.WARNING in Look(timeline).frame()


# Exports


def alike(image, file):
    """Is a picture the golden one, but for what fonts and blurs differ between releases?"""
    with Image.open(file) as golden:
        golden = golden.convert("RGB")
    assert image.size == golden.size
    width, height = image.size
    apart = ImageChops.difference(image, golden).resize((width // 10, height // 10), BOX)
    return max(high for _, high in apart.getextrema()) < 48


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_is_the_golden_one(game, load):
    timeline = load(game)
    timeline.go(MOMENT)
    image = captioned(timeline, Look(timeline), GIF_PITCH)
    assert alike(image, GOLDEN / f"{game}.png")
    timeline.go(MOMENT - 1)
    assert not alike(captioned(timeline, Look(timeline), GIF_PITCH), GOLDEN / f"{game}.png") or (
        timeline.events[MOMENT - 1].kind == "resume"
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_caption_can_be_read(game, load):
    timeline = load(game)
    for at in range(len(timeline.events) + 1):
        timeline.go(at)
        for text in timeline.captions():
            lines, font = fitting(text, 15 * GIF_PITCH, GIF_PITCH)
            assert lines.replace("\n", " ") == text and font.size >= 10
            assert all(font.getlength(line) <= 15 * GIF_PITCH for line in lines.split("\n"))


@pytest.mark.parametrize("game", GAMES)
def test_the_text_is_the_golden_one(game, load):
    assert as_text(load(game)) == (GOLDEN / f"{game}.txt").read_text()


def test_the_json_is_the_golden_one(load):
    assert as_json(load("xtiles")) == json.loads((GOLDEN / "xtiles.json").read_text())


def test_the_animation_has_every_moment(tmp_path, load, capsys):
    timeline = load("quixo", longest=5)
    path, out = timeline.path, tmp_path / "game.gif"
    for words, lasts in (([], None), (["--even", "--speed", "2"], 500)):
        assert run(["replay", str(path), "--gif", str(out), *words]) == 0
        with Image.open(out) as gif:
            durations = []
            for number in range(gif.n_frames):
                gif.seek(number)
                durations.append(gif.info["duration"])
        thoughts = [lasts or event.thought // 10 * 10 for event in timeline.events]
        # The end comes with the last move and stands for three seconds.
        assert len(durations) == len(timeline.events) + 1
        assert all(
            abs(shown - max(thought, 40)) <= 10
            for shown, thought in zip(durations, thoughts, strict=False)
        )
        assert durations[-1] == 3000


def test_an_animation_that_was_stopped_leaves_the_old_one(tmp_path, load):
    file = tmp_path / "game.gif"
    file.write_bytes(b"the old one")

    def stop(done, total):
        if done == 5:
            raise KeyboardInterrupt

    timeline = load("quixo", longest=5)
    with pytest.raises(KeyboardInterrupt):
        save_gif(timeline, Look(timeline), file, progress=stop)
    assert file.read_bytes() == b"the old one"


def test_the_exports_of_the_command(tmp_path, load, capsys):
    path = load("lot").path
    png = tmp_path / "one.png"
    assert run(["replay", str(path), "--png", str(png), "--at", "3"]) == 0
    assert run(["replay", str(path), "--text", "--hide-undone"]) == 0
    assert "taken back" not in capsys.readouterr().out
    assert run(["replay", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verified"] is True
    for words in (
        ["--png", str(tmp_path / "one.txt")], ["--gif", str(tmp_path / "one.png")],
        ["--png", str(tmp_path / "no" / "one.png")], ["--gif", str(tmp_path / "no" / "one.gif")],
        ["--speed", "0"], ["--terminal", "--browser"], ["--terminal"], ["--text", "--json"],
        ["--verify", "--gif", str(tmp_path / "two.gif")], ["--public", "--text"],
        ["--png", str(png), "--at", "-1"], ["--png", str(png), "--at", "99"],
    ):  # fmt: skip
        assert run(["replay", str(path), *words]) in (1, 2)
        assert "fault in" not in capsys.readouterr().err
    assert sorted(file.name for file in tmp_path.glob("*.*")) == ["lot.rec", "one.png"]


def test_a_move_is_found_by_its_number(load):
    timeline = load("quixo")
    numbers = {event.number for event in timeline.events}
    assert timeline.after_move(0) == 0 and timeline.after_move(max(numbers) + 1) is None
    for number in range(1, max(numbers) + 1):
        timeline.go(timeline.after_move(number))
        event = timeline.event
        assert (event.number, event.undone) == (number, False) and event.move is not None


def test_a_damaged_record_is_shown_as_far_as_it_is_good(load, capsys):
    path = load("quixo").path
    content = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(content[:9] + content[10:]))
    assert run(["replay", str(path), "--json"]) == 1
    out = capsys.readouterr()
    assert len(json.loads(out.out)["events"]) == 8
    assert "line 10" in out.err


def test_the_table_of_tiles_stays_in_sight():
    assert middle([0, 1, 2], 6) == 1
    assert middle([-9, 0, 9], 6) == 7
    assert middle([9, 0, -9], 6) == -6


# The player


def test_it_plays_in_real_and_in_even_time(load):
    timeline = load("quixo")
    player = Player(timeline, Look(timeline))
    player.tick(100.0)
    first = timeline.events[0].ms / 1000
    player.tick(100.0 + first - 0.01)
    assert player.at == 0
    player.tick(100.0 + first + 0.01)
    assert player.at == 1
    end = 100.0 + timeline.events[-1].ms / 1000
    player.tick(end + 0.01)
    assert (player.at, player.playing) == (player.count, False)
    player.toggle()  # from the start again
    player.set_even(True)
    player.set_speed(2)
    player.tick(200.0)
    player.tick(202.6)
    assert player.at == 5


def test_pause_step_back_jump_and_speed(load):
    timeline = load("quixo")
    player = Player(timeline, Look(timeline), even=True)
    player.tick(0.0)
    player.tick(3.5)
    assert player.at == 3
    player.toggle()
    player.tick(60.0)
    assert player.at == 3
    player.step(1)
    player.step(-2)
    assert (player.at, player.playing) == (2, False)
    player.jump(10**9)
    assert player.at == player.count
    player.step(1)
    player.jump(-5)
    assert player.at == 0
    for _ in range(9):
        player.faster()
    assert player.speed == 100
    for _ in range(9):
        player.slower()
    assert player.speed == 0.25


def test_a_spot_runs_along_a_push(load):
    timeline = load("quixo")
    player = Player(timeline, Look(timeline), even=True)
    player.tick(0.0)
    player.tick(1.0)
    moving = player.signs(1.0)
    still = player.signs(9.0)
    assert moving != still == Look(timeline).frame()
    assert len(player.light(1.0)) == 768


# The faces


def test_the_terminal(load):
    timeline = load("quixo")
    player = Player(timeline, Look(timeline))

    async def use():
        app = ReplayApp(player, "symbols")
        async with app.run_test(size=(110, 40)) as pilot:

            async def press(*keys):
                await pilot.press(*keys)
                await pilot.pause()

            await press("space")
            assert not player.playing
            await press("right", "right", "right", "left")
            assert player.at == 2
            await press("j", "9", "enter")
            assert timeline.event.number == 9 and timeline.event.kind == "move"
            await press("e", "up", "c", "end")
            assert (player.even, player.speed, player.at) == (True, 2.0, player.count)
            app.look()
            shown = str(app.describe())
            assert "even" in shown and timeline.captions()[1] in shown
            await press("home")
            assert player.at == 0
            await press("q")

    asyncio.run(use())


@pytest.fixture
def page(load):
    timeline = load("olix")

    def make():
        again = Timeline.load(timeline.path)
        player = Player(again, Look(again), speed=3.0)
        player.playing = False
        return player

    server = Server(make, 0)
    server.start()
    yield server
    server.stop()


def test_the_page_plays_and_obeys(page):
    for path in FILES:
        with urllib.request.urlopen(page.address + path[1:]) as answer:
            assert answer.status == 200 and answer.read()
    with connect(page.address.replace("http", "ws") + "live") as socket:

        def wait_for(right):
            deadline = time.monotonic() + 10
            while time.monotonic() < deadline:
                message = socket.recv(timeout=10)
                if isinstance(message, str) and right(json.loads(message)):
                    return json.loads(message)
            raise AssertionError("it never came")

        events = wait_for(lambda m: m["is"] == "events")["events"]
        assert wait_for(lambda m: m["is"] == "facts")["count"] == len(events)
        for wish, at in (
            ({"do": "step", "value": 1}, 1), ({"do": "jump", "value": 7}, 7),
            ({"do": "step", "value": -1}, 6),
        ):  # fmt: skip
            socket.send(json.dumps(wish))
            wait_for(lambda m, at=at: m["at"] == at)
        socket.send(json.dumps({"do": "speed", "value": 100}))
        socket.send(json.dumps({"do": "toggle"}))
        wait_for(lambda m: m["at"] > 8)


@pytest.fixture(scope="module")
def browser():
    with sim_page.chromium() as browser:
        yield browser


# Buttons that are narrower than what stands in them, with the room that they keep beside it.
BURSTING = """[...document.querySelectorAll("#controls button")].filter(button => {
  const range = document.createRange();
  range.selectNodeContents(button);
  const [inner, outer] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
  return inner.left < outer.left + 3 || inner.right > outer.right - 3;
}).map(button => button.textContent)"""


@pytest.mark.parametrize("viewport", (sim_page.DESKTOP, sim_page.PHONE), ids=("desktop", "phone"))
def test_the_page_in_a_browser(page, browser, viewport):
    shown = sim_page.open_page(browser, page.address, viewport)
    body = shown.locator("body")
    expect(body).to_have_attribute("data-at", "0")
    shown.locator("#events button").nth(20).click()
    expect(body).to_have_attribute("data-at", "21")
    expect(shown.locator("#events [aria-current]")).to_have_text(
        shown.locator("#status").inner_text()
    )
    for key, at in (("ArrowRight", "22"), ("ArrowLeft", "21"), ("Home", "0")):
        shown.keyboard.press(key)
        expect(body).to_have_attribute("data-at", at)
    expect(shown.locator("#speed")).to_have_value("3")
    shown.locator("#speed").select_option("10")
    shown.locator("#events button").nth(-4).click()
    shown.locator("#toggle").click()
    expect(shown.locator("#toggle")).to_contain_text("Pause")
    expect(shown.locator("#toggle")).to_contain_text("Play")  # it has come to the end
    expect(shown.locator("#then")).to_contain_text("win")
    assert shown.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert shown.evaluate(BURSTING) == []
    assert int(shown.locator("#lights").get_attribute("data-frames")) > 3
    assert shown.complaints == []
    shown.close()


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "null", '{"do": "jump"}', '{"do": "jump", "value": "x"}', "[" * 9999,
     '{"do": "speed", "value": 1e99}', '{"do": "jump", "value": NaN}',
     '{"do": "even", "value": 3}', '{"do": "step", "value": true}'],
)  # fmt: skip
def test_nonsense_from_a_page_changes_nothing(text, load):
    timeline = load("quixo")
    player = Player(timeline, Look(timeline))
    version = player.version
    obey(player, text)
    assert player.version == version
