"""Answers in portions, as many of them at a time as the server has room for."""

from __future__ import annotations

import threading
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from unmold.serve.problems import busy


class StreamRoom:
    """How many streams may be under way."""

    def __init__(self, streams: int) -> None:
        self._free = threading.BoundedSemaphore(streams)

    def enter(self) -> None:
        """Take a place, or refuse."""
        if not self._free.acquire(blocking=False):
            raise busy("too many streams are under way")

    def leave(self) -> None:
        self._free.release()


class BoundedStream(StreamingResponse):
    """A stream that has its place until it ends, however it ends."""

    def __init__(
        self, room: StreamRoom, content: Any, *, reads: bool = False, **options: Any
    ) -> None:
        """`reads` says that the content itself reads what the client still sends."""
        super().__init__(content, **options)
        self._room = room
        self._reads = reads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if self._reads:
                # Whoever else waited for the client to go away would take its pages.
                await self.stream_response(send)
            else:
                await super().__call__(scope, receive, send)
        finally:
            self._room.leave()
