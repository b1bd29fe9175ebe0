"""Who is here: the text of the board's hello, and saying it at power-up before any host has."""

import shared_rules as rules

from . import VERSION
from .lines import PROTOCOL, escape, line


def about(profile):
    return "firmware=%s rules=%d build=%s mcu=%s name=%s" % (
        VERSION, rules.VERSION, profile.build, profile.mcu, profile.name,
    )  # fmt: skip


def say(port, profile):
    port.write(line("hello", escape("%d %s" % (PROTOCOL, about(profile)), 200)))
