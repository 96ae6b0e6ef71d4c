"""What one request may cost: the size of its body, and how long client and server wait.

- A body that is too large is refused (413) as soon as that shows, one that is compressed at once
  (415): what it inflates to is nobody's to find out.
- A body that comes too slowly is given up (408), and so is a client that does not read its answer.
- What nobody foresaw is answered by 500 and logged; the answer says nothing about it.
"""

from __future__ import annotations

import asyncio
import logging

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from unmold.serve.problems import BUG, ProblemError, make_problem
from unmold.serve.settings import ServeSettings

JSON_LINES = ("application/x-ndjson", "application/jsonl", "application/x-jsonlines")

logger = logging.getLogger("unmold.serve")


class SlowReaderError(Exception):
    """A client that does not read what it asked for."""


def media_type(headers: Headers) -> str:
    """The type of a body without its parameters."""
    return headers.get("content-type", "").partition(";")[0].strip().lower()


class RequestLimits:
    """Hands an app bodies and answers in portions that are bounded in size and time."""

    def __init__(self, app: ASGIApp, settings: ServeSettings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sender = _Sender(send, self.settings.send_seconds)
        try:
            body = _Body(Headers(scope=scope), receive, self.settings)
            await self.app(scope, body.receive, sender.send)
        except ProblemError as error:
            headers = dict(error.headers or {})
            answer = make_problem(error.status_code, error.detail, error.hint, headers)
            await sender.answer(answer, scope, receive)
        except SlowReaderError:
            logger.warning("a client did not read what it asked for")
            raise
        except Exception:
            logger.exception("a request failed")
            await sender.answer(make_problem(500, *BUG), scope, receive)


class _Sender:
    """Sends an answer to a client that reads it."""

    def __init__(self, send: Send, seconds: float) -> None:
        self._send = send
        self._seconds = seconds
        self.has_begun = False

    async def send(self, message: Message) -> None:
        self.has_begun = True
        try:
            await asyncio.wait_for(self._send(message), self._seconds)
        except TimeoutError:
            raise SlowReaderError from None

    async def answer(self, answer: ASGIApp, scope: Scope, receive: Receive) -> None:
        """Answer, unless half of another answer is on its way: that one is cut off."""
        if self.has_begun:
            raise RuntimeError("an answer broke off")
        await answer(scope, receive, self.send)


class _Body:
    """The body of a request, as much of it and as long as is allowed."""

    def __init__(self, headers: Headers, receive: Receive, settings: ServeSettings) -> None:
        self._receive = receive
        self._is_stream = media_type(headers) in JSON_LINES
        self._limit = _limit_of(media_type(headers), settings)
        self._seconds = settings.body_seconds
        self._size = 0
        self._is_whole = False
        self._end: float | None = None
        if headers.get("content-encoding", "identity").strip().lower() not in ("identity", ""):
            raise ProblemError(415, "a compressed body is not read", "send it as it is")
        length = headers.get("content-length", "")
        if length.isascii() and length.isdigit() and int(length[:20]) > self._limit:
            raise self._too_large()

    async def receive(self) -> Message:
        if self._is_whole:
            # What follows is that the client goes away, which may take as long as it likes.
            return await self._receive()
        now = asyncio.get_running_loop().time()
        if self._end is None or self._is_stream:
            self._end = now + self._seconds
        try:
            message = await asyncio.wait_for(self._receive(), max(self._end - now, 0))
        except TimeoutError:
            raise ProblemError(
                408, f"the body took longer than {self._seconds:g} s", "send it again", _CLOSE
            ) from None
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            if self._size > self._limit:
                raise self._too_large()
            self._is_whole = not message.get("more_body", False)
        return message

    def _too_large(self) -> ProblemError:
        return ProblemError(
            413, f"the body has more than {self._limit:,} bytes", "send less at a time", _CLOSE
        )


_CLOSE = {"Connection": "close"}
"""What is left of a body is not read."""


def _limit_of(kind: str, settings: ServeSettings) -> int:
    if kind in JSON_LINES:
        return settings.max_stream_bytes
    return settings.max_page_bytes if kind.endswith("html") else settings.max_json_bytes
