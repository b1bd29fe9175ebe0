"""Many grids at once: in processes or on a Dask cluster, and what becomes of those that die."""

import logging
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress

import pytest
from distributed import KilledWorker
from ludolux.failure import Failure
from ludolux.puzzles import make, workers
from ludolux.puzzles.workers import Wish, make_all

WISHES = [Wish(7, 2, "rotate", number) for number in range(6)]


def test_any_number_of_processes_makes_the_same_grids():
    alone = make_all(WISHES)
    counts = []
    assert make_all(WISHES, jobs=2, done=counts.append) == alone
    assert counts == [1, 2, 3, 4, 5, 6]
    assert [puzzle.grid for puzzle in alone] == [make.make(*wish).grid for wish in WISHES]


def die_once(*wish):
    """Stands in for `make` in a worker process: the first to come here is killed."""
    mark = os.environ["DIE_ONCE"]
    if not os.path.exists(mark):
        open(mark, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return make.make(*wish)


def test_work_goes_on_when_a_process_dies(monkeypatch, tmp_path):
    monkeypatch.setenv("DIE_ONCE", str(tmp_path / "died"))
    monkeypatch.setattr(workers, "make", die_once)
    assert make_all(WISHES, jobs=2) == [make.make(*wish) for wish in WISHES]
    assert (tmp_path / "died").exists()


def die(*wish):
    os.kill(os.getpid(), signal.SIGKILL)


def test_processes_that_always_die_are_given_up(monkeypatch):
    monkeypatch.setattr(workers, "make", die)
    monkeypatch.setattr(workers, "MOST_POOLS", 2)
    with pytest.raises(Failure, match="died 2 times. The system may .* Try it with --jobs 1"):
        make_all(WISHES, jobs=2)


def test_an_interruption_ends_the_processes_at_once():
    """Whoever presses Ctrl-C does not wait for the grids that are being made."""
    with pytest.raises(KeyboardInterrupt), workers.processes(2) as executor:
        asleep = executor.submit(time.sleep, 60)
        assert executor.submit(os.getpid).result() != os.getpid()
        raise KeyboardInterrupt
    for process in multiprocessing.active_children():
        process.join(20)
        assert process.exitcode is not None
    # It had begun and broke off or, on a slow machine, had not begun and was called off.
    with pytest.raises((BrokenProcessPool, CancelledError)):
        asleep.result(20)


def test_processes_do_not_outlive_whoever_is_killed():
    """They share its output, which ends when the last of them does."""
    script = (
        "import os, time; from ludolux.puzzles.workers import processes\n"
        "with processes(2) as executor:\n"
        "    print(executor.submit(os.getpid).result(), flush=True)\n"
        "    time.sleep(60)\n"
    )
    started = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, start_new_session=True,
    )  # fmt: skip
    try:
        assert started.stdout.readline().strip().isdigit()
        started.kill()
        started.communicate(timeout=30)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGKILL)


# A Dask cluster on this machine


@contextmanager
def dask(*words):
    """A scheduler or a worker of its own process, with the lines that it logs."""
    started = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        yield started
    finally:
        started.kill()
        started.communicate()


def line_with(process, pattern):
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found
    pytest.fail(f"nothing like {pattern}")


@pytest.fixture(scope="module")
def scheduler():
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    with dask("dask_scheduler", *words) as started:
        yield line_with(started, r"Scheduler at:\s+(tcp://\S+)")[1]


@contextmanager
def worker(address):
    words = (address, "--nthreads", "1", "--no-dashboard", "--no-nanny", "--host", "127.0.0.1")
    with dask("dask_worker", *words) as started:
        started.port = line_with(started, r"Start worker at:\s+\S+:(\d+)")[1]
        line_with(started, r"Registered to")
        yield started


def test_a_cluster_makes_the_same_grids_also_when_a_worker_dies(scheduler):
    many = [Wish(7, 3, "none", number) for number in range(12)]
    counts = []

    with worker(scheduler) as one, worker(scheduler):

        def done(count):
            counts.append(count)
            if count == 7:
                one.kill()

        assert make_all(WISHES, cluster=scheduler) == make_all(WISHES)
        assert make_all(many, cluster=scheduler, done=done) == make_all(many)
        assert one.wait(10) and counts == list(range(1, 13))


def test_a_scheduler_that_goes_away_in_the_middle(monkeypatch):
    monkeypatch.setattr(workers, "PATIENCE", 1)
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    many = [Wish(8, 6, "none", number) for number in range(30)]
    with dask("dask_scheduler", *words) as started:
        address = line_with(started, r"Scheduler at:\s+(tcp://\S+)")[1]
        with worker(address), pytest.raises(Failure, match="scheduler"):
            make_all(many, cluster=address, done=lambda count: started.kill())


def test_a_cluster_without_workers_is_given_up(scheduler, monkeypatch):
    monkeypatch.setattr(workers, "PATIENCE", 0.2)
    monkeypatch.setattr(workers, "LOOK", 0.1)
    deadline = time.monotonic() + 20
    while True:  # the worker that was killed before is forgotten by and by
        try:
            make_all(WISHES, cluster=scheduler)
        except Failure as failure:
            assert "nobody has worked on the cluster" in str(failure).replace("Nobody", "nobody")
            assert f"`dask worker {scheduler}` starts one" in str(failure)
            return
        assert time.monotonic() < deadline


@contextmanager
def listener(answer):
    """The address of something that takes a call and says this, once."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            with suppress(OSError):
                caller, _ = server.accept()
                with caller:
                    caller.sendall(answer)
                    while caller.recv(4096):
                        pass

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
    thread.join(20)


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_something_else_listens_there(monkeypatch, answer):
    monkeypatch.setattr(workers, "CONNECT", 0.5)
    with listener(answer) as address, pytest.raises(Failure, match="is something else"):
        make_all(WISHES, cluster=address)


def test_a_worker_is_no_scheduler(scheduler):
    with worker(scheduler) as one:
        address = f"127.0.0.1:{one.port}"
        with pytest.raises(Failure, match="that is a worker of a cluster"):
            make_all(WISHES, cluster=address)


UNPACKING = RuntimeError("Error during deserialization of the task graph. This frequently …")


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (CancelledError(), "went away in the middle of the work"),
        (KilledWorker("make-1", None, 3), "died one after the other"),
        (ModuleNotFoundError("No module named 'ludolux'"), "Ludolux is missing there"),
        (UNPACKING, "Ludolux is missing there"),
        (Failure("as it was"), "^As it was.$"),
    ],
)
def test_what_goes_wrong_on_a_cluster_is_said(scheduler, error, says):
    heard = logging.getLogger("distributed.client")
    with pytest.raises(Failure, match=says), workers.scheduler(scheduler):
        assert not heard.isEnabledFor(logging.CRITICAL)
        raise error
    assert heard.isEnabledFor(logging.CRITICAL)


def test_a_fault_of_ours_is_not_put_down_to_the_cluster(scheduler):
    with pytest.raises(ZeroDivisionError), workers.scheduler(scheduler):
        raise ZeroDivisionError
