"""One crawl, apart from the network: decides what to fetch next, and stores what was fetched.

Joins the frontier, the archive, the order, the traps and the budgets. Everything that decides which
pages a crawl gets is here, so it can be read, and tested, without a server. `spider` connects it to
Scrapy.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from unmold.crawl.archive import Archive
from unmold.crawl.border import Border
from unmold.crawl.crawl_progress import CrawlProgress, CrawlSummary
from unmold.crawl.crawl_settings import CRAWL_FOLDER, FRONTIER_FILE, PAGES_FOLDER, CrawlSettings
from unmold.crawl.frontier import Frontier, Sighting, StoredPage, Target
from unmold.crawl.probe import Probe
from unmold.crawl.sequence import Sequence
from unmold.crawl.template_budget import TemplateBudget, path_set
from unmold.crawl.traps import Traps
from unmold.errors import UsageError
from unmold.features.page import PageFeatures, page_features
from unmold.model import Page
from unmold.pages.urls import clean_url
from unmold.settings import Limits

_READ_AHEAD = 200
"""Addresses read from the file at once: a few requests' worth."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page that a server gave."""

    url: str
    """After redirects."""
    status: int
    headers: tuple[tuple[bytes, bytes], ...] = field(repr=False)
    body: bytes = field(repr=False)
    charset: str | None
    date: str


@dataclass(frozen=True, slots=True)
class Refused:
    """No page: the server or a rule of the crawl said no."""

    reason: str
    is_rule: bool = False
    """Whether a rule of the crawl left it out, rather than something failing."""
    url: str | None = None


