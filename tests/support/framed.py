"""Framed pages in Chromium: a tiny app around the frames, and a canary for whatever leaves."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles
from starlette.responses import Response

import unmold.serve
from unmold.model import Page, Problem, ProblemCode
from unmold.serve.frames import router
from unmold.serve.problems import add_handlers

STATIC = Path(unmold.serve.__file__).parent / "static"

HOST_PAGE = """<!DOCTYPE html><html><head><title>app</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/overlay.css"></head><body>
<div class="overlay-stage" id="stage">
<iframe class="overlay-frame" id="frame" {attributes}></iframe>
<svg class="overlay-svg" id="svg"></svg></div></body></html>"""


@dataclass
class FakeLive:
    """Pages by id, as frames ask for them."""

    pages: dict[str, Page] = field(default_factory=dict)

    def page(self, page: str) -> Page | Problem:
        missing = Problem(ProblemCode.MISSING, page, "no such page")
        return self.pages.get(page, missing)


@dataclass
class FramedApp:
    """A running app: `raw` are answers at addresses of their own, with their headers."""

    address: str
    live: FakeLive
    raw: dict[str, tuple[str, dict[str, str]]]

    def add(self, page: str, html: str, **known: Any) -> str:
        """Keep a page; returns the address of its frame."""
        data = html.encode()
        url = known.pop("url", "http://site.example/dir/page.html")
        made = Page(page, page, url, "site.example", data, charset="utf-8", **known)
        self.live.pages[page] = made
        return f"/frame/{page}"


def make_app(live: FakeLive, raw: dict[str, tuple[str, dict[str, str]]]) -> FastAPI:
    app = FastAPI()
    app.state.live = live
    app.include_router(router)
    add_handlers(app)

    @app.get("/host")
    def get_host(frame: str = "", sandbox: str = "yes") -> HTMLResponse:
        attributes = f'src="{frame}"' if frame else ""
        if sandbox == "yes":
            attributes += ' sandbox="allow-same-origin"'
        return HTMLResponse(HOST_PAGE.format(attributes=attributes))

    @app.get("/raw/{name}")
    def get_raw(name: str) -> Response:
        html, headers = raw[name]
        return HTMLResponse(html, headers=headers)

    app.mount("/static", StaticFiles(directory=STATIC))
    return app


@contextmanager
def running_app() -> Iterator[FramedApp]:
    """An app on a free port of this machine."""
    live, raw = FakeLive(), {}
    server = uvicorn.Server(
        uvicorn.Config(make_app(live, raw), host="127.0.0.1", port=0, log_level="error")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield FramedApp(f"http://127.0.0.1:{port}", live, raw)
    server.should_exit = True
    thread.join()


BROWSERS_OWN = (b"google", b"gstatic", b"gvt1")
"""Parts of the names that Chromium asks for by itself, in the clear of its first message."""


ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Canary:
    """Counts what is sent to 127.0.0.2, whatever it is, but for what the browser wants itself."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self._socket = socket.create_server(("127.0.0.2", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._hear, args=(connection,), daemon=True).start()

    def _hear(self, connection: socket.socket) -> None:
        with connection:
            connection.settimeout(5)
            try:
                heard = connection.recv(4096)
            except OSError:
                return
            if heard and not any(name in heard for name in BROWSERS_OWN):
                self.heard.append(heard)
                connection.sendall(ANSWER)

    def close(self) -> None:
        # Closing does not wake up who waits for a connection.
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(5)


def browser_options(canary: Canary) -> list[str]:
    """All names lead to the canary; only this machine's own address is what it is."""
    return [
        f"--host-resolver-rules=MAP * 127.0.0.2:{canary.port}, EXCLUDE 127.0.0.1",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-domain-reliability",
        "--disable-sync",
        "--no-first-run",
        "--no-pings",
    ]
