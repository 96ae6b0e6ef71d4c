"""A workspace that is served: as an app that is asked directly, on a port, or by the command."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from support.loops import run_apart
from unmold.serve.app import make_app
from unmold.serve.live import Live
from unmold.serve.server import listen, make_server
from unmold.serve.settings import ServeSettings

HOST = "127.0.0.1:8765"
TOKEN = "token-of-tests"


@dataclass
class Served:
    """An app, and answers from it."""

    app: FastAPI

    @property
    def live(self) -> Live:
        live: Live = self.app.state.live
        return live

    def ask(self, method: str, path: str, *, token: str | None = TOKEN, **options: Any) -> Any:
        """The answer to one request."""
        headers = httpx.Headers(options.pop("headers", {}))
        if token is not None:
            headers.setdefault("Authorization", f"Bearer {token}")
        return run_apart(self._ask(method, path, headers, options))

    async def _ask(
        self, method: str, path: str, headers: httpx.Headers, options: dict[str, Any]
    ) -> httpx.Response:
        transport = httpx.ASGITransport(self.app, client=("127.0.0.1", 50000))
        address = f"http://{HOST}"
        async with httpx.AsyncClient(transport=transport, base_url=address) as client:
            return await client.request(method, path, headers=headers, **options)

    def get(self, path: str, **options: Any) -> Any:
        return self.ask("GET", path, **options)

    def post(self, path: str, **options: Any) -> Any:
        return self.ask("POST", path, **options)

    def read(self, path: str, **options: Any) -> Any:
        """The plain values of an answer that must be fine."""
        answer = self.get(path, **options)
        assert answer.status_code == 200, answer.text
        return answer.json()


@contextmanager
def serving(workspace: Path, **settings: Any) -> Iterator[Served]:
    """An app over a workspace, without what it does in the background."""
    app = make_app(ServeSettings(workspace, token=TOKEN, **settings))
    try:
        yield Served(app)
    finally:
        app.state.live.stop()


@contextmanager
def listening(workspace: Path, **settings: Any) -> Iterator[int]:
    """A server on a free port of 127.0.0.1, in a thread; the number of the port."""
    taken = listen("127.0.0.1", 0)
    port: int = taken.getsockname()[1]
    ready = threading.Event()
    made = replace(ServeSettings(workspace, token=TOKEN), port=port, **settings)
    server = make_server(made, ready.set)
    thread = threading.Thread(target=lambda: server.run(sockets=[taken]), daemon=True)
    thread.start()
    try:
        assert ready.wait(60)
        yield port
    finally:
        server.should_exit = server.force_exit = True
        thread.join(30)
        taken.close()


def connect(port: int) -> socket.socket:
    """A connection that waits at most a minute for an answer."""
    return socket.create_connection(("127.0.0.1", port), timeout=60)


def head(port: int, method: str, path: str, *more: str) -> bytes:
    """The head of a request that may be answered."""
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Authorization: Bearer {TOKEN}",
        *more,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


PROGRAM = "from unmold.cli import main; main()"


@dataclass
class Running:
    """A server that was started by its command."""

    process: subprocess.Popen[str]
    address: str
    token: str

    def client(self) -> httpx.Client:
        headers = {"Authorization": f"Bearer {self.token}"}
        return httpx.Client(base_url=self.address, headers=headers, timeout=60)

    def end(self, how: int = signal.SIGINT) -> int:
        """End this very process, and return its exit code."""
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        return self.process.wait(60)


@contextmanager
def started(workspace: Path, *arguments: str) -> Iterator[Running]:
    """`unmold serve` in a process of its own."""
    command = [sys.executable, "-c", PROGRAM, "serve", str(workspace), "--port", "0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address, _, token = process.stdout.readline().strip().partition("?token=")
        assert token, process.stderr.read() if process.stderr else ""
        yield Running(process, address, token)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
