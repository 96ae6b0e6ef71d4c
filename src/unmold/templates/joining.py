"""Joins the columns of all families of keys that say the same.

A column's first selector is a key of path tail and scoped label. Less exact keys join it as
fall-backs where they agree with it on nearly all of their pages and never speak where it is silent,
so that on a page never seen they fill gaps only. Next: `selection` keeps the columns worth having.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from unmold.templates.columns import AGREEMENT, FEW_PAGES, Column
from unmold.templates.model import FAMILIES, Selector
from unmold.templates.sample import JSON, SamplePage
from unmold.templates.value_types import infer_type

if TYPE_CHECKING:
    from unmold._core import FoundColumn, FoundSelector, LeafSample, SharedColumn

ABOUT_THE_SITE = frozenset(
    ("WebPage", "WebSite", "Organization", "BreadcrumbList", "ImageObject", "SearchAction")
)
"""Types of JSON-LD objects that say little of what a page is about."""

SAYS_ITSELF = frozenset(("name", "text", "@value", "value", "itemListElement", "url"))
"""Properties that say what an object is."""

_WORD = re.compile(r"[^\W\d_]{2,}")


def make_columns(pages: Sequence[SamplePage], leaves: LeafSample) -> list[Column]:
    """The columns of a sample, fall-backs joined."""
    values = [page.values for page in pages]
    groups = [[*map(_column, group)] for group in leaves.primary_columns(values)]
    columns, numbers = _primary_columns(groups, pages)
    orphans, fallbacks, shared = leaves.join_columns(numbers, values)
    columns += map(_column, orphans)
    for column, agreeing in zip(columns, fallbacks, strict=True):
        column.selectors += map(_selector, agreeing)
    places = [place for column in columns for place in (column, *column.duplicates)]
    _find_labels(places, leaves, values)
    columns, merged = _merge_exclusive(columns, shared, pages)
    _find_labels(merged, leaves, values)
    return columns + merged


def _selector(found: FoundSelector) -> Selector:
    family, key, take = found
    return Selector(FAMILIES[family], key, take)


def _column(found: FoundColumn) -> Column:
    selector, cells, values = found
    return Column(cells, values, [_selector(selector)])


def _primary_columns(
    groups: Sequence[Sequence[Column]], pages: Sequence[SamplePage]
) -> tuple[list[Column], list[int]]:
    """Columns of the most tolerant key, and the numbers of their groups.

    Those of a group have the same values on every page and are one.
    """
    for same, *others in groups:
        for column in (same, *others):
            page, leaf = column.first_leaf()
            if pages[page].kinds[leaf][0] == JSON:
                same.is_structured = True
                path = pages[page].names[leaf]
                same.is_main |= _is_main(path)
                same.key = same.key or (path if _is_main(path) else "")
        for column in others:
            same.selectors += column.selectors
            same.duplicates.append(column)
    _demote_constant_types([group[0] for group in groups])
    enough = min(2, len(pages))
    kept = [
        number
        for number, (same, *_) in enumerate(groups)
        if same.filled >= enough or same.is_structured or _is_named(same, pages)
    ]
    return [groups[number][0] for number in kept], kept


def _is_named(column: Column, pages: Sequence[SamplePage]) -> bool:
    """Whether few pages suffice to know a column, since JSON-LD or microdata names it."""
    page, leaf = column.first_leaf()
    is_named = pages[page].kinds[leaf][0] == JSON or pages[page].hints[leaf].split("\t")[1] != ""
    return len(pages) < FEW_PAGES and is_named


def _demote_constant_types(columns: Sequence[Column]) -> None:
    """What JSON-LD says of an object that is the same on all pages is not what they are about."""
    varying = {
        column.key.split(".", 1)[0]
        for column in columns
        if column.is_main and (column.filled == 1 or len({*column.values} - {()}) > 1)
    }
    for column in columns:
        column.is_main &= column.key.split(".", 1)[0] in varying


def _is_main(path: str) -> bool:
    """Whether a path of JSON-LD is a property of what the page is about: `Recipe.author.name`."""
    kind, *properties = path.split(".")
    if len(properties) > 1 and properties[-1] in SAYS_ITSELF:
        properties.pop()
    return kind not in ABOUT_THE_SITE and len(properties) <= 1


def _merge_exclusive(
    columns: Sequence[Column], shared: Sequence[SharedColumn], pages: Sequence[SamplePage]
) -> tuple[list[Column], list[Column]]:
    """Make one column of those that never share a page but are covered by one other extractor.

    The columns that stay as they are, and those that were made.
    """
    used: set[int] = set()
    merged: list[Column] = []
    asked = {number for _, _, candidates in shared for number in candidates}
    speaks = {
        number: {page for page, values in enumerate(columns[number].values) if values}
        for number in asked
    }
    for other, filled, candidates in shared:
        parts, covered = _exclusive_parts(speaks, candidates, used)
        if len(parts) < 2 or covered < AGREEMENT * filled:
            continue
        if _are_one([columns[part] for part in parts], pages):
            merged.append(_merge([columns[part] for part in parts], _selector(other)))
            used.update(parts)
    return [column for number, column in enumerate(columns) if number not in used], merged


def _are_one(parts: Sequence[Column], pages: Sequence[SamplePage]) -> bool:
    """Whether nothing says that the parts are different things: labels that share no word do.

    "Price" and "Our price" may be one column if both hold prices; "Width" and "Weight" never.
    """
    labelled = [part for part in parts if part.is_labelled and part.is_next]
    labels = [frozenset(_WORD.findall(part.label.casefold())) for part in labelled]
    if len({*labels}) < 2:
        return True
    shared = frozenset.intersection(*labels)
    types = {
        infer_type([value for values in part.values for value in values], part.kind(pages)).name
        for part in labelled
    }
    return bool(shared) and len(types) == 1


def _exclusive_parts(
    speaks: Mapping[int, set[int]], candidates: Sequence[int], used: set[int]
) -> tuple[list[int], int]:
    """Columns that share no page, given by their pages, and how many pages they have."""
    parts: list[int] = []
    covered: set[int] = set()
    for number in candidates:
        if number not in used and covered.isdisjoint(speaks[number]):
            parts.append(number)
            covered |= speaks[number]
    return parts, len(covered)


def _merge(parts: Sequence[Column], other: Selector) -> Column:
    cells = [
        next((cell for cell in row if cell), ())
        for row in zip(*(p.cells for p in parts), strict=True)
    ]
    values = [
        next((cell for cell in row if cell), ())
        for row in zip(*(p.values for p in parts), strict=True)
    ]
    selectors = [selector for part in parts for selector in part.selectors]
    return Column(cells, values, [*selectors, other])


def _find_labels(
    columns: Sequence[Column], leaves: LeafSample, values: Sequence[tuple[str, ...]]
) -> None:
    """The template text that most often names the values of each column."""
    cells = [column.cells for column in columns]
    for column, found in zip(columns, leaves.find_labels(cells, values), strict=True):
        if found is not None:
            column.label, column.is_labelled, column.label_distance, column.is_next = found
