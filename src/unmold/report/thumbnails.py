"""Small pictures of example pages, with the places of values outlined.

A page is hostile: it is shown without scripts, by a browser without a network, and is given nothing
but style sheets, images and fonts that lie in its own folder. Only a picture and rectangles leave
the browser; the outlines are drawn here.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from markupsafe import Markup

from unmold.browser import LonelyBrowser, check_browser
from unmold.errors import UsageError
from unmold.model import Page
from unmold.pages.page_files import find_file, find_root
from unmold.records.extract import extract_from_pages
from unmold.report.describe_templates import GONE, Described, describe_page
from unmold.report.detail import Detail
from unmold.report.outlines import VIEW_HEIGHT, VIEW_WIDTH, Box, Place, draw_outlines, list_places
from unmold.report.safe_values import show_text
from unmold.report.views import TemplateView, ThumbnailView

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Route

TIMEOUT = 20.0
"""Seconds that a page may take: most are shown in a tenth of one."""

AT_ONCE = 2
"""Pages that are shown at the same time."""

MAX_PLACES = 150
"""Places that are outlined; where there are more, nobody sees which is which."""

SHARP = 1.5
"""Pixels of the picture for each that it takes in the document; more costs bytes."""

QUALITY = 62
"""Of the picture: what places are called can still be read. A guess."""
LEAST_HEIGHT = 300
"""Pixels of the picture of a short page. A guess."""
FAR, ABOVE, MAX_DOWN = 500, 120, 100_000
"""From where on the first value is far down; how much is shown above it; and too far to look."""

NOWHERE = "http://page.invalid"
_GIVEN = frozenset({"stylesheet", "image", "font"})

# Names in a page can shadow properties of its document and of its forms, so none is asked for.
_MEASURE = """
xpaths => {
  const evaluate = Document.prototype.evaluate, createRange = Document.prototype.createRange;
  const typeOf = Object.getOwnPropertyDescriptor(Node.prototype, "nodeType").get;
  const find = xpath => {
    return evaluate.call(document, xpath, document, null, 9, null).singleNodeValue;
  };
  const place = node => {
    if (typeOf.call(node) === 1 && (node instanceof HTMLImageElement))
      return Element.prototype.getBoundingClientRect.call(node);
    const range = createRange.call(document);
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  return xpaths.map(xpath => {
    try {
      const node = find(xpath);
      if (!node) return null;
      const box = place(node);
      return [box.x, box.y, box.width, box.height];
    } catch { return null; }
  });
}
"""

_BOTTOM = """
() => Element.prototype.getBoundingClientRect.call(
  Object.getOwnPropertyDescriptor(Document.prototype, "documentElement").get.call(document)
).bottom
"""


@dataclass(frozen=True, slots=True)
class Subject:
    """A page to be shown, and what is to be found on it."""

    page: Page
    places: tuple[Place, ...]
    root: Path | None
    """The folder whose files it may have."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What came out of the browser."""

    image: bytes
    boxes: list[Any]
    height: int
    """How much of the window the page takes."""


def add_thumbnails(
    described: Iterable[Described],
    detail: Detail,
    *,
    sandbox: bool,
    note: Callable[[str], object],
) -> Iterator[TemplateView]:
    """The views of templates, each with a thumbnail; without a browser as they are."""
    try:
        check_browser(sandbox=sandbox)
    except UsageError as error:
        note(_explain(error))
        yield from (one.view for one in described)
        return
    chosen = [(one.view, choose_subject(one)) for one in described]
    subjects = [subject for _, subject in chosen if subject is not None]
    try:
        shots = iter(take_shots(subjects, detail, sandbox=sandbox))
    except UsageError as error:
        note(_explain(error))
        yield from (view for view, _ in chosen)
        return
    for view, subject in chosen:
        if subject is None:
            yield replace(view, thumbnail_note=GONE)
        elif (shot := next(shots)) is None:
            yield replace(view, thumbnail_note="the browser could not show it")
        else:
            yield replace(view, thumbnail=_describe(subject, shot, detail))


def _explain(error: UsageError) -> str:
    return f"no thumbnails: {error.message}" + (f" ({error.hint})" if error.hint else "")


def choose_subject(described: Described) -> Subject | None:
    """Of the pages that are at hand, the one that fills most columns."""
    if not described.pages:
        return None
    records = list(extract_from_pages(described.template.best, described.pages))
    best = max(range(len(records)), key=lambda at: len(records[at].xpaths))
    places = list_places(records[best].xpaths)[:MAX_PLACES]
    page = described.pages[best]
    return Subject(page, tuple(places), find_root(page))


def _describe(subject: Subject, shot: Shot, detail: Detail) -> ThumbnailView:
    boxes = [Box.of(found, shot.height) for found in shot.boxes]
    outlines, unseen = draw_outlines(subject.places, boxes, detail.thumbnail, shot.height)
    return ThumbnailView(
        image="data:image/jpeg;base64," + b64encode(shot.image).decode(),
        width=detail.thumbnail,
        height=round(detail.thumbnail * shot.height / VIEW_WIDTH),
        outlines=Markup(outlines),
        page=describe_page(subject.page.url),
        unseen=tuple(show_text(name, 80) for name in unseen),
    )


def take_shots(subjects: Sequence[Subject], detail: Detail, *, sandbox: bool) -> list[Shot | None]:
    """What a browser shows of each page; None where it could not."""
    found: list[list[Shot | None]] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            found.append(asyncio.run(_take_all(subjects, detail, sandbox)))
        except BaseException as error:  # handed to the caller, who waits
            failed.append(error)

    # A thread of its own: a notebook has a loop already, and loops cannot be nested.
    thread = Thread(target=work, name="thumbnails")
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return found[0]


async def _take_all(
    subjects: Sequence[Subject], detail: Detail, sandbox: bool
) -> list[Shot | None]:
    browser = LonelyBrowser(sandbox)
    turns = asyncio.Semaphore(AT_ONCE)

    async def take(subject: Subject) -> Shot | None:
        async with turns:
            return await _attempt(browser, subject, detail)

    try:
        # One first: a browser that does not start says so once.
        await browser.get()
        return list(await asyncio.gather(*map(take, subjects)))
    finally:
        await browser.close()


async def _attempt(browser: LonelyBrowser, subject: Subject, detail: Detail) -> Shot | None:
    from playwright.async_api import Error

    running = await browser.get()
    try:
        async with asyncio.timeout(TIMEOUT):
            context = await running.new_context(
                viewport={"width": VIEW_WIDTH, "height": VIEW_HEIGHT},
                device_scale_factor=min(SHARP * detail.thumbnail / VIEW_WIDTH, 1.0),
                java_script_enabled=False,
                service_workers="block",
                accept_downloads=False,
                color_scheme="light",
                reduced_motion="reduce",
            )
            shot = await _show(context, subject)
            await context.close()
            return shot
    except (Error, TimeoutError):
        # Whatever holds the page may hold the browser: the next page gets a new one.
        await browser.abandon(running)
        return None


async def _show(context: BrowserContext, subject: Subject) -> Shot:
    address = _address(subject.page)
    is_open = False

    async def answer(route: Route) -> None:
        nonlocal is_open
        request = route.request
        if request.url == address and not is_open:
            is_open = True
            kind = _content_type(subject.page)
            await route.fulfill(status=200, content_type=kind, body=subject.page.data)
            return
        file = find_file(request.url, address, subject.root)
        if request.resource_type in _GIVEN and file is not None:
            await route.fulfill(status=200, content_type=file[0], body=file[1].read_bytes())
        else:
            # "aborted" leaves the page in place, should it try to go elsewhere.
            await route.abort("aborted")

    await context.route("**/*", answer)
    await context.route_web_socket("**/*", lambda socket: socket.close())
    page = await context.new_page()
    await page.goto(address, wait_until="load", timeout=TIMEOUT * 1000)
    xpaths = [place.xpath for place in subject.places]
    boxes = await page.evaluate(_MEASURE, xpaths)
    if top := find_top(boxes):
        await page.evaluate("top => window.scrollTo(0, top)", top)
        boxes = await page.evaluate(_MEASURE, xpaths)
    height = find_height(await page.evaluate(_BOTTOM), boxes)
    image = await page.screenshot(
        type="jpeg",
        quality=QUALITY,
        animations="disabled",
        clip={"x": 0, "y": 0, "width": VIEW_WIDTH, "height": height},
    )
    return Shot(image, boxes if isinstance(boxes, list) else [], height)


def find_top(boxes: Any) -> int:
    """How far down to look: menus may fill the window before the first value comes."""
    found = [Box.of(box, height=MAX_DOWN) for box in boxes] if isinstance(boxes, list) else []
    tops = [box.y for box in found if box is not None]
    top = min(tops, default=0.0)
    return round(top) - ABOVE if top > FAR else 0


def find_height(bottom: Any, boxes: Any) -> int:
    """How much of the window there is to be seen: to the end of the page, and of all values."""
    found = [Box.of(box) for box in boxes] if isinstance(boxes, list) else []
    ends = [box.y + box.height + 20 for box in found if box is not None]
    if isinstance(bottom, int | float):
        ends.append(float(bottom))
    return round(min(max([LEAST_HEIGHT, *filter(isfinite, ends)]), VIEW_HEIGHT))


def _content_type(page: Page) -> str:
    """Where nobody said how a page is encoded, the browser finds out as it does for any other."""
    return f"text/html; charset={page.charset}" if page.charset else "text/html"


def _address(page: Page) -> str:
    """Where the page pretends to be: its own address, without what is not sent."""
    parts = urlsplit(page.url)
    if parts.scheme in ("http", "https") and parts.netloc and page.url.isascii():
        return f"{parts.scheme}://{parts.netloc}{parts.path or '/'}"
    return f"{NOWHERE}/"
