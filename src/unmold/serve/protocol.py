"""HTTP/1.1 as Uvicorn speaks it, for clients that are heard from: others are cut off.

Uvicorn waits for ever for a client that opens a connection and sends no request, or the head of one
letter by letter.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 15.0
"""How long the head of a request may take; browsers open connections ahead of need."""


class PromptProtocol(H11Protocol):
    """Closes connections whose next request does not come."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._deadline = self.loop.call_later(HEAD_SECONDS, self._close_silent)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        has_request = self.conn.their_state is not h11.IDLE
        if has_request and self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(HEAD_SECONDS, self._close_silent)

    def _close_silent(self) -> None:
        self._deadline = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            # A client that reads nothing either would keep a polite end waiting.
            self.transport.abort()
