"""The link of a board, followed in a thread of its own: facts for a face, answers for its asks.

    listener = Listener(board.stream)
    listener.start()
    listener.ask("start", "quixo").result()      # the board's answer; Refused is its no
    listener.facts.value()

An unplugged link is tried again and again; when it is back, all is asked for anew.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from ludolux.linkclient import Client, LinkError, Message, Refused
from ludolux.sim.facts import Facts
from ludolux.sim.told import catch_up

ROOM = 64  # requests that may wait; a face that asks faster is told so
PROBE_S = 2.0
RETRY_S = 0.3
ANSWER_S = 1.5


class Listener:
    """`changed` is called in the listener's thread whenever the facts did. `pictures`: follow the
    frames of the link too, in `picture`."""

    def __init__(
        self, stream: Any, changed: Callable[[], object] | None = None, pictures: bool = False
    ) -> None:
        self.facts = Facts()
        self.lock = threading.Lock()  # held while the facts change
        self.watch_health = False
        self._wake = threading.Event()
        self._client = Client(stream, idle=self._rest)
        self._changed = changed or (lambda: None)
        self._pictures = pictures
        self._jobs: queue.Queue[tuple[Future[str], str, tuple[object, ...]]] = queue.Queue(ROOM)
        self._stopping = False
        self._probe_at = 0.0
        self._stale = True
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping = True
        self._wake.set()
        self._thread.join(5)
        while not self._jobs.empty():
            self._fail_next("The simulator is closing.")

    @property
    def picture(self) -> bytes:
        """The lights as the link tells them, before gamma and brightness."""
        return self._client.picture.rgb

    def ask(self, verb: str, *words: object) -> Future[str]:
        """Put a request in the line. Its future has the answer, or a LinkError with a sentence."""
        future: Future[str] = Future()
        try:
            self._jobs.put_nowait((future, verb, words))
        except queue.Full:
            future.set_exception(LinkError("Too many requests wait for the board. Try again."))
        self._wake.set()
        return future

    def value(self) -> tuple[int, dict[str, Any]]:
        with self.lock:
            return self.facts.version, self.facts.value()

    # In the thread

    def _rest(self) -> None:
        """Nothing comes: a short pause, shorter when somebody asks."""
        if self._wake.wait(0.004):
            self._wake.clear()
            time.sleep(0.0005)

    def _run(self) -> None:
        before = -1
        while not self._stopping:
            try:
                if not self.facts.linked:
                    self._meet()
                self._serve()
                self._listen()
                self._look()
                self._probe()
            except (LinkError, OSError, ValueError):
                self._lost()
            version = self.facts.version
            if version != before:
                before = version
                self._changed()

    def _meet(self) -> None:
        """Say hello; whatever happened meanwhile is asked for."""
        self._client.hello(timeout=0.5)
        self._catch_up()
        with self.lock:
            self.facts.link_is(True)
        self._probe_at = 0.0

    def _catch_up(self) -> None:
        """Where the game stands and how it came there. To be told so anew ends no refusal."""
        told = self.facts.told
        before = (told.game, len(told.moves))
        last = [Message("refused", told.refused)] if told.refused else []

        def take(message: Message) -> None:
            self._take(message)
            if message.kind == "refused":
                last[:] = [message]

        with contextlib.suppress(Refused):  # a record that is played again has no clock
            self._client.ask("clock", int(time.time()), timeout=ANSWER_S)
        catch_up(self._client, told, take, ANSWER_S)
        if last and not told.refused and (told.game, len(told.moves)) == before:
            self._take(last[0])
        with self.lock:
            self.facts.version += 1
        if self._pictures:
            self._client.frames()
        self._stale = True

    def _lost(self) -> None:
        with self.lock:
            self.facts.link_is(False)
        self._changed()
        deadline = time.monotonic() + RETRY_S
        while time.monotonic() < deadline and not self._stopping:
            self._drop_jobs()
            self._wake.wait(0.05)
            self._wake.clear()

    def _drop_jobs(self) -> None:
        while not self._jobs.empty():
            self._fail_next("The board does not answer. Is the link plugged in?")

    def _fail_next(self, sentence: str) -> None:
        future = self._jobs.get_nowait()[0]
        if future.set_running_or_notify_cancel():
            future.set_exception(LinkError(sentence))

    def _serve(self) -> None:
        """The requests that wait, one after the other."""
        while not self._jobs.empty():
            future, verb, words = self._jobs.get_nowait()
            if not future.set_running_or_notify_cancel():
                continue  # whoever asked does not want to know any more
            try:
                answer = self._client.ask(verb, *words, timeout=ANSWER_S)
            except Refused as refusal:
                future.set_exception(refusal)
            except UnicodeError:
                future.set_exception(LinkError("That is not a text the board can be sent."))
            except (LinkError, OSError, ValueError) as error:
                future.set_exception(LinkError(str(error)))
                raise LinkError(str(error)) from None
            else:
                future.set_result(answer)
                self._stale = True

    def _listen(self) -> None:
        begun = False
        for message in self._client.messages(0.0):
            self._take(message)
            begun = begun or message.kind in ("hello", "game")
        if begun:
            self._catch_up()

    def _take(self, message: Message) -> None:
        with self.lock:
            self._stale = self.facts.take(message) or self._stale

    def _look(self) -> None:
        """Ask for the public position."""
        if not self._stale:
            return
        self._stale = False
        if not self.facts.told.game:
            return
        try:
            text = self._client.ask("view", timeout=ANSWER_S)
        except Refused:
            text = ""
        with self.lock:
            self.facts.take_view(text)

    def _probe(self) -> None:
        """Is the board still there? The settings are a cheap question to find out by."""
        if time.monotonic() < self._probe_at:
            return
        self._probe_at = time.monotonic() + PROBE_S
        settings = self._client.ask("settings", timeout=ANSWER_S)
        health = self._client.ask("health", timeout=ANSWER_S) if self.watch_health else ""
        with self.lock:
            self.facts.take_settings(settings)
            if health:
                self.facts.take_health(health)
