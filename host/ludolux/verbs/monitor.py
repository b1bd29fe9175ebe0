"""`ludolux monitor`: what a board says, in plain words; `--repl` is its Python prompt."""

import subprocess
import sys
import time
from typing import Annotated

import typer


def run(
    port: Annotated[
        str | None, typer.Option(metavar="PORT", help="Which board; the only one if left out.")
    ] = None,
    repl: Annotated[
        bool, typer.Option("--repl", help="Stop the app and open the Python prompt.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="End after so long; else Ctrl-C.")
    ] = None,
) -> None:
    from ludolux.ports import choose

    name = choose(port)
    if repl:
        print("Ctrl-] leaves the prompt; Ctrl-D there starts the app again.")
        subprocess.run([sys.executable, "-m", "mpremote", "connect", name, "resume", "repl"])
        return
    follow(name, seconds)


def follow(name: str, seconds: float | None) -> None:
    """Whatever comes, also from a board whose app does not start."""
    from ludolux.boardlink import in_words
    from ludolux.linkclient import Client, LinkError, NoAnswer
    from ludolux.ports import Gone, open_port, reason
    from ludolux.trouble import trouble

    stream = open_port(name)
    end = time.monotonic() + seconds if seconds is not None else float("inf")
    client = Client(stream)
    try:
        try:
            client.hello(timeout=1.5)
            client.ask("status")
        except NoAnswer:
            print("(nothing answers as Ludolux; what it says follows)", flush=True)
        while time.monotonic() < end:
            for message in client.messages(0.2):
                said = in_words(message)
                if said:
                    print(said, flush=True)
    except (LinkError, *Gone) as error:
        raise trouble("broken-off", why=reason(error), saved="its place") from None
    finally:
        stream.close()
