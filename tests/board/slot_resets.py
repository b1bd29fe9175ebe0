"""Every way in which resets can fall into an update: prints each line of events, once.

What lies in a slot is "old", "new" or "half". The host's steps and the board's own are the atomic
ones of the flash; after each of them the power may go, up to RESETS times in all.
"""

from firmware import slots

RESETS = 4
_said = set()


def host_steps(text):
    """An update, as host/ludolux/deploying.py does it: what it writes, one thing after another."""
    good, trial, _ = slots.read(text)
    target = slots.other(good)
    first = [("slot", good)] if trial else []
    return first + [
        (target, "half"),
        (target, "half"),
        (target, "new"),
        ("slot", "%s %s %d" % (good, target, slots.TRIES)),
    ]


def say(*words):
    line = " ".join([str(word) for word in words])
    if line not in _said:
        _said.add(line)
        print(line)


def start(flash, works):
    """One start of the board to its proof: the states of the flash at which it may be cut off."""
    slot, text = slots.choose(flash["slot"])
    yield dict(flash)
    flash["slot"] = text
    yield dict(flash)
    assert flash[slot] in ("old", "new"), flash  # what starts is whole
    say("start", slot, flash[slot], text)
    if flash[slot] == "old" or works:
        flash["slot"] = slots.proved(flash["slot"])
        yield dict(flash)


def boots(flash, works, resets):
    """Every life of a board from here on: each start may be cut off at each of its points."""
    for seen in start(dict(flash), works):
        last = seen
        if resets:
            boots(seen, works, resets - 1)
    # Left alone it ends with an app that works, and stays there.
    for _ in range(slots.TRIES + 1):
        for seen in start(dict(last), works):
            last = seen
    good, trial, _ = slots.read(last["slot"])
    assert trial is None and (last[good] == "old" or works), last
    say("ends", last[good], "works" if works else "fails", last["slot"])
    return last


def main():
    for works in (True, False):
        for text in ("a", "b", "a b 2", "a b 1", "a b 0", "b a 1", "", "x", "a b x"):
            good = slots.read(text)[0]
            flash = {"slot": text, good: "old", slots.other(good): "old"}
            boots(flash, works, 2)
            for place, what in host_steps(text):
                flash[place] = what
                boots(flash, works, RESETS - 1)
            # The whole update without a cut: the new app where it works, else the old one.
            last = boots(flash, works, 0)
            assert last[slots.read(last["slot"])[0]] == ("new" if works else "old"), last
    print("done")


main()
