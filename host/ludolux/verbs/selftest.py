"""`ludolux selftest [STAGE … | X,Y …]`: the board's own test, and a drawing of what it found."""

import json
import select
import sys
from typing import Annotated, Any

import typer

from ludolux.failure import Failure


def run(
    stages: Annotated[
        list[str] | None, typer.Argument(metavar="STAGE|X,Y", help="Only these; else all.")
    ] = None,
    port: Annotated[
        str | None, typer.Option(metavar="PORT", help="Which board; the only one if left out.")
    ] = None,
) -> None:
    from ludolux.boardlink import linked
    from ludolux.ports import choose

    with linked(choose(port)) as (client, _):
        client.ask("selftest", "start", *(stages or []))
        waits = bool(sys.stdin and sys.stdin.isatty())
        if waits:
            print("Enter ends a stage that waits for you.")
        done = ""
        while not done:
            for message in client.messages(0.2):
                if message.kind == "selftest":
                    print(message.text, flush=True)
                    if message.words[:1] == ("done",):
                        done = message.words[1]
                elif message.kind == "problem":
                    print(f"a problem: {message.text}", flush=True)
            if waits and select.select([sys.stdin], [], [], 0)[0]:
                sys.stdin.readline()
                client.ask("selftest", "step")
        result = json.loads(client.fetch("selftest.json"))
    print(draw(result))
    if done != "good":
        raise Failure(
            "the self-test found something", "hardware/SELFTEST.md says what each line means",
            status=1,
        )  # fmt: skip


def draw(result: dict[str, Any]) -> str:
    """A line a stage, and the board with its bad keys (K) and lights (L) where there are any."""
    marks = {True: "good", False: "BAD", None: "skipped"}
    lines = [f"{stage['stage']:10} {marks[stage['good']]}" for stage in result["stages"]]
    keys, lights = ({tuple(cell) for cell in result[what]} for what in ("bad_keys", "bad_lights"))
    if keys or lights:
        lines += ["", "K: bad key, L: bad light, B: both"]
        for y in range(16):
            signs = [
                ".KLB"[((x, y) in keys) + 2 * ((x, y) in lights)] for x in range(16)
            ]  # fmt: skip
            lines.append(" ".join(signs))
    return "\n".join(lines)
