"""Reading and writing lines: the only place where the text games touch the terminal."""

import contextlib
import shutil
import sys
from collections.abc import Iterable

# The least number of lines that pushes a hand out of sight, also where no size is known.
FAR_AWAY = 40


def say(*lines: str) -> None:
    for line in lines:
        print(line)


def ask(question: str) -> str:
    """One line of input, without the blanks around it. EOFError when there is no more."""
    if sys.stdin is None or sys.stdout is None:
        raise EOFError
    line = input(question + " ").strip()
    if not sys.stdin.isatty():
        # A person sees what was typed; a piped transcript shall show it as well.
        print(line)
    return line


def ask_yes(question: str) -> bool:
    while True:
        answer = ask(question + " yes or no:").lower()
        if answer in ("y", "yes", "n", "no"):
            return answer[0] == "y"
        say("Please write yes or no.")


def edit_lines() -> None:
    """Arrow keys and a history at the prompt, where the system has them."""
    if sys.stdin and sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401


def push_away() -> None:
    """Move everything out of sight before the board changes hands, typed lines included."""
    say(*[""] * max(FAR_AWAY, shutil.get_terminal_size().lines))
    readline = sys.modules.get("readline")
    if readline:
        readline.clear_history()


def boxes_fit() -> bool:
    """Can the output show the lines and corners that boxes are drawn with?"""
    try:
        "┌─┼│".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def columns(words: Iterable[str], indent: str, width: int = 79) -> list[str]:
    """Words set in lines, each line indented."""
    lines: list[str] = []
    line = indent
    for word in words:
        if line.strip() and len(line) + 1 + len(word) > width:
            lines.append(line.rstrip())
            line = indent
        line += ("" if line == indent else " ") + word
    return [*lines, line.rstrip()] if line.strip() else lines
