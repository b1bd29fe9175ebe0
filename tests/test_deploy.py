"""`ludolux deploy` with the real mpremote on a virtual ESP32; two slots survive every reset."""

import shutil

import pytest
from ludolux import deploying
from ludolux.boardfiles import app_files, board_text
from ludolux.boardsource import board_source
from ludolux.compiled import PACKAGES
from ludolux.deploying import deploy, plan
from ludolux.failure import Failure
from ludolux.repl import Repl
from test_flash import quick, quiet, refused
from vboards import copy_of, linked, plugged

from firmware import slots

pytestmark = pytest.mark.usefixtures("own_state")


def test_every_reset_point_of_an_update_on_both_interpreters(on_host, on_board):
    """No reset ever starts a slot that is half written, and every life ends with a working app."""
    said = on_host("slot_resets.py")
    assert said.endswith(b"done\n") and b"start b new a b 1" in said
    assert on_board("slot_resets.py") == said


def test_slots_on_a_file_system(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b").mkdir()
    assert slots.begin() == "b" and slots.kept() == "b"  # a lies nowhere
    (tmp_path / "a").mkdir()
    slots.keep("b a 2")
    assert slots.begin() == "a" and slots.kept() == "b a 1" and slots.on_trial()
    slots.good()
    assert slots.kept() == "a" and not slots.on_trial()


def test_a_plan_keeps_copies_sends_and_removes():
    wanted = {"keep": b"1", "copy": b"2", "changed": b"3", "new": b"4"}
    mark = {name: deploying.fingerprint(data)[: deploying.DIGITS] for name, data in wanted.items()}
    target = {"keep": mark["keep"], "changed": "0" * 16, "stray": "1" * 16}
    found = plan(wanted, target, {"copy": mark["copy"], "keep": mark["keep"]})
    assert (found.keep, found.copy) == (frozenset({"keep"}), ("copy",))
    assert (found.send, found.remove) == (("changed", "new"), ("stray",))


@pytest.fixture(scope="session")
def changed(tmp_path_factory):
    """The sources with one line more in one file."""
    folder = tmp_path_factory.mktemp("sources")
    packages = {}
    for place, source in PACKAGES.items():
        packages[place] = folder / place
        shutil.copytree(source, packages[place], ignore=shutil.ignore_patterns("__pycache__"))
    with (packages["firmware"] / "greeting.py").open("a") as file:
        file.write("\n\nADDED = [1]\n")
    return packages


def test_one_changed_file_is_one_file_sent(tmp_path, flashed, changed):
    copy_of(flashed, tmp_path)
    with plugged(tmp_path) as board:
        with Repl(board.port) as repl:
            repl.write("b/stray.mpy", b"?")
        done = deploy(board.port, packages=changed, say=quiet)
        assert done.sent == ("firmware/greeting.mpy",) and done.removed == 1
        assert done.copied > 90
        # Both slots are there now: nothing is copied any more, and the same app sends nothing.
        again = deploy(board.port, packages=changed, say=quiet)
        assert again.sent == () and again.copied == 0
        with linked(board.port) as client:
            assert client.fetch("slot") == b"b"
        back = deploy(board.port, say=quiet)
        assert back.sent == () and back.copied == 0  # slot a still has it


def test_an_update_that_does_not_start_comes_back(tmp_path, flashed, changed):
    copy_of(flashed, tmp_path)
    broken = tmp_path / "broken"
    shutil.copytree(changed["firmware"], broken)
    (broken / "app.py").write_text('raise ValueError("nothing works")\n')
    with plugged(tmp_path) as board:
        refused(
            "not-deployed",
            lambda: deploy(board.port, packages={**changed, "firmware": broken}, say=quiet),
        )
        with linked(board.port) as client:
            assert client.fetch("slot") == b"a" and client.ask("settings")


def test_a_board_comes_back_by_itself(tmp_path, flashed):
    """No host is there when the new app falls: two starts, then the old one again."""
    copy_of(flashed, tmp_path)
    with plugged(tmp_path) as board:
        with Repl(board.port) as repl:
            repl.write("b/firmware/start.py", b"raise ValueError")
            repl.write("slot", b"a b 2")
            repl.reset()
        with linked(board.port) as client:
            assert client.fetch("slot") == b"a"


def cut_deploy(tmp_path, changed, cut):
    """Cut a deploy; whatever app runs then is whole, and the same command again succeeds."""
    with plugged(tmp_path, cut_after=cut) as board:
        try:
            deploy(board.port, packages=changed, say=quiet)
        except Failure as failure:
            ours = ("The connection", "The board does", "Nothing answers", "The board was written")
            assert str(failure).startswith(ours), str(failure)
    with plugged(tmp_path) as board:
        with linked(board.port) as client:
            assert client.ask("settings")
        deploy(board.port, packages=changed, say=quiet)
        with Repl(board.port) as repl:
            deploying.prove(
                repl, repl.read("slot").decode()[:1],
                app_files("x86", board_text(board_source(), "keys", "esp32"), changed),
            )  # fmt: skip
            assert repl.read("games/1.rec") == b"kept"


@pytest.fixture
def with_a_game(tmp_path, flashed):
    copy_of(flashed, tmp_path)
    with plugged(tmp_path) as board, Repl(board.port) as repl:
        repl.write("games/1.rec", b"kept")


def test_a_cut_deploy_leaves_an_app_that_runs(tmp_path, with_a_game, changed, monkeypatch):
    quick(monkeypatch)
    cut_deploy(tmp_path, changed, 6_000)


@pytest.mark.long
@pytest.mark.parametrize("cut", range(200, 16_000, 700))
def test_a_cut_deploy_at_any_point(tmp_path, with_a_game, changed, cut, monkeypatch):
    quick(monkeypatch)
    cut_deploy(tmp_path, changed, cut)


def test_a_port_that_breaks_while_it_is_closed_is_told(tmp_path, flashed, monkeypatch):
    """mpremote closes a port by setting its lines, and those are gone with the board."""
    from mpremote.transport_serial import SerialTransport

    def gone(self, *words, **more):
        raise OSError(5, "Input/output error")

    copy_of(flashed, tmp_path)
    monkeypatch.setattr(SerialTransport, "enter_raw_repl", gone)
    monkeypatch.setattr(SerialTransport, "close", gone)
    with plugged(tmp_path) as board:
        refused("broken-off", lambda: deploy(board.port, say=quiet))


def test_a_full_flash_is_told(tmp_path, flashed, changed):
    copy_of(flashed, tmp_path)
    with plugged(tmp_path) as board:
        with Repl(board.port) as repl:
            repl.run("f=open('big','wb')\nfor i in range(2450): f.write(bytes(512))\nf.close()")
        refused("no-room", lambda: deploy(board.port, packages=changed, say=quiet))


def test_a_disturbed_transfer_is_found_before_the_board_starts_it(tmp_path, flashed, changed):
    copy_of(flashed, tmp_path)
    true = deploying.fill

    def disturbed(repl, slot, app, todo):
        true(repl, slot, app, todo)
        repl.write(f"{slot}/firmware/greeting.mpy", b"noise")

    with plugged(tmp_path) as board, pytest.MonkeyPatch.context() as patch:
        patch.setattr(deploying, "fill", disturbed)
        said = refused("damaged-on-board", lambda: deploy(board.port, packages=changed, say=quiet))
        assert "firmware/greeting.mpy" in said
        with Repl(board.port) as repl:
            assert repl.read("slot") == b"a"


def test_watch_deploys_again_when_a_source_changes(tmp_path, monkeypatch, capsys):
    from ludolux.verbs import deploy as verb

    (tmp_path / "one.py").write_text("")
    monkeypatch.setattr("ludolux.compiled.PACKAGES", {"firmware": tmp_path})
    monkeypatch.setattr("ludolux.ports.choose", lambda port: "port")
    done = []

    def deployed(port, build, source):
        done.append(port)
        if len(done) == 1:
            raise Failure("it does not compile")
        if len(done) == 3:
            raise KeyboardInterrupt

    def change(seconds):
        (tmp_path / f"{len(done)}.py").write_text("")

    monkeypatch.setattr(deploying, "deploy", deployed)
    monkeypatch.setattr(verb.time, "sleep", change)
    with pytest.raises(KeyboardInterrupt):
        verb.run(None, None, watch=True)
    assert "It does not compile." in capsys.readouterr().out
