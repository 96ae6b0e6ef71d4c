"""Pages as a few wavelet coefficients: sparse 0/1 rows enter, short dense rows leave.

The columns come in the order of a walk over the tree of all paths, so that neighbours in a row are
neighbours in the tree. The orthonormal Haar transform turns each pair of neighbours into a sum and
a difference, both over the root of 2, and goes on with the sums.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.text.essential import Counts, Weights

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


def walk_order(paths: NDArray[np.uint64], parents: NDArray[np.uint64]) -> Counts:
    """The columns of paths in preorder: each path is followed by all that is below it.

    Of several paths below one, that with the smaller hash comes first. A path whose parent is not
    among the paths is a root.

    >>> walk_order(np.array([5, 7, 8, 9], np.uint64), np.array([9, 5, 9, 0], np.uint64)).tolist()
    [3, 0, 1, 2]
    """
    below: dict[int, list[int]] = {}
    known = set(paths.tolist())
    for column, parent in reversed(list(enumerate(parents.tolist()))):
        below.setdefault(parent if parent in known else -1, []).append(column)
    order = []
    open_paths = below.get(-1, [])
    while open_paths:
        column = open_paths.pop()
        order.append(column)
        open_paths.extend(below.get(int(paths[column]), []))
    return np.array(order, np.int64)


def approximate(rows: csr_matrix, least: int) -> Weights:
    """The sums of the deepest level that has at least so many, or of the rows themselves."""
    level = fill_up(rows)
    while level.shape[1] >= 2 * least:
        level, _ = haar_step(level)
    return np.asarray(level.todense())


def keep_energy(rows: csr_matrix, share: float) -> Weights:
    """The fewest coefficients that hold this share of the energy of all rows together."""
    from scipy.sparse import hstack

    parts, level = [], fill_up(rows)
    while level.shape[1] > 1:
        level, details = haar_step(level)
        parts.append(details)
    coefficients = hstack([level, *reversed(parts)]).tocsc()
    energies = np.asarray(coefficients.multiply(coefficients).sum(axis=0)).reshape(-1)
    order = np.argsort(-energies, kind="stable")
    held = np.cumsum(energies[order])
    needed = int(np.searchsorted(held, share * held[-1] * (1 - 1e-12))) + 1
    return np.asarray(coefficients[:, np.sort(order[:needed])].todense())


def fill_up(rows: csr_matrix) -> csr_matrix:
    """The same rows with zeros at their ends, up to a power of two."""
    filled = rows.copy()
    filled.resize(rows.shape[0], 1 << max(rows.shape[1] - 1, 0).bit_length())
    return filled


def haar_step(rows: csr_matrix) -> tuple[csr_matrix, csr_matrix]:
    """The sums and differences of neighbours, over the root of 2.

    >>> from scipy.sparse import csr_matrix
    >>> sums, differences = haar_step(csr_matrix([[1.0, 1.0, 0.0, 0.0]]))
    >>> sums.todense().round(5).tolist(), differences.todense().tolist()
    ([[1.41421, 0.0]], [[0.0, 0.0]])
    """
    from scipy.sparse import csr_matrix

    columns = rows.shape[1]
    numbers = np.arange(columns)
    signs = np.where(numbers % 2 == 0, 1.0, -1.0) / np.sqrt(2)
    shape = (columns, columns // 2)
    pairs = (numbers, numbers // 2)
    sums = csr_matrix((np.abs(signs), pairs), shape)
    return (rows @ sums).tocsr(), (rows @ csr_matrix((signs, pairs), shape)).tocsr()
