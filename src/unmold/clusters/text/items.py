"""Pages with the same essential paths are one item: clustering starts from these.

Essential paths enter, the different sets of them leave, in an order that follows from what they
hold and not from the order of the pages: so that the result does not depend on it either. Pages
without essential paths belong to no item.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from unmold.clusters.text.essential import Counts, EssentialPaths, Weights
from unmold.evaluation.labels import UNCLUSTERED

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


@dataclass(frozen=True, slots=True)
class Items:
    """Different sets of paths, and how many pages have each."""

    matrix: csr_matrix
    weights: Weights
    """What each path counts."""
    sizes: Counts
    """The pages of each item."""
    item_of_page: Counts
    """-1 for a page without essential paths."""

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def masses(self) -> Weights:
        """The weight of the paths of each item's page."""
        masses: Weights = self.matrix @ self.weights
        return masses

    def labels(self, of_items: Counts) -> Counts:
        """Labels of items as labels of pages."""
        return np.append(of_items, UNCLUSTERED)[self.item_of_page]


def find_items(essential: EssentialPaths) -> Items:
    """Put pages with the same essential paths together."""
    matrix = essential.matrix
    pages = np.flatnonzero(essential.has_paths)
    keys = [_key(matrix, page) for page in pages.tolist()]
    _, first, inverse, sizes = np.unique(
        np.array(keys, dtype=object), return_index=True, return_inverse=True, return_counts=True
    )
    item_of_page = np.full(matrix.shape[0], -1, np.int64)
    item_of_page[pages] = inverse.reshape(-1)
    return Items(matrix[pages[first]], essential.weights, sizes, item_of_page)


def _key(matrix: csr_matrix, row: int) -> bytes:
    columns: Counts = matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]].astype(np.int64)
    return columns.tobytes()
