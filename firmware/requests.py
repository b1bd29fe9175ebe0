"""The rarer things that a host asks of the board: views, files, settings, clock, restart.

Each is a function of the Boot and the words of the request; it returns the text of the answer or
raises ValueError with a sentence.
"""

import os

import shared_rules as rules

from .files import put
from .lines import piece
from .memory import briefly
from .settings_file import FIELDS

OTHERS = ("crash.old", "crash.txt", "selftest.json", "slot")
MOVES = 24  # moves in one answer


def view(boot, words):
    state = playing(boot).state
    if words and words[0] not in [str(seat) for seat in range(state.players)]:
        raise ValueError("seats go from 0 to %d" % (state.players - 1))
    return state.view(int(words[0]) if words else None)


def status(boot, words):
    briefly("firmware.telling", "everything", boot.app)


def moves(boot, words):
    """`COUNT FIRST TEXT TEXT …`: how many moves stand, and some of them from a number on, counted
    from 0. Those of long ago are forgotten."""
    play = playing(boot)
    history = play.state.history()
    forgotten = play.count - len(history)
    first = int(words[0]) if words and words[0].isdigit() else 0
    first = min(max(first, forgotten), play.count)
    shown = history[first - forgotten : first - forgotten + MOVES]
    return " ".join([str(play.count), str(first)] + [play.state.text(move) for move in shown])


def playing(boot):
    if boot.app.playing is None:
        raise ValueError("no game is being played; start one first")
    return boot.app.playing


def journals(boot, words):
    first = int(words[0]) if words and words[0].isdigit() else 0
    files = fetchable(boot)
    shown = ["%s %d" % (name, os.stat(path)[6]) for name, path in files[first : first + 8]]
    return " ".join([str(len(files))] + shown)


def journal(boot, words):
    if len(words) != 3 or not (words[1].isdigit() and words[2].isdigit()):
        raise ValueError("say name, offset and length")
    for name, path in fetchable(boot):
        if name == words[0]:
            game, _, end = name.partition("-")[2].partition(".")
            if game in rules.SECRETS and end != "rec":
                raise ValueError(
                    "%s tells the hands of a game that is not over; fetch it then" % name
                )
            return piece(path, int(words[1]), int(words[2]))
    raise ValueError("there is no journal %s" % words[0])


def fetchable(boot):
    """What a host may fetch: the records, the result of the self-test, the crash log."""
    found = []
    for folder, only in ((boot.app.journal.folder, None), (boot.folder, OTHERS)):
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            continue
        found += [(name, folder + "/" + name) for name in names if not only or name in only]
    return found


def settings(boot, words):
    return " ".join(["%s=%s" % (name, boot.settings.get(name)) for name in sorted(FIELDS)])


def set_one(boot, words):
    if len(words) != 2 or words[0] not in FIELDS:
        raise ValueError("the settings are " + ", ".join(sorted(FIELDS)))
    for value in FIELDS[words[0]]:
        if str(value) == words[1]:
            boot.app.change_setting(words[0], value)
            return ""
    raise ValueError(
        "%s can be %s" % (words[0], ", ".join([str(value) for value in FIELDS[words[0]]]))
    )


def set_clock(boot, words):
    if len(words) != 1 or not words[0].isdigit() or not 9 <= len(words[0]) <= 10:
        raise ValueError("say the seconds since 1970")
    boot.app.clock = int(words[0])


def reboot(boot, words):
    """Answer first, then start anew."""
    if words not in ([], ["safe"]):
        raise ValueError("say reboot or reboot safe")
    if words:
        put(boot.folder + "/safe", "wb", b"")
    boot.restart_soon()


def selftest(boot, words):
    """End the stage that waits for a person, or give the result so far."""
    if boot.app.screen.name != "check":
        raise ValueError("the self-test is not running; start it first")
    test = boot.app.screen.test
    if words == ["step"]:
        test.step()
        return ""
    import json

    return json.dumps(test.result)
