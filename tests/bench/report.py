"""What every section of the benchmarks shares: its registration, its tables and its goals.

A section is a function in a file of this folder:

    @section("rules-speed", "Random whole games on CPython")
    def measure(report): ...

Nothing here fails on a slow machine: a figure that misses its goal is reported, never asserted.
"""

import sys
import time

SECTIONS = {}


def section(name, title):
    """Register a function that measures something; `run.py` finds it by this name."""

    def register(function):
        if name in SECTIONS:
            raise ValueError(f"two sections of the benchmarks are called {name}")
        SECTIONS[name] = (title, function)
        return function

    return register


class Report:
    """What one section has to say. Everything is kept for the file as well as printed."""

    def __init__(self):
        self.kept = {"tables": [], "goals": [], "not_measured": []}

    def table(self, title, headings, rows):
        """Print rows under headings: words to the left, numbers to the right."""
        self.kept["tables"].append({"title": title, "headings": headings, "rows": rows})
        texts = [headings] + [[write(value) for value in row] for row in rows]
        widths = [max(len(row[i]) for row in texts) for i in range(len(headings))]
        words = [all(isinstance(row[i], str) for row in rows) for i in range(len(headings))]
        progress()
        print(f"\n{title}")
        for number, row in enumerate(texts):
            cells = [
                text.ljust(width) if word else text.rjust(width)
                for text, width, word in zip(row, widths, words, strict=True)
            ]
            print(("  " + "  ".join(cells)).rstrip())
            if not number:
                print("  " + "  ".join("-" * width for width in widths))

    def goal(self, what, figure, met, goal):
        """Say whether a figure reaches its goal: `goal` is the goal in words."""
        self.kept["goals"].append({"what": what, "figure": figure, "goal": goal, "met": met})
        progress()
        print(f"  {'met' if met else 'NOT met':8}{what}: {write(figure)} (goal: {goal})")

    def not_measured(self, what, why):
        """Say that a figure is missing, and why."""
        self.kept["not_measured"].append({"what": what, "why": why})
        progress()
        print(f"  {what} not measured: {why}")

    def note(self, text):
        progress()
        print(f"  {text}")


class NotMeasured(Exception):
    """A section cannot be measured here; the sentence says why and what would help."""


def write(value):
    """A figure as people read it: three digits are enough for any of them."""
    if not isinstance(value, float):
        return str(value)
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def progress(text=""):
    """Show what is being measured, where somebody watches; nothing clears the line again."""
    if sys.stderr.isatty():
        print(f"\r{text[:78]:78}\r", end="", file=sys.stderr, flush=True)


def measure(name):
    """Run one section and return what it reported."""
    title, function = SECTIONS[name]
    print(f"\n{name}: {title}")
    report = Report()
    start = time.monotonic()
    try:
        function(report)
    except NotMeasured as reason:
        report.not_measured(title, str(reason))
    progress()
    when = time.strftime("%Y-%m-%d %H:%M:%S")
    return {"title": title, "when": when, "took": time.monotonic() - start, **report.kept}
