"""What clusterings cost, and which templates cost least."""

from collections import Counter
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import text_clusters as twin
from support.text_pages import FOUR, matrix_of, table_of

from unmold.clusters.published.text_costs import (
    ClusterModel,
    Encoding,
    describe_clusters,
    find_template_paths,
    is_template,
)
from unmold.clusters.published.text_paths import PathSettings, find_essential_paths
from unmold.errors import UsageError

EXAMPLE = {
    (0, 1, 2, 3): (19.4707, (8, 8, 12.9804), 0),
    (0, 0, 1, 2): (15.3433, (6, 6.3399, 11.0196), 0),
    (0, 0, 0, 1): (11.0196, (3.2451, 4, 8), 0),
    (0, 0, 0, 0): (3.9001, (0, 0, 0), 18.8457),
}
ENCODINGS: tuple[Encoding, ...] = ("ids", "log", "matrix")


@pytest.mark.parametrize("labels", EXAMPLE)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_four_pages(labels: tuple[int, ...], encoding: Encoding) -> None:
    templates, members, differences = EXAMPLE[labels]
    found = describe_clusters(matrix_of(FOUR, 6), np.array(labels), encoding)
    assert found.templates == pytest.approx(templates, abs=5e-5)
    assert found.members == pytest.approx(members[ENCODINGS.index(encoding)], abs=5e-5)
    assert found.differences == pytest.approx(differences, abs=5e-5)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_right_clusters_have_the_shortest_description(encoding: Encoding) -> None:
    lengths = {
        labels: describe_clusters(matrix_of(FOUR, 6), np.array(labels), encoding).total
        for labels in EXAMPLE
    }
    assert min(lengths, key=lambda labels: lengths[labels]) == (0, 0, 0, 1)


def test_non_zeros_of_four_pages() -> None:
    pages = [frozenset(page) for page in FOUR]
    for labels, expected in zip(EXAMPLE, (18, 13, 8, 9), strict=True):
        clusters = [[pages[n] for n in range(4) if labels[n] == one] for one in set(labels)]
        assert sum(twin.non_zeros(one, twin.template_of(one)) for one in clusters) == expected


@given(
    st.lists(st.frozensets(st.integers(0, 5)), min_size=1, max_size=6),
    st.sampled_from(ENCODINGS),
    st.data(),
)
def test_lengths_are_those_of_the_matrices(
    pages: list[frozenset[int]], encoding: Encoding, data: st.DataObject
) -> None:
    drawn = data.draw(st.lists(st.integers(0, 2), min_size=len(pages), max_size=len(pages)))
    labels = np.unique(drawn, return_inverse=True)[1].reshape(-1)
    clusters = [np.flatnonzero(labels == one).tolist() for one in range(labels.max() + 1)]
    mt, md, mx = twin.matrices(pages, clusters, 6)
    found = describe_clusters(matrix_of(pages, 6), labels, encoding)
    assert found.templates == pytest.approx(twin.matrix_bits(mt), abs=1e-9)
    assert found.members == pytest.approx(twin.member_bits(clusters, encoding, md), abs=1e-9)
    assert found.differences == pytest.approx(twin.matrix_bits(mx), abs=1e-9)


@given(st.lists(st.frozensets(st.integers(0, 5)), min_size=1, max_size=6), st.data())
def test_matrices_are_those_of_the_twin(pages: list[frozenset[int]], data: st.DataObject) -> None:
    drawn = data.draw(st.lists(st.integers(0, 2), min_size=len(pages), max_size=len(pages)))
    labels = np.unique(drawn, return_inverse=True)[1].reshape(-1)
    clusters = [np.flatnonzero(labels == one).tolist() for one in range(labels.max() + 1)]
    paths = matrix_of(pages, 6)
    model = ClusterModel.of(paths, labels)
    found = (model.templates, model.members, model.differences)
    assert [one.toarray().tolist() for one in found] == list(twin.matrices(pages, clusters, 6))
    rebuilt = model.templates @ model.members + model.differences
    assert np.array_equal(rebuilt.toarray(), paths.T.toarray())


def test_a_row_may_stand_for_several_pages() -> None:
    rows, sizes = matrix_of([FOUR[0], FOUR[3]], 6), np.array([3, 1])
    together = describe_clusters(rows, np.array([0, 1]), sizes=sizes)
    assert together == describe_clusters(matrix_of(FOUR, 6), np.array([0, 0, 0, 1]))


def test_weights_count_as_that_many_paths() -> None:
    labels = np.array([0, 0, 0, 0])
    twice = describe_clusters(matrix_of(FOUR, 6), labels, weights=np.full(6, 2.0))
    plain = describe_clusters(matrix_of(FOUR, 6), labels)
    assert twice.differences == pytest.approx(2 * plain.differences)


@pytest.mark.parametrize("pages", range(1, 6))
def test_paths_of_half_the_pages_and_a_half_page(pages: int) -> None:
    supports = np.arange(1, pages + 1)
    inside, outside = 1 + pages - supports, supports
    assert is_template(supports, np.full(pages, pages)).tolist() == (inside <= outside).tolist()


@given(st.lists(st.frozensets(st.integers(0, 4)), min_size=1, max_size=6))
def test_no_template_costs_less(pages: list[frozenset[int]]) -> None:
    paths = sorted(set().union(*pages))
    every = chain.from_iterable(combinations(paths, size) for size in range(len(paths) + 1))
    best = min(twin.non_zeros(pages, set(template)) for template in every)
    assert twin.non_zeros(pages, twin.template_of(pages)) == best


@given(st.lists(st.sets(st.integers(0, 6)), min_size=1, max_size=8), st.data())
def test_template_paths(pages: list[set[int]], data: st.DataObject) -> None:
    labels = data.draw(st.lists(st.integers(0, 1), min_size=len(pages), max_size=len(pages)))
    settings = PathSettings(contents=False, threshold=0, chrome_weight=1)
    found = find_template_paths(find_essential_paths(table_of(pages), settings), np.array(labels))
    supports = Counter(path for page in pages for path in page)
    shared = [frozenset(path for path in page if supports[path] >= 2) for page in pages]
    for label, template in enumerate(found):
        mine = [page for page, one in zip(shared, labels, strict=True) if one == label]
        assert template.tolist() == sorted(twin.template_of(mine))


def test_an_unknown_encoding_is_the_callers_mistake() -> None:
    with pytest.raises(UsageError, match="no encoding"):
        describe_clusters(matrix_of(FOUR, 6), np.zeros(4, np.int64), "nonsense")  # type: ignore[arg-type]
