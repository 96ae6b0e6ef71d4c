"""Rendering: a page as fetched becomes the page as a browser shows it after its scripts ran.

The browser gets every byte from the crawler: the document that was fetched already, and what it
asks for through `Resources`. A page that sends the browser on, by script or by meta refresh, is not
followed inside the browser: the crawler follows it as it follows a redirect, so that each answer is
filed under the URL that it came from.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.async_api import Error, Page, Request, Route

from unmold.browser import PATIENCE, LonelyBrowser
from unmold.crawl.crawl_settings import CrawlSettings
from unmold.crawl.resources import PageBudget, Resource, Resources, Wish
from unmold.crawl.state import Fetched
from unmold.pages.urls import clean_url

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext

SETTLE = 5.0
"""Seconds that a loaded page may go on asking for data; most are quiet after half of one."""

RESOURCES_PER_PAGE = 4
"""All resources of a page together may be this many times as large as a page."""

_INIT_SCRIPT = """
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"])
    delete globalThis[name];
"""


class RenderError(Exception):
    """A page could not be rendered; the text is the reason that is counted."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A page that sent the browser on."""

    url: str


class Renderer:
    """Renders pages, several at a time, each in a browser context of its own."""

    def __init__(self, settings: CrawlSettings, resources: Resources) -> None:
        self._settings = settings
        self._resources = resources
        self.browser = LonelyBrowser(settings.sandbox)
        self._turns = asyncio.Semaphore(settings.concurrency)

    async def render(self, page: Fetched, answer: Resource) -> Fetched | Moved:
        """The page as a browser shows it, or where it leads."""
        async with self._turns:
            try:
                return await self._render(page, answer)
            except Error:  # another page may have brought the browser down
                pass
            try:
                return await self._render(page, answer)
            except Error:
                raise RenderError("render-failed") from None

    async def _render(self, page: Fetched, answer: Resource) -> Fetched | Moved:
        browser = await self.browser.get()
        context = await browser.new_context(
            user_agent=self._settings.user_agent,
            service_workers="block",
            accept_downloads=False,
        )
        budget = PageBudget(RESOURCES_PER_PAGE * self._settings.max_page_bytes)
        try:
            async with asyncio.timeout(self._settings.timeout):
                return await self._show(context, page, answer, budget)
        except TimeoutError:
            raise RenderError("timeout") from None
        finally:
            budget.is_closed = True
            await self._put_away(browser, context)

    async def _show(
        self, context: BrowserContext, page: Fetched, answer: Resource, budget: PageBudget
    ) -> Fetched | Moved:
        await context.add_init_script(_INIT_SCRIPT)
        view = View(await context.new_page(), page.url, answer, self._resources, budget)
        await context.route("**/*", view.answer)
        await context.route_web_socket("**/*", lambda socket: socket.close())
        context.on("page", _close)
        text = await view.show()
        if view.moved is not None:
            return Moved(view.moved)
        if not view.is_at_home:
            raise RenderError("redirect-nowhere")
        body = text.encode("utf-8", "replace")
        if len(body) > self._settings.max_page_bytes:
            raise RenderError("too-large")
        return replace(page, body=body, charset="utf-8", headers=_say_utf_8(page.headers))

    async def _put_away(self, browser: Browser, context: BrowserContext) -> None:
        """Close a context; where a page holds on to it, end the browser."""
        try:
            async with asyncio.timeout(PATIENCE):
                await context.unroute_all(behavior="ignoreErrors")
                await context.close()
        except (Error, TimeoutError):
            await self.browser.abandon(browser)

    async def close(self) -> None:
        await self.browser.close()


@dataclass
class View:
    """One page in the browser, and everything that it is given."""

    page: Page
    url: str
    document: Resource
    resources: Resources
    budget: PageBudget
    moved: str | None = None
    """Where the page sent the browser."""
    _is_open: bool = False
    _is_done: asyncio.Event = field(default_factory=asyncio.Event)

    async def show(self) -> str:
        """Load the page, wait until it is quiet, and read it; nothing where it moved."""
        await self.page.goto(self.url, wait_until="commit", timeout=0)
        load = asyncio.ensure_future(self._settle())
        done = asyncio.ensure_future(self._is_done.wait())
        try:
            await asyncio.wait({load, done}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (load, done):
                task.cancel()
            await asyncio.gather(load, done, return_exceptions=True)
        return "" if self.moved is not None else await self.page.content()

    async def _settle(self) -> None:
        await self.page.wait_for_load_state("load", timeout=0)
        try:
            await self.page.wait_for_load_state("networkidle", timeout=SETTLE * 1000)
        except Error:  # it still asks for something: take it as it is
            return

    @property
    def is_at_home(self) -> bool:
        """Whether the browser shows the document that it was given.

        Addresses that a script only writes into the address bar are of the same origin.
        """
        return urlsplit(self.page.url)[:2] == urlsplit(self.url)[:2]

    async def answer(self, route: Route) -> None:
        """Answer a request of the browser."""
        try:
            await self._answer(route, route.request)
        except Error:  # the page was closed meanwhile
            return

    async def _answer(self, route: Route, request: Request) -> None:
        if not self._is_ours(request):
            await route.abort("blockedbyclient")
        elif request.is_navigation_request() and request.frame == self.page.main_frame:
            await self._navigate(route, request)
        else:
            found = await self.resources.get(_wish(request), self.budget)
            await (route.abort("failed") if found is None else _fulfill(route, found))

    def _is_ours(self, request: Request) -> bool:
        """Whether a request is of this page, and not of a window that it opened."""
        try:
            return request.frame.page == self.page
        except Error:  # a window that has no frame yet, or a worker
            return False

    async def _navigate(self, route: Route, request: Request) -> None:
        if not self._is_open:
            self._is_open = True
            await _fulfill(route, self.document)
            return
        # A page that reloads itself or sends a form stays what it is.
        is_elsewhere = clean_url(request.url) != clean_url(self.url)
        if request.method == "GET" and is_elsewhere and self.moved is None:
            self.moved = request.url
        # "aborted" leaves the page in place; other errors would show a page about the error.
        await route.abort("aborted")
        self._is_done.set()


def _wish(request: Request) -> Wish:
    return Wish(
        request.url,
        request.resource_type,
        request.method,
        request.headers,
        request.post_data_buffer or b"",
    )


async def _fulfill(route: Route, found: Resource) -> None:
    await route.fulfill(status=found.status, headers=dict(found.headers), body=found.body)


async def _close(window: Page) -> None:
    """Close a window that a page opened."""
    try:
        await window.close()
    except Error:
        return


def _say_utf_8(headers: tuple[tuple[bytes, bytes], ...]) -> tuple[tuple[bytes, bytes], ...]:
    """The headers of a page whose text was written anew."""
    types = [value.split(b";")[0] for name, value in headers if name.lower() == b"content-type"]
    kept = [(name, value) for name, value in headers if name.lower() != b"content-type"]
    return (*kept, (b"Content-Type", (types[0] if types else b"text/html") + b"; charset=utf-8"))
