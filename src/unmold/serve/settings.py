"""The settings of a server: what it serves, to whom, and how much one request may cost."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

MEBIBYTE = 1 << 20
DEFAULT_PORT = 8765
"""One that no well-known service has."""
LOOPBACK = "127.0.0.1"


def make_token() -> str:
    """A secret of 192 bits, which fits into an address."""
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """How a workspace is served. The limits are guesses unless they say what they come from."""

    workspace: Path
    host: str = LOOPBACK
    port: int = DEFAULT_PORT
    read_only: bool = False
    token: str = field(default_factory=make_token, repr=False)
    """Whoever has it may do everything."""

    max_page_bytes: int = 16 * MEBIBYTE
    """Bytes of one page that is sent; real ones have hardly ever more than five million."""

    max_json_bytes: int = MEBIBYTE
    """Bytes of any other body."""

    max_stream_bytes: int = 2048 * MEBIBYTE
    """Bytes of one stream of pages."""

    body_seconds: float = 30.0
    """How long a body may take to arrive; of a stream, how long it may pause."""

    send_seconds: float = 30.0
    """How long a client may take to read what was sent before more is sent."""

    query_seconds: float = 10.0
    """How long a query over records may take."""

    page_seconds: float = 30.0
    """How long a page waits until it is classified, extracted or compared."""

    workers: int = 0
    """Threads that compare pages, and work on large ones; 0: one for each core."""

    queue: int = 64
    """Pages that may wait for these threads; more are refused."""

    streams: int = 8
    """Streams of rows or pages at a time."""

    poll_seconds: float = 0.5
    """How often the workspace is looked at for a new generation or new edits."""

    @property
    def address(self) -> str:
        """Where a browser finds it, without the token."""
        host = {"0.0.0.0": LOOPBACK, "::": "[::1]"}.get(self.host, self.host)
        host = f"[{host}]" if ":" in host and not host.startswith("[") else host
        return f"http://{host}:{self.port}/"
