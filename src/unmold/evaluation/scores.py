"""Computes all numbers about one set of pages: a site, or all of them together.

A page that is in no cluster counts as a cluster of its own in pairs and in mutual information, so
it costs recall and never precision. It is in no cluster whose purity could be asked, and it is not
among the clusters found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from unmold.evaluation.contingency import group_sizes, tabulate
from unmold.evaluation.labels import Labeling
from unmold.evaluation.pairs import PairCounts, count_care_pairs, count_strict_pairs
from unmold.evaluation.partition import Information, Purity, measure_information, measure_purity


@dataclass(frozen=True)
class Scores:
    """What a clustering of these pages is worth."""

    pages: int
    clusters: int
    """Clusters found, without the pages that are in none."""
    templates: int
    """Templates in the gold."""
    unclustered: int
    """Pages the clustering names and leaves in no cluster."""
    missing: int
    """Pages of the gold the clustering does not name; they count as unclustered."""
    pairs: PairCounts
    """By `template` alone."""
    care_pairs: PairCounts
    """Without the don't-care pairs."""
    care_pairs_present: PairCounts
    """The same over the pages that are not missing: what the missing ones cost."""
    care_pairs_clustered: PairCounts
    """The same over the pages that are in a cluster: what leaving out any page costs."""
    purity: Purity
    information: Information

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain types; `v_measure` is the same number as `nmi`."""
        return {
            "pages": self.pages,
            "clusters": self.clusters,
            "templates": self.templates,
            "unclustered": self.unclustered,
            "missing": self.missing,
            "pairs": self.pairs.to_dict(),
            "care_pairs": self.care_pairs.to_dict(),
            "care_pairs_present": self.care_pairs_present.to_dict(),
            "care_pairs_clustered": self.care_pairs_clustered.to_dict(),
            "purity_mean": self.purity.mean,
            "purity_weighted": self.purity.weighted,
            "mutual_information": self.information.mutual_information,
            "nmi": self.information.normalized_mutual_information,
            "homogeneity": self.information.homogeneity,
            "completeness": self.information.completeness,
            "v_measure": self.information.normalized_mutual_information,
        }


def score(labeling: Labeling) -> Scores:
    """Score one set of pages."""
    present, clustered = ~labeling.missing, labeling.clustered
    care_pairs = _count_care_pairs(labeling)
    return Scores(
        pages=len(clustered),
        clusters=len(group_sizes(labeling.clusters[clustered])),
        templates=len(group_sizes(labeling.template)),
        unclustered=int(np.count_nonzero(~clustered & present)),
        missing=int(np.count_nonzero(labeling.missing)),
        pairs=count_strict_pairs(labeling.partition(), labeling.template),
        care_pairs=care_pairs,
        care_pairs_present=(
            care_pairs if present.all() else _count_care_pairs(labeling.select(present))
        ),
        care_pairs_clustered=(
            care_pairs if clustered.all() else _count_care_pairs(labeling.select(clustered))
        ),
        purity=_measure_purity(labeling),
        information=measure_information(tabulate(labeling.partition(), labeling.template)),
    )


def average_scores(scores: Sequence[Scores]) -> dict[str, Any]:
    """The mean of every rate, each site alike; shaped as `Scores.to_dict`, without counts."""
    return _average_floats([one.to_dict() for one in scores])


def _count_care_pairs(labeling: Labeling) -> PairCounts:
    return count_care_pairs(labeling.partition(), labeling.fine, labeling.coarse)


def _measure_purity(labeling: Labeling) -> Purity:
    """Purity of the clusters found; where none are, 1 if there are no pages either, else 0."""
    if len(labeling.clusters) == 0:
        return Purity(mean=1.0, weighted=1.0)
    clustered = labeling.clustered
    return measure_purity(tabulate(labeling.clusters[clustered], labeling.template[clustered]))


def _average_floats(reports: list[dict[str, Any]]) -> dict[str, Any]:
    means: dict[str, Any] = {}
    for name, sample in reports[0].items():
        if isinstance(sample, dict):
            means[name] = _average_floats([report[name] for report in reports])
        elif isinstance(sample, float):
            means[name] = float(np.mean([report[name] for report in reports]))
    return means
