"""Reads the addresses of pages from sitemaps.

A sitemap is XML from a stranger: a document type, and with it every entity, is refused, sizes are
capped, gzip is inflated under the limits of a page. `read_sitemap` fetches nothing: a sitemap index
names other sitemaps by their addresses, and those are looked for beside it under the same file
names. The crawler fetches sitemaps and gives what it got to `SitemapReader`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.parsers import expat

from unmold.errors import PageError, UsageError
from unmold.pages.compression import gunzip
from unmold.pages.opened_files import read_bytes
from unmold.settings import Limits

GZIP = b"\x1f\x8b"
MAX_SITEMAPS = 50_000
"""The protocol's limit for one index."""
MAX_DEPTH = 100
"""Sitemaps are three levels deep; what is far deeper is hostile."""
MAX_ADDRESS = 8192
"""Characters of an address; the protocol allows 2048."""


def looks_like_xml(data: bytes) -> bool:
    """Whether a file is to be read as a sitemap."""
    is_wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return is_wide or data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<"


def read_sitemap(path: Path, limits: Limits | None = None) -> Iterator[str]:
    """The addresses of all pages that a sitemap, or the sitemaps of an index, name."""
    limits = limits or Limits()
    waiting, seen = [path], {path.resolve()}
    while waiting:
        current = waiting.pop(0)
        reader = SitemapReader(str(current))
        reader.read(_read(current, limits), limits)
        yield from reader.pages
        for address in reader.sitemaps:
            beside = _beside(path, address)
            if beside.resolve() not in seen:
                seen.add(beside.resolve())
                waiting.append(beside)
        if len(seen) > MAX_SITEMAPS:
            raise UsageError(f"{path} names more than {MAX_SITEMAPS:,} sitemaps")


def _read(path: Path, limits: Limits) -> bytes:
    try:
        return read_bytes(str(path), limits)
    except PageError as error:
        raise UsageError(
            f"cannot read the sitemap {path}: {error}",
            hint="put the sitemaps that an index names beside it, under their own names",
        ) from error


def _beside(index: Path, address: str) -> Path:
    """The file that should hold a sitemap; never outside the folder of its index."""
    name = unquote(urlsplit(address).path.rpartition("/")[2])
    if not name or "/" in name or "\0" in name or name in (".", ".."):
        raise UsageError(f"{index} names a sitemap without a file name: {address[:200]!r}")
    return index.parent / name


def sitemaps_of(robots: bytes) -> list[str]:
    r"""The sitemaps that a robots.txt names.

    >>> sitemaps_of(b"User-agent: *\nSitemap: https://shop.example/map.xml\n")
    ['https://shop.example/map.xml']
    """
    return [found.decode("utf-8", "replace") for found in _ROBOTS_LINE.findall(robots)]


class SitemapReader:
    """Collects the text of `loc` elements; what came before a mistake is kept."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.pages: list[str] = []
        self.sitemaps: list[str] = []
        self._open: list[str] = []
        self._text: list[str] | None = None

    def read(self, data: bytes, limits: Limits) -> None:
        """Read one sitemap; UsageError or PageError where it is none or goes on too long."""
        if data.startswith(GZIP):
            data = gunzip(data, limits)
        parser = expat.ParserCreate()
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartDoctypeDeclHandler = self._refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._add
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            raise UsageError(
                f"{self.name} is not a sitemap: {error}", hint="is the file cut, or HTML?"
            ) from error
        if not (self.pages or self.sitemaps):
            raise UsageError(f"{self.name} is not a sitemap: it has no `loc`")

    def _refuse(self, *_: object) -> None:
        raise UsageError(
            f"{self.name} declares a document type, which no sitemap needs",
            hint="remove the DOCTYPE if you trust the file",
        )

    def _start(self, name: str, _: dict[str, str]) -> None:
        self._open.append(name.rpartition(":")[2].lower())
        if len(self._open) > MAX_DEPTH:
            raise UsageError(f"{self.name} is not a sitemap: its elements nest too deep")
        if self._is_address():
            self._text = []

    def _add(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def _end(self, _: str) -> None:
        if self._text is not None and self._is_address():
            address = "".join(self._text).strip()
            if address and len(address) <= MAX_ADDRESS:
                (self.sitemaps if self._open[-2] == "sitemap" else self.pages).append(address)
            self._text = None
        self._open.pop()

    def _is_address(self) -> bool:
        """Whether the element is the `loc` of a page or sitemap, not that of a picture on it."""
        return self._open[-1] == "loc" and len(self._open) > 1 and self._open[-2] in _PARENTS


_PARENTS = ("url", "sitemap")
_ROBOTS_LINE = re.compile(rb"(?im)^[ \t\r]*+sitemap[ \t]*+:[ \t]*+(\S{1,2048})")
