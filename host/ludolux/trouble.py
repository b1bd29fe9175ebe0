"""Every failure of the commands that talk to a board: what happened, why, what next.

firmware/TROUBLESHOOTING.md has a section for each, under the same words.
"""

from __future__ import annotations

from ludolux.failure import Failure

# name: (what happened, the likely cause, the next step); {words} are filled in.
TROUBLES = {
    "no-board": (
        "no board was found on USB",
        "The cable may be one that only charges, or the board has no power",
        "Plug it in with a data cable; `ludolux doctor` looks further",
    ),
    "several-boards": (
        "there are {count} boards on USB",
        "Ludolux does not guess which one to write to:\n{list}\n",
        "Say which with --port; it will be remembered",
    ),
    "no-port": (
        "there is no port {port}",
        "The board was unplugged, or the name is another one now",
        "`ludolux devices` lists the ports",
    ),
    "no-permission": (
        "you may not use {port}",
        "It belongs to the group {group} and you are not in it",
        "Let the administrator run `usermod -aG {group} {user}`, then log out and in again",
    ),
    "busy-port": (
        "{port} is in use by {who}",
        "Two programs cannot talk to one board",
        "End that program and try again",
    ),
    "wrong-boot-mode": (
        "the chip does not enter its boot loader",
        "On some boards DTR and RTS cannot press its buttons",
        "Hold BOOT, press and let go RESET (EN), let go BOOT, and run the same command again",
    ),
    "no-answer": (
        "nothing answers on {port}",
        "It may be another device, a board without power, or a cable that only charges",
        "Check cable and power; hold BOOT while plugging in, and run the same command again",
    ),
    "broken-off": (
        "the connection broke off: {why}",
        "The cable was pulled or has a loose contact. The board takes no harm; what was saved of "
        "it is kept in {saved}",
        "Plug it in and run the same command again",
    ),
    "unknown-chip": (
        "this chip is a {chip}",
        "Ludolux runs on an ESP32 or an ESP32-S3",
        "Use one of those; nothing was changed on this one",
    ),
    "wrong-chip": (
        "this chip is an {chip}, the firmware is for an {other}",
        "It would not start again with it",
        "Give the file for {chip}, or leave --firmware away; nothing was changed on the board",
    ),
    "other-build": (
        "the board is built as {build}, which {file} does not know",
        "It was made from a board file of its maker's",
        "Give that file with --board, or say with --build what it is now; nothing was changed on "
        "the board",
    ),
    "flash-too-small": (
        "the flash of this board has {has} MB, the firmware needs {needs} MB",
        "It is a smaller module than the parts list names",
        "Use a board with at least 4 MB; nothing was changed on this one",
    ),
    "wrong-image": (
        "{file} is no firmware that can be used: {why}",
        "It is damaged, or not a MicroPython for this chip",
        "Download it again; nothing was changed on the board",
    ),
    "stand-in-on-real-chip": (
        "{file} is a stand-in for the virtual board",
        "A real chip cannot run it",
        "Leave --firmware away; nothing was changed on the board",
    ),
    "no-download": (
        "the firmware cannot be downloaded: {why}",
        "There is no way to {url} from here",
        "Fetch that file in another way and give it with --firmware",
    ),
    "bad-hash": (
        "the download of {file} is not the one of the first time",
        "Its SHA-256 is {has}; the first download had {had}. Somebody changed it on the way, or "
        "the server has another file now",
        "Do not use it. If you know why it changed, delete {kept} and try again",
    ),
    "not-written": (
        "the flash does not hold what was written to it",
        "The flash chip may be worn out, or the supply too weak",
        "Try another cable and supply, then the same command again",
    ),
    "no-hello": (
        "the board was written and verified, but says no hello",
        "It may hang at start, or its supply is too weak",
        "`ludolux monitor` shows what it says; `ludolux doctor` looks further",
    ),
    "not-running": (
        "the board at {port} does not answer as Ludolux",
        "Ludolux is not on it, or its app does not start",
        "`ludolux flash` puts it there; `ludolux monitor` shows what it says",
    ),
    "no-repl": (
        "the board does not let go of its program",
        "The app swallows Ctrl-C or starts anew again and again",
        "`ludolux flash` repairs it and keeps games and settings",
    ),
    "no-room": (
        "the board's flash has no room: {needs} bytes are needed and {free} are free",
        "Old games or files of your own fill it",
        "`ludolux backup` saves them; then remove some",
    ),
    "not-deployed": (
        "the update does not start; the board went back to the app it had",
        "The last words of the new one: {why}",
        "Mend it and deploy again",
    ),
    "damaged-on-board": (
        "what lies on the board is not what was sent: {names}",
        "The transfer was disturbed",
        "Run the same command again; the board still has its old app",
    ),
    "no-backup": (
        "{file} is no backup of a board",
        "{why}",
        "Give a file that `ludolux backup` wrote",
    ),
    "no-file": (
        "{file} cannot be used: {why}",
        "It is not there, or you may not use it",
        "Give another one",
    ),
    "refused": (
        "the board refused: {why}",
        "It is in a state where that cannot be done",
        "Follow its sentence and try again",
    ),
}


def trouble(name: str, **values: object) -> Failure:
    """The failure of this name, with its words filled in."""
    return Failure(*(text.format(**values) for text in TROUBLES[name]), status=1)
