"""`serve`: runs the app of a workspace until it is stopped."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from unmold.errors import UsageError
from unmold.serve.app import make_app
from unmold.serve.protocol import PromptProtocol
from unmold.serve.settings import ServeSettings

CONNECTIONS = 500
"""At a time; more are answered by 503. A guess: a browser opens six."""


def serve(
    settings: ServeSettings,
    announce: Callable[[str], object],
    *,
    opens: bool = False,
) -> None:
    """Serve a workspace; `announce` gets the address, with the token, once it can be opened."""
    listening = listen(settings.host, settings.port)
    try:
        settings = replace(settings, port=listening.getsockname()[1])
        address = f"{settings.address}?token={settings.token}"
        server = make_server(settings, lambda: _announce(announce, address, opens))
        server.run(sockets=[listening])
    finally:
        listening.close()


def make_server(settings: ServeSettings, ready: Callable[[], object]) -> uvicorn.Server:
    """What serves a workspace, and calls `ready` when it can be asked."""
    config = uvicorn.Config(
        make_app(settings),
        http=PromptProtocol,
        ws="none",
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=5,
    )
    return _Server(config, ready)


def _announce(announce: Callable[[str], object], address: str, opens: bool) -> None:
    announce(address)
    if opens:
        webbrowser.open(address)


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else, so that a taken one is said at once."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # A body that follows its head would wait 40 ms for word that the head arrived.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            listening.bind(address)
            listening.listen(128)
        except OSError:
            listening.close()
            raise
    except OSError as error:
        raise UsageError(
            f"cannot listen on {host}, port {port}: {error.strerror or error}",
            hint="give another with --port, or 0 for any that is free",
        ) from error
    return listening
