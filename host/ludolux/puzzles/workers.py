"""Makes many grids at once: here, in several processes, or on the workers of a Dask cluster.

A grid is a pure function of its wish, so it does not matter who makes it, nor in which order: the
answer is in the order of the wishes. All ways go through `concurrent.futures`.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import NamedTuple

from ludolux.failure import Failure
from ludolux.puzzles.make import Puzzle, make

# A process that is killed takes its pool with it; after so many new pools something else is wrong.
MOST_POOLS = 5
# Seconds: to reach a scheduler, between looks at it, and until a cluster without workers is given
# up.
CONNECT, LOOK, PATIENCE = 5, 0.5, 30


class Wish(NamedTuple):
    seed: int
    level: int
    symmetry: str
    number: int


def make_all(
    wishes: Sequence[Wish],
    jobs: int = 1,
    cluster: str | None = None,
    done: Callable[[int], object] = lambda count: None,
) -> list[Puzzle]:
    """A grid for each wish. `done` is told how many there are so far."""
    if cluster is not None:
        with scheduler(cluster) as (executor, look):
            return gather(executor, wishes, {}, done, look)
    if jobs == 1 or len(wishes) < 2:
        made = []
        for wish in wishes:
            made.append(make(*wish))
            done(len(made))
        return made
    found: dict[int, Puzzle] = {}
    for _ in range(MOST_POOLS):
        with processes(min(jobs, len(wishes))) as executor:
            try:
                return gather(executor, wishes, found, done)
            except BrokenProcessPool:
                continue  # with those that are missing
    raise Failure(
        f"the worker processes died {MOST_POOLS} times", "The system may be short of memory",
        "Try it with --jobs 1", status=1,
    )  # fmt: skip


def gather(
    executor: Executor,
    wishes: Sequence[Wish],
    found: dict[int, Puzzle],
    done: Callable[[int], object],
    look: Callable[[], None] = lambda: None,
) -> list[Puzzle]:
    """Fill `found` with what is missing, whoever is ready first, then bring it into order."""
    waiting: dict[Future[Puzzle], int] = {
        executor.submit(make, *wish): index
        for index, wish in enumerate(wishes)
        if index not in found
    }
    while waiting:
        ready, _ = wait(waiting, LOOK, FIRST_COMPLETED)
        for future in ready:
            found[waiting.pop(future)] = future.result()
            done(len(found))
        look()
    return [found[index] for index in range(len(wishes))]


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """A pool that leaves Ctrl-C to us, and ends at once when we are interrupted."""
    others = multiprocessing.active_children()
    # A fresh interpreter each: forking while a thread draws the progress is asking for trouble.
    executor = ProcessPoolExecutor(
        jobs, multiprocessing.get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)
    )
    try:
        yield executor
    except BaseException:
        # What they are at is of no use any more, and nobody wants to wait for it.
        executor.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        raise
    executor.shutdown()


@contextmanager
def scheduler(address: str) -> Iterator[tuple[Executor, Callable[[], None]]]:
    """The executor of a Dask cluster, and a look at it that fails when nobody works there."""
    try:
        from distributed import Client
    except ImportError:
        raise Failure(
            "--cluster needs Dask, which is not installed",
            "`pip install 'ludolux[cluster]'` brings it",
        ) from None
    # What it logs is for those who run the cluster; we say what matters ourselves.
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    hint = "`dask scheduler` starts one and says its address, such as tcp://192.168.1.5:8786"
    try:
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise Failure(
            f"no Dask scheduler answers at {address}: {reason}", hint, status=1
        ) from None
    last_seen = time.monotonic()

    def look() -> None:
        nonlocal last_seen
        if client.status == "running" and client.scheduler_info(n_workers=-1)["workers"]:
            last_seen = time.monotonic()
        elif time.monotonic() - last_seen > PATIENCE:
            raise Failure(
                f"nobody has worked on the cluster at {address} for {PATIENCE} seconds",
                "The scheduler has stopped, or it has no workers",
                f"`dask worker {address}` starts one", status=1,
            )  # fmt: skip

    try:
        yield client.get_executor(), look
    except (CancelledError, ModuleNotFoundError) as error:
        if isinstance(error, CancelledError):
            raise Failure(
                f"the scheduler at {address} went away in the middle of the work",
                "Start it again, or leave --cluster out; nothing was written", status=1,
            ) from None  # fmt: skip
        raise Failure(
            f"the workers at {address} cannot make grids: {error}",
            "Install the same version of Ludolux where they run", status=1,
        ) from None  # fmt: skip
    finally:
        client.close(timeout=CONNECT)
