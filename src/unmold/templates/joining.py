"""Joins the columns of all families of keys that say the same.

A column's first selector is a key of path tail and scoped label. Less exact keys join it as
fall-backs where they agree with it on nearly all of their pages and never speak where it is silent,
so that on a page never seen they fill gaps only. Next: `selection` keeps the columns worth having.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from unmold.templates.columns import AGREEMENT, Column, Grouping, text_family
from unmold.templates.model import FAMILIES
from unmold.templates.sample import JSON, SamplePage
from unmold.templates.value_types import infer_type

MIN_MERGED_SHARE = 0.3
"""The share of pages on which a column must be filled to join another. A guess."""
ORPHAN_SHARE = 0.5
"""The share of pages on which a column of a less tolerant key must be. A guess."""

ABOUT_THE_SITE = frozenset(
    ("WebPage", "WebSite", "Organization", "BreadcrumbList", "ImageObject", "SearchAction")
)
"""Types of JSON-LD objects that say little of what a page is about."""

SAYS_ITSELF = frozenset(("name", "text", "@value", "value", "itemListElement", "url"))
"""Properties that say what an object is."""

MAX_ALIKE = 64
"""Columns that say the same on one page: more of them are not candidates there, since all pairs of
columns would have to be compared. 4,000 meta elements that say "x" took minutes."""

_WORD = re.compile(r"[^\W\d_]{2,}")


def make_columns(pages: Sequence[SamplePage], texts: frozenset[int]) -> list[Column]:
    """The columns of a sample, fall-backs joined."""
    grouping = Grouping(pages, texts)
    columns = _primary_columns(grouping)
    others = [column for family in range(1, len(FAMILIES)) for column in grouping.columns(family)]
    orphans = _orphans(columns, others, grouping)
    columns += orphans
    taken = set(orphans)
    others = [column for column in others if column not in taken]
    index = _Index(columns)
    for other in others:
        _join_fallback(columns, index, other)
    for column in columns:
        for place in (column, *column.duplicates):
            _find_label(place, grouping)
    return _merge_exclusive(columns, index, others, grouping)


def _primary_columns(grouping: Grouping) -> list[Column]:
    """Columns of the most tolerant key; those with the same values on every page are one."""
    found: dict[tuple[tuple[str, ...], ...], Column] = {}
    everything = grouping.columns(0)
    # What people read stands for what is said again in attributes and scripts.
    for column in sorted(everything, key=lambda column: column.kind(grouping.pages)):
        same = found.setdefault(tuple(column.values), column)
        if column.kind(grouping.pages) == JSON:
            same.is_structured = True
            path = grouping.name_of(column)
            same.is_main |= _is_main(path)
            same.key = same.key or (path if _is_main(path) else "")
        if same is not column:
            same.selectors += column.selectors
            same.duplicates.append(column)
    _demote_constant_types(list(found.values()))
    enough = min(2, len(grouping.pages))
    return [
        column
        for column in found.values()
        if column.filled >= enough or column.is_structured or grouping.is_named(column)
    ]


def _orphans(
    columns: Sequence[Column], others: Sequence[Column], grouping: Grouping
) -> list[Column]:
    """Columns of less tolerant keys for what the most tolerant one does not find on other pages.

    That is the case below an element whose class names the page.
    """
    known = {place for column in columns for place in column.places()}
    found = []
    for column in others:
        places = column.places()
        is_often = column.filled >= max(2, ORPHAN_SHARE * len(grouping.pages))
        if is_often and known.isdisjoint(places):
            found.append(column)
            known.update(places)
    return found


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


class _Index:
    """Which columns have which values on which page."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self._columns = columns
        self._found: defaultdict[tuple[int, tuple[str, ...]], list[int]] = defaultdict(list)
        for number, column in enumerate(columns):
            for page, values in enumerate(column.values):
                if values:
                    self._found[page, values].append(number)
        self._known: dict[tuple[tuple[str, ...], ...], Counter[int]] = {}

    def agreements(self, other: Column) -> Counter[int]:
        """On how many pages each column says what the other says; many others say the same."""
        said = tuple(other.values)
        if said not in self._known:
            self._known[said] = self._count(said)
        return self._known[said]

    def _count(self, said: tuple[tuple[str, ...], ...]) -> Counter[int]:
        """Candidates come from pages where few say the same, and are counted on all pages."""
        spoken = [(page, values) for page, values in enumerate(said) if values]
        found = [self._found.get(place, []) for place in spoken]
        counts: Counter[int] = Counter()
        for numbers in found:
            if len(numbers) <= MAX_ALIKE:
                counts.update(numbers)
        for (page, values), numbers in zip(spoken, found, strict=True):
            if len(numbers) > MAX_ALIKE:
                counts.update(
                    [each for each in counts if self._columns[each].values[page] == values]
                )
        return counts


