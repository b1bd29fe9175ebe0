"""Constants are written out for the board's compiler, and nothing else changes."""

import subprocess
import sys

from ludolux.compiled import compile_folders
from ludolux.inlined import inlined, shared

MODULE = '''"""Says FAST only here."""
FAST = 8 * 1024
SLOW = FAST * 2
PAIR = 3, 4
WORD, NOTE = "word", "a"
NAMES = ("ä", "b")
OPEN = [1]
TWICE = 1
TWICE = 2
SEEN = 5
TOLD = 6
SHOWN = 7


def value(TOLD=8):
    return FAST, SLOW, -PAIR[0], NAMES, WORD, OPEN, TWICE, SEEN, TOLD, f"{SHOWN}"
'''
OTHER = """import module

print(module.value(), module.SEEN)
print(sorted(name for name in dir(module) if name.isupper()))
"""


def test_only_what_no_other_module_reads_is_written_out():
    assert "SEEN" in shared([MODULE, OTHER]) and "FAST" not in shared([MODULE, OTHER])
    alone = inlined(MODULE, shared([MODULE]))
    assert alone.count("\n") == MODULE.count("\n")
    assert "_FAST = const(8 * 1024)\n_SLOW = const(_FAST * 2)\n_PAIR = const((3, 4))\n" in alone
    assert '_NAMES = const(("ä", "b"))' in alone and "-_PAIR[0], _NAMES, WORD, OPEN" in alone
    assert "_SEEN = const(5)" in alone
    for left in ("WORD, NOTE =", "OPEN = [1]", "TWICE = 2", "\nTOLD = 6", "\nSHOWN = 7"):
        assert left in alone
    assert "\nSEEN = 5" in inlined(MODULE, shared([MODULE, OTHER]))


def test_a_name_in_a_string_may_be_asked_for():
    assert "SEEN" in shared(["getattr(module, 'SEEN')"])
    assert "SEEN" not in shared(['"""It says SEEN."""'])


def test_the_board_gets_the_same_values_and_fewer_names(tmp_path, micropython):
    source = tmp_path / "source"
    source.mkdir()
    (source / "module.py").write_text(MODULE)
    (source / "main.py").write_text(OTHER)
    assert compile_folders({"": source}, tmp_path / "board", "x86") > 0
    host = subprocess.run([sys.executable, "main.py"], cwd=source, capture_output=True, text=True)
    board = subprocess.run(
        [micropython, "-m", "main"], cwd=tmp_path / "board", capture_output=True, text=True,
        env={"MICROPYPATH": str(tmp_path / "board")},
    )  # fmt: skip
    values, names = board.stdout.splitlines()
    assert values == host.stdout.splitlines()[0].replace("'ä'", "'\\xe4'"), board.stderr
    assert eval(names) == ["NOTE", "OPEN", "SEEN", "SHOWN", "TOLD", "TWICE", "WORD"]
