"""The server of the page: who may come in, what garbage does, slow pages, ports, legends."""

import http.client
import json
import socket
import time

import pytest
from ludolux.failure import Failure
from ludolux.sim.board import SimBoard
from ludolux.sim.legend import legend
from ludolux.sim.web import server as web
from ludolux.sim.web.doors import refusal
from ludolux.sim.web.server import Server
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import shared_rules as rules
from firmware import scenes, signs

PATIENCE_S = 8


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    with SimBoard(folder=tmp_path_factory.mktemp("flash"), seed=1) as board:
        board.power(True)
        board.run()
        yield board


@pytest.fixture
def server(board):
    server = Server(board, port=0, game=("quixo", "players=2", "size=5"))
    server.start()
    yield server
    server.stop()


def get(server, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    connection.putrequest("GET", path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), answer.headers


def live(server, **how):
    """A page. One that has not read all that came would wait long for its end."""
    address = f"ws://127.0.0.1:{server.port}/live"
    return connect(address, **{"max_size": None, "close_timeout": 0.1} | how)


def messages(socket):
    """All messages of a page, as they come; frames are bytes."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        item = socket.recv(timeout=PATIENCE_S)
        yield item if isinstance(item, bytes) else json.loads(item)


def first(socket, kind, true=lambda message: True):
    for message in messages(socket):
        if isinstance(message, dict) and message["is"] == kind and true(message):
            return message
    raise AssertionError(f"no {kind} came as it was expected")


def say(socket, **wish):
    socket.send(json.dumps(wish))


def test_only_the_files_of_the_page_are_served(server):
    for path in web.FILES:
        status, text, headers = get(server, path)
        assert status == 200 and text
        assert "default-src 'self'" in headers["Content-Security-Policy"]
    for path in ("/server.py", "/../server.py", "/%2e%2e/hub.py", "//etc/passwd", "/page/main.js"):
        assert get(server, path)[0] == 404


def test_no_file_of_the_page_needs_anything_from_outside():
    for name, _ in web.FILES.values():
        text = (web.FOLDER / name).read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text and "https:" not in text and "//cdn" not in text


@pytest.mark.parametrize("host", ["evil.example:PORT", "127.0.0.1:1", "10.0.0.7:PORT", "x", ""])
def test_a_foreign_host_is_refused(server, host):
    status, text, _ = get(server, "/", Host=host.replace("PORT", str(server.port)))
    assert status in (400, 403) and "Traceback" not in text


def test_a_foreign_origin_is_refused(server):
    assert get(server, "/", Origin="http://evil.example")[0] == 403
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{server.port}"):
        with pytest.raises(InvalidStatus), live(server, origin=origin):
            pass
    with live(server, origin=f"http://127.0.0.1:{server.port}") as page:
        assert first(page, "about")


def test_addresses_only_by_number_when_others_are_let_in():
    assert refusal({"host": "192.168.1.5:80"}, 80, loopback=False) == ""
    assert refusal({"host": "rebound.example:80"}, 80, loopback=False)
    assert refusal({"host": "192.168.1.5:80"}, 80, loopback=True)


@pytest.mark.parametrize(
    "garbage",
    [
        "", "nonsense", "[]", "{}", "null", '{"do": 7}', '{"do": "press"}', "[" * 1900,
        '{"do": "press", "x": 16, "y": 0}', '{"do": "press", "x": "1", "y": 0}',
        '{"do": "press", "x": true, "y": 0}', '{"do": "start", "words": "quixo"}',
        '{"do": "start", "words": ["chess"]}', '{"do": "move", "text": "' + "x" * 500 + '"}',
        '{"do": "key", "name": "escape", "down": true}', '{"do": "fault", "kind": "rm"}',
        '{"do": "set", "name": "brightness", "value": "99"}', b"\x00\xff",
        '{"do": ["press"]}', '{"do": {}}', '{"do": "move", "text": "\\ud800"}',
        '{"do": "start", "words": ["quixo", "\\n~ok 1"]}', '{"do": "move", "text": "   "}',
    ],
)  # fmt: skip
def test_garbage_gets_a_sentence_and_the_board_goes_on(server, garbage):
    with live(server) as page:
        first(page, "facts", lambda facts: facts["linked"])
        page.send(garbage)
        note = first(page, "note")["text"]
        assert note[0].isupper() and note.endswith(".")
        say(page, do="panel", on=True)
        assert first(page, "panel")


def test_a_message_that_is_far_too_long_closes_that_page_only(server):
    with live(server) as page, live(server) as other:
        page.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            for _ in messages(page):
                pass
        assert first(other, "facts")


def test_a_page_that_reads_nothing_slows_nobody(server):
    with live(server) as page, live(server, max_queue=1) as slow:
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        frames = 0
        for message in messages(page):
            frames += isinstance(message, bytes)
            if frames == 20:
                break
        assert frames == 20
        assert all(len(one.notes) <= 8 for one in server.hub.pages)


def test_one_page_plays_and_the_next_takes_over(board):
    server = Server(board, port=0, one_plays=True, game=("quixo", "players=2"))
    server.start()
    try:
        with live(server) as second:
            with live(server) as _:
                pass
            assert first(second, "facts", lambda facts: facts["plays"])
        with live(server) as player:
            first(player, "facts", lambda facts: facts["plays"])
            with live(server) as watcher:
                first(watcher, "facts", lambda facts: not facts["plays"])
                say(watcher, do="press", x=3, y=3)
                assert first(watcher, "note")["text"] == "Another page plays; this one watches."
                player.close()
                assert first(watcher, "facts", lambda facts: facts["plays"])
    finally:
        server.stop()


def frames_within(socket, seconds):
    """The frames that a page gets in that time."""
    found = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            item = socket.recv(timeout=max(0.0, end - time.monotonic()))
        except TimeoutError:
            break
        if isinstance(item, bytes):
            found.append(item)
    return found


def test_who_peeks_again_at_once_still_peeks_alone(board):
    server = Server(board, port=0, game=("xtiles", "players=2", "seed=5"))
    server.start()
    try:
        with live(server) as page, live(server) as other:
            first(page, "facts", lambda facts: facts["game"] == "xtiles")
            say(page, do="press", x=8, y=8)
            say(page, do="release", x=8, y=8)
            first(page, "facts", lambda facts: facts["touches"] > 0)
            say(page, do="key", name="peek", down=True)
            for _ in range(3):
                # Two ends at once: that of the peek key and that of another key.
                say(page, do="key", name="menu", down=True)
                say(page, do="key", name="peek", down=False)
                say(page, do="key", name="menu", down=False)
                say(page, do="key", name="peek", down=True)
            first(other, "facts", lambda facts: facts["looking"])
            frames_within(other, 0.2)
            assert frames_within(other, 0.8) == [], "the other page gets nothing"
            assert server.hub._peeker is server.hub.pages[0]
            say(page, do="key", name="peek", down=False)
            first(other, "facts", lambda facts: not facts["looking"])
    finally:
        server.stop()


def test_a_port_in_use_is_said_with_what_to_do(server, board):
    with pytest.raises(Failure, match="is in use.*--port"):
        Server(board, port=server.port)
    with pytest.raises(Failure, match="not an address"):
        Server(board, port=0, host="example.org")
    with pytest.raises(Failure, match="cannot listen"):
        Server(board, port=99999)


def test_to_hear_again_where_the_game_stands_ends_no_refusal(server):
    with live(server) as page:
        first(page, "facts", lambda facts: facts["game"] == "quixo")
        say(page, do="press", x=7, y=7)
        say(page, do="release", x=7, y=7)
        told = first(page, "facts", lambda facts: facts["refused"])["refused"]["text"]
        say(page, do="cable", plugged=False)
        first(page, "facts", lambda facts: not facts["linked"])
        say(page, do="cable", plugged=True)
        facts = first(page, "facts", lambda facts: facts["linked"])
        assert facts["refused"]["text"] == told
        say(page, do="start", words=["quixo", "players=2"])
        first(page, "facts", lambda facts: facts["linked"] and not facts["refused"])


def test_a_page_is_told_why_the_firmware_ended(tmp_path):
    with SimBoard(folder=tmp_path, runtime="micropython", heap=40 * 1024) as board:
        board.power(True)
        board.run()
        server = Server(board, port=0)
        server.start()
        try:
            with live(server) as page:
                facts = first(page, "facts", lambda facts: facts["power"] == "dead")
                assert "MemoryError" in facts["status"] and facts["status"].endswith(".")
                say(page, do="power", on=False)
                facts = first(page, "facts", lambda facts: facts["power"] == "off")
                assert facts["status"] == "The power is off."
        finally:
            server.stop()


def test_the_rate_counts_whole_pictures_whatever_the_build(tmp_path):
    with SimBoard("tiles", folder=tmp_path, seed=1) as board:
        board.power(True)
        board.run()
        server = Server(board, port=0, game=("olix",))
        server.start()
        try:
            with live(server) as page:
                first(page, "facts", lambda facts: facts["game"] == "olix")
                say(page, do="panel", on=True)
                rates = []
                for message in messages(page):
                    if isinstance(message, dict) and message["is"] == "panel":
                        rates.append(message["rate"])
                    if len(rates) == 6:
                        break
                assert 0 < rates[-1] < 50, "lights are painted 25 times a second at most"
        finally:
            server.stop()


def test_without_a_browser_the_address_is_enough(monkeypatch):
    said = []
    monkeypatch.setattr(web.webbrowser, "open", lambda address: False)
    web.show("http://127.0.0.1:1/", said.append)

    def broken(address):
        raise OSError("no display")

    monkeypatch.setattr(web.webbrowser, "open", broken)
    web.show("http://127.0.0.1:1/", said.append)
    assert len(said) == 2 and all("http://127.0.0.1:1/" in line for line in said)


@pytest.mark.parametrize("game", rules.GAMES)
def test_every_sign_of_a_game_is_in_its_legend(game):
    for players in rules.load(game).PLAYERS:
        entries = {entry.sign: entry for entry in legend(game, players)}
        doubts = range(signs.DOUBT, signs.DOUBT + 4)
        for sign in scenes.load(game).SIGNS:
            if sign in (signs.OFF, signs.PEEK) or sign in signs.EDGES[players:]:
                continue
            assert sign in entries or (game == "lixso-duel" and sign in doubts)
        assert all(entry.text and entry.letter.strip() for entry in entries.values())
