"""The plain things that flow through unmold: pages, links and problems.

Sources (`unmold.pages`) make them, every later layer takes them. All are frozen: a step that learns
more about a page makes its own thing and refers to the page by its key.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, field
from enum import StrEnum


class ProblemCode(StrEnum):
    """Why a page, or a part of one, could not be used. The values are stable."""

    MISSING = "missing"
    """There is no such file."""

    UNREADABLE = "unreadable"
    """The file exists but cannot be read: permission, a directory, a device, an I/O error."""

    BAD_PATH = "bad-path"
    """What should be a path cannot be one."""

    SYMLINK_LOOP = "symlink-loop"
    """A symbolic link leads back to where it came from."""

    EMPTY = "empty"
    """Nothing but white space."""

    NOT_HTML = "not-html"
    """Called HTML but without a single tag, or in a known binary format."""

    TOO_LARGE = "too-large"
    """Larger than `Limits.max_bytes`."""

    BOMB = "bomb"
    """Decompression was stopped by `Limits.max_ratio` or `Limits.max_decompressed`."""

    CORRUPT = "corrupt"
    """Compressed or archived data that does not decode."""

    TRUNCATED = "truncated"
    """Data that ends before it should."""

    BAD_ROW = "bad-row"
    """A row of a manifest or table without what a page needs."""

    CHANGED = "changed"
    """The page is not, or not where, it was when it was read before."""

    NO_FIT = "no-fit"
    """The page fits no template: neither that of its cluster, nor any that is known."""

    FAILED = "failed"
    """unmold itself failed on it, which is a bug; everything else went on."""

    DEPTH = "depth"
    """Cut: the tree is deeper than `Limits.max_depth`; deeper elements became siblings."""

    NODES = "nodes"
    """Cut: the tree has more than `Limits.max_nodes` nodes."""

    ATTRIBUTES = "attributes"
    """Cut: an element has more than `Limits.max_attributes` attributes."""

    BYTES = "bytes"
    """Cut: the tree was built from the first `Limits.max_bytes` bytes only."""

    FORMATTING = "formatting"
    """Cut: too many formatting elements were left open, and the oldest were forgotten."""

    NAMES = "names"
    """Cut: more different tag names than there are numbers for; the surplus share one name."""

    LINKS = "links"
    """Cut: links that would take too much memory, nested or at great depth, were left out."""

    GROWTH = "growth"
    """Cut: formatting elements left open repeated more than `Limits.max_growth` allows."""

    CUT_ROWS = "cut-rows"
    """Cut: a table has more rows than the format that it is exported to can hold."""

    CUT_COLUMNS = "cut-columns"
    """Cut: a table has more columns than the format that it is exported to can hold."""

    CUT_TEXT = "cut-text"
    """Cut: a text is longer than a cell of the format that it is exported to."""

    RENAMED = "renamed"
    """A table or column has a name that the format that it is exported to cannot have."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A page or part that could not be used: counted, listed, never fatal."""

    code: str
    """One of `ProblemCode`, or a code that the native core reports."""

    where: str
    """The key of the page, or the path that would have led to it."""

    message: str
    """The same for a person, in one line."""

    def to_json(self) -> dict[str, str]:
        """As tables and machine output have it, where the message is called `reason`."""
        return {"code": str(self.code), "where": self.where, "reason": self.message}


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """What the server said about a page, where an archive kept it."""

    status: int | None
    headers: tuple[tuple[str, str], ...] = ()

    def header(self, name: str) -> str | None:
        """The first header of that name, upper and lower case alike."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), None)


@dataclass(frozen=True, slots=True)
class InboundLink:
    """The link through which a crawl reached a page: on which page it was, and where."""

    source: str
    """The key of the page that holds the link."""

    xpath: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link found on a page: where it leads, where it is, what it says."""

    url: str
    xpath: str
    """Every index written, as in `/html[1]/body[1]/p[2]/a[1]`."""

    text: str
    short_xpath: str = ""
    """Indices only where a name is not unique, as in `/html/body/p[2]/a`."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its bytes, where they came from, and what is known about them.

    `url` may be what the page claims about itself, so it identifies nothing; `key` does.
    """

    key: str
    """The source, by its real path, and the position in it: `/data/site/a.html`, for example, or
    `/data/crawl.warc.gz#12`. The same however the caller writes the path."""

    path: str
    """What to print for the page: its path as given, or its position in what was given."""

    url: str
    """The archive's or the manifest's URL, else `declared_url`, else `path`."""

    site: str
    """Pages of one site are clustered together."""

    data: bytes = field(repr=False)
    """The page as it was served: decompressed, not decoded."""

    file: str | None = None
    """The file that holds the page and can be opened again; None for a page from memory."""

    offset: int | None = None
    """Where in an archive the page's record begins, in bytes of the file."""

    charset: str | None = None
    """What the source vouches for: HTTP's charset, or UTF-8 where the source held text."""

    http: HttpResponse | None = None
    declared_url: str | None = None
    """What the page says its URL is (canonical, og:url): a mere claim."""

    inbound: InboundLink | None = None
    is_soft_404: bool = False
    """Whether the page says, or a crawl found out, that nothing is there."""

    @property
    def address(self) -> str:
        """The URL as links are resolved against it: file names need not be Unicode, URLs must."""
        return self.url.encode("utf-8", "replace").decode()


def page_id(key: str) -> str:
    """What addresses a page without saying where it lies: a hash of its key, in 15 letters.

    72 bits: among ten million pages two share one with a chance of one in a hundred million.

    >>> page_id("/data/site/a.html")
    'pmczmdbgnx57zmi'
    """
    digest = hashlib.blake2b(key.encode("utf-8", "surrogateescape"), digest_size=9).digest()
    return base64.b32encode(digest).decode("ascii").rstrip("=").lower()
