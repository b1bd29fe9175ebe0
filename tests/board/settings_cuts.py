"""The settings and the crash log under power cuts: see power_cuts.py."""

from flash import Flash

from firmware.crashlog import CrashLog
from firmware.settings import Settings

PATH = "/flash/settings.txt"
CHANGES = (("brightness", 7), ("palette", "night"), ("sound", False), ("rotation2", 180))


def look():
    """What a boot finds: the settings changed so far, and how many crashes count."""
    settings = Settings(PATH)
    log = CrashLog("/flash")
    if settings.problems or log.problems:
        return str(settings.problems + log.problems)
    changed = len([1 for name, value in CHANGES if settings.get(name) == value])
    return "%d changed, %d crashes" % (changed, log.crashes_within())


def play(story, mounted):
    with mounted(story.flash):
        log = CrashLog("/flash")
        settings = Settings(PATH)
        settings.set("rotation1", 90)
        story.begin()
        story.show("0 changed, 0 crashes")
        for i, (name, value) in enumerate(CHANGES):
            settings.set(name, value)
            story.show("%d changed, %d crashes" % (i + 1, min(i, 3)))
            log.note_crash("ValueError: number %d\n" % i + 500 * "x", 1000 * i)
            story.show("%d changed, %d crashes" % (i + 1, min(i + 1, 3)))
        for i in range(6):
            log.note_crash("ValueError: and again\n" + 500 * "y", 9000 + i)
            story.show("4 changed, 3 crashes")
        story.lines = 14
        story.size = len(log.text())

    def check(image, allowed, _):
        flash = Flash(len(image) // 4096, image)
        try:
            with mounted(flash):
                found = look()
            return (None if found in allowed else "found %s" % found), flash.operations
        except Exception as error:
            return "%s: %s" % (type(error).__name__, error), flash.operations

    return check
