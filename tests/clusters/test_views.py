"""The weighted matrix of pages, which the core makes, is that of the views one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from unmold.clusters.auto import PROPOSING
from unmold.clusters.views import Weighing, find_views, weigh_pages
from unmold.errors import InternalError
from unmold.features import Features, compute_features
from unmold.pages import read_pages

BLOCKS = (
    "<p class=a>text</p>",
    "<p class=b>text</p>",
    "<main><ul><li>one<li>two</ul></main>",
    "<table><tr><th>Price<td>3</table>",
    "<div class='c d'><h2>Title</h2><span>x</span></div>",
)
sites = st.lists(st.lists(st.sampled_from(BLOCKS), max_size=4), min_size=1, max_size=8)


def join_views(features: Features, weighing: Weighing) -> csr_matrix:
    """The matrix as the views say it."""
    rows, columns, values, width = [], [], [], 0
    for view in find_views(features, weighing):
        rows.append(view.rows)
        columns.append(view.columns + width)
        values.append(np.sqrt(view.scaled(len(features)))[view.columns])
        width += len(view.weights)
    place = (np.concatenate(rows), np.concatenate(columns))
    return csr_matrix((np.concatenate(values), place), shape=(len(features), width))


@given(sites, st.sampled_from([Weighing(), PROPOSING, Weighing(1, 0.5, 0.3)]))
def test_the_matrix_is_that_of_the_views(site: list[list[str]], weighing: Weighing) -> None:
    pages = [f"<body>{''.join(blocks)}</body>" for blocks in site]
    features = compute_features(read_pages(pages))
    found, expected = weigh_pages(features, weighing), join_views(features, weighing)
    offsets, columns, values = found.parts()
    parts = (np.frombuffer(values), np.frombuffer(columns, np.uint32), np.frombuffer(offsets, int))
    matrix = csr_matrix(parts, expected.shape)
    assert matrix.has_sorted_indices
    assert np.allclose(matrix.todense(), expected.todense(), rtol=1e-12)


def test_arrays_that_do_not_fit_are_refused() -> None:
    from unmold._core import Views

    values, offsets = np.array([3, 4], np.uint64), np.array([0, 2], np.int64)
    views = Views([(values, offsets)])
    with pytest.raises(InternalError):
        views.rows([np.ones(1)])
    with pytest.raises(InternalError):
        views.counts(1)
    with pytest.raises(InternalError):
        Views([(values, np.array([0, 3], np.int64))])
