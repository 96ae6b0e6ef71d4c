"""How right extraction is: pages with gold values enter, scores by site leave.

For each site a template is learned from a few pages. For each gold attribute the column that fits
best *on those pages* is taken and scored on all others. **hit**: something was extracted and all of
it is gold. **set**: exactly the gold was extracted. Both as F1, macro over attributes, then sites.
A gold value may match `values` or `raw`.
"""

from __future__ import annotations

import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

from unmold.bench.normalise import folded_set
from unmold.bench.synonyms import share_word
from unmold.records import Record, extract_records
from unmold.templates import Template, induce_template

SAMPLE_SIZE = 20
SEED = 0

Gold = Mapping[str, list[str]]
Column = tuple[frozenset[str], frozenset[str]]
"""What a column holds on a page: values and raw values."""
NOTHING: Column = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class AttributeScore:
    """How well one gold attribute is found on pages never seen, and by which column."""

    attribute: str
    column: str
    hit: float
    set: float


@dataclass(slots=True)
class SiteScore:
    """What was measured on one site."""

    site: str
    attributes: list[AttributeScore]
    columns: int
    pages_without_value: int
    induction_seconds: float
    extraction_milliseconds: float
    template: Template = field(repr=False)

    @property
    def hit(self) -> float:
        return mean(score.hit for score in self.attributes)

    @property
    def set(self) -> float:
        return mean(score.set for score in self.attributes)

    def named(self, *, with_synonyms: bool) -> float:
        """The share of attributes whose column is named after them."""
        return mean(
            share_word(score.column, score.attribute, with_synonyms=with_synonyms)
            for score in self.attributes
        )


def measure_extraction(corpus: Path, sites: Sequence[str] = ()) -> Iterator[SiteScore]:
    """Measure each site of a corpus that has `gold_fields.jsonl`."""
    for site, gold in sorted(_gold_by_site(corpus).items()):
        if not sites or site in sites:
            yield _measure_site(corpus, site, gold)


