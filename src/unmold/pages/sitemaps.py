"""Sitemaps as seeds: a site's address enters, the URLs that its sitemaps list leave.

The sitemaps that robots.txt names, or `/sitemap.xml`; indexes are followed. Sitemaps are found in
the wild with every fault that XML can have, so only what stands between `<loc>` and `</loc>` is
read, by a scanner that knows no entities but the five of XML and can be led nowhere.
"""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Iterator
from html import unescape

MAX_SITEMAPS = 200
MAX_BYTES = 64 << 20
"""Of one sitemap after decompression; the standard allows 50 MB."""

_LOCATION = re.compile(rb"<(?:\w+:)?loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]{1,2048})", re.IGNORECASE)
_INDEX = re.compile(rb"<(?:\w+:)?sitemapindex[\s>]", re.IGNORECASE)
_ROBOTS_LINE = re.compile(rb"(?im)^\s*sitemap\s*:\s*(\S{1,2048})")


def sitemaps_of(robots: bytes) -> list[str]:
    r"""The sitemaps that a robots.txt names.

    >>> sitemaps_of(b"User-agent: *\nSitemap: https://shop.example/map.xml\n")
    ['https://shop.example/map.xml']
    """
    return [found.decode("utf-8", "replace") for found in _ROBOTS_LINE.findall(robots)]


def read_sitemap(data: bytes) -> tuple[list[str], bool]:
    """The locations of a sitemap, and whether they are sitemaps themselves."""
    text = _inflate(data) if data[:2] == b"\x1f\x8b" else data[:MAX_BYTES]
    is_index = _INDEX.search(text[:10_000]) is not None
    return list(_locations(text)), is_index


def _locations(text: bytes) -> Iterator[str]:
    for found in _LOCATION.finditer(text):
        yield unescape(found[1].decode("utf-8", "replace")).strip()


def _inflate(data: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            return stream.read(MAX_BYTES)
    except (OSError, EOFError):
        return b""
