"""Classifies, extracts and compares pages that are sent, on a bounded number of threads.

What waits is bounded, too: a server that has no room says so at once, and when to ask again, rather
than to let everybody wait longer and longer.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from unmold.errors import Failure, attempt
from unmold.evaluation import NONE
from unmold.model import Page, Problem
from unmold.pages.assembly import Origin, assemble
from unmold.pages.sites import host_of
from unmold.records import Record
from unmold.records.classify import Verdict
from unmold.serve.live import Snapshot
from unmold.serve.problems import ProblemError, busy
from unmold.serve.settings import ServeSettings
from unmold.settings import Limits

Result = TypeVar("Result")
NAME = "request"
"""What stands for the place of a page that was sent."""

QUICK = 1 << 18
"""Bytes of a page that is done in a few milliseconds; nearly all pages are smaller."""

PAUSE = 0.02
"""Seconds after which a stream asks again for room."""


class _Room:
    """Counts what is under way, up to what there is room for."""

    def __init__(self, places: int) -> None:
        self._lock = threading.Lock()
        self._places = places
        self.taken = 0

    def enter(self) -> bool:
        with self._lock:
            has_room = self.taken < self._places
            self.taken += has_room
            return has_room

    def leave(self) -> None:
        with self._lock:
            self.taken -= 1


class PageWork:
    """Threads that work on pages: one for small pages, the others for what may take long.

    Small pages are mostly Python's work, of which only one thread does any at a time. Of pages of
    65 KB one thread extracts 240 a second on two cores, two of them 177, and three 142.
    """

    def __init__(self, settings: ServeSettings) -> None:
        workers = settings.workers or os.cpu_count() or 1
        self._seconds = settings.page_seconds
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="unmold-pages")
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="unmold-small-pages")
        self.room = _Room(workers + settings.queue)

    @property
    def waiting(self) -> int:
        """Works that wait or are under way."""
        return self.room.taken

    async def do_patiently(self, work: Callable[[], Result], size: int) -> Result:
        """Do one of many works of a stream, which waits until there is room."""
        end = asyncio.get_running_loop().time() + self._seconds
        while not self.room.enter():
            if asyncio.get_running_loop().time() > end:
                raise busy("too many pages are waiting")
            await asyncio.sleep(PAUSE)
        return await self._do(work, self._seconds, size)

    async def do(
        self,
        work: Callable[[], Result],
        seconds: float | None = None,
        *,
        size: int | None = None,
    ) -> Result:
        """Do a work when a thread is free; refuse it where too many wait already.

        `size` is that of the one page to be worked on, in bytes; other work has none.
        """
        if not self.room.enter():
            raise busy("too many pages are waiting")
        return await self._do(work, seconds or self._seconds, size)

    async def _do(self, work: Callable[[], Result], seconds: float, size: int | None) -> Result:
        is_quick = size is not None and size <= QUICK
        try:
            future = (self._quick if is_quick else self._pool).submit(work)
        except BaseException:
            self.room.leave()
            raise
        # A work that has begun takes its thread until it ends, whoever still waits for it.
        future.add_done_callback(lambda _: self.room.leave())
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), seconds)
        except TimeoutError:
            raise busy(f"the work took longer than {seconds:g} s", "send less at a time") from None

    def stop(self) -> None:
        for pool in (self._quick, self._pool):
            pool.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class SentPage:
    """A page of a request."""

    data: bytes
    url: str | None = None
    charset: str | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """The template of a page that was sent, or why it has none."""

    page: Page | None
    template: str | None
    """What unmold calls it."""
    score: float | None
    reason: str = ""


def make_page(snapshot: Snapshot, sent: SentPage, limits: Limits) -> Page | Problem:
    """A page of what was sent, or why it is none."""
    sites = {entry.site for entry in snapshot.templates.values()}

    def guess(declared: str | None) -> str:
        """A page without an address belongs to the only site that there is."""
        host = host_of(declared) if declared else None
        if host in sites:
            return str(host)
        return next(iter(sites)) if len(sites) == 1 else host or NAME

    origin = Origin(NAME, NAME, guess, url=sent.url or None, charset=sent.charset)
    return assemble(origin, sent.data, limits)


def judge_page(snapshot: Snapshot, sent: SentPage, limits: Limits) -> Judged:
    """Find the template of a page."""
    page = make_page(snapshot, sent, limits)
    if isinstance(page, Problem):
        return Judged(None, None, None, page.message)
    found = attempt(_classify, snapshot, page, limits)
    if isinstance(found, Failure):
        return Judged(page, None, None, found.reason)
    if found.template == NONE:
        reason = found.explain(snapshot.shown_name(found.nearest))
        return Judged(page, None, found.score, reason)
    return Judged(page, found.template, found.score)


def _classify(snapshot: Snapshot, page: Page, limits: Limits) -> Verdict:
    ((_, verdict),) = snapshot.classifier.assign([page], limits=limits, jobs=1)
    return verdict


def extract_page(
    snapshot: Snapshot, sent: SentPage, limits: Limits, tier: int
) -> tuple[Judged, Record | None]:
    """Find the template of a page, and what the page says by it."""
    judged = judge_page(snapshot, sent, limits)
    if judged.page is None or judged.template is None:
        return judged, None
    shown = snapshot.shown_name(judged.template)
    assert shown is not None
    return judged, snapshot.extractor(shown, tier).extract_pages([judged.page], limits, jobs=1)[0]


def read_html(kind: str, data: bytes, url: str | None) -> SentPage:
    """The page of a request whose body is HTML; its type may name the charset."""
    for parameter in kind.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset" and value.strip():
            return SentPage(data, url, value.strip().strip('"'))
    return SentPage(data, url)


def read_line(line: Any) -> SentPage:
    """The page of a line of JSON: an object with `html`, and perhaps `url`."""
    if not isinstance(line, dict) or not isinstance(line.get("html"), str):
        raise ProblemError(422, "a line is no object with `html`", 'as {"url": ..., "html": ...}')
    url = line.get("url")
    if url is not None and not isinstance(url, str):
        raise ProblemError(422, "the `url` of a line is no text", 'as {"url": ..., "html": ...}')
    return SentPage(line["html"].encode("utf-8", "replace"), url, "utf-8")
