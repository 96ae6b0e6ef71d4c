"""Which paths of a page are essential."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import text_clusters as twin
from support.text_pages import table_of

from unmold.clusters.published.text_paths import PathSettings, find_essential_paths, find_items
from unmold.errors import UsageError

PUBLISHED = PathSettings.of("published")
sites = st.lists(st.sets(st.integers(0, 9), max_size=8), max_size=8)


def paths_of(essential) -> list[set[int]]:  # type: ignore[no-untyped-def]
    rows = essential.matrix
    return [set(essential.paths[rows[row].indices].tolist()) for row in range(rows.shape[0])]


@given(sites)
def test_thresholds_are_modes_as_in_the_twin(pages: list[set[int]]) -> None:
    found = find_essential_paths(table_of([set()] * len(pages), pages), PUBLISHED)
    assert paths_of(found) == twin.essential_paths(pages)


@given(sites, sites)
def test_elements_and_contents_count_alike(first: list[set[int]], second: list[set[int]]) -> None:
    pages = list(zip(first, second, strict=False))
    elements = [one for one, _ in pages]
    contents = [{path + 20 for path in other} for _, other in pages]
    found = find_essential_paths(table_of(elements, contents), PUBLISHED)
    both = [one | other for one, other in zip(elements, contents, strict=True)]
    assert paths_of(found) == twin.essential_paths(both)


def test_a_share_of_pages_as_threshold() -> None:
    pages = [{1, 2, 3}, {1, 2}, {1, 4}, {1, 5}]
    quarter = PathSettings(contents=False, threshold=0.25, chrome_weight=1)
    assert paths_of(find_essential_paths(table_of(pages), quarter)) == [{1, 2}, {1, 2}, {1}, {1}]
    most = PathSettings(contents=False, threshold=0.75, chrome_weight=1)
    assert paths_of(find_essential_paths(table_of(pages), most)) == [{1}] * 4


def test_chrome_is_damped_and_contents_are_left_out() -> None:
    pages = [{1, 2}, {1, 2}, {1, 3}, {1, 3}]
    found = find_essential_paths(table_of(pages, [{9}] * 4), PathSettings.of("damped"))
    assert found.paths.tolist() == [1, 2, 3]
    assert found.weights.tolist() == pytest.approx([0.1, 1, 1], abs=1e-4)
    plain = find_essential_paths(table_of(pages, [{9}] * 4), PathSettings.of("frequent"))
    assert plain.weights.tolist() == [1, 1, 1]
    assert find_essential_paths(table_of(pages, [{9}] * 4), PUBLISHED).paths.tolist() == [1, 9]


def test_settings_of_a_variant_can_be_replaced() -> None:
    assert PathSettings.of("damped", 0.5, 0.25) == PathSettings(False, 0.5, 0.25)
    with pytest.raises(UsageError, match="no variant 'nonsense'"):
        PathSettings.of("nonsense")  # type: ignore[arg-type]


def test_the_published_variant_needs_contents() -> None:
    with pytest.raises(UsageError, match="hold no content_paths") as caught:
        find_essential_paths(table_of([{1}]), PUBLISHED)
    assert caught.value.hint


def test_pages_with_the_same_paths_are_one_item() -> None:
    pages = [{1, 2}, {3}, {1, 2}, {1, 4}, {1, 4}]
    settings = PathSettings(contents=False, threshold=0, chrome_weight=1)
    items = find_items(find_essential_paths(table_of(pages), settings))
    assert sorted(items.sizes.tolist()) == [2, 2]
    assert items.item_of_page[1] == -1
    assert items.item_of_page[0] == items.item_of_page[2] != items.item_of_page[3]
    assert items.labels(np.array([7, 7])).tolist() == [7, -1, 7, 7, 7]
