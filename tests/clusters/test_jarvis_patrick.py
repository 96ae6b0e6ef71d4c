"""Jarvis-Patrick clustering: its three modes, ties, and the plain quadratic twin."""

from itertools import combinations
from pathlib import Path

import pytest
from clusters.test_structure_style import as_groups, groups, small_real_pages, with_comparands
from reference import shared_neighbours as plain
from support.comparands import comparand
from support.small_sites import build_site, features_of

from unmold import cluster_pages
from unmold._core import Comparand, find_nearest
from unmold.clusters.published.shared_neighbours import JarvisPatrickClusterer
from unmold.errors import UsageError

MODES = ("mutual", "one-sided", "any")


def rows(*counts: int) -> list[Comparand]:
    """Pages that differ in the number of their leaves."""
    return [comparand(f"a({' '.join(['b'] * count)})") for count in counts]


def nearest(pages: list[Comparand], count: int) -> list[set[int]]:
    return [set(members) for members in find_nearest(pages, count).lists]


def test_a_list_holds_the_page_itself_and_the_nearest() -> None:
    assert nearest(rows(10, 11, 13, 17), 1) == [{0, 1}, {0, 1}, {1, 2}, {2, 3}]
    assert nearest(rows(10, 11, 13, 17), 9) == [{0, 1, 2, 3}] * 4


def test_all_that_are_as_near_as_the_last_are_on_the_list() -> None:
    pages = [comparand("a(b c)"), comparand("a(b d)"), comparand("a(b e)"), comparand("a(q(r))")]
    assert nearest(pages, 1)[0] == {0, 1, 2}


def test_the_three_modes_differ_in_who_must_know_whom() -> None:
    # 40 knows 13 and 12, who are nearer to others.
    pages = rows(10, 11, 12, 13, 40)
    found = {
        mode: JarvisPatrickClusterer(neighbours=2, shared=2, membership=mode)  # type: ignore[arg-type]
        .fit_predict(with_comparands(pages))
        .tolist()
        for mode in MODES
    }
    assert found["mutual"][4] not in found["mutual"][:4]
    assert found["one-sided"][4] == found["one-sided"][3]
    assert found["any"][4] == found["any"][3]


def test_any_number_of_equal_pages_are_together() -> None:
    pages = rows(*[5] * 30, 20, 21)
    labels = JarvisPatrickClusterer().fit_predict(with_comparands(pages))
    assert set(labels[:30].tolist()) == {0}


def assert_same_as_twin(
    pages: list[Comparand], matrix: plain.Matrix, neighbours: int, shared: int, mode: str
) -> None:
    estimator = JarvisPatrickClusterer(neighbours, shared, mode)  # type: ignore[arg-type]
    labels = estimator.fit_predict(with_comparands(pages))
    lists = plain.nearest_lists(matrix, neighbours)
    assert groups(labels) == as_groups(plain.jarvis_patrick_clusters(lists, shared, mode))
    counts = dict(estimator.distances_)
    assert counts.pop("pairs") == sum(counts.values()) == len(pages) * (len(pages) - 1)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("neighbours", "shared"), [(1, 1), (3, 2), (8, 4), (10, 9)])
def test_bounds_do_not_change_the_clusters(mode: str, neighbours: int, shared: int) -> None:
    pages = features_of(build_site(36, seed=6, broken=True)).comparands
    assert_same_as_twin(pages, plain.measure_all(pages), neighbours, shared, mode)


@pytest.mark.parametrize("corpus", ["openjdk17", "wild", "swde"])
def test_bounds_do_not_change_the_clusters_of_real_pages(corpora: Path, corpus: str) -> None:
    chosen = small_real_pages(corpora / corpus / "manifest.csv", 25)
    matrix = plain.measure_all(chosen)
    for neighbours in (3, 10):
        assert_same_as_twin(chosen, matrix, neighbours, neighbours // 2, "mutual")


def test_pairs_over_the_budget_are_counted() -> None:
    inner = " ".join("b(c d(e))" for _ in range(6))
    outlines = [f"a(z {inner} y)", f"a(q x({inner}) y)", f"a(x(z {inner}))"]
    features = with_comparands([comparand(outline) for outline in outlines])
    estimator = JarvisPatrickClusterer(neighbours=1, shared=1, max_cells=1).fit(features)
    assert estimator.distances_["unscored"] > 0


def large_pages(count: int, rows: int) -> list[str]:
    return [f"<table>{'<tr><td><b>x' * (rows + number)}</table>" for number in range(count)]


def test_it_says_before_it_starts_how_long_it_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    def find(*_: object, **__: object) -> object:
        order.append("start")
        raise UsageError("enough")

    monkeypatch.setattr("unmold.clusters.published.shared_neighbours.find_nearest", find)
    with pytest.raises(UsageError, match="enough"):
        cluster_pages(large_pages(60, 800), "jarvis-patrick", say=order.append)
    assert order[0].startswith("jarvis-patrick may measure 1,770 pairs of pages with up to 3,")
    assert order[1:] == ["start"]


def test_the_work_is_counted_pair_by_pair() -> None:
    features = features_of(large_pages(7, 20))
    sizes = [int(n) * int(d) for n, d in zip(features.nodes, features.max_depth, strict=True)]
    for budget in (None, 1, 150_000, 200_000):
        limit = budget or 10**9
        expected = sum(min(limit, a * b) for a, b in combinations(sizes, 2))
        assert JarvisPatrickClusterer(max_cells=budget).count_cells(features) == expected


def test_small_work_is_not_worth_a_word() -> None:
    assert JarvisPatrickClusterer().foresee(features_of(build_site(30))) is None
    large = features_of(large_pages(60, 800))
    assert JarvisPatrickClusterer(max_cells=10**6).foresee(large) is None


def test_an_unknown_membership_is_refused() -> None:
    with pytest.raises(UsageError, match="no kind of membership"):
        find_nearest(rows(1, 2), 1).cluster(1, membership="nonsense")


@pytest.mark.parametrize(
    "parameters", [{"kappa": -1}, {"neighbours": -1}, {"shared": -2}, {"membership": "nonsense"}]
)
def test_parameters_that_mean_nothing_are_refused(parameters: dict[str, object]) -> None:
    features = with_comparands(rows(1, 2))
    with pytest.raises(UsageError, match=r"cannot be|no membership"):
        JarvisPatrickClusterer().set_params(**parameters).fit(features)
