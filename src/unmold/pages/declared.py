"""Finds the URL that a page declares for itself: canonical or og:url.

A cheap scan of the head, without a tree: sources need the answer for every page before any is
parsed. It looks at the first bytes only, and at a handful of candidates in them, so that no page
can make it slow.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from unmold import _core
from unmold.pages.sniff import narrow

HEAD_BYTES = 65536
"""How much of a page is searched; style sheets pasted into the head push the links down."""

MAX_URL_LENGTH = 4096
"""Browsers and servers take hardly longer addresses."""

# A name is looked at from its beginning only; a tag that is one long name would else take seconds.
_ATTRIBUTE = re.compile(
    rb"""(?<![^\s"'<>/=])([^\s"'<>/=]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))"""
)
# What needs no closer look, as nearly all addresses do not.
_PLAIN_URL = re.compile(r"https?://[a-z0-9.-]+(?::[0-9]+)?(?:[/?#][!-~]*+)?\Z", re.ASCII)
_IGNORED_CHARACTERS = dict.fromkeys([*range(0x20), 0x7F])


Tags = list[tuple[int, int]]
"""From where to where each reaches."""


def declared_url(data: bytes) -> str | None:
    """The absolute http(s) URL that a page declares: its canonical link, else its og:url."""
    return declared_urls([data])[0]


def declared_urls(pages: Sequence[bytes]) -> list[str | None]:
    """The same for several pages."""
    heads = [narrow(data[:HEAD_BYTES]) for data in pages]
    skimmed = _core.skim_pages([(head, HEAD_BYTES) for head in heads])
    return [
        choose_declared(head, links, metas)
        for head, (links, metas, _, _) in zip(heads, skimmed, strict=True)
    ]


def choose_declared(head: bytes, links: Tags, metas: Tags) -> str | None:
    """The URL that one of the tags declares which may do so."""
    if not links and not metas:
        return None
    return _find(head, links, b"canonical", (b"rel",), b"href") or _find(
        head, metas, b"og:url", (b"property", b"name"), b"content"
    )


def _find(
    head: bytes, tags: Tags, word: bytes, names: tuple[bytes, ...], target: bytes
) -> str | None:
    """The `target` of the first tag whose attribute, one of `names`, holds `word`."""
    for start, end in tags:
        attributes = _attributes(head[start:end])
        if any(word in attributes.get(name, b"").lower().split() for name in names):
            return _absolute(attributes.get(target, b""))
    return None


def _attributes(tag: bytes) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(tag):
        found.setdefault(name.lower(), double or single or bare)
    return found


def _absolute(value: bytes) -> str | None:
    """The value as an absolute URL; None where it is relative, malformed or not of the web."""
    # Before `unescape`, which cannot read a reference of more than 4,300 digits.
    if len(value) > MAX_URL_LENGTH:
        return None
    url = html.unescape(value.decode("utf-8", "replace"))
    if _PLAIN_URL.match(url):
        return url
    url = url.translate(_IGNORED_CHARACTERS).strip()
    if url.startswith("//"):
        url = "https:" + url
    try:
        parts = urlsplit(url)
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return None
    return url if is_usable else None
