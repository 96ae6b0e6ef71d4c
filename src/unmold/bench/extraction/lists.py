"""Scores child tables against the titles of the entries of list pages.

A template is learned from half of its list pages, at most a few. The table column that fits best
*on those pages* is taken and scored on the others by F1 of titles, macro over pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from unmold.bench.extraction.columns import NOTHING, Column, columns_of, title_f1
from unmold.bench.extraction.extraction_gold import GoldGroup
from unmold.records import extract_records
from unmold.templates import Template, induce_template

Columns = dict[str, Column]


@dataclass(frozen=True, slots=True)
class ListScore:
    """How well the titles of one template's list pages are found."""

    corpus: str
    template: str
    unseen_pages: int
    column: str
    f1: float


def measure_lists(
    corpus: str, group: GoldGroup, learned: int, unseen: int | None = None
) -> ListScore:
    """Learn one template and score its child tables; needs two pages."""
    size = min(learned, (len(group.pages) + 1) // 2)
    seen_paths, unseen_paths = group.split(size, unseen)
    template = induce_template(group.files(seen_paths))

    def f1(pages: Sequence[Columns], paths: Sequence[str], column: str) -> float:
        titles = [group.pages[path]["titles"] for path in paths]
        found = [page.get(column, NOTHING) for page in pages]
        return mean(title_f1(one, gold) for one, gold in zip(found, titles, strict=True))

    seen = _table_columns(template, group, seen_paths)
    names = list(dict.fromkeys(column for page in seen for column in page))
    best = max(names, key=lambda name: f1(seen, seen_paths, name), default="")
    score = f1(_table_columns(template, group, unseen_paths), unseen_paths, best)
    return ListScore(corpus, group.name, len(unseen_paths), best, score)


def _table_columns(template: Template, group: GoldGroup, paths: list[str]) -> list[Columns]:
    found = {
        record.path: {name: column for name, column in columns_of(record).items() if "." in name}
        for record in extract_records(template, group.files(paths))
    }
    return [found.get(str(file), {}) for file in group.files(paths)]
