"""Scores against one known template of a site, as in the UXClust paper.

Where only one template of a site is known, given by an expression that its URLs match, nothing can
be said about pairs of other pages. There are two readings of the paper: one looks at the cluster
that holds most of the template's pages, the other at all pairs of pages of which at least one is of
the template. Recall counts pages that are in no cluster as lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unmold.errors import UsageError
from unmold.evaluation.labels import UNCLUSTERED


@dataclass(frozen=True, slots=True)
class OneTemplateScores:
    """How well one template was found."""

    gold_pages: int
    """Pages of the template (the paper's GT-P)."""

    precision: float
    """Of the best cluster, the share that is of the template."""

    recall: float
    """Of the template, the share that is in the best cluster."""

    recall_clustered: float
    """The same, of the pages that are in any cluster."""

    pair_precision: float
    pair_recall: float


def evaluate_one_template(
    labels: Sequence[int] | NDArray[np.int64], is_gold: Sequence[bool] | NDArray[np.bool_]
) -> OneTemplateScores:
    """Score labels against the pages of one template.

    >>> scores = evaluate_one_template([0, 0, 0, 1, -1], [True, True, False, True, True])
    >>> scores.precision, scores.recall, scores.recall_clustered
    (0.6666666666666666, 0.5, 0.6666666666666666)
    """
    found, gold = np.asarray(labels, np.int64), np.asarray(is_gold, np.bool_)
    if len(found) != len(gold):
        raise UsageError(f"{len(found)} labels, but {len(gold)} pages are known")
    is_in = found != UNCLUSTERED
    _, numbers = np.unique(found[is_in], return_inverse=True)
    sizes = np.bincount(numbers)
    golden = np.bincount(numbers[gold[is_in]], minlength=len(sizes))
    best = _best(golden, sizes)
    hit, size = (int(golden[best]), int(sizes[best])) if best is not None else (0, 0)
    pairs = _pairs(golden, sizes, int(gold.sum()))
    return OneTemplateScores(
        gold_pages=int(gold.sum()),
        precision=_share(hit, size),
        recall=_share(hit, int(gold.sum())),
        recall_clustered=_share(hit, int(golden.sum())),
        pair_precision=pairs[0],
        pair_recall=pairs[1],
    )


def _best(golden: NDArray[np.int64], sizes: NDArray[np.int64]) -> int | None:
    """The cluster with most gold pages; of several the purest."""
    if not len(sizes) or not golden.any():
        return None
    return int(np.lexsort((-golden / sizes, -golden))[0])


def _pairs(golden: NDArray[np.int64], sizes: NDArray[np.int64], gold: int) -> tuple[float, float]:
    """Precision and recall over pairs with at least one gold page."""
    right = int((golden * (golden - 1) // 2).sum())
    wrong = int((golden * (sizes - golden)).sum())
    return _share(right, right + wrong), _share(right, gold * (gold - 1) // 2)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
