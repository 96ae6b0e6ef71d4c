"""Makes a page, or a problem, from bytes of unknown worth: the last step of every source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from unmold import _core
from unmold.errors import Failure, PageError, attempt
from unmold.model import HttpResponse, Page, Problem, ProblemCode
from unmold.pages.declared import HEAD_BYTES, choose_declared
from unmold.pages.sites import host_of
from unmold.pages.sniff import WIDE_MARKS, narrow, why_not_html
from unmold.pages.soft_404 import HINT_WORDS, SCANNED, either_says_missing
from unmold.settings import Limits


@dataclass(slots=True)
class Origin:
    """What a source knows about a page before it has seen a byte of it."""

    key: str
    path: str
    fallback_site: Callable[[str | None], str]
    """Names the site where the source names none, by the URL that the page declares."""

    url: str | None = None
    site: str | None = None
    file: str | None = None
    offset: int | None = None
    charset: str | None = None
    http: HttpResponse | None = None


Skimmed = tuple[str | None, bool]
"""The URL that a page declares, and whether it says that nothing is there."""


def assemble(
    origin: Origin, data: bytes, limits: Limits, skimmed: Skimmed | None = None
) -> Page | Problem:
    """Make the page, or say why not; it is skimmed unless that was done already."""
    found = attempt(_assemble, origin, data, limits, skimmed)
    return failed(origin.key, found) if isinstance(found, Failure) else found


def _assemble(
    origin: Origin, data: bytes, limits: Limits, skimmed: Skimmed | None
) -> Page | Problem:
    try:
        check_content(data, limits)
    except PageError as error:
        return problem(origin.key, error)
    declared, is_soft_404 = skimmed or skim_pages([data])[0]
    return Page(
        key=origin.key,
        path=origin.path,
        url=origin.url or declared or origin.path,
        site=origin.site or _host(origin.url) or origin.fallback_site(declared),
        data=data,
        file=origin.file,
        offset=origin.offset,
        charset=origin.charset,
        http=origin.http,
        declared_url=declared,
        is_soft_404=is_soft_404,
    )


def skim_pages(pages: Sequence[bytes]) -> list[Skimmed]:
    """What pages declare and say of themselves."""
    heads = [_head_of(data) for data in pages]
    found = _core.skim_pages(heads, HINT_WORDS)
    return [
        (choose_declared(head, links, metas), either_says_missing(heading, title))
        for (head, _), (links, metas, heading, title) in zip(heads, found, strict=True)
    ]


def _head_of(data: bytes) -> tuple[bytes, int]:
    """What of a page is skimmed, and in how much of it declarations are looked for."""
    head = data[:SCANNED]
    if head.startswith(WIDE_MARKS):
        return narrow(head), len(narrow(data[:HEAD_BYTES]))
    # A mark of UTF-8 is in nobody's way, and a page without it would be a copy.
    return head, HEAD_BYTES


def problem(where: str, error: PageError) -> Problem:
    """A page's exception as the data that leaves this layer."""
    return Problem(error.code.value, where, error.message)


def failed(where: str, failure: Failure) -> Problem:
    """A failure that nobody foresaw as the data that leaves this layer."""
    return Problem(ProblemCode.FAILED.value, where, failure.reason)


def check_content(data: bytes, limits: Limits) -> None:
    """Raise PageError for bytes that are too many, empty or no HTML."""
    if len(data) > limits.max_bytes:
        raise PageError(ProblemCode.TOO_LARGE, f"more than {limits.max_bytes:,} bytes")
    if not data or data.isspace():
        raise PageError(ProblemCode.EMPTY, "nothing but white space" if data else "no bytes at all")
    reason = why_not_html(data)
    if reason is not None:
        raise PageError(ProblemCode.NOT_HTML, reason)


def _host(url: str | None) -> str | None:
    return host_of(url) if url else None
