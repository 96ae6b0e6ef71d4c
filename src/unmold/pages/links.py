"""`read_links`: finds the links that a crawl of the given pages would have followed.

Simulates a breadth-first crawl from a start page: each page is reached through the link that such a
crawl sees first, and if one page links to another from several places, the first in document order
counts (UXClust's tuple store). Pages that no link leads to begin a crawl of their own after the
others, in the order of the source, and have no inbound link.
"""

from __future__ import annotations

import posixpath
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from unmold.errors import UsageError
from unmold.model import Link, Page
from unmold.pages.urls import clean_url
from unmold.settings import Limits

Via = TypeVar("Via")

INDEX_NAMES = ("index.html", "index.htm")


@dataclass(frozen=True, slots=True)
class Inbound:
    """One page as a crawl would meet it: the tuple that UXClust clusters by."""

    number: int
    """Its place in the breadth-first order, from 1."""
    page: int
    """Its place in the source, from 0."""
    depth: int
    source: int | None
    """The number of the page whose link led here; None for a page that a crawl began with."""
    xpath: str | None
    text: str | None


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One link on one page, whether or not it led to anything new."""

    source: int
    position: int
    target: int | None
    """The number of the page it leads to, if that page is at hand."""
    url: str
    xpath: str
    text: str


@dataclass(slots=True)
class LinkTable:
    """The links among some pages."""

    pages: list[tuple[str, str, str]] = field(default_factory=list)
    """Path, URL and site of every page, in the order of the source."""
    inbound: list[Inbound] = field(default_factory=list)
    """Every page once, in breadth-first order."""
    links: list[list[Link]] = field(default_factory=list, repr=False)
    """The links of every page, in the order of the source."""

    def occurrences(self) -> Iterator[Occurrence]:
        """All links of all pages, in breadth-first order of the pages."""
        targets = Addresses(url for _, url, _ in self.pages)
        numbers = {entry.page: entry.number for entry in self.inbound}
        for entry in self.inbound:
            for position, link in enumerate(self.links[entry.page], start=1):
                page = targets.find(link.url)
                target = None if page is None else numbers[page]
                yield Occurrence(entry.number, position, target, link.url, link.xpath, link.text)


def read_links(
    pages: Iterable[Page], *, start: str | None = None, limits: Limits | None = None
) -> LinkTable:
    """The inbound link of every page, as a breadth-first crawl from `start` would record it.

    `start` is a URL or path; without it the crawl begins at the site's shortest URL.

    >>> shop = [("https://x.example/", "<p><a href=/b>b</a>"), ("https://x.example/b", "<p>b")]
    >>> from unmold.pages import read_pages
    >>> [entry.xpath for entry in read_links(read_pages(shop)).inbound]
    [None, '/html[1]/body[1]/p[1]/a[1]']
    """
    table = LinkTable()
    for page in pages:
        table.pages.append((page.path, page.address, page.site))
        table.links.append(links_of(page, limits or Limits()))
    if table.pages:
        addresses = Addresses(url for _, url, _ in table.pages)
        table.inbound = list(_walk(table, addresses, _first(table, addresses, start)))
    return table


def links_of(page: Page, limits: Limits) -> list[Link]:
    """The links of one page in document order."""
    from unmold import _core

    found = _core.readable_features(page.data, page.address, page.charset, limits)
    return [Link(url, xpath, text, short) for url, xpath, short, text in found["links"]]


def _first(table: LinkTable, addresses: Addresses, start: str | None) -> int:
    if start is None:
        return shortest([url for _, url, _ in table.pages])
    found = addresses.find(start)
    if found is None:
        paths = [page for page, (path, _, _) in enumerate(table.pages) if path == start]
        if not paths:
            raise UsageError(f"no page has the URL {start!r}", hint="give a page of the source")
        return paths[0]
    return found


def shortest(urls: Sequence[str]) -> int:
    """The page where a crawl most likely begins: that with the shortest URL."""
    return min(range(len(urls)), key=lambda page: (_length(urls[page]), page))


def _length(url: str) -> int:
    """How long a URL is, the name of an index page not counted."""
    folder, _, name = url.rpartition("/")
    return len(folder) + 1 if name in INDEX_NAMES else len(url)


def _walk(table: LinkTable, addresses: Addresses, first: int) -> Iterator[Inbound]:
    def targets(page: int) -> Iterator[tuple[int | None, Link]]:
        return ((addresses.find(link.url), link) for link in table.links[page])

    steps = breadth_first(len(table.pages), first, targets)
    for number, (page, depth, source, via) in enumerate(steps, start=1):
        xpath, text = (via.xpath, via.text) if via else (None, None)
        yield Inbound(number, page, depth, source, xpath, text)


def breadth_first(
    pages: int, first: int, targets: Callable[[int], Iterable[tuple[int | None, Via]]]
) -> Iterator[tuple[int, int, int | None, Via | None]]:
    """Pages as a crawl meets them: the page, its depth, the number of its source and the link.

    `targets` gives the links of a page in order, each with the page that it leads to, if any. Pages
    that no link leads to begin anew, without source and link.
    """
    seen, number = [False] * pages, 0
    for seed in (first, *range(pages)):
        if seen[seed]:
            continue
        seen[seed] = True
        queue: deque[tuple[int, int, int | None, Via | None]] = deque([(seed, 0, None, None)])
        while queue:
            step = queue.popleft()
            number += 1
            yield step
            for target, via in targets(step[0]):
                if target is not None and not seen[target]:
                    seen[target] = True
                    queue.append((target, step[1] + 1, number, via))


class Addresses:
    """Finds the page that a link leads to: by its clean URL, or by its path for pages without."""

    def __init__(self, urls: Iterable[str]) -> None:
        self._pages: dict[str, int] = {}
        self._found: dict[str, int | None] = {}
        for page, url in enumerate(urls):
            for name in _names(url):
                self._pages.setdefault(name, page)

    def find(self, url: str) -> int | None:
        if url not in self._found:
            self._found[url] = self._pages.get(_name(url))
        return self._found[url]


def _name(url: str) -> str:
    """What two links to one page have in common; the scheme is not part of it."""
    cleaned = clean_url(url)
    if cleaned is not None:
        return cleaned.partition("://")[2].removeprefix("www.")
    path = url.partition("#")[0].partition("?")[0]
    is_folder = path.endswith("/")
    return posixpath.normpath(path) + "/" * is_folder if path else ""


def _names(url: str) -> list[str]:
    """The names of a page: that of an index page includes the one of its folder."""
    name = _name(url)
    folder, _, last = name.rpartition("/")
    return [name, f"{folder}/"] if last in INDEX_NAMES else [name]
