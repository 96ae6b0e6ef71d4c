"""Scores child tables against the titles of the entries of list pages.

A template is learned from half of its list pages, at most a few. The table column that fits best
*on those pages* is taken and scored on the others by F1 of titles, macro over pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from unmold.bench.extraction.columns import Column, name_columns, read_tiers, title_f1
from unmold.bench.extraction.extraction_gold import GoldGroup
from unmold.pages import read_pages
from unmold.templates import Template, induce_template

Columns = dict[str, Column]


@dataclass(frozen=True, slots=True)
class ListScore:
    """How well the titles of one template's list pages are found."""

    corpus: str
    template: str
    unseen_pages: int
    column: str
    """Of the first tier."""
    f1: float
    f1_all: float
    """Of the best column of both tiers."""


def measure_lists(
    corpus: str, group: GoldGroup, learned: int, unseen: int | None = None
) -> ListScore:
    """Learn one template and score its child tables; needs two pages."""
    size = min(learned, (len(group.pages) + 1) // 2)
    seen_paths, unseen_paths = group.split(size, unseen)
    template = induce_template(group.files(seen_paths))
    seen, others = (_read(template, group, paths) for paths in (seen_paths, unseen_paths))

    def f1(pages: dict[str, Columns], column: str) -> float:
        titles = {path: group.pages[path]["titles"] for path in pages}
        said = {path: columns[column] for path, columns in pages.items() if column in columns}
        return title_f1(said, titles)

    def best(names: Sequence[str]) -> str:
        return max((name for name in names if "." in name), key=partial(f1, seen), default="")

    first = name_columns(template, 1)
    column = best(first)
    column_of_both = best([*first, *name_columns(template, 2)])
    return ListScore(
        corpus, group.name, len(others), column, f1(others, column), f1(others, column_of_both)
    )


def _read(template: Template, group: GoldGroup, paths: list[str]) -> dict[str, Columns]:
    found = read_tiers(template, read_pages(group.files(paths)))
    return {path: found.get(str(group.folder / path), {}) for path in paths}
