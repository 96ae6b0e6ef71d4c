"""Scores clusters against gold labels: per site, on average, and over all pages.

Labels are sequences or mappings from page to label; `label_files` reads the labels from CSV files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from unmold.evaluation.gold import CodedGold, code_columns
from unmold.evaluation.labels import Labels, align
from unmold.evaluation.one_class import TemplateScore, score_templates
from unmold.evaluation.scores import Scores, average_scores, score


@dataclass(frozen=True)
class Evaluation:
    """What a clustering is worth against gold labels."""

    pooled: Scores
    """All pages together; without `across_sites` all pairs across sites are true negatives."""
    macro: Mapping[str, Any]
    """The mean of every rate over the sites, each counting alike; shaped as `Scores.to_dict`."""
    sites: Mapping[str, Scores]
    """By site; empty if no sites were given."""
    templates: tuple[TemplateScore, ...]
    """Each template of the gold alone, by site and name."""
    not_in_gold: int
    """Pages the clustering names and the gold does not; they are left out."""
    unlabelled: int
    """Pages of the gold without a template; they are left out."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "not_in_gold": self.not_in_gold,
            "unlabelled": self.unlabelled,
            "pooled": self.pooled.to_dict(),
            "macro": dict(self.macro),
            "sites": {name: scores.to_dict() for name, scores in self.sites.items()},
            "templates": [template.to_dict() for template in self.templates],
        }


def evaluate_clusters(
    clusters: Labels,
    gold: Labels,
    *,
    coarse: Labels | None = None,
    fine: Labels | None = None,
    sites: Labels | None = None,
    across_sites: bool = False,
    seconds: float | None = None,
) -> Evaluation:
    """Score clusters against the gold templates of the same pages.

    All labels are sequences or arrays in the same order, or all are mappings from page to label.
    With mappings, a page of the gold that the clusters do not name is *missing*: it counts as
    unclustered, since a method must not gain by losing pages; its number and the scores without it
    are reported. Pages the gold does not name are left out and counted.

    `coarse` and `fine` are the gold's other two levels; they make some pairs of pages don't-care
    pairs (see `unmold.evaluation.pairs`). Clusters and templates of different `sites` are different
    things even if their labels are equal, unless `across_sites`. `seconds`, the time the clustering
    took, gives the templates their pages per second.

    >>> evaluation = evaluate_clusters([0, 0, 1, 2], ["a", "a", "b", "b"])
    >>> round(evaluation.pooled.pairs.adjusted_rand_index, 6)
    0.571429
    """
    columns = align(clusters, gold, coarse, fine, sites)
    coded = code_columns(columns, across_sites)
    pooled = score(coded.labeling)
    by_site = {} if sites is None else _score_sites(coded)
    return Evaluation(
        pooled=pooled,
        macro=average_scores(list(by_site.values()) or [pooled]),
        sites=by_site,
        templates=tuple(score_templates(coded, seconds)),
        not_in_gold=columns.not_in_gold,
        unlabelled=coded.unlabelled,
    )


def _score_sites(coded: CodedGold) -> dict[str, Scores]:
    order = np.argsort(coded.site, kind="stable")
    starts = np.unique(coded.site[order], return_index=True)[1]
    return {
        coded.name_site(pages[0]): score(coded.labeling.select(pages))
        for pages in np.split(order, starts[1:])
        if len(pages)  # no pages at all are split into one empty part
    }
