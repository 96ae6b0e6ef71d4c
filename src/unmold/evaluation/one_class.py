"""Scores one template at a time, as the paper on UXClust (Grigalis and Cenys) measures.

The paper gives two definitions and does not say which its tables show, so both are computed:

- `cluster`: of the cluster that holds most of the template's pages (of several, the purest), the
  share that are such pages, and the share of all such pages that it holds. Pages in no cluster
  remain in the second denominator; `recall_clustered` leaves them out.
- `pairs`: pair counting restricted to pairs with at least one page of the template, for between two
  other pages there is no truth to compare with.

`score_templates` does it for every template of a fully labelled set in one pass over the cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unmold.errors import UsageError
from unmold.evaluation.contingency import Codes, Contingency, tabulate
from unmold.evaluation.counts import harmonic_mean
from unmold.evaluation.gold import CodedGold
from unmold.evaluation.labels import Labels, encode_clusters, separate_unclustered
from unmold.evaluation.pairs import PairCounts


@dataclass(frozen=True)
class TemplateScore:
    """How well one template was found."""

    template: str
    site: str
    pages: int
    """Pages of the template in the processed set, which the paper calls GT-P."""
    cluster: str | None
    """The cluster that holds most of them; None if no cluster holds any."""
    precision: float
    recall: float
    recall_clustered: float
    pairs: PairCounts
    pages_per_second: float | None
    """Pages of the template by seconds taken (GT-P/s); None if the time is not known."""

    @property
    def f1(self) -> float:
        return harmonic_mean(self.precision, self.recall)

    def to_dict(self) -> dict[str, Any]:
        return {
            "template": self.template,
            "site": self.site,
            "pages": self.pages,
            "cluster": self.cluster,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "recall_clustered": self.recall_clustered,
            "pairs": self.pairs.to_dict(),
            "pages_per_second": self.pages_per_second,
        }


@dataclass(frozen=True)
class ClassCounts:
    """One value per gold code: what the scores of a class are computed from."""

    pages: Codes
    clustered: Codes
    best_cluster: Codes
    """A code of `clusters`, -1 if none holds a page of the class."""
    best_overlap: Codes
    best_size: Codes
    joined_inside: Codes
    joined_outside: Codes


def score_one_class(
    clusters: Labels, members: Sequence[bool] | NDArray[np.bool_], seconds: float | None = None
) -> TemplateScore:
    """Score the pages marked in `members` against all others.

    >>> score = score_one_class([7, 7, 7, 8, -1], [True, True, False, True, True])
    >>> score.cluster, round(score.precision, 3), score.recall
    ('7', 0.667, 0.5)
    """
    codes, names = encode_clusters(clusters)
    inside = np.asarray(members, dtype=np.bool_)
    if len(inside) != len(codes):
        raise UsageError(f"{len(codes)} clusters for {len(inside)} members: one of each per page")
    # Both classes exist whatever the input, so that 1 always is the code of the members.
    counts = count_classes(codes, inside.astype(np.int64), classes=2)
    best = int(counts.best_cluster[1])
    return build_score(counts, 1, len(codes), str(names[best]) if best >= 0 else None, seconds)


def score_templates(coded: CodedGold, seconds: float | None = None) -> list[TemplateScore]:
    """Score every template of the gold, by site and name."""
    labeling = coded.labeling
    codes, page_of, dense = np.unique(labeling.template, return_index=True, return_inverse=True)
    counts = count_classes(labeling.clusters, dense.reshape(-1), classes=len(codes))
    clusters, page_of_cluster = np.unique(labeling.clusters, return_index=True)
    best_pages = page_of_cluster[np.searchsorted(clusters, counts.best_cluster)]
    scores = [
        build_score(
            counts,
            code,
            len(labeling.template),
            coded.name_cluster(best_pages[code]) if counts.best_cluster[code] >= 0 else None,
            seconds,
            template=coded.name_template(page),
            site=coded.name_site(page),
        )
        for code, page in enumerate(page_of)
    ]
    return sorted(scores, key=lambda score: (score.site, score.template))


def count_classes(clusters: Codes, gold: Codes, classes: int) -> ClassCounts:
    """Count for every gold code below `classes`; cluster -1 is none."""
    partition = separate_unclustered(clusters)
    table = tabulate(partition, gold)
    # The table's codes are dense; these lead back to the given ones.
    gold_codes, cluster_codes = np.unique(gold), np.unique(partition)
    gold_of_cell = gold_codes[table.gold]
    found = cluster_codes[table.cluster] <= clusters.max(initial=-1)
    sizes = table.cluster_sizes[table.cluster]

    def total(values: Codes) -> Codes:
        totals = np.zeros(classes, dtype=np.int64)
        np.add.at(totals, gold_of_cell, values)
        return totals

    best = _find_best_cells(table, np.flatnonzero(found))
    best_cluster = np.full(classes, -1, dtype=np.int64)
    best_overlap, best_size = np.zeros((2, classes), dtype=np.int64)
    best_cluster[gold_of_cell[best]] = cluster_codes[table.cluster[best]]
    best_overlap[gold_of_cell[best]] = table.count[best]
    best_size[gold_of_cell[best]] = sizes[best]
    return ClassCounts(
        pages=total(table.count),
        clustered=total(np.where(found, table.count, 0)),
        best_cluster=best_cluster,
        best_overlap=best_overlap,
        best_size=best_size,
        joined_inside=total(table.count * (table.count - 1) // 2),
        joined_outside=total(table.count * (sizes - table.count)),
    )


def build_score(
    counts: ClassCounts,
    code: int,
    all_pages: int,
    cluster: str | None,
    seconds: float | None,
    template: str = "",
    site: str = "",
) -> TemplateScore:
    """The score of one class; the rates of a class without pages are 1: nothing to find."""
    pages, clustered = int(counts.pages[code]), int(counts.clustered[code])
    overlap, size = int(counts.best_overlap[code]), int(counts.best_size[code])
    return TemplateScore(
        template=template,
        site=site,
        pages=pages,
        cluster=cluster,
        precision=_share(overlap, size, pages),
        recall=_share(overlap, pages, pages),
        recall_clustered=_share(overlap, clustered, pages),
        pairs=_restrict_pairs(counts, code, all_pages),
        pages_per_second=pages / seconds if seconds else None,
    )


def _share(part: int, whole: int, to_find: int) -> float:
    if whole == 0:
        return 0.0 if to_find else 1.0
    return part / whole


def _restrict_pairs(counts: ClassCounts, code: int, all_pages: int) -> PairCounts:
    pages = int(counts.pages[code])
    inside, outside = int(counts.joined_inside[code]), int(counts.joined_outside[code])
    return PairCounts(
        true_positives=inside,
        false_positives=outside,
        false_negatives=pages * (pages - 1) // 2 - inside,
        true_negatives=pages * (all_pages - pages) - outside,
        dont_care=(all_pages - pages) * (all_pages - pages - 1) // 2,
    )


def _find_best_cells(table: Contingency, cells: Codes) -> Codes:
    """Per gold code the cell with most pages, among equals the one in the smallest cluster."""
    sizes = table.cluster_sizes[table.cluster[cells]]
    order = cells[np.lexsort((sizes, -table.count[cells], table.gold[cells]))]
    first_of_each = np.unique(table.gold[order], return_index=True)[1]
    return order[first_of_each]
