"""One template against all other pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.pair_counting import count_class_pairs_slowly

from unmold.errors import UsageError
from unmold.evaluation import PairCounts, TemplateScore, evaluate_clusters, score_one_class

pages = st.lists(st.tuples(st.integers(-1, 4), st.booleans()), max_size=30)


def test_the_cluster_with_most_pages_counts() -> None:
    score = score_one_class(["x", "x", "x", "y", -1], [True, True, False, True, True])
    assert score.cluster == "x"
    assert score.pages == 4
    assert score.precision == pytest.approx(2 / 3)
    assert score.recall == pytest.approx(2 / 4)
    assert score.recall_clustered == pytest.approx(2 / 3)
    assert score.f1 == pytest.approx(2 * (2 / 3) * 0.5 / (2 / 3 + 0.5))


def test_of_equally_large_shares_the_purer_cluster_counts() -> None:
    score = score_one_class([3, 3, 3, 8, 8], [True, True, False, True, True])
    assert (score.cluster, score.precision, score.recall) == ("8", 1.0, 0.5)


def test_pairs_without_a_member_have_no_truth() -> None:
    score = score_one_class([0, 0, 0, 1, 1, 1], [True, True, False, True, False, False])
    assert score.pairs == PairCounts(1, 4, 2, 5, dont_care=3)


def test_unclustered_pages_are_no_cluster() -> None:
    score = score_one_class([-1, -1, 0], [True, True, False])
    assert score.cluster is None
    assert (score.precision, score.recall, score.recall_clustered) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("clusters", [[], [0, 0, -1]])
def test_without_members_there_is_nothing_to_find(clusters: list[int]) -> None:
    score = score_one_class(clusters, [False] * len(clusters))
    assert (score.cluster, score.pages) == (None, 0)
    assert (score.precision, score.recall, score.recall_clustered, score.f1) == (1, 1, 1, 1)


def test_pages_per_second() -> None:
    assert score_one_class([0, 0], [True, True], seconds=0.5).pages_per_second == 4.0
    assert score_one_class([0, 0], [True, True]).pages_per_second is None


def test_one_mark_a_page() -> None:
    with pytest.raises(UsageError, match="2 clusters for 1 members"):
        score_one_class([0, 0], [True])


@given(pages)
def test_agrees_with_the_definitions(pages: list[tuple[int, bool]]) -> None:
    clusters, members = [page[0] for page in pages], [page[1] for page in pages]
    score = score_one_class(clusters, members)
    counts = {name: getattr(score.pairs, name) for name in PairCounts.__dataclass_fields__}
    assert counts == count_class_pairs_slowly(clusters, members)
    inside = [cluster for cluster, member in pages if member]
    best = max(
        set(inside) - {-1},
        key=lambda cluster: (inside.count(cluster), -clusters.count(cluster)),
        default=None,
    )
    if best is None:
        assert score.cluster is None
    else:
        assert score.precision == inside.count(best) / clusters.count(best)
        assert score.recall == inside.count(best) / len(inside)
        assert score.recall_clustered == inside.count(best) / (len(inside) - inside.count(-1))


@given(st.lists(st.tuples(st.integers(-1, 3), st.integers(0, 3), st.sampled_from("xy"))))
def test_all_templates_at_once_agree_with_each_alone(pages: list[tuple[int, int, str]]) -> None:
    """Sites keep equal names apart, so clusters and templates are compared with their site."""
    clusters, gold, sites = ([page[column] for page in pages] for column in range(3))
    result = evaluate_clusters(clusters, gold, sites=sites, seconds=2.0)
    names = [(cluster, site) if cluster >= 0 else -1 for cluster, _, site in pages]
    assert [(score.site, score.template) for score in result.templates] == sorted(
        {(site, str(template)) for _, template, site in pages}
    )
    for found in result.templates:
        members = [
            (site, str(template)) == (found.site, found.template) for _, template, site in pages
        ]
        alone = score_one_class(names, members, seconds=2.0)
        assert comparable(found) == comparable(alone)


def comparable(score: TemplateScore) -> tuple[object, ...]:
    """All but the names, and but the cluster, which is any of the equally good ones."""
    return (
        score.pages,
        score.cluster is None,
        score.precision,
        score.recall,
        score.recall_clustered,
        score.pairs,
        score.pages_per_second,
    )