class CrawlState:
    """All of one crawl that outlives a request."""

    def __init__(self, folder: Path, start: str, settings: CrawlSettings) -> None:
        self.folder, self.settings = folder, settings
        self._frontier = Frontier(folder / CRAWL_FOLDER / FRONTIER_FILE)
        self.start = self._agree_on_start(start)
        self.border = Border(self.start, settings.any_port)
        self.site = self.border.site
        self._archive = Archive(
            folder / PAGES_FOLDER, self._frontier.archives(), settings.archive_bytes
        )
        # Pages come faster than a browser shows them: those that wait for it are kept few.
        window = 4 * settings.concurrency if settings.render else max(64, 4 * settings.concurrency)
        self._sequence: Sequence[Fetched | Refused] = Sequence(window)
        self._traps = Traps(settings.max_per_pattern, settings.max_depth)
        self._waiting: deque[Target] = deque()
        self._last = 0
        self._began = time.monotonic()
        self.stopped = False
        self.failure: Exception | None = None
        """Why the crawl could not go on at all."""
        self._restore()

    def _agree_on_start(self, start: str) -> str:
        url = clean_url(start)
        if url is None:
            raise UsageError(
                f"{start!r} is not a URL to start from", hint="give http:// or https://"
            )
        known = self._frontier.fact("start")
        if known not in (None, url):
            raise UsageError(
                f"this workspace holds a crawl that began at {known}",
                hint="give that URL to go on with it, or another workspace",
            )
        self._frontier.remember(start=url)
        return url

    def _restore(self) -> None:
        """Take up the crawl where it was left; what looser settings now allow is queued again."""
        settings, frontier = self.settings, self._frontier
        frontier.remember_settings(asdict(settings))
        frontier.add([Sighting(self.start, 0)])
        frontier.requeue("depth", settings.max_depth)
        frontier.requeue("template-budget")
        if not settings.obey_robots:
            frontier.requeue("robots")
        totals = frontier.totals()
        self._stored, self._bytes = totals.get("stored", 0), totals["bytes"]
        self._stored_before = self._stored
        for (url,) in frontier.rows("url", "state IN ('stored', 'queued', 'failed')"):
            self._traps.note(str(url))
        self._budget = self._restore_budget()

    def _restore_budget(self) -> TemplateBudget | None:
        if self.settings.per_template is None:
            return None
        known = [np.frombuffer(paths, np.uint64) for paths in self._frontier.templates()]
        budget = TemplateBudget(self.settings.per_template, known)
        columns = "number, template, source, xpath"
        for row in self._frontier.rows(columns, "state = 'stored' AND template IS NOT NULL"):
            budget.note(*row)  # type: ignore[arg-type]
        return budget

    # ---- Out: what to fetch ----

    def add_seeds(self, urls: Iterable[str]) -> None:
        """Queue pages that are known without a link to them, such as those of a sitemap."""
        found = (clean_url(url) for url in urls)
        inside = [url for url in found if url and self.border.includes(url)]
        self._frontier.add(self._sighting(url, 1) for url in inside)

    @property
    def has_probed(self) -> bool:
        """Whether the server was asked for a page that cannot exist."""
        return self._frontier.fact("probe") is not None

    def keep_probe(self, body: bytes | None, charset: str | None = None) -> None:
        """Note the answer to that request; None if the server said that there is nothing."""
        page = Page("", "", self.start, self.site, body or b"", charset=charset)
        probe = Probe.of(page_features(page)).to_json() if body else ""
        self._frontier.remember(probe=probe)

    def count(self, reason: str, number: int = 1) -> None:
        """Count what gave no pages and has no URL of its own in the frontier."""
        self._frontier.count(reason, number)

    def next_target(self) -> Target | None:
        """The next URL to fetch, or None while there is none or none may be."""
        if self.ended or self._sequence.is_full or self._is_reserved():
            return None
        while True:
            target = self._pop()
            if target is None or not self._skip_spent(target):
                break
        if target is not None:
            self._sequence.ask(target.number)
        return target

    def _is_reserved(self) -> bool:
        """Whether the pages under way may fill the budget."""
        limit = self.settings.max_pages
        return limit is not None and self._stored + len(self._sequence) >= limit

    def _pop(self) -> Target | None:
        if not self._waiting:
            self._waiting.extend(self._frontier.targets(self._last, _READ_AHEAD))
        if not self._waiting:
            return None
        target = self._waiting.popleft()
        self._last = target.number
        return target

    def _skip_spent(self, target: Target) -> bool:
        if self._budget is None:
            return False
        rows = self._frontier.rows("source, xpath", f"number = {target.number:d}")
        is_spent = self._budget.is_spent(*next(rows))  # type: ignore[arg-type]
        if is_spent:
            self._frontier.give_up(target.number, "skipped", "template-budget")
        return is_spent

    @property
    def ended(self) -> str | None:
        """The budget that is used up, if one is."""
        settings = self.settings
        if self.stopped:
            return "stopped"
        if settings.max_pages is not None and self._stored >= settings.max_pages:
            return "max-pages"
        if settings.max_bytes is not None and self._bytes >= settings.max_bytes:
            return "max-bytes"
        if settings.max_time is not None and self._seconds() >= settings.max_time:
            return "max-time"
        return None

    # ---- In: what came ----

    def answer(self, number: int, answer: Fetched | Refused) -> None:
        """Take the answer to one target; deal with all whose turn has come."""
        for turn, given in self._sequence.answer(number, answer):
            if isinstance(given, Refused):
                state = "skipped" if given.is_rule else "failed"
                self._frontier.give_up(turn, state, given.reason, given.url)
            else:
                self._take(turn, given)

    def _take(self, number: int, fetched: Fetched) -> None:
        final = clean_url(fetched.url) or fetched.url
        owner = self._frontier.owner_of(final)
        if owner is not None and owner != number:
            self._frontier.give_up(number, "skipped", "duplicate", final)
            return
        features = page_features(
            Page(final, final, final, self.site, fetched.body, charset=fetched.charset),
            Limits(max_bytes=max(1, self.settings.max_page_bytes)),
        )
        row = next(self._frontier.rows("depth, source, xpath", f"number = {number:d}"))
        depth, source, xpath = row
        template = self._template(number, features, source, xpath)  # type: ignore[arg-type]
        place = self._archive.append(
            final, fetched.status, fetched.headers, fetched.body, fetched.date
        )
        page = StoredPage(
            number, final, fetched.status, place.file, place.start, place.length,
            len(fetched.body), fetched.date, template,
        )  # fmt: skip
        self._frontier.store(page, self._sightings(number, int(depth), features), place.end)  # type: ignore[call-overload]
        self._stored += 1
        self._bytes += len(fetched.body)

    def _template(
        self, number: int, features: PageFeatures, source: int | None, xpath: str | None
    ) -> int | None:
        if self._budget is None:
            return None
        known = len(self._budget.templates)
        paths = path_set(features.leaf_paths)
        template = self._budget.template(paths)
        if template == known:
            self._frontier.add_template(template, paths.tobytes())
        self._budget.note(number, template, source, xpath)
        return template

    def _sightings(self, number: int, depth: int, features: PageFeatures) -> list[Sighting]:
        """The links of a page that lead to new URLs of the site, each at its first place."""
        found: dict[str, Sighting] = {}
        outside: dict[str, int] = {}
        for link in features.links:
            url = clean_url(link.url)
            reason = self.border.reason(url or link.url)
            if reason is not None or url is None:
                outside[reason or "outside"] = outside.get(reason or "outside", 0) + 1
            elif url not in found and not self._frontier.is_known(url):
                found[url] = self._sighting(url, depth + 1, number, link.xpath, link.text)
        for reason, count in outside.items():
            self._frontier.count(reason, count)
        return list(found.values())

    def _sighting(
        self,
        url: str,
        depth: int,
        source: int | None = None,
        xpath: str | None = None,
        text: str | None = None,
    ) -> Sighting:
        reason = self._traps.reason(url, depth)
        if reason is None:
            self._traps.note(url)
        return Sighting(url, depth, source, xpath, text, reason)

    # ---- What a person wants to know ----

    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def progress(self) -> CrawlProgress:
        totals = self._frontier.totals()
        seconds = self._seconds()
        return CrawlProgress(
            stored=self._stored,
            queued=totals.get("queued", 0),
            failed=totals.get("failed", 0),
            skipped=totals.get("skipped", 0),
            bytes=self._bytes,
            seconds=seconds,
            rate=(self._stored - self._stored_before) / max(seconds, 1e-9),
        )

    def summary(self) -> CrawlSummary:
        totals = self._frontier.totals()
        return CrawlSummary(
            start=self.start,
            site=self.site,
            stored=self._stored,
            queued=totals.get("queued", 0),
            bytes=self._bytes,
            seconds=self._seconds(),
            ended=self.ended or "finished",
            reasons=self._frontier.reasons(),
        )

    def fail(self, error: Exception) -> None:
        """End the crawl for an error that the next page would meet too."""
        self.failure = self.failure or error
        self.stopped = True

    def frontier(self) -> Frontier:
        return self._frontier

    def close(self) -> None:
        self._archive.close()
        self._frontier.close()