def _gold_by_site(corpus: Path) -> dict[str, dict[str, Gold]]:
    by_site: defaultdict[str, dict[str, Gold]] = defaultdict(dict)
    with (corpus / "gold_fields.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            by_site[Path(entry["path"]).parent.name][entry["path"]] = entry["fields"]
    return by_site


def _measure_site(corpus: Path, site: str, gold: Mapping[str, Gold]) -> SiteScore:
    paths = sorted(gold)
    random.Random(SEED).shuffle(paths)
    learned, unseen = paths[:SAMPLE_SIZE], paths[SAMPLE_SIZE:]
    start = time.perf_counter()
    template = induce_template([str(corpus / path) for path in learned], jobs=1)
    induced = time.perf_counter()
    unseen_records = _extract(template, corpus, unseen)
    extracted = time.perf_counter()
    seen_columns = [columns_of(record) for record in _extract(template, corpus, learned)]
    unseen_columns = [columns_of(record) for record in unseen_records]
    names = list(template.column_names())
    attributes = [
        _score_attribute(attribute, names, (seen_columns, learned), (unseen_columns, unseen), gold)
        for attribute in sorted({name for fields in gold.values() for name in fields})
        if any(gold[path].get(attribute) for path in paths)
    ]
    return SiteScore(
        site,
        attributes,
        len(names),
        sum(1 for record in unseen_records if not _has_varying(template, record)),
        induced - start,
        (extracted - induced) / max(len(unseen), 1) * 1000,
        template,
    )


def _extract(template: Template, corpus: Path, paths: Sequence[str]) -> list[Record]:
    return list(extract_records(template, [str(corpus / path) for path in paths], jobs=1))


def _has_varying(template: Template, record: Record) -> bool:
    constant = {column.name for column in template.fields if column.is_constant}
    return any(name not in constant for name in record.values)


def columns_of(record: Record) -> dict[str, Column]:
    """What each column holds on the page; those of tables as `table.column`."""
    values, raw = _flat(record.values), _flat(record.raw)
    return {name: (folded_set(values[name]), folded_set(raw[name])) for name in values}


def _flat(values: Mapping[str, Any]) -> dict[str, list[str]]:
    """The values of each column, those of tables in tables included, in document order."""
    flat: dict[str, list[str]] = {}
    waiting = [("", values)]
    while waiting:
        around, row = waiting.pop()
        for name, value in row.items():
            if isinstance(value, list) and value and isinstance(value[0], dict):
                waiting += [(f"{around}{name}.", inner) for inner in reversed(value)]
            else:
                cell = value if isinstance(value, list) else [value]
                flat.setdefault(f"{around}{name}", []).extend(cell)
    return flat


Pages = tuple[list[dict[str, Column]], Sequence[str]]


def _score_attribute(
    attribute: str, names: Sequence[str], seen: Pages, unseen: Pages, gold: Mapping[str, Gold]
) -> AttributeScore:
    def scores(pages: Pages, name: str) -> tuple[float, float]:
        columns, paths = pages
        wanted = [folded_set(gold[path].get(attribute, [])) for path in paths]
        return hit_and_set([page.get(name, NOTHING) for page in columns], wanted)

    on_seen = {name: scores(seen, name) for name in names}
    # Of columns that fit equally well the simplest to find: the first.
    best = max(names, key=lambda name: (sum(on_seen[name]), on_seen[name][0]), default="")
    hit, exact = scores(unseen, best)
    return AttributeScore(attribute, best, hit, exact)


def hit_and_set(found: Sequence[Column], wanted: Sequence[frozenset[str]]) -> tuple[float, float]:
    """F1 of hits and of equal sets over pages."""
    total = sum(1 for values, _ in found if values) + sum(1 for gold in wanted if gold)
    if not total:
        return 1.0, 1.0
    pairs = [(pair, gold) for pair, gold in zip(found, wanted, strict=True) if pair[0]]
    hits = sum(1 for pair, gold in pairs if any(part <= gold for part in pair))
    equal = sum(1 for pair, gold in pairs if any(part == gold for part in pair))
    return 2 * hits / total, 2 * equal / total


def summary(score: SiteScore) -> dict[str, Any]:
    """The figures of a site as plain values."""
    return {
        "site": score.site,
        "hit": round(score.hit, 4),
        "set": round(score.set, 4),
        "columns": score.columns,
        "named": round(score.named(with_synonyms=False), 4),
        "named_with_synonyms": round(score.named(with_synonyms=True), 4),
        "pages_without_value": score.pages_without_value,
        "induction_seconds": round(score.induction_seconds, 3),
        "extraction_milliseconds": round(score.extraction_milliseconds, 2),
    }


def show_site(score: SiteScore) -> str:
    """The figures of a site in one line, with the attributes that are often missed."""
    weak = [
        f"{item.attribute}={item.hit:.2f}/{item.set:.2f}"
        for item in score.attributes
        if item.hit < 0.97
    ]
    return (
        f"{score.site:26} hit {score.hit:.3f} set {score.set:.3f} columns {score.columns:3}"
        f" named {score.named(with_synonyms=False):.2f}/{score.named(with_synonyms=True):.2f}"
        f" empty {score.pages_without_value} induce {score.induction_seconds:.2f} s"
        f" extract {score.extraction_milliseconds:.1f} ms {' '.join(weak)}"
    ).rstrip()


def show_means(scores: Sequence[SiteScore]) -> str:
    """The means over sites in one line."""
    rows = [summary(score) for score in scores]
    means = {name: mean(row[name] for row in rows) for name in rows[0] if name != "site"}
    return (
        f"{'mean':26} hit {means['hit']:.3f} set {means['set']:.3f} columns {means['columns']:3.0f}"
        f" named {means['named']:.2f}/{means['named_with_synonyms']:.2f}"
        f" empty {means['pages_without_value']:.1f} induce {means['induction_seconds']:.2f} s"
        f" extract {means['extraction_milliseconds']:.1f} ms"
    )
