"""Makes many grids at once: here, in several processes, or on the workers of a Dask cluster.

A grid is a pure function of its wish, so it does not matter who makes it, nor in which order: the
answer is in the order of the wishes. All ways go through `concurrent.futures`.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
import warnings
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
    executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), settle_in)
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


def settle_in() -> None:
    """First in each process: Ctrl-C is for whoever started it, and it does not outlive them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """A parent that is killed says nothing: the pool would wait for its next wish for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


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

    with quiet():
        try:
            asyncio.run(knock(address))
            client = Client(address, timeout=CONNECT, set_as_default=False)
        except Exception as error:
            raise Failure(
                f"no Dask scheduler answers at {address or 'an empty address'}: {why(error)}",
                "`dask scheduler` starts one and says its address, such as"
                " tcp://192.168.1.5:8786", status=1,
            ) from None  # fmt: skip
        last_seen = time.monotonic()

        def look() -> None:
            nonlocal last_seen
            if client.status == "running" and client.scheduler_info(n_workers=-1)["workers"]:
                last_seen = time.monotonic()
            elif time.monotonic() - last_seen > PATIENCE:
                raise Failure(
                    f"nobody has worked on the cluster at {address} for {PATIENCE} seconds",
                    "The scheduler has stopped, or it has no workers that have Ludolux",
                    f"`dask worker {address}` starts one", status=1,
                )  # fmt: skip

        try:
            yield client.get_executor(), look
        except Exception as error:
            raise trouble(address, error) or error from None
        finally:
            client.close(timeout=CONNECT)


@contextmanager
def quiet() -> Iterator[None]:
    """What Dask logs is for those who run the cluster; we say what matters ourselves."""
    logging.disable()
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    finally:
        logging.disable(logging.NOTSET)


async def knock(address: str) -> None:
    """Is that a scheduler? A client would wait for ever for something that listens in silence."""
    from distributed import Security, rpc

    safely = Security().get_connection_args("client")
    asked = rpc(address, timeout=CONNECT, connection_args=safely)
    async with asyncio.timeout(2 * CONNECT), asked as who:
        identity = await who.identity() or {}
    if identity.get("type") == "Worker":
        raise ValueError("that is a worker of a cluster")


def why(error: Exception) -> str:
    """Why nobody could be reached."""
    words = " ".join(str(error).split())
    if words and isinstance(error, (OSError, ValueError, TypeError)):
        return words
    # Bytes that mean nothing to Dask, or no bytes at all.
    return "what listens there is something else"


def trouble(address: str, error: Exception) -> Failure | None:
    """What became of a cluster in the middle of the work; None when that is not known."""
    from distributed import KilledWorker

    if isinstance(error, CancelledError):
        return Failure(
            f"the scheduler at {address} went away in the middle of the work",
            "Start it again, or leave --cluster out; nothing was written", status=1,
        )  # fmt: skip
    if isinstance(error, KilledWorker):
        return Failure(
            f"the workers at {address} died one after the other",
            "Their machines may be short of memory; what they log says more",
            "Nothing was written", status=1,
        )  # fmt: skip
    # A scheduler unpacks what it passes on, so it needs us as well.
    if isinstance(error, ModuleNotFoundError) or "deserialization" in str(error):
        return Failure(
            f"the cluster at {address} cannot make grids: Ludolux is missing there",
            "Install the same version where the scheduler and the workers run", status=1,
        )  # fmt: skip
    return None
