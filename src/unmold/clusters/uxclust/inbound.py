"""The inbound XPath of every page of a site: what a crawl recorded, else what one would have.

Features of a site's pages enter; a code for each page's inbound XPath leaves, and the XPaths. Where
no page knows the link that led to it, a breadth-first crawl over the links of the pages at hand is
simulated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.uxclust.groups import NO_LINK
from unmold.features import Links
from unmold.pages.links import Addresses, breadth_first, shortest

Codes = NDArray[np.int64]


def code_xpaths(xpaths: Sequence[str | None]) -> tuple[Codes, list[str]]:
    """A code for each XPath, in the order of first sight; -1 for none."""
    known: dict[str, int] = {}
    codes = [NO_LINK if path is None else known.setdefault(path, len(known)) for path in xpaths]
    return np.array(codes, np.int64), list(known)


def simulate(urls: Sequence[str], links: Links) -> list[str | None]:
    """The XPath of the link through which a breadth-first crawl would reach each page first."""
    found: list[str | None] = [None] * len(urls)
    if not urls:
        return found
    addresses = Addresses(urls)
    targets = [addresses.find(url) for url in links.urls]

    def links_from(page: int) -> Iterator[tuple[int | None, int]]:
        own = range(int(links.offsets[page]), int(links.offsets[page + 1]))
        return ((targets[link], link) for link in own)

    for page, _, _, link in breadth_first(len(urls), shortest(urls), links_from):
        found[page] = None if link is None else links.xpaths[link]
    return found
