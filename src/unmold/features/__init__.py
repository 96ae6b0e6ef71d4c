"""Features and similarities: what a page looks like, and how alike two pages are.

Clusterers get arrays of stable hashes, people plain objects. The work is done by the native core.
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
from unmold.features.ragged import Ragged
from unmold.features.strings import Strings, StringTable
from unmold.features.table import Features, Links, Texts

__all__ = [
    "Features",
    "Links",
    "PageFeatures",
    "Ragged",
    "Similarity",
    "StringTable",
    "Strings",
    "Texts",
    "compare_pages",
    "compare_pairs",
    "compute_features",
    "compute_fingerprints",
    "measure_names",
    "page_features",
    "prepare_pages",
]
