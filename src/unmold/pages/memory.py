"""Reads pages from memory: any iterable of pages, bytes, texts or (url, html) pairs.

Nothing is held: an endless iterable gives endless pages. A position in the iterable is the key of a
page that does not bring its own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeAlias

from unmold.errors import UsageError
from unmold.model import Page, Problem
from unmold.pages.assembly import Origin, assemble
from unmold.pages.reading import Found, Reading, Stream
from unmold.pages.selection import Selection

Html: TypeAlias = str | bytes
Item: TypeAlias = Page | Html | tuple[str | None, Html]

NAME = "iterable"
"""What stands for the source in keys, and for the site of pages without a URL."""


def read_items(items: Iterable[Item], reading: Reading) -> Stream:
    """Read pages from an iterable."""
    return read_numbered(enumerate(items, start=1), reading)


def read_numbered(items: Iterable[tuple[int, Item]], reading: Reading) -> Stream:
    """Read pages that come with their position."""
    for number, item in items:
        found = item if isinstance(item, Page) else _make(item, f"{NAME}#{number}", reading)
        if _is_wanted(found, reading.selection):
            yield found


def _is_wanted(found: Found, selection: Selection) -> bool:
    if isinstance(found, Problem):
        return selection.includes(found.where) and not selection.excludes(found.where)
    return selection.accepts(found)


def _make(item: object, key: str, reading: Reading) -> Found:
    url, html = item if isinstance(item, tuple) and len(item) == 2 else (None, item)
    if not isinstance(html, str | bytes) or not isinstance(url, str | None):
        raise UsageError(f"{key}: {_name(item)} is not a page", hint=_hint(item))
    charset = "utf-8" if isinstance(html, str) else None
    data = html.encode("utf-8", "replace") if isinstance(html, str) else html
    origin = Origin(key, key, lambda declared: NAME, url=url or None, charset=charset)
    return assemble(origin, data, reading.limits)


def _name(item: object) -> str:
    return f"an object of type {type(item).__name__}"


def _hint(item: object) -> str:
    if isinstance(item, os.PathLike):
        return "paths are read from a list or a tuple, not from other iterables"
    return "give Page objects, bytes, texts, or pairs of a URL and one of these"
