"""Finds where the links of a column lead, and what is written on them.

`../a` here may be `../../a` there, and both the same place. On many links every page has the same
words, "Watch it in use"; they name what the link leads to. Next: `selection` and `naming`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urljoin

from unmold.templates.columns import Column
from unmold.templates.sample import HREF, SRC, TEXT, SamplePage

_PART = re.compile(r"[^/?&=#;.:,%+]+")

MIN_PARTS = 3
"""How many different parts must agree if two links bear the same. A guess."""

MAX_STEPS = 4
"""How many leaves after a link its text may be."""


def resolved(values: tuple[str, ...], page: SamplePage, kind: int) -> tuple[str, ...]:
    """Values of a page, links made absolute."""
    if kind not in (HREF, SRC):
        return values
    return tuple([join(page.url, value) for value in values])


def join(base: str, link: str) -> str:
    """A link as it is meant on a page; as it stands where it is whole or cannot be read."""
    if is_whole(link):
        return link
    if _PLAIN.fullmatch(link):
        return _folder(base) + link
    return _joined(base, link)


def is_whole(link: str) -> bool:
    """Whether a link means the same on all pages of a site, and stands as it is meant."""
    return link.startswith(("http://", "https://", "//", "/")) and "/." not in link


_PLAIN = re.compile(r"\w[\w%~!$&'()*+,=@-]*(?:[./][\w%~!$&'()*+,=@-]+)*", re.ASCII)
"""A link to a page beside this one, or below: nothing in it has to be resolved."""


@lru_cache(maxsize=1_024)
def _folder(base: str) -> str:
    """What stands before such a link: `join` takes a hundredth of the time of `urljoin`."""
    return _joined(base, "x")[:-1]


@lru_cache(maxsize=20_000)
def _joined(base: str, link: str) -> str:
    """`join` where it takes time; several columns ask for the links of one page."""
    try:
        return urljoin(base, link)
    except ValueError:
        return link


def shared_text(column: Column, pages: Sequence[SamplePage]) -> str:
    """The text that all links of a column bear; empty if they differ, or for what is no link."""
    if column.kind(pages) != HREF:
        return ""
    texts: set[str] = set()
    for page, cell in zip(pages, column.cells, strict=True):
        texts |= {_text(page, leaf) for leaf in cell}
        if len(texts) > 1:
            return ""
    return texts.pop() if texts else ""


def changing_parts(column: Column) -> tuple[frozenset[str], ...] | None:
    """The parts of each link that not all links have; None where a page has several, or few differ.

    Links to print a page, to share it and to its other tabs bear the same number of the page. Where
    these parts are the same, one link says as much as all.
    """
    if any(len(values) > 1 for values in column.values):
        return None
    parts = [frozenset(_PART.findall(values[0])) if values else None for values in column.values]
    shared = frozenset.intersection(*(found for found in parts if found is not None))
    changing = tuple(frozenset() if found is None else found - shared for found in parts)
    return changing if len({*changing}) >= MIN_PARTS else None


def _text(page: SamplePage, link: int) -> str:
    if page.kinds[link][0] != HREF:
        return ""
    for leaf in range(link + 1, min(link + MAX_STEPS, len(page.nodes))):
        if page.kinds[leaf][0] == TEXT:
            is_inside = page.leaves.parent(page.nodes[leaf]) == page.nodes[link]
            return page.values[leaf] if is_inside else ""
    return ""
