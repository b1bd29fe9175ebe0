"""The link to a board that runs Ludolux, opened by the commands that need one."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping

from ludolux.linkclient import Client, LinkError, Message, Refused
from ludolux.ports import Gone, open_port, reason
from ludolux.trouble import trouble

PATIENCE_S = 8.0  # opening a port starts some boards anew


@contextlib.contextmanager
def linked(port: str, patience: float = PATIENCE_S) -> Iterator[tuple[Client, Mapping[str, str]]]:
    """The client and the board's hello; its clock is set on the way."""
    stream = open_port(port)
    try:
        client = Client(stream)
        try:
            hello = client.hello(timeout=patience)
            client.ask("clock", int(time.time()))
        except LinkError:
            raise trouble("not-running", port=port) from None
        yield client, hello
    except Refused as refusal:
        raise trouble("refused", why=str(refusal).rstrip(".")) from None
    except (LinkError, *Gone) as error:
        raise trouble("broken-off", why=reason(error), saved="its place") from None
    finally:
        with contextlib.suppress(Exception):
            stream.close()


# What a message of the board means, with its words; see firmware/LINK.md.
PLAIN = {
    "hello": "the board says hello: {text}",
    "screen": "the screen is now: {text}",
    "game": "a game begins: {text}",
    "refused": "refused: {text}",
    "scores": "the scores: {text}",
    "problem": "a problem: {text}",
    "selftest": "self-test: {text}",
    "health": "health: {text}",
}


def in_words(message: Message) -> str:
    """A message as a sentence; "" for pictures, which are no text."""
    words, text = message.words, message.text
    kind = message.kind
    if kind in ("frame", "part", "ok", "no"):
        return ""
    if kind == "turn":
        return "the game is over" if text == "-" else f"seat {text} is to move"
    if kind == "move" and len(words) > 1:
        return f"seat {words[0]} played move {words[1]}: {' '.join(words[2:])}"
    if kind == "undo" and len(words) > 1:
        return f"a move was taken back: seat {words[0]} is to move, {words[1]} moves stand"
    if kind == "key" and len(words) == 3:
        return f"key {words[0]},{words[1]} is {words[2]}"
    if kind == "result" and words:
        won = "nobody wins" if words[0] == "-" else f"seat {words[0]} wins"
        return f"{won}: {' '.join(words[1:])}"
    if not kind:
        return f"| {text}"
    return PLAIN.get(kind, kind + " {text}").format(text=text)
