"""Scores clusters and records of a demo site against gold.

Clusters are scored by pairs of pages (`unmold.evaluation`). Values are scored as follows.

- The pages of one cluster are taken together. Of the columns that their records have, each is
  mapped to at most one gold field and each gold field to at most one column, such that most values
  are right on all these pages; tables are mapped to gold tables in the same way.
- A value is right if its text is the gold text, white space folded, either as in `values` or as in
  `raw`. In a list, texts count as often as they are in both; rows of a table are compared in order,
  the first with the first, and nested rows within them.
- A gold table of labels and values, such as a specification, may be given by a table or by one
  column for each label, whichever is better.
- Precision is the share of right values in those of the mapped columns, recall their share in all
  gold values, the values of pages without a record included; F1 is of their sums over all clusters.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from unmold.demo.matching import Counts, Pair, match
from unmold.evaluation import UNCLUSTERED, Evaluation, evaluate_clusters
from unmold.records import Record


class FieldScore(NamedTuple):
    """How well one gold field is said in one cluster."""

    template: str
    """The gold template of most pages of the cluster."""
    field: str
    column: str
    """The column that says it, "" if none does."""
    counts: Counts


@dataclass(frozen=True)
class DemoScore:
    """How right clusters and values are."""

    clusters: Evaluation
    fields: tuple[FieldScore, ...]

    @property
    def pair_f1(self) -> float:
        return self.clusters.pooled.pairs.f1

    @property
    def values(self) -> Counts:
        """The counts of all values together."""
        return sum((field.counts for field in self.fields), Counts())

    def by_template(self) -> dict[str, Counts]:
        """The counts of values by gold template."""
        found: defaultdict[str, Counts] = defaultdict(Counts)
        for field in self.fields:
            found[field.template] += field.counts
        return dict(found)


def score_site(
    gold_records: str | PathLike[str],
    clusters: Mapping[str, Hashable],
    records: Iterable[Record],
) -> DemoScore:
    """Score clusters (by path of the page) and records against the gold of a demo site."""
    gold = {line["path"]: line for line in _read_lines(Path(gold_records))}
    record_of = {record.path: record for record in records}
    evaluation = evaluate_clusters(
        clusters, {path: line["template"] for path, line in gold.items()}
    )
    fields = [
        FieldScore(_usual_template(gold, paths), *found)
        for paths in _group(gold, clusters)
        for found in match([_pair(gold[path], record_of.get(path)) for path in paths])
    ]
    return DemoScore(evaluation, tuple(fields))


def show_score(score: DemoScore, *, worst: int = 10) -> Iterator[str]:
    """The score in lines for people: both numbers, templates, and the fields that miss most."""
    values = score.values
    yield f"pages in the right cluster, pair F1   {score.pair_f1:.4f}"
    yield (
        f"values, F1                            {values.f1:.4f}"
        f"  (precision {values.precision:.4f}, recall {values.recall:.4f}, {values.gold:,} values)"
    )
    for template, counts in sorted(score.by_template().items()):
        yield f"  {template:20} {counts.f1:.4f}  {counts.gold:,} values"
    missed = sorted(score.fields, key=_missed, reverse=True)
    for field in missed[:worst]:
        if _missed(field):
            yield (
                f"  missed {field.template}: {field.field} {field.counts.f1:.4f}"
                f" ({_missed(field):,} wrong), in {field.column or 'no column'}"
            )


def _missed(field: FieldScore) -> int:
    return max(field.counts.found, field.counts.gold) - field.counts.right


def _read_lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _group(gold: Iterable[str], clusters: Mapping[str, Hashable]) -> list[list[str]]:
    """The pages of the gold by cluster; a page that is in none is alone."""
    groups: defaultdict[Hashable, list[str]] = defaultdict(list)
    for path in gold:
        cluster = clusters.get(path, UNCLUSTERED)
        groups[path if cluster == UNCLUSTERED else cluster].append(path)
    return list(groups.values())


def _usual_template(gold: Mapping[str, dict[str, Any]], paths: Iterable[str]) -> str:
    counts = Counter(str(gold[path]["template"]) for path in paths)
    return counts.most_common(1)[0][0]


def _pair(line: dict[str, Any], record: Record | None) -> Pair:
    if record is None:
        return Pair(line["values"], {}, {})
    return Pair(line["values"], record.values, record.raw)
