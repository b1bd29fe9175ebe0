"""The file of the settings: which there are, reading them, changing one."""

from .files import replace
from .textfiles import plain, read_text

# The allowed values of each setting, the default first.
QUARTERS = (0, 90, 180, 270)
FIELDS = {
    "brightness": (5, 1, 2, 3, 4, 6, 7, 8),
    "palette": ("normal", "safe", "night"),
    "sound": (True, False),
    # How far the picture is turned when this seat is to move.
    "rotation1": QUARTERS,
    "rotation2": QUARTERS,
    "rotation3": QUARTERS,
    "rotation4": QUARTERS,
    "rotation5": QUARTERS,
    "rotation6": QUARTERS,
}


def read(settings):
    """Fill `values`, and `foreign` with the lines of a newer version."""
    for name in FIELDS:
        settings.values[name] = FIELDS[name][0]
    for line in read_text(settings.path, settings.problems).split("\n"):
        if line.strip():
            read_line(settings, line.strip())


def read_line(settings, line):
    name, equals, text = line.partition("=")
    if name in FIELDS:
        for value in FIELDS[name]:
            if str(value) == text:
                settings.values[name] = value
                return
        settings.tell(
            "The setting %s cannot be %s; it is %s again."
            % (name, plain(text, 20), settings.values[name])
        )
    elif equals and is_name(name) and len(line) < 80 and len(settings.foreign) < 20:
        settings.foreign.append(plain(line, 80))
    else:
        settings.tell("The settings have a line that means nothing: %s." % plain(line, 20))


def change(settings, name, value):
    allowed = FIELDS[name]
    if value not in allowed or type(value) is not type(allowed[0]):
        raise ValueError("%s cannot be %r" % (name, value))
    if value == settings.values[name]:
        return True
    settings.values[name] = value
    lines = ["%s=%s" % (key, settings.values[key]) for key in sorted(settings.values)]
    try:
        replace(settings.path, "\n".join(lines + settings.foreign) + "\n")
        return True
    except OSError as error:
        settings.tell("The settings cannot be kept (%s); they hold until power is off." % error)
        return False


def is_name(text):
    return bool(text) and not text.strip("abcdefghijklmnopqrstuvwxyz_0123456789")
