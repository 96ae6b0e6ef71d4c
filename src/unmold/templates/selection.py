"""Selection: all columns of a sample enter, those worth having leave, the best first.

Left out are columns that never change, repeat another column, or stand in a child table. What is
left is ranked by how many pages fill it and how much it tells pages apart, and cut at a number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from unmold.templates.columns import Column
from unmold.templates.sample import ALT, BLOCK, CONTENT, HREF, JSON, META, SRC, TEXT, TITLE, SamplePage
from unmold.templates.tables import TableColumns

_KIND_WORTH = {
    TEXT: 0.0, BLOCK: 0.0, CONTENT: 0.0, JSON: -0.1, META: -0.2, ALT: -0.4, TITLE: -0.4, SRC: -0.5, HREF: -0.5,
}  # fmt: skip
"""Texts are what people read; links and images count for less."""


def select_columns(
    columns: Sequence[Column],
    tables: Sequence[TableColumns],
    pages: Sequence[SamplePage],
    max_columns: int,
) -> list[Column]:
    """The columns worth having, the best first, at most so many."""
    number = len(pages)
    rated = sorted(
        ((worth(column, pages), column) for column in columns if _varies(column, number)),
        key=lambda pair: -pair[0],
    )
    in_tables = set().union(*(table.leaves for table in tables))
    kept: list[Column] = []
    said: defaultdict[tuple[int, tuple[str, ...]], list[Column]] = defaultdict(list)
    for _, column in rated:
        if _repeats_another(column, said) or _is_in_table(column, in_tables):
            continue
        kept.append(column)
        for page, values in enumerate(column.values):
            if values:
                said[page, _folded(values)].append(column)
    return kept[:max_columns]


def worth(column: Column, pages: Sequence[SamplePage]) -> float:
    """How much a column tells: fill, variety, and what kind of value it is."""
    page, leaf = column.first_leaf()
    filled = [values for values in column.values if values]
    fill = len(filled) / len(pages)
    variety = len({*filled}) / len(filled)
    length = sum(len(values) for values in filled) / len(filled)
    points = fill + 0.5 * variety + _KIND_WORTH[pages[page].kinds[leaf][0]]
    points += 0.2 * bool(column.label) + 0.3 * column.is_labelled + 0.5 * _is_heading(pages[page].hints[leaf])
    points -= 0.3 * (length > 5) + 0.2 * (column.selectors[0].take == "first")
    return points


def _is_heading(hint: str) -> bool:
    tag, itemprop, _ = hint.split("\t")
    return bool(itemprop) or tag in ("h1", "title")


def _varies(column: Column, pages: int) -> bool:
    """Whether a column tells pages apart, or might on other pages because it has a label."""
    filled = {values for values in column.values if values}
    return len(filled) > 1 or pages == 1 or column.filled < 0.5 * pages or column.is_labelled


def _folded(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([value.casefold() for value in values])


def _repeats_another(
    column: Column, said: dict[tuple[int, tuple[str, ...]], list[Column]]
) -> bool:
    """Whether a better column says the same wherever this one speaks; then it takes its selectors."""
    spoken = [(page, _folded(values)) for page, values in enumerate(column.values) if values]
    for other in said.get(spoken[0], ()):
        if all(other in said.get(key, ()) for key in spoken[1:]):
            other.selectors += column.selectors
            return True
    return False


def _is_in_table(column: Column, in_tables: set[tuple[int, int]]) -> bool:
    if column.filled == sum(len(cell) for cell in column.cells) and column.selectors[0].take == "all":
        return False
    return all(
        (page, leaf) in in_tables for page, cell in enumerate(column.cells) for leaf in cell
    )
