"""Pages as sets of small numbers, in the forms that `unmold.clusters.published` takes."""

from collections.abc import Sequence, Set

import numpy as np
from scipy.sparse import csr_matrix

from unmold.clusters.published.text_costs import Signatures
from unmold.clusters.published.text_paths import Items, PathRows
from unmold.features import Features

FOUR = [{0, 1, 2, 3, 4}] * 3 + [{0, 1, 5}]
"""Three pages of five paths, and one that has two of them and one of its own."""


NO_PATH = 1 << 40


def table_of(elements: Sequence[Set[int]], contents: Sequence[Set[int]] | None = None) -> Features:
    """The features of pages with these paths of elements and of contents; none has a parent."""
    columns = {"element_path": elements} | ({} if contents is None else {"content_path": contents})
    paths = {f"{name}s": [sorted(page) for page in pages] for name, pages in columns.items()}
    parents = {
        f"{name}_parents": [[NO_PATH] * len(page) for page in pages]
        for name, pages in columns.items()
    }
    return Features.of(paths | parents)


def matrix_of(pages: Sequence[Set[int]], paths: int) -> csr_matrix:
    return csr_matrix([[float(path in page) for path in range(paths)] for page in pages])


def items_of(
    pages: Sequence[Set[int]], paths: int, weights: Sequence[float] | None = None
) -> Items:
    """Each page an item of its own."""
    offsets = np.cumsum([0, *map(len, pages)])
    columns = np.array([path for page in pages for path in sorted(page)], np.int64)
    return Items(
        PathRows(offsets, columns, paths),
        np.ones(paths) if weights is None else np.array(weights),
        np.ones(len(pages), np.int64),
        np.arange(len(pages)),
    )


def sign_with(orders: Sequence[Sequence[int]], pages: Sequence[Set[int]]) -> Signatures:
    """Signatures whose hash functions are orders of the paths: the rank of each path."""
    minima = [[min(order[path] for path in page) for order in orders] for page in pages]
    sizes = np.ones(len(pages))
    masses = np.array([float(len(page)) for page in pages])
    return Signatures(np.array(minima, float), np.ones((len(pages), len(orders))), sizes, masses)


def merge_rows(signatures: Signatures, rows: Sequence[int]) -> None:
    """Merge some rows into the first of them."""
    for row in rows[1:]:
        signatures.merge(rows[0], row)
