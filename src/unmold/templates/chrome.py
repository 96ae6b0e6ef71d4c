"""Finds the columns that are chrome: what surrounds the content of pages.

Menus, footers, switchers of language, links to share a page and links within it change from page to
page as data does. They are recognised by where they are and how they behave: links that point
to the same few places from all over a site, to the page itself, or nowhere else but inside it.
Next: `selection` marks such columns as noise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from unmold.templates.columns import Column
from unmold.templates.links import join, resolved
from unmold.templates.sample import BLOCK, HREF, SamplePage

SHARE = 0.8
"""The share of a column's links that lead to their own page. A guess."""
FEW_OF_PAGES = 0.5
"""Different values per filled page: up to here they are of a small vocabulary. A guess."""

ENOUGH_PAGES = 6
"""On fewer pages, few different values are chance. A guess."""
TOGETHER = 3
"""From this many columns that change on the same pages, they are one menu in variants. A guess."""
BESIDE = 4
"""From this many columns of few values in one region, they are a menu; a path to the page is
seldom that long. A guess."""

_REGIONS = frozenset(("nav", "footer", "button", "select"))
CHROME_WORD = re.compile(
    r"(?:^|[\s_-])(?:(?:top|main|site|page|sub|global|side)?-?(?:navi?|nav-?(?:bar|igation|ig|list|links?"
    r"|menu|items?|header|footer)|menu|menubar|footer|toolbar)|skip|toc|pagination|pager|lang(?:uage)?s?"
    r"|switcher|toplang|bottomlang|share|sharing|social|sharedaddy)(?:$|[\s_-])",
    re.IGNORECASE,
)

Said = list[tuple[str, ...]]
"""What a column says on each page, links made absolute."""


def find_chrome(columns: Sequence[Column], pages: Sequence[SamplePage]) -> set[Column]:
    """The columns that are part of what surrounds the content of pages."""
    free = [column for column in columns if not column.is_structured]
    found = {column for column in free if _points_at_itself(column, pages)}
    around = {column: _said(column, pages) for column in free if _region(column, pages)}
    few = {column: said for column, said in around.items() if _has_few_values(said)}
    variants = Counter((column.kind(pages), _variant(said)) for column, said in few.items())
    words = Counter(
        (column.kind(pages), value) for column, said in few.items() for value in _vocabulary(said)
    )
    menus = Counter((column.kind(pages), _region(column, pages)) for column in few)
    for column, said in few.items():
        kind, vocabulary = column.kind(pages), _vocabulary(said)
        shared = sum(1 for value in vocabulary if words[kind, value] > 1)
        together = variants[kind, _variant(said)] >= TOGETHER
        beside = menus[kind, _region(column, pages)] >= BESIDE
        if kind == BLOCK or together or beside or shared > 0.5 * len(vocabulary):
            found.add(column)
    return found


def _said(column: Column, pages: Sequence[SamplePage]) -> Said:
    kind = column.kind(pages)
    return [resolved(values, pages[page], kind) for page, values in enumerate(column.values)]


def _vocabulary(said: Said) -> set[str]:
    return {value for values in said for value in values}


def _variant(said: Said) -> tuple[int, ...]:
    """Which pages say the same, by the first page that says it; -1 where nothing is said."""
    first: dict[tuple[str, ...], int] = {}
    return tuple(
        first.setdefault(values, page) if values else -1 for page, values in enumerate(said)
    )


def _points_at_itself(column: Column, pages: Sequence[SamplePage]) -> bool:
    """Whether links lead to the page that they are on: to a part of it, or to hand it on."""
    if column.kind(pages) != HREF:
        return False
    found = [
        _is_own(value, pages[number].url)
        for number, values in enumerate(column.values)
        for value in values
    ]
    return sum(found) >= SHARE * len(found)


def _is_own(link: str, url: str) -> bool:
    if link.startswith("#") or link.startswith("javascript:"):
        return True
    path = urlsplit(url).path
    if len(path) < 2:
        return False
    target = join(url, link)
    return path in unquote(target) and target.partition("#")[0] != url


def _region(column: Column, pages: Sequence[SamplePage]) -> str:
    """Tag, class and id of the element around a column that is called chrome; empty if none is."""
    number, leaf = column.first_leaf()
    return _chrome_around(pages[number], pages[number].nodes[leaf])


def is_in_chrome(page: SamplePage, node: int) -> bool:
    """Whether a node is in a region, or below a class or id, that is called chrome."""
    return bool(_chrome_around(page, node))


def _chrome_around(page: SamplePage, node: int) -> str:
    around = page.ancestors(node)
    return next((one for one in around if _is_chrome_element(one)), "")


@lru_cache(maxsize=4_096)
def _is_chrome_element(element: str) -> bool:
    tag, _, classes, identity = element.split("\t")
    if tag in ("body", "html"):
        return False
    named = CHROME_WORD.search(classes) or CHROME_WORD.search(identity)
    return tag in _REGIONS or bool(named)


def _has_few_values(said: Said) -> bool:
    """Whether the pages share what the column says, as they share a menu."""
    filled = [value for values in said for value in set(values)]
    return len(said) >= ENOUGH_PAGES and len(set(filled)) <= FEW_OF_PAGES * len(filled)
