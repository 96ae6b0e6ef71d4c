"""What every request of a crawl must pass: the border of the site, on every hop.

Downloader middlewares, so that pages, robots.txt, sitemaps and what a browser asks for go the same
way. Which addresses may be connected to is decided in `addresses`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self
from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

from unmold.crawl.addresses import was_refused
from unmold.pages.urls import clean_url

if TYPE_CHECKING:
    from unmold.crawl.state import CrawlState

HOPS = "unmold_hops"
STAYS = "unmold_stays"
"""In a request's meta: a redirect is an answer like any other, and not followed."""

_REDIRECTS = (301, 302, 303, 307, 308)


class Rule(IgnoreRequest):
    """A rule of the crawl left a URL out; the text is the reason that is counted."""


class _Middleware:
    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    @property
    def _state(self) -> CrawlState:
        return self._crawler.spider.crawl  # type: ignore[union-attr, no-any-return]


class SiteGuard(_Middleware):
    """Lets no request out of the site, whoever made it."""

    def process_request(self, request: Request) -> None:
        """Refuse a URL that is not of the site."""
        reason = self._state.border.reason(request.url)
        if reason is not None:
            raise Rule(reason)

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Say so where a name has an address, but none that may be asked."""
        if was_refused(urlsplit(request.url).hostname or "") and not isinstance(exception, Rule):
            raise Rule("private-address")


class InSiteRedirects(_Middleware):
    """Follows redirects inside the site, and not for ever."""

    def process_response(self, request: Request, response: Response) -> Request | Response:
        if STAYS in request.meta or response.status not in _REDIRECTS:
            return response
        location = response.headers.get("Location")
        if not location:
            raise Rule("redirect-nowhere")
        target = urljoin(response.url, location.decode("latin-1"))
        hop = next_hop(self._state, request, target)
        is_kept = response.status in (307, 308) or request.method in ("GET", "HEAD")
        return hop if is_kept else hop.replace(method="GET", body=b"")


def next_hop(state: CrawlState, request: Request, target: str) -> Request:
    """The request for the URL that another one leads to, if the rules allow it."""
    url = clean_url(target)
    if url is None or not state.border.includes(url):
        raise Rule("redirect-outside")
    hops = request.meta.get(HOPS, 0) + 1
    if hops > state.settings.max_redirects:
        raise Rule("redirect-loop")
    return request.replace(url=url, meta={**request.meta, HOPS: hops})
