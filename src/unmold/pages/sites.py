"""Which site a page belongs to: URLs and samples of pages enter, a site's name leaves.

An archive or a manifest gives each page's URL, so the host is the site. A folder gives none, and
pages may lie about theirs; so the site of a folder is decided once: from a sample of its files, one
host if nearly all pages that declare one agree, else the folder itself. The sample is drawn by the
hash of each path, so it is spread over the whole folder, the same on every run, and of bounded size
however large the folder is.
"""

from __future__ import annotations

import heapq
import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from unmold.pages.declared import declared_url

SAMPLE_SIZE = 1000
AGREEMENT = 0.95
"""The share of declaring pages that must name the same host."""

Entry = TypeVar("Entry")


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


def sample(entries: Iterable[Entry], name: Callable[[Entry], str]) -> list[Entry]:
    """At most SAMPLE_SIZE of the entries: those whose names have the smallest hashes."""
    hashed = ((_hash(name(entry)), position, entry) for position, entry in enumerate(entries))
    return [entry for _, _, entry in heapq.nsmallest(SAMPLE_SIZE, hashed)]


def _hash(name: str) -> int:
    return zlib.crc32(name.encode("utf-8", "surrogatepass"))


def agreed_host(heads: Iterable[bytes]) -> str | None:
    """The one host that nearly all declaring pages name, or None."""
    urls = (declared_url(head) for head in heads)
    hosts = Counter(host_of(url) for url in urls if url is not None)
    if not hosts:
        return None
    host, count = min(hosts.items(), key=lambda item: (-item[1], item[0] or ""))
    return host if count >= AGREEMENT * hosts.total() else None


def folder_site(folder: str) -> str:
    """The name of a folder as a site: as it was given, or its real name where that says nothing."""
    name = os.path.normpath(folder)
    if Path(name).name in ("", ".", ".."):
        return Path(name).resolve().name or str(Path(name).resolve())
    return name
