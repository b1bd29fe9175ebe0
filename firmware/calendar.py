"""The date and time of day from the seconds since 1970, in UTC; the same on every interpreter."""


def text(seconds):
    """`2026-05-01T20:15:00`"""
    days, rest = divmod(seconds, 86400)
    year = 1970
    while days >= 365 + leap(year):
        days -= 365 + leap(year)
        year += 1
    month = 1
    for length in (31, 28 + leap(year), 31, 30, 31, 30, 31, 31, 30, 31, 30):
        if days < length:
            break
        days -= length
        month += 1
    return "%04d-%02d-%02dT%02d:%02d:%02d" % (
        year, month, days + 1, rest // 3600, rest // 60 % 60, rest % 60,
    )  # fmt: skip


def leap(year):
    return 1 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 0
