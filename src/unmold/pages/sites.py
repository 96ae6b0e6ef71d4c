"""Which site a page belongs to: by the host of its URL, or by what the pages of its folder declare.

An archive or a manifest gives each page's URL, so the host is the site. A folder gives none, and a
single page may lie about its own. So hosts are counted: one that many pages of the folder declare
is a site, and a page that declares it belongs there. All other pages go with their nearest folder's
site, or with the folder that was given where that is mixed. The hosts are counted in a sample of
bounded size that is spread over all subfolders.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from unmold.pages.declared import declared_urls
from unmold.pages.places import real_path

SAMPLE_SIZE = 2000
"""Pages of a folder whose beginning is read first; up to this number nothing is estimated."""

MANY_PAGES = 10
"""Pages that are a site of their own, however large the rest of the folder is: a template can be
learned from three, so ten lose nothing by being alone, and as pages of another site they would be
wrong."""

MANY_SHARE = 0.05
"""In a small folder, so large a share of the declaring pages is many: less may be slips, such as
the canonical link of a page that was taken over from elsewhere."""

Counts = dict[str, float]
"""By host the number of pages that declare it, counted or estimated."""


def host_of(url: str) -> str | None:
    """The host of a URL without `www.`, or None where there is none.

    >>> host_of("https://www.Example.com:8080/a")
    'example.com'
    """
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return None
    return (host.removeprefix("www.") or host) if host else None


def declared_hosts(heads: Sequence[bytes]) -> list[str | None]:
    """The hosts that pages declare as their own."""
    return [host_of(url) if url else None for url in declared_urls(heads)]


def many_hosts(pages: Mapping[str, float]) -> frozenset[str]:
    """The hosts that many pages declare.

    >>> sorted(many_hosts({"a.example": 2000, "b.example": 100, "c.example": 2}))
    ['a.example', 'b.example']
    """
    enough = min(MANY_PAGES, MANY_SHARE * sum(pages.values()))
    return frozenset(host for host, count in pages.items() if count >= enough)


@dataclass(frozen=True, slots=True)
class FolderSites:
    """The sites of a folder's pages."""

    folder: str
    """The site of pages that belong to no host: the folder itself."""

    hosts: frozenset[str] = frozenset()
    """The hosts that are sites."""

    by_folder: Mapping[str, str] = field(default_factory=dict)
    """The site of subfolders in which pages of these hosts were seen."""

    rare: frozenset[str] | None = None
    """The other hosts, where all pages were counted but few named them; None if all others are."""

    def choose(self, subfolder: str, declared: str | None) -> str:
        """The site of a page, by the subfolder that it lies in and the URL that it declares."""
        host = host_of(declared) if declared else None
        if host is None or (host not in self.hosts and self._is_rare(host)):
            return self._nearest(subfolder)
        return host if host in self.hosts else self.folder

    def _is_rare(self, host: str) -> bool:
        """A host that no page of the sample names may have many pages among the others."""
        return self.rare is None or host in self.rare

    def _nearest(self, subfolder: str) -> str:
        return next(
            (self.by_folder[one] for one in _upwards(subfolder) if one in self.by_folder),
            self.folder,
        )


def decide_sites(
    folder: str, declared: Iterable[tuple[str, str, float]], *, is_whole: bool
) -> FolderSites:
    """The sites of a folder, by the hosts that pages of its subfolders declare.

    Each host comes with its page's subfolder and the number of pages that it stands for. `is_whole`
    says that no other page declares a host.
    """
    seen: defaultdict[str, Counts] = defaultdict(dict)
    total: Counts = {}
    for subfolder, host, pages in declared:
        _add(total, host, pages)
        _add(seen[subfolder], host, pages)
    hosts = many_hosts(total)
    of_sites = {
        subfolder: found
        for subfolder, counts in seen.items()
        if (found := {host: pages for host, pages in counts.items() if host in hosts})
    }
    by_folder = dict(_sites_by_folder(folder, of_sites))
    return FolderSites(folder, hosts, by_folder, None if is_whole else frozenset(total) - hosts)


def _sites_by_folder(folder: str, inside: Mapping[str, Counts]) -> Iterator[tuple[str, str]]:
    """The site of each subfolder: that of the pages in it, or, where none tells, of those below."""
    below: defaultdict[str, Counts] = defaultdict(dict)
    for subfolder, counts in inside.items():
        for one in _upwards(subfolder):
            for host, pages in counts.items():
                _add(below[one], host, pages)
    for one, counts in below.items():
        found = many_hosts(inside.get(one, counts))
        yield one, next(iter(found)) if len(found) == 1 else folder


def _add(counts: Counts, host: str, pages: float) -> None:
    counts[host] = counts.get(host, 0) + pages


def _upwards(subfolder: str) -> Iterator[str]:
    """A folder and all that it lies in, the nearest first."""
    yield subfolder
    while (above := posixpath.dirname(subfolder)) != subfolder:
        yield above
        subfolder = above


def folder_site(folder: str) -> str:
    """The name of a folder as a site: its real path, since another folder may have its name."""
    return real_path(folder)
