"""What pages need in a browser: scripts, style sheets and data, fetched as pages are.

Every request goes through Scrapy's downloader, and so through the guard, the resolver, robots.txt,
the pace and the limits of the crawl. Scripts and style sheets are the same on most pages of a site
and are asked for once.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from scrapy import Request
from scrapy.http import Headers, Response

from unmold.crawl.crawl_settings import CrawlSettings
from unmold.settings import MEBIBYTE

NEEDED = frozenset({"document", "script", "stylesheet", "xhr", "fetch"})
"""Types of resources that may change what a page says. Images, fonts, media, pings, event streams
and the rest do not."""

METHODS = frozenset({"GET", "HEAD", "POST"})
MAX_REQUESTS = 200
"""Resources of one page; the median page of the web asks for some 70, images included."""

_CACHED = frozenset({"script", "stylesheet"})
_CACHE_BYTES = 64 * MEBIBYTE

_NOT_ASKED = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "cookie",
        "host",
        "proxy-authorization",
        "user-agent",
    }
)
"""Headers of the browser that are the crawler's affair; cookies are not kept."""

_NOT_ANSWERED = frozenset(
    {
        "alt-svc",
        "connection",
        "content-encoding",
        "content-length",
        "keep-alive",
        "location",
        "nel",
        "report-to",
        "reporting-endpoints",
        "set-cookie",
        "transfer-encoding",
    }
)
"""Headers that no longer fit the body, or would make the browser do something on its own."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a browser asks for."""

    url: str
    resource_type: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Resource:
    """What it is given."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)


def browser_headers(headers: Headers) -> dict[str, str]:
    """The headers of an answer as a browser may have them."""
    named = ((name.decode("latin-1").lower(), values) for name, values in headers.items())
    return {
        name: b", ".join(values).decode("latin-1")
        for name, values in named
        if name not in _NOT_ANSWERED
    }


class Resources:
    """Fetches what pages wish for, and counts what they were refused."""

    def __init__(
        self,
        settings: CrawlSettings,
        download: Callable[[Request], Awaitable[Response]],
        explain: Callable[[BaseException], str],
    ) -> None:
        self._settings = settings
        self._download = download
        self._explain = explain
        # Scrapy starts all requests of a burst at once, whatever its slots allow.
        self._turns = asyncio.Semaphore(settings.concurrency)
        self._cache: OrderedDict[str, Resource] = OrderedDict()
        self._cached_bytes = 0
        self.refused: Counter[str] = Counter()

    async def get(self, wish: Wish, budget: PageBudget) -> Resource | None:
        """The resource; None where there is none, or a rule says no."""
        if wish.resource_type not in NEEDED or wish.method not in METHODS:
            return None
        cached = self._cache.get(wish.url) if wish.resource_type in _CACHED else None
        if cached is not None:
            return cached
        if not budget.take_request():
            self.refused["budget"] += 1
            return None
        async with self._turns:
            if budget.is_closed:
                return None
            try:
                response = await self._download(self._request(wish, budget))
            except Exception as error:  # whatever the network or a rule came up with
                self.refused[self._explain(error)] += 1
                return None
        found = Resource(response.status, browser_headers(response.headers), response.body)
        budget.bytes -= len(found.body)
        self._keep(wish, found)
        return found

    def _request(self, wish: Wish, budget: PageBudget) -> Request:
        headers = {
            name: value for name, value in wish.headers.items() if name.lower() not in _NOT_ASKED
        }
        # A script that hangs must leave the page the time to go on without it.
        meta = {
            "download_timeout": self._settings.timeout / 2,
            "download_maxsize": max(1, min(self._settings.max_page_bytes, budget.bytes)),
            "dont_retry": True,
        }
        return Request(
            wish.url,
            method=wish.method,
            headers=headers,
            body=wish.body,
            meta=meta,
            dont_filter=True,
        )

    def _keep(self, wish: Wish, found: Resource) -> None:
        may_keep = "no-store" not in found.headers.get("cache-control", "").lower()
        if (
            wish.resource_type not in _CACHED
            or wish.method != "GET"
            or found.status != 200
            or not may_keep
        ):
            return
        if wish.url not in self._cache:
            self._cache[wish.url] = found
            self._cached_bytes += len(found.body)
        while self._cached_bytes > _CACHE_BYTES:
            _, oldest = self._cache.popitem(last=False)
            self._cached_bytes -= len(oldest.body)


@dataclass(slots=True)
class PageBudget:
    """What one page may still ask for."""

    bytes: int
    requests: int = MAX_REQUESTS
    is_closed: bool = False
    """Whether the page is put away: what still waits for its turn is not asked for."""

    def take_request(self) -> bool:
        """Whether one more request may be made; it counts then."""
        if self.requests <= 0 or self.bytes <= 0:
            return False
        self.requests -= 1
        return True
