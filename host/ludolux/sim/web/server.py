"""The server of the page: fixed files, one websocket a page, on this computer only.

serve(board, port=8765, game=["quixo", "size=3"])     # until Ctrl-C
server = Server(board); server.start(); server.address; server.stop()    # in a thread
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path as File

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludolux.failure import Failure, sentence
from ludolux.linkclient import LinkError
from ludolux.sim.board import SimBoard
from ludolux.sim.web.about import about
from ludolux.sim.web.doors import Doors
from ludolux.sim.web.hub import Hub, Page
from ludolux.sim.web.wishes import obey

PORT = 8765
PATIENCE_S = 10.0  # a page that takes nothing for so long is let go
FOLDER = File(__file__).with_name("page")
# The only files there are: no path of a request is ever looked up on disk.
FILES = {
    "/": ("index.html", "text/html"),
    "/style.css": ("style.css", "text/css"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
} | {
    f"/{name}.js": (f"{name}.js", "text/javascript")
    for name in ("main", "socket", "board", "lights", "side", "choose", "panel", "card")
}


class Server:
    """`game` are the words of the link's `start`: a game and options. `host` other than loopback
    lets other computers in, by address and never by name."""

    def __init__(
        self,
        board: SimBoard,
        port: int = PORT,
        host: str = "127.0.0.1",
        game: Sequence[str] = (),
        one_plays: bool = False,
    ) -> None:
        self.hub = Hub(board, one_plays)
        self._game = tuple(game)
        self._socket = listen(host, port)
        self.port: int = self._socket.getsockname()[1]
        shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
        self.address = f"http://{f'[{shown}]' if ':' in shown else shown}:{self.port}/"
        loopback = ipaddress.ip_address(host).is_loopback
        app = Starlette(
            routes=[
                *(Route(path, send_file, methods=["GET"]) for path in FILES),
                WebSocketRoute("/live", self._live),
            ],
            lifespan=self._lifespan,
        )
        config = uvicorn.Config(
            Doors(app, self.port, loopback), log_level="critical", access_log=False,
            ws_max_size=16384, ws_ping_interval=5, ws_ping_timeout=10,
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
        self._thread = threading.Thread(target=self.run, name="server", daemon=True)
        self._thread.start()
        while not self._uvicorn.started and self._thread.is_alive():
            self._thread.join(0.005)

    def stop(self) -> None:
        self._uvicorn.should_exit = True
        if self._thread is not None:
            self._thread.join(10)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        following = asyncio.create_task(self.hub.run())
        starting = asyncio.create_task(self._start_game())
        yield
        starting.cancel()
        following.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await following

    async def _start_game(self) -> None:
        if not self._game:
            return
        try:
            await asyncio.wrap_future(self.hub.listener.ask("start", *self._game))
        except LinkError as error:
            self.hub.listener.facts.say(str(error))

    async def _live(self, websocket: WebSocket) -> None:
        """One page: a task that sends beside the one that listens."""
        await websocket.accept()
        page = self.hub.join()
        sending = asyncio.create_task(self._send(websocket, page))
        try:
            await self._listen(websocket, page)
        finally:
            sending.cancel()
            self.hub.leave(page)

    async def _listen(self, websocket: WebSocket, page: Page) -> None:
        while True:
            try:
                text = await websocket.receive_text()
                await obey(self.hub, page, text)
            except ValueError as error:
                page.note("note", text=sentence(str(error)))
            except KeyError:  # bytes came where text was expected
                page.note("note", text="That message is not text.")
            except (WebSocketDisconnect, RuntimeError):
                return

    async def _send(self, websocket: WebSocket, page: Page) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                await websocket.send_json(about(self.hub.board))
            while True:
                for item in await self.hub.next_for(page):
                    async with asyncio.timeout(PATIENCE_S):
                        if isinstance(item, bytes):
                            await websocket.send_bytes(item)
                        else:
                            await websocket.send_json(item)
        with contextlib.suppress(RuntimeError):
            await websocket.close(1001)


async def send_file(request: Request) -> Response:
    name, kind = FILES[request.url.path]
    return Response((FOLDER / name).read_bytes(), media_type=kind)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens, or a Failure that says what to do."""
    try:
        family = socket.AF_INET6 if ipaddress.ip_address(host).version == 6 else socket.AF_INET
    except ValueError:
        raise Failure(
            f"{host!r} is not an address of this computer",
            "leave --host out, or give an IP address such as 127.0.0.1",
        ) from None
    server = socket.socket(family, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind((host, port))
        server.listen(16)
    except (OSError, OverflowError) as error:
        server.close()
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise Failure(
                f"port {port} is in use, perhaps by a simulator that still runs",
                f"look at http://{host}:{port}/, or choose another port: --port {port + 1},"
                " or --port 0 for any that is free",
                status=1,
            ) from None
        raise Failure(
            f"the simulator cannot listen at {host} port {port}: {error}",
            "ports from 1024 to 65535 may be used by everybody: try --port 0",
            status=1,
        ) from None
    server.set_inheritable(False)
    return server


def serve(
    board: SimBoard,
    port: int = PORT,
    open_browser: bool = True,
    game: Sequence[str] = (),
    one_plays: bool = False,
    host: str = "127.0.0.1",
    say: Callable[[str], object] = print,
) -> None:
    """Show a board that runs (`board.run()` was called) in the browser, until Ctrl-C.

    `game` are the words of the link's `start`, as ("quixo", "players=2", "seed=7"); empty shows
    the board's own menu. `say` gets the address and what could not be done, a sentence each. The
    caller stops the board. A port in use and the like are a Failure.
    """
    server = Server(board, port, host, game, one_plays)
    say(f"The board is at {server.address}  (Ctrl-C ends it)")
    if open_browser:
        threading.Thread(target=show, args=(server.address, say), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run()


def show(address: str, say: Callable[[str], object]) -> None:
    """Open the page; without a browser or a display the address is all one needs."""
    try:
        opened = webbrowser.open(address)
    except Exception:  # whatever a browser's launcher fails with, the board goes on
        opened = False
    if not opened:
        say(f"No browser could be opened here. Open {address} in one yourself.")
