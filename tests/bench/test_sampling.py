"""Samples are drawn per site, by a seed, and never depend on the machine."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from unmold.bench.sampling import sample_sites

SITES = ["a"] * 50 + ["b"] * 3 + ["c"] * 20


def test_so_many_of_each_site_and_all_where_there_are_fewer() -> None:
    rows = sample_sites(SITES, 10).tolist()
    assert Counter(SITES[row] for row in rows) == {"a": 10, "b": 3, "c": 10}
    assert rows == sorted(set(rows))


def test_the_same_seed_gives_the_same_rows_and_another_seed_others() -> None:
    assert sample_sites(SITES, 10, 1).tolist() == sample_sites(SITES, 10, 1).tolist()
    assert sample_sites(SITES, 10, 1).tolist() != sample_sites(SITES, 10, 2).tolist()


def test_the_rows_of_a_seed_are_pinned() -> None:
    assert sample_sites(["a"] * 10, 3, 0).tolist() == [3, 5, 7]


@given(st.lists(st.sampled_from("abc"), max_size=30), st.integers(1, 10))
def test_no_site_is_lost(sites: list[str], pages: int) -> None:
    chosen = {sites[row] for row in sample_sites(sites, pages).tolist()}
    assert chosen == set(sites)
