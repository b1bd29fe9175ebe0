"""A record in the browser: fixed files and one websocket a page, on this computer only.

Each page has a player of its own. The lights are drawn by the simulator's page; what comes down
the websocket are 768 bytes of light, or JSON of what stands beside the board.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path as File
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludolux.records.player import BEATS, Player
from ludolux.sim.web.doors import Doors
from ludolux.sim.web.server import FOLDER, listen, show

PORT = 8766
PATIENCE_S = 10.0
LONGEST = 200  # characters of a message
OWN = File(__file__).with_name("page")
FILES = {
    "/": (OWN / "index.html", "text/html"),
    "/replay.css": (OWN / "replay.css", "text/css"),
    "/replay.js": (OWN / "replay.js", "text/javascript"),
    "/style.css": (FOLDER / "style.css", "text/css"),
    "/icon.svg": (FOLDER / "icon.svg", "image/svg+xml"),
    "/lights.js": (FOLDER / "lights.js", "text/javascript"),
    "/socket.js": (FOLDER / "socket.js", "text/javascript"),
}


class Server:
    """`make` gives a player for each page that is opened."""

    def __init__(self, make: Callable[[], Player], port: int = PORT) -> None:
        self._make = make
        self._socket = listen("127.0.0.1", port)
        self.port: int = self._socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        app = Starlette(
            routes=[
                *(Route(path, send_file, methods=["GET"]) for path in FILES),
                WebSocketRoute("/live", self._live),
            ]
        )
        config = uvicorn.Config(
            Doors(app, self.port, True), log_level="critical", access_log=False,
            ws_max_size=4096, ws_ping_interval=5, ws_ping_timeout=10,
            timeout_graceful_shutdown=1, server_header=False,
        )  # fmt: skip
        self._uvicorn = uvicorn.Server(config)
        self._thread: threading.Thread | None = None

    def run(self) -> None:
        """Serve until Ctrl-C or stop()."""
        with contextlib.closing(self._socket):
            self._uvicorn.run(sockets=[self._socket])

    def start(self) -> None:
        """Serve in a thread; returns when pages can be opened."""
        self._thread = threading.Thread(target=self.run, name="replay", daemon=True)
        self._thread.start()
        while not self._uvicorn.started and self._thread.is_alive():
            self._thread.join(0.005)

    def stop(self) -> None:
        self._uvicorn.should_exit = True
        if self._thread is not None:
            self._thread.join(10)

    async def _live(self, websocket: WebSocket) -> None:
        """One page: a task that plays beside the one that listens."""
        await websocket.accept()
        player = await asyncio.to_thread(self._make)
        playing = asyncio.create_task(self._play(websocket, player))
        try:
            while True:
                obey(player, await websocket.receive_text())
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass
        finally:
            playing.cancel()

    async def _play(self, websocket: WebSocket, player: Player) -> None:
        shown = b""
        version = -1
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            await websocket.send_json({"is": "events", "events": listing(player)})
            while True:
                now = time.monotonic()
                player.tick(now)
                light = player.light(now)
                async with asyncio.timeout(PATIENCE_S):
                    if player.version != version:
                        version = player.version
                        await websocket.send_json({"is": "facts", **player.facts()})
                    if light != shown:
                        shown = light
                        await websocket.send_bytes(light)
                await asyncio.sleep(1 / BEATS)


def listing(player: Player) -> list[dict[str, Any]]:
    return [{"text": e.said, "undone": e.undone} for e in player.timeline.events]


def obey(player: Player, text: str) -> None:
    """Do what a message of the page asks for; what is not understood changes nothing."""
    try:
        wish = json.loads(text) if len(text) <= LONGEST else {}
    except (ValueError, RecursionError):
        return
    if not isinstance(wish, dict):
        return
    what, value = wish.get("do"), wish.get("value")
    if what == "toggle":
        player.toggle()
    elif what == "even" and isinstance(value, bool):
        player.set_even(value)
    elif isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9:
        if what == "step":
            player.step(int(value))
        elif what == "jump":
            player.jump(int(value))
        elif what == "speed":
            player.set_speed(float(value))


async def send_file(request: Request) -> Response:
    file, kind = FILES[request.url.path]
    return Response(file.read_bytes(), media_type=kind)


def serve(
    make: Callable[[], Player],
    port: int = PORT,
    open_browser: bool = True,
    say: Callable[[str], object] = print,
) -> None:
    """Show a record in the browser, until Ctrl-C."""
    server = Server(make, port)
    say(f"The game is at {server.address}  (Ctrl-C ends it)")
    if open_browser:
        threading.Thread(target=show, args=(server.address, say), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
