"""A line that counts up on a terminal; on anything else only its end is printed."""

from __future__ import annotations

import sys
from collections.abc import Callable


def counter(title: str) -> Callable[[int, int], None]:
    shown = -1

    def progress(now: int, total: int) -> None:
        nonlocal shown
        percent = 100 * now // total if total else 0
        if percent == shown:
            return
        shown = percent
        if sys.stdout and sys.stdout.isatty():
            end = "\n" if now >= total else ""
            print(f"\r{title} {percent:3} %", end=end, flush=True)
        elif percent == 100:
            print(f"{title} {percent} %", flush=True)

    return progress
