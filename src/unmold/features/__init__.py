"""Features and similarities: what a page looks like, and how alike two pages are.

Pages enter; one table of stable hashes leaves for clusterers, plain objects for people. The work is
done by the native core; next are `unmold.evaluation` and `unmold.clusters`.
"""

from unmold.features.compare import (
    Similarity,
    compare_pages,
    compare_pairs,
    measure_names,
    prepare_pages,
)
from unmold.features.compute import compute_features, compute_fingerprints
from unmold.features.page import PageFeatures, page_features
from unmold.features.table import Features, Links, Ragged

__all__ = [
    "Features",
    "Links",
    "PageFeatures",
    "Ragged",
    "Similarity",
    "compare_pages",
    "compare_pairs",
    "compute_features",
    "compute_fingerprints",
    "measure_names",
    "page_features",
    "prepare_pages",
]
