"""The solved LIXSO grids under power cuts: see power_cuts.py."""

from flash import Flash

from firmware import progress

FOLDER = "/flash"
# Enough lines to leave the size that LittleFS keeps within its folder.
SOLVED = [(1 + n % 6, 1 + n // 6, 1000 + n, n % 4) for n in range(20)] + [(1, 1, 9, 0)]


def look():
    return str(sorted(progress.entries(FOLDER)))


def play(story, mounted):
    with mounted(story.flash):
        progress.note(FOLDER, 6, 20, 77, 7)
        story.begin()
        story.show(look())
        for entry in SOLVED:
            progress.note(FOLDER, *entry)
            story.show(look())
        story.lines = len(SOLVED)
        story.size = len(look())

    def check(image, allowed, _):
        flash = Flash(len(image) // 4096, image)
        try:
            with mounted(flash):
                found = look()
                if found in allowed:
                    # And it can go on from there.
                    progress.note(FOLDER, 5, 19, 55, 5)
                    if (5, 19, 55, 5) not in progress.entries(FOLDER):
                        found = "nothing more is kept"
            return (None if found in allowed else "found %s" % found), flash.operations
        except Exception as error:
            return "%s: %s" % (type(error).__name__, error), flash.operations

    return check
