"""What leaves memory while a game is played: the screens around it, and what began it."""

from .memory import forget

AROUND = (
    "firmware.screens.menu", "firmware.screens.choose", "firmware.screens.icons",
    "firmware.screens.pause", "firmware.screens.message", "firmware.screens.messages",
    "firmware.screens.levels", "firmware.progress", "firmware.settings_file",
    "firmware.textfiles", "shared_rules.arguments", "shared_rules.grids",
    "shared_rules.xtiles_position", "shared_rules.positions",
)  # fmt: skip


def for_play():
    for module in AROUND:
        forget(module)
    for level in range(1, 7):
        forget("shared_rules.grids_%d" % level)
