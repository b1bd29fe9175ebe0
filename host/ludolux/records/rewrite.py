"""A record made from another one: whole and proved before it gets its name, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from firmware import record  # pyright: ignore
from ludolux.failure import Failure
from ludolux.records.reading import Damaged, feed, verify
from ludolux.records.replay import Replay


def rewrite(
    source: Path, target: Path, change: Callable[[Iterable[bytes]], Iterator[bytes]]
) -> None:
    """Failure: what is wrong with the source, the wish or the target; nothing was changed."""
    lines: list[bytes] = []
    verdict = verify(source)
    if verdict.status == 1:
        raise Damaged(verdict)
    feed(source, Replay(), lambda item, raw: lines.append(raw) if item is not None else None)
    if target.exists():
        raise Failure(f"{target} is there already", "give another name, or remove it first")
    draft = target.with_name(target.name + ".new")
    try:
        with draft.open("wb") as file:
            file.writelines(change(lines))
        made = verify(draft)
        if made.status:
            raise Failure(f"a fault in Ludolux itself: the new record {made.problem}", status=1)
        draft.replace(target)
    except (ValueError, record.RecordError) as error:
        raise Failure(str(error), hint(error)) from None
    except OSError as error:
        raise Failure(f"{target} cannot be written: {error.strerror or error}", status=1) from None
    finally:
        draft.unlink(missing_ok=True)


def hint(error: Exception) -> str:
    from ludolux.records.redact import NothingHidden

    return "Share the record as it is" if isinstance(error, NothingHidden) else ""
