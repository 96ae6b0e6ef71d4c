"""How right child tables are: list pages with the titles of their entries enter, scores leave.

For each template that has list pages, a template is learned from half of them, at most a few. The
table column that fits best *on those pages* is taken and scored on the others by F1 of titles,
macro over pages, then templates.
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean

from unmold.bench.extraction import SAMPLE_SIZE, SEED, columns_of
from unmold.bench.normalise import folded_set
from unmold.records import extract_records
from unmold.templates import Template, induce_template

Titles = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class ListScore:
    """How well the titles of one template's list pages are found."""

    template: str
    pages: int
    column: str
    f1: float


def measure_lists(corpus: Path, templates: Sequence[str] = ()) -> Iterator[ListScore]:
    """Measure each template of a corpus that has `gold_records.jsonl`; needs two pages of it."""
    titles = _gold_titles(corpus)
    for name, paths in sorted(_by_template(corpus, titles).items()):
        if len(paths) >= 2 and (not templates or name in templates):
            yield _measure(corpus, name, paths, titles)


def _gold_titles(corpus: Path) -> dict[str, frozenset[str]]:
    with (corpus / "gold_records.jsonl").open(encoding="utf-8") as lines:
        entries = [json.loads(line) for line in lines]
    return {entry["path"]: folded_set(entry["titles"]) for entry in entries if entry["titles"]}


def _by_template(corpus: Path, titles: Titles) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    with (corpus / "manifest.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["path"] in titles:
                found[f"{row['site']} {row['template']}"].append(row["path"])
    return found


def _measure(corpus: Path, name: str, paths: list[str], titles: Titles) -> ListScore:
    Random(SEED).shuffle(paths)
    size = min(SAMPLE_SIZE, (len(paths) + 1) // 2)
    learned, unseen = paths[:size], paths[size:]
    template = induce_template([str(corpus / path) for path in learned])
    seen_columns = _table_columns(template, corpus, learned)
    names = list(dict.fromkeys(column for page in seen_columns for column in page))
    best = max(
        names, key=lambda column: _mean_f1(seen_columns, learned, column, titles), default=""
    )
    score = _mean_f1(_table_columns(template, corpus, unseen), unseen, best, titles)
    return ListScore(name, len(unseen), best, score)


def _table_columns(
    template: Template, corpus: Path, paths: Sequence[str]
) -> list[dict[str, tuple[frozenset[str], frozenset[str]]]]:
    records = extract_records(template, [str(corpus / path) for path in paths])
    return [
        {name: column for name, column in columns_of(record).items() if "." in name}
        for record in records
    ]


def _mean_f1(
    pages: Sequence[Mapping[str, tuple[frozenset[str], frozenset[str]]]],
    paths: Sequence[str],
    column: str,
    titles: Titles,
) -> float:
    nothing: frozenset[str] = frozenset()
    return mean(
        max(_f1(part, titles[path]) for part in page.get(column, (nothing,)))
        for page, path in zip(pages, paths, strict=True)
    )


def _f1(found: frozenset[str], gold: frozenset[str]) -> float:
    return 2 * len(found & gold) / (len(found) + len(gold))
