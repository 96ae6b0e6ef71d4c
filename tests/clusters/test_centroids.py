"""The native merging of clusters against the plain one, bit for bit."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix, random_array

from tests.reference.centroids import merge_centroids
from unmold.clusters.auto import merge_rows
from unmold.clusters.incidence import make_rows
from unmold.errors import UnmoldError


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("least", [0.1, 0.35, 0.8])
def test_rows_are_merged_as_their_dot_products_say(seed: int, least: float) -> None:
    chance = np.random.default_rng(seed)
    count, width = int(chance.integers(1, 90)), int(chance.integers(1, 60))
    rows = csr_matrix(random_array((count, width), density=0.2, rng=chance))
    if seed % 2:
        # Whole numbers and few columns: many pairs are just as alike, and some rows are empty.
        rows.data = np.ceil(rows.data * 2)
    sizes = chance.integers(1, 5, count)
    dots = np.asarray((rows @ rows.T).todense())
    native = make_rows(np.diff(rows.indptr), rows.indices, rows.data)
    assert merge_rows(native, sizes, least).tolist() == merge_centroids(dots, sizes, least).tolist()


def test_every_row_needs_a_size() -> None:
    rows = make_rows(np.array([1, 0]), np.array([3]), np.ones(1))
    with pytest.raises(UnmoldError, match="needs a size"):
        merge_rows(rows, np.array([1]), 0.5)
