"""Constants are written out for the board's compiler, and nothing else changes."""

import subprocess
import sys
from pathlib import Path

import pytest
from ludolux.compiled import compile_folders
from ludolux.inlined import inlined

ROOT = Path(__file__).parent.parent
LIGHTS = '''"""Says FAST only here."""
FAST = 8 * 1024
SLOW = FAST * 2
PAIR = 3, 4
WORD, NOTE = "word", "a"
NAMES = ("ä", "b")
OPEN = [1]
TWICE = 1
TWICE = 2
SEEN = 5
DEEP = -SEEN
TOLD = 6
SHOWN = 7
ASKED = 8
TURNED = 9
GIVEN = 10
ANY = 11


def value(TOLD=8):
    return FAST, SLOW, -PAIR[0], NAMES, WORD, OPEN, TWICE, SEEN, TOLD, f"{SHOWN}", TURNED, ANY
'''
MAIN = """from pack import lights
from pack.lights import (
    DEEP,
    GIVEN as HERE, value,
)

FAR = 2 * HERE
lights.TURNED += 1


def any_of(thing):
    return thing.ANY


print(value(), lights.SEEN, 1 - DEEP, HERE, FAR, getattr(lights, "ASKED"), any_of(lights))
print(sorted(name for name in dir(lights) if name.isupper()))
print(sorted(name for name in globals() if name.isupper()))
"""
SOURCES = {"pack.lights": LIGHTS, "main": MAIN}


def test_lines_keep_their_numbers():
    for name, text in inlined(SOURCES).items():
        assert text.count("\n") == SOURCES[name].count("\n")


def test_what_is_written_out():
    lights, main = inlined(SOURCES).values()
    for line in (
        "_FAST = const(8 * 1024)\n_SLOW = const(_FAST * 2)\n_PAIR = const((3, 4))\n",
        '\n_NAMES = const(("ä", "b"))\n', "-_PAIR[0], _NAMES, WORD, OPEN", "\n_SEEN = const(5)\n",
        "\n_DEEP = const(-_SEEN)\n", "\n_GIVEN = const(10)\n",
    ):  # fmt: skip
        assert line in lights
    # Nobody may know: two at once, no constant, assigned twice or from afar, in an f-string, an
    # argument, asked for by a string or of whatever object.
    for line in ("WORD, NOTE =", "OPEN = [1]", "TWICE = 2", "\nSHOWN = 7", "\nTOLD = 6",
                 "\nASKED = 8", "\nTURNED = 9", "\nANY = 11"):  # fmt: skip
        assert line in lights
    assert "from pack.lights import value\n\n\n" in main and "_FAR = const(2 * 10)" in main
    assert "print(value(), 5, 1 - (-5), 10, _FAR, getattr" in main


def test_the_board_gets_the_same_values_and_fewer_names(tmp_path, micropython):
    source = tmp_path / "source"
    (source / "pack").mkdir(parents=True)
    (source / "pack" / "__init__.py").touch()
    for name, text in SOURCES.items():
        (source / (name.replace(".", "/") + ".py")).write_text(text)
    assert compile_folders({"": source}, tmp_path / "board", "x86") > 0
    host = subprocess.run([sys.executable, "main.py"], cwd=source, capture_output=True, text=True)
    board = subprocess.run(
        [micropython, "-m", "main"], cwd=tmp_path / "board", capture_output=True, text=True,
        env={"MICROPYPATH": str(tmp_path / "board")},
    )  # fmt: skip
    assert board.stdout, board.stderr
    values, names, own = board.stdout.splitlines()
    assert values == host.stdout.splitlines()[0].replace("'ä'", "'\\xe4'")
    assert eval(names) == [
        "ANY",
        "ASKED",
        "NOTE",
        "OPEN",
        "SHOWN",
        "TOLD",
        "TURNED",
        "TWICE",
        "WORD",
    ]
    assert eval(own) == []


@pytest.mark.parametrize("name", ["firmware.signs", "firmware.screens.play"])
def test_the_firmware_profits(name):
    sources = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text()
        for folder in ("shared_rules", "firmware")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }
    assert inlined(sources)[name].count("const(") > 4
