"""What every clustering method promises, whatever it does inside."""

import inspect
from collections.abc import Iterable

import numpy as np
import pytest
from sklearn.base import clone
from support.small_sites import build_site, features_of

from unmold.clusters import METHODS, Clusterer, Method, make_clusterer
from unmold.errors import UsageError
from unmold.features import Features

PAGES = build_site(18, broken=True)

methods = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)


def select(wanted: str) -> Iterable[Method]:
    return [method for method in METHODS.values() if getattr(method.load(), wanted)()]


@pytest.fixture(scope="module")
def features() -> Features:
    return features_of(PAGES)


def groups(labels: np.ndarray) -> set[frozenset[int]]:
    """The partition that labels stand for; an unclustered page is a group of its own."""
    clusters = [frozenset(np.flatnonzero(labels == label)) for label in set(labels) - {-1}]
    return {*clusters, *(frozenset({row}) for row in np.flatnonzero(labels == -1))}


@methods
def test_one_label_a_page(method: Method, features: Features) -> None:
    estimator = method.load()()
    labels = estimator.fit_predict(features)
    assert labels.dtype == np.int64
    assert labels.shape == (len(features),)
    assert np.array_equal(estimator.labels_, labels)
    found = set(labels.tolist()) - {-1}
    assert found == set(range(len(found)))


@methods
def test_clusters_are_numbered_by_their_first_pages(method: Method, features: Features) -> None:
    labels = method.load()().fit_predict(features)
    seen = list(dict.fromkeys(label for label in labels.tolist() if label != -1))
    assert seen == sorted(seen)


@methods
def test_fit_returns_the_estimator(method: Method, features: Features) -> None:
    estimator = method.load()()
    assert estimator.fit(features) is estimator


@methods
def test_the_same_pages_give_the_same_labels(method: Method, features: Features) -> None:
    estimator = method.load()()
    first = estimator.fit_predict(features)
    assert np.array_equal(estimator.fit_predict(features), first)
    assert np.array_equal(method.load()().fit_predict(features), first)


@methods
@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_pages_does_not_matter_where_so_claimed(
    method: Method, features: Features, seed: int
) -> None:
    order = np.random.default_rng(seed).permutation(len(features))
    labels = np.empty(len(features), np.int64)
    labels[order] = method.load()().fit_predict(features.select(order))
    if method.load().is_order_independent:
        assert groups(labels) == groups(method.load()().fit_predict(features))
    assert len(labels) == len(features)


@methods
def test_no_pages(method: Method, features: Features) -> None:
    labels = method.load()().fit_predict(features.select(np.empty(0, np.int64)))
    assert labels.tolist() == []


@methods
def test_one_page(method: Method, features: Features) -> None:
    for row in range(len(features)):
        labels = method.load()().fit_predict(features.select(np.array([row])))
        assert labels.tolist() in ([0], [-1])


@methods
def test_identical_pages_are_together(method: Method) -> None:
    labels = method.load()().fit_predict(features_of([PAGES[0]] * 5))
    assert len(set(labels.tolist())) == 1


@methods
def test_templates_far_apart_are_never_joined(method: Method) -> None:
    pages = build_site(30, seed=4)
    templates = np.array([next(t for t in ("article", "table", "ul") if t in p) for p in pages])
    labels = method.load()().fit_predict(features_of(pages))
    for label in set(labels.tolist()) - {-1}:
        if method.name != "mdh5":  # these pages share one header
            assert len(set(templates[labels == label])) == 1


@methods
def test_init_only_stores(method: Method) -> None:
    kind = method.load()
    estimator = kind()
    assert set(vars(estimator)) == set(kind.parameter_names())
    for name, parameter in inspect.signature(kind).parameters.items():
        assert getattr(estimator, name) is parameter.default


@methods
def test_learning_keeps_the_parameters(method: Method, features: Features) -> None:
    estimator = method.load()()
    before = estimator.get_params()
    estimator.fit(features)
    assert estimator.get_params() == before
    learned = set(vars(estimator)) - set(before)
    assert all(name.endswith("_") or name.startswith("_") for name in learned)


@methods
def test_parameters_are_read_and_set(method: Method) -> None:
    estimator = method.load()()
    marks = {name: object() for name in estimator.get_params()}
    assert estimator.set_params(**marks) is estimator
    assert estimator.get_params() == marks
    with pytest.raises(UsageError, match="has no parameter 'nonsense'"):
        estimator.set_params(nonsense=1)


@methods
def test_scikit_learn_can_clone_it(method: Method, features: Features) -> None:
    estimator = method.load()().fit(features)
    copy = clone(estimator)
    assert type(copy) is type(estimator)
    assert copy.get_params() == estimator.get_params()
    assert not hasattr(copy, "labels_")


@methods
def test_repr_shows_the_parameters(method: Method) -> None:
    shown = repr(method.load()())
    assert all(f"{name}=" in shown for name in method.load().parameter_names())


@methods
def test_it_reads_columns_that_tables_have(method: Method, features: Features) -> None:
    assert method.load().reads
    assert all(column in features for column in method.load().reads)


@methods
def test_it_is_described(method: Method) -> None:
    assert issubclass(method.load(), Clusterer)
    assert method.load().__doc__
    assert method.description.endswith(".")
    assert method.paper


@pytest.mark.parametrize("method", select("supports_predict"), ids=lambda method: method.name)
def test_known_pages_get_their_own_cluster(method: Method, features: Features) -> None:
    estimator = method.load()()
    labels = estimator.fit_predict(features)
    assert np.array_equal(estimator.predict(features), labels)  # type: ignore[attr-defined]
    assert np.array_equal(estimator.labels_, labels)


@pytest.mark.parametrize("method", select("supports_predict"), ids=lambda method: method.name)
def test_predicting_before_learning_is_a_mistake(method: Method, features: Features) -> None:
    with pytest.raises(UsageError, match="learned nothing"):
        method.load()().predict(features)  # type: ignore[attr-defined]


@pytest.mark.parametrize("method", select("supports_partial_fit"), ids=lambda method: method.name)
def test_learning_in_steps_equals_learning_at_once(method: Method, features: Features) -> None:
    at_once = method.load()().fit_predict(features)
    estimator = method.load()()
    for rows in np.array_split(np.arange(len(features)), 5):
        estimator.partial_fit(features.select(rows))  # type: ignore[attr-defined]
    assert np.array_equal(estimator.labels_, at_once)


@pytest.mark.parametrize("method", select("supports_partial_fit"), ids=lambda method: method.name)
def test_fit_forgets_what_was_learned_before(method: Method, features: Features) -> None:
    estimator = method.load()().fit(features)
    few = features.select(np.arange(4))
    assert np.array_equal(estimator.fit_predict(few), method.load()().fit_predict(few))


def test_an_unknown_method_is_the_callers_mistake() -> None:
    with pytest.raises(UsageError, match="no clustering method 'nonsense'") as caught:
        make_clusterer("nonsense")
    assert caught.value.hint
    assert "fingerprint" in caught.value.hint
