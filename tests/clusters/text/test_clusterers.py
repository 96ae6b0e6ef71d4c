"""The methods of the family on small sites."""

from typing import Any

import numpy as np
import pytest
from support.small_sites import build_site, features_of
from support.text_pages import FOUR, table_of

from unmold._core import hash_path
from unmold.clusters import make_clusterer
from unmold.errors import UsageError

FAMILY = ["text-mdl", "text-hash", "text-max", "wavek-means"]
family = pytest.mark.parametrize("name", FAMILY)
pages = build_site(30, seed=3)
kinds = [next(kind for kind in ("article", "table", "<ul") if kind in page) for page in pages]


@family
def test_four_pages(name: str) -> None:
    estimator: Any = make_clusterer(name, threshold=0.0)
    estimator.fit(table_of(FOUR))
    assert estimator.labels_.tolist() == [0, 0, 0, 1]
    assert [one.tolist() for one in estimator.template_paths_] == [[0, 1, 2, 3, 4], [0, 1]]
    assert estimator.description_.members == pytest.approx(3.2451, abs=5e-5)


@family
@pytest.mark.parametrize("variant", ["frequent", "damped", "published"])
def test_every_variant_gives_every_page_a_label(name: str, variant: str) -> None:
    estimator: Any = make_clusterer(name, variant=variant).fit(features_of(pages))
    assert len(estimator.labels_) == len(pages)
    assert len(estimator.template_paths_) == estimator.labels_.max() + 1


@pytest.mark.parametrize("name", FAMILY[:3])
def test_templates_are_found_with_their_paths(name: str) -> None:
    estimator: Any = make_clusterer(name).fit(features_of(pages))
    labels = estimator.labels_
    assert len(set(zip(kinds, labels.tolist(), strict=True))) == len(set(kinds)) == 3
    article = estimator.template_paths_[labels[kinds.index("article")]].tolist()
    assert hash_path(["html", "body", "article", "h1"]) in article
    assert hash_path(["html", "body", "section"]) not in article


def test_texts_are_part_of_the_published_template() -> None:
    estimator: Any = make_clusterer("text-max", variant="published").fit(features_of(pages))
    path = hash_path(["html", "body", "header", "#text", "Shop"])
    assert all(path in template.tolist() for template in estimator.template_paths_)


@pytest.mark.parametrize("name", FAMILY[:3])
def test_a_page_without_essential_paths_is_in_no_cluster(name: str) -> None:
    assert make_clusterer(name).fit_predict(table_of([{1, 2}, {9}, {1, 2}])).tolist() == [0, -1, 0]


def test_pages_without_essential_paths_are_one_cluster_of_wavek_means() -> None:
    found = make_clusterer("wavek-means").fit_predict(table_of([{1, 2}, {9}, {1, 2}, {8}]))
    assert found.tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("coefficients", ["approximation", "energy"])
def test_identical_pages_need_one_mean(coefficients: str) -> None:
    estimator = make_clusterer("wavek-means", coefficients=coefficients)
    assert estimator.fit_predict(table_of([{1, 2, 3}] * 6)).tolist() == [0] * 6


def test_choices_that_do_not_exist_are_the_callers_mistakes() -> None:
    table = table_of(FOUR)
    with pytest.raises(UsageError, match="no choice of coefficients"):
        make_clusterer("wavek-means", coefficients="none").fit(table)
    with pytest.raises(UsageError, match="no variant"):
        make_clusterer("text-max", variant="none").fit(table)
    with pytest.raises(UsageError, match="no encoding"):
        make_clusterer("text-max", encoding="none").fit(table)


def test_longer_signatures_come_nearer_to_exact_costs() -> None:
    features = features_of(build_site(60, seed=5))
    exact: Any = make_clusterer("text-mdl").fit(features)
    long: Any = make_clusterer("text-hash", signature_length=512).fit(features)
    assert np.array_equal(exact.labels_, long.labels_)


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("text-max", {"threshold": 1.5}),
        ("text-max", {"chrome_weight": 0.0}),
        ("text-max", {"signature_length": 0}),
        ("wavek-means", {"dimensions": 0}),
        ("wavek-means", {"restarts": 0}),
        ("wavek-means", {"energy": 2.0}),
    ],
)
def test_values_out_of_range_are_the_callers_mistakes(name: str, setting: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="cannot be") as caught:
        make_clusterer(name, **setting).fit(table_of(FOUR))
    assert "between" in str(caught.value.hint)