def _join_fallback(columns: Sequence[Column], index: _Index, other: Column) -> None:
    spoken = [page for page, values in enumerate(other.values) if values]
    for number, times in index.agreements(other).items():
        column = columns[number]
        if times >= AGREEMENT * len(spoken) and all(column.values[page] for page in spoken):
            column.selectors += other.selectors


def _merge_exclusive(
    columns: list[Column], index: _Index, others: Sequence[Column], grouping: Grouping
) -> list[Column]:
    """Make one column of those that never share a page but are covered by one other extractor."""
    used: set[int] = set()
    merged: list[Column] = []
    for other in others:
        if other.filled < MIN_MERGED_SHARE * len(grouping.pages):
            continue
        parts, covered = _exclusive_parts(columns, index.agreements(other), used)
        if len(parts) < 2 or covered < AGREEMENT * other.filled:
            continue
        if _are_one([columns[part] for part in parts], grouping):
            merged.append(_merge([columns[part] for part in parts], other))
            _find_label(merged[-1], grouping)
            used.update(parts)
    return [column for number, column in enumerate(columns) if number not in used] + merged


def _are_one(parts: Sequence[Column], grouping: Grouping) -> bool:
    """Whether nothing says that the parts are different things: labels that share no word do.

    "Price" and "Our price" may be one column if both hold prices; "Width" and "Weight" never.
    """
    labelled = [part for part in parts if part.is_labelled and part.is_next]
    labels = [frozenset(_WORD.findall(part.label.casefold())) for part in labelled]
    if len({*labels}) < 2:
        return True
    shared = frozenset.intersection(*labels)
    types = {
        infer_type(
            [value for values in part.values for value in values], part.kind(grouping.pages)
        ).name
        for part in labelled
    }
    return bool(shared) and len(types) == 1


def _exclusive_parts(
    columns: Sequence[Column], agreements: Counter[int], used: set[int]
) -> tuple[list[int], int]:
    parts: list[int] = []
    covered: set[int] = set()
    for number, times in agreements.most_common():
        if number in used or columns[number].filled != times:
            continue
        speaks = {page for page, values in enumerate(columns[number].values) if values}
        if not speaks & covered:
            parts.append(number)
            covered |= speaks
    return parts, len(covered)


def _merge(parts: Sequence[Column], other: Column) -> Column:
    cells = [
        next((cell for cell in row if cell), ())
        for row in zip(*(p.cells for p in parts), strict=True)
    ]
    values = [
        next((cell for cell in row if cell), ())
        for row in zip(*(p.values for p in parts), strict=True)
    ]
    selectors = [selector for part in parts for selector in part.selectors]
    return Column(cells, values, selectors + other.selectors)


def _find_label(column: Column, grouping: Grouping) -> None:
    """The template text that most often names the column's values."""
    counts: Counter[tuple[str, bool]] = Counter()
    following = 0
    for number, cell in enumerate(column.cells):
        label = grouping.labels[number].get(cell[0], -1) if cell else -1
        if label >= 0:
            column.label_distance = column.label_distance or cell[0] - label
            page = grouping.pages[number]
            counts[page.values[label], page.is_labelling(label)] += 1
            # Parts of a merged column may be of different kinds.
            nearest = grouping.next[number, label, text_family(page.kinds[cell[0]][0])]
            following += nearest in (cell[0], page.blocks[cell[0]])
    if counts:
        column.label, column.is_labelled = counts.most_common(1)[0][0]
        column.is_next = following > 0.5 * counts.total()
