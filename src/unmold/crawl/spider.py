"""Scrapy's hands for a crawl: URLs of a `CrawlState` are fetched, answers given back to it.

Our scheduler hands out the frontier's URLs in order; the spider turns every response or failure
into an answer. Bodies of other types than HTML are not read. Every request passes `guard`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urljoin

from scrapy import Request, Spider, signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, StopDownload
from scrapy.http import Headers, Response
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from unmold.crawl.archive import now
from unmold.crawl.assets import AssetFetcher
from unmold.crawl.crawl_progress import Report
from unmold.crawl.frontier import Target
from unmold.crawl.guard import STAYS, Rule, next_hop
from unmold.crawl.probe import probe_url
from unmold.crawl.resources import Resource, Resources, browser_headers
from unmold.crawl.state import CrawlState, Fetched, Refused
from unmold.errors import PageError, UsageError
from unmold.model import HttpResponse
from unmold.pages.sitemap import SitemapReader, sitemaps_of
from unmold.pages.urls import clean_url
from unmold.pages.warc import HTML_TYPES, charset_of
from unmold.settings import Limits

if TYPE_CHECKING:
    from unmold.crawl.rendering import Renderer

MAX_SITEMAPS = 200
"""Sitemaps that a crawl reads."""

NUMBER = "unmold_number"


class FrontierScheduler(BaseScheduler):
    """Requests in the order of the frontier; those that come back go first."""

    def __init__(self) -> None:
        self._returned: deque[Request] = deque()

    def open(self, spider: Spider) -> None:
        self._spider = spider
        self._state: CrawlState = spider.crawl  # type: ignore[attr-defined]
        self._next: Request | None = None

    def has_pending_requests(self) -> bool:
        if self._next is None:
            self._next = self.next_request()
        return self._next is not None

    def enqueue_request(self, request: Request) -> bool:
        """Take back a request that was redirected or is to be repeated."""
        self._returned.append(request)
        return True

    def next_request(self) -> Request | None:
        if self._next is not None:
            request, self._next = self._next, None
            return request
        if self._returned:
            return self._returned.popleft()
        target = self._state.next_target()
        return self._spider.request(target) if target else None  # type: ignore[attr-defined]


class CrawlSpider(Spider):
    """Fetches what the frontier names and hands everything back."""

    name = "unmold"

    def __init__(self, state: CrawlState, progress: Report | None, **options: Any) -> None:
        super().__init__(**options)
        self.crawl = state
        self._progress = progress
        self._sitemaps: set[str] = set()
        self._renderer: Renderer | None = None
        self._assets: AssetFetcher | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler, *arguments: Any, **options: Any) -> Self:
        spider = super().from_crawler(crawler, *arguments, **options)
        crawler.signals.connect(spider.check_headers, signal=signals.headers_received)
        crawler.signals.connect(spider.begin_reports, signal=signals.spider_opened)
        crawler.signals.connect(spider.end_reports, signal=signals.spider_closed)
        if spider.crawl.settings.render:
            crawler.signals.connect(spider.begin_rendering, signal=signals.spider_opened)
            crawler.signals.connect(spider.end_rendering, signal=signals.spider_closed)
        if spider.crawl.settings.assets:
            crawler.signals.connect(spider.begin_assets, signal=signals.spider_opened)
            crawler.signals.connect(spider.end_assets, signal=signals.spider_closed)
        return spider

    def begin_assets(self) -> None:
        """Make ready to keep what pages look by."""
        engine = self.crawler.engine
        assert engine is not None
        state = self.crawl
        self._assets = AssetFetcher(
            state.settings, state.folder, state.border, engine.download_async, state.count, _reason
        )

    def end_assets(self) -> None:
        if self._assets is not None:
            self._assets.close()

    def begin_rendering(self) -> None:
        """Make ready to render; the browser starts with the first page."""
        from unmold.crawl.rendering import Renderer

        engine = self.crawler.engine
        assert engine is not None
        settings = self.crawl.settings
        self._resources = Resources(settings, engine.download_async, _reason)
        self._renderer = Renderer(settings, self._resources)

    async def end_rendering(self) -> None:
        """End the browser, and count what pages were not given."""
        for reason, number in self._resources.refused.items():
            self.crawl.count(f"render-{reason}", number)
        if self._renderer is not None:
            await self._renderer.close()

    def begin_reports(self) -> None:
        """Tell how far it is, once a second."""
        if self._progress is not None:
            self._clock = LoopingCall(self._report)
            self._clock.start(1.0)

    def end_reports(self) -> None:
        if self._progress is not None and self._clock.running:
            self._clock.stop()

    def _report(self) -> None:
        if self._progress is not None:
            self._progress(self.crawl.progress())

    async def start(self) -> AsyncIterator[Any]:
        """The probe and, if asked for, sitemaps; the scheduler knows where to begin."""
        if not self.crawl.has_probed:
            probe = Request(
                probe_url(self.crawl.start),
                self.take_probe,
                errback=self.fail_probe,
                dont_filter=True,
                meta={STAYS: True},
            )
            yield probe
        if self.crawl.settings.sitemap:
            yield self._sitemap_request(urljoin(self.crawl.start, "/robots.txt"), self.read_robots)

    def take_probe(self, response: Response) -> None:
        """Keep what the server says is a page."""
        self.crawl.keep_probe(response.body, _charset(response.headers))

    def fail_probe(self, failure: Failure) -> None:
        """An honest server: there is nothing to compare pages with."""
        self.crawl.keep_probe(None)

    def _sitemap_request(self, url: str, then: Callable[..., Any]) -> Request:
        return Request(url, then, errback=self.pass_over, dont_filter=True)

    def pass_over(self, failure: Failure) -> Iterator[Request]:
        """A site without robots.txt may have a sitemap in the usual place."""
        request: Request = failure.request  # type: ignore[attr-defined]
        if request.url.endswith("/robots.txt"):
            yield from self._follow_sitemaps(["/sitemap.xml"], request.url)

    def read_robots(self, response: Response) -> Iterator[Request]:
        found = sitemaps_of(response.body) or ["/sitemap.xml"]
        yield from self._follow_sitemaps(found, response.url)

    def read_sitemap(self, response: Response) -> Iterator[Request]:
        """Queue what a sitemap lists."""
        reader = SitemapReader(response.url)
        try:
            reader.read(response.body, Limits())
        except (PageError, UsageError):
            self.crawl.count("bad-sitemap")
        self.crawl.add_seeds(reader.pages)
        yield from self._follow_sitemaps(reader.sitemaps, response.url)

    def _follow_sitemaps(self, urls: list[str], base: str) -> Iterator[Request]:
        for url in urls:
            target = clean_url(urljoin(base, url))
            if target is None or target in self._sitemaps or not self.crawl.border.includes(target):
                continue
            if len(self._sitemaps) >= MAX_SITEMAPS:
                return
            self._sitemaps.add(target)
            yield self._sitemap_request(target, self.read_sitemap)

    def request(self, target: Target) -> Request:
        meta: dict[str, Any] = {NUMBER: target.number}
        return Request(target.url, self.parse, errback=self.fail, dont_filter=True, meta=meta)

    async def parse(self, response: Response) -> list[Request]:
        """Hand on a page, rendered if asked for; or ask for the one that its script leads to."""
        try:
            answer = await self._read(response)
            if isinstance(answer, Request):
                return [answer]
            self.crawl.answer(response.meta[NUMBER], answer)
            if self._assets is not None and isinstance(answer, Fetched):
                await self._assets.fetch_for(answer)
        except Exception as error:  # a full disk, a browser that does not start: no page's fault
            self.crawl.fail(error)
        return []

    async def _read(self, response: Response) -> Fetched | Refused | Request:
        if not response.body.strip():
            return Refused("empty")
        charset = _charset(response.headers)
        headers = tuple(
            (name, value) for name, values in response.headers.items() for value in values
        )
        page = Fetched(response.url, response.status, headers, response.body, charset, now())
        return page if self._renderer is None else await self._render(page, response)

    async def _render(self, page: Fetched, response: Response) -> Fetched | Refused | Request:
        """The page as a browser shows it, or the request for where it leads."""
        from unmold.crawl.rendering import Moved, RenderError

        assert self._renderer is not None
        answer = Resource(response.status, browser_headers(response.headers), response.body)
        try:
            shown = await self._renderer.render(page, answer)
            if isinstance(shown, Moved):
                assert response.request is not None
                return next_hop(self.crawl, response.request, shown.url)
        except Rule as rule:
            return explain(rule)
        except RenderError as error:
            return Refused(str(error))
        return shown

    def fail(self, failure: Failure) -> None:
        """Hand on why there is no page."""
        self.crawl.answer(failure.request.meta[NUMBER], explain(failure.value or Exception()))  # type: ignore[attr-defined]

    def check_headers(self, headers: Headers, request: Request, **_: object) -> None:
        """Stop before the body where it is no HTML."""
        if NUMBER not in request.meta:
            return
        media_type = (
            (headers.get("Content-Type") or b"").split(b";")[0].strip().lower().decode("latin-1")
        )
        if media_type and media_type not in HTML_TYPES:
            raise StopDownload(fail=True)


_FAILURES = {
    "CannotResolveHostError": "dns",
    "DNSLookupError": "dns",
    "DownloadConnectionRefusedError": "refused",
    "ConnectionRefusedError": "refused",
    "DownloadTimeoutError": "timeout",
    "TimeoutError": "timeout",
    "TCPTimedOutError": "timeout",
    "DownloadCancelledError": "too-large",
    "ResponseDataLossError": "cut-off",
}
"""What Scrapy's and Twisted's exceptions are called in the counts."""


def explain(error: BaseException) -> Refused:
    """Why there is no page, in one word."""
    if isinstance(error, Rule):
        return Refused(str(error), is_rule=True)
    if isinstance(error, HttpError):
        return Refused(f"http-{error.response.status}")
    if isinstance(error, StopDownload):
        return Refused("not-html", is_rule=True)
    if isinstance(error, IgnoreRequest):
        is_robots = "robots.txt" in str(error)
        return Refused("robots", is_rule=True) if is_robots else Refused("too-large")
    return Refused(_FAILURES.get(type(error).__name__, "network"))


def _reason(error: BaseException) -> str:
    return explain(error).reason


def _charset(headers: Headers) -> str | None:
    """The charset that the server vouches for."""
    value = (headers.get("Content-Type") or b"").decode("latin-1")
    return charset_of(HttpResponse(None, (("content-type", value),)))
