"""Features with trees: what methods need that compare whole pages.

Pages enter; a table leaves that holds, beside the features, every page prepared for the measures.
Such a page is large, so only methods that name `comparands` in `reads` get these tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields

import numpy as np
from numpy.typing import NDArray

from unmold._core import Comparand
from unmold.clusters.feature_table import FeatureTable
from unmold.errors import UsageError
from unmold.features import Features, compute_features, prepare_pages
from unmold.model import Page, Problem
from unmold.settings import Comparison, Limits


@dataclass(frozen=True, slots=True)
class PreparedFeatures(Features):
    """Features, and every page ready to be compared with others."""

    comparands: list[Comparand] = field(default_factory=list)

    @classmethod
    def of(cls, features: Features, comparands: list[Comparand]) -> PreparedFeatures:
        columns = {column.name: getattr(features, column.name) for column in fields(Features)}
        return cls(**columns, comparands=comparands)

    def select(self, pages: NDArray[np.int64]) -> PreparedFeatures:
        """Some pages, in the order given."""
        columns = {column.name: getattr(self, column.name) for column in fields(Features)}
        comparands = [self.comparands[page] for page in pages.tolist()]
        return PreparedFeatures.of(Features(**columns).select(pages), comparands)


def prepare_features(
    pages: Sequence[Page],
    *,
    jobs: int = 0,
    limits: Limits | None = None,
    problems: Callable[[Problem], object] | None = None,
    contents: bool = False,
) -> PreparedFeatures:
    """Compute the features of pages and prepare each for the measures."""
    limits = limits or Limits()
    features = compute_features(
        iter(pages),
        jobs=jobs,
        limits=limits,
        problems=problems,
        links=False,
        texts=False,
        contents=contents,
    )
    return PreparedFeatures.of(features, prepare_pages(pages, Comparison(), limits, jobs))


def comparands_of(features: FeatureTable) -> list[Comparand]:
    """The prepared pages of a table."""
    found: list[Comparand] | None = getattr(features, "comparands", None)
    if found is None:
        raise UsageError(
            "this method compares whole pages, which plain features do not hold",
            hint="give pages to `cluster_pages`, or make the table with `prepare_features`",
        )
    return found
