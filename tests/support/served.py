"""A workspace that is served inside the test's own process, and a client that asks it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from unmold.serve.app import make_app
from unmold.serve.live import Live
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
        return asyncio.run(self._ask(method, path, headers, options))

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
