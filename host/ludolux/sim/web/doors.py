"""Who may come in: requests from this server's own page, nobody else's.

A foreign page in the same browser could send requests here, and a name that an attacker lets
point to 127.0.0.1 would make his page look like ours. So the Host must be an address of this
computer, not any name, and an Origin, which browsers always send with a websocket, must be ours.
"""

from __future__ import annotations

import ipaddress
from typing import Any

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

SAFE_HEADERS = (
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data:; base-uri 'none'; "
     b"form-action 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)  # fmt: skip


def host_is_ours(host: str, port: int, loopback: bool) -> bool:
    """Is this Host header one by which the person opened our page?"""
    name, colon, number = host.rpartition(":")
    if not colon or number != str(port):
        return False
    if name == "localhost":
        return True
    try:
        address = ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return address.is_loopback or not loopback


def refusal(headers: dict[str, str], port: int, loopback: bool) -> str:
    """Why these headers may not come in; empty when they may."""
    host = headers.get("host", "")
    if not host_is_ours(host, port, loopback):
        return "This is not the address of the simulator. Open the one that it printed."
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return "Another page asked for this, and the simulator answers only its own."
    return ""


class Doors:
    """Middleware that turns away what is not ours and gives the answers their safe headers."""

    def __init__(self, app: ASGIApp, port: int, loopback: bool) -> None:
        self._app = app
        self._port = port
        self._loopback = loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1")
                   for name, value in scope["headers"]}  # fmt: skip
        why = refusal(headers, self._port, self._loopback)
        if why and scope["type"] == "http":
            await PlainTextResponse(why + "\n", 403)(scope, receive, send)
        elif why:
            await send({"type": "websocket.close", "code": 1008, "reason": why[:100]})
        else:

            async def safely(message: Any) -> None:
                if message["type"] == "http.response.start":
                    message["headers"] = [*message.get("headers", ()), *SAFE_HEADERS]
                await send(message)

            await self._app(scope, receive, safely)
