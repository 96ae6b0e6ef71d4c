"""Features and similarities: what a page looks like, and how alike two pages are.

Pages become one table of stable hashes for clusterers, and plain objects for people. The native
core does the work; next are `unmold.evaluation` and `unmold.clusters`.
"""

from unmold.features.compare import (
    Similarity,
    compare_pages,
    compare_pairs,
    measure_names,
    prepare_pages,
)
from unmold.features.compute import compute_features, compute_fingerprints
from unmold.features.page import PageFeatures, hash_path, page_features
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
    "hash_path",
    "measure_names",
    "page_features",
    "prepare_pages",
]
