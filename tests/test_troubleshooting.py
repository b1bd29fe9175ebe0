"""Each message of the commands for a board has its section, under the same words."""

import re
from pathlib import Path

from ludolux.failure import sentence
from ludolux.trouble import TROUBLES, trouble

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "firmware" / "TROUBLESHOOTING.md").read_text()
SOURCES = sorted((ROOT / "host" / "ludolux").rglob("*.py"))


def heading(name):
    return sentence(re.sub(r"\{\w+\}", "…", TROUBLES[name][0])).rstrip(".")


def test_every_message_has_its_section_and_no_section_is_left_over():
    found = re.findall(r"^## (.+)$", TEXT, re.M)
    assert sorted(found) == sorted(heading(name) for name in TROUBLES)
    assert found == sorted(found, key=lambda text: text.replace("…", "!"))


def test_every_section_says_something():
    for section in TEXT.split("\n## ")[1:]:
        assert len(section.partition("\n")[2].split()) > 15, section


def test_every_message_is_used_and_every_use_has_a_message():
    used = set()
    for path in SOURCES:
        used |= set(re.findall(r'trouble\(\s*"([a-z-]+)"', path.read_text()))
    assert used == set(TROUBLES)


def test_messages_are_three_sentences_and_never_suggest_sudo():
    words = dict.fromkeys(re.findall(r"\{(\w+)\}", str(TROUBLES)), "X")
    for name in TROUBLES:
        said = str(trouble(name, **words))
        assert said.count(".") >= 3 or name in ("several-boards", "no-backup"), said
        assert "sudo" not in said
