"""The k-fold protocol: how pages are dealt, what is averaged, and the paired test."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.papers.fingerprints.folds import cross_validate, deal_folds, draw_training
from benchmarks.papers.fingerprints.instance_classifier import InstanceClassifier
from unmold.clusters.fingerprint_index import IndexSettings
from unmold.errors import UsageError

names = st.lists(st.sampled_from("abcd"), min_size=10, max_size=80)


@given(names, st.integers(2, 10), st.integers(0, 5))
def test_folds_are_equally_large_and_mix_templates(
    classes: list[str], folds: int, seed: int
) -> None:
    fold_of = deal_folds(classes, folds, seed)
    sizes = np.bincount(fold_of, minlength=folds)
    assert sizes.max() - sizes.min() <= 1
    for name in set(classes):
        own = np.bincount(fold_of[np.array(classes) == name], minlength=folds)
        assert own.max() - own.min() <= 1


def test_a_seed_gives_the_same_folds() -> None:
    classes = ["a"] * 20 + ["b"] * 20
    assert deal_folds(classes, seed=3).tolist() == deal_folds(classes, seed=3).tolist()
    assert deal_folds(classes, seed=3).tolist() != deal_folds(classes, seed=4).tolist()


@pytest.mark.parametrize("folds", [0, 1, 5])
def test_pages_that_cannot_be_dealt(folds: int) -> None:
    with pytest.raises(UsageError, match="cannot be dealt"):
        deal_folds(["a", "b", "a"], folds)


@given(names, st.integers(1, 12))
def test_training_has_so_many_pages_of_each_template(classes: list[str], pages: int) -> None:
    drawn = Counter(classes[row] for row in draw_training(classes, pages))
    assert drawn == {name: min(pages, count) for name, count in Counter(classes).items()}


class Oracle:
    """Answers with the page itself, and never names what it was not taught."""

    def fit(self, pages: list[str], classes: list[str]) -> None:
        self.known = set(classes)
        assert pages == classes

    def predict(self, pages: list[str]) -> list[str]:
        return [page if page in self.known else "none" for page in pages]


def test_every_page_is_asked_once_and_never_trained_on_then() -> None:
    classes = ["a"] * 12 + ["b"] * 7 + ["only"]
    result = cross_validate(Oracle, classes, classes, folds=5)
    assert sum(fold.pages for fold in result.folds) == 20
    # The lone page of a template is foreign to those trained without it, and `none` is right.
    assert sum(fold.foreign for fold in result.folds) == 1
    assert result.rates.f1 == 1.0


def test_fingerprints_are_precise_where_templates_are_apart() -> None:
    random = np.random.default_rng(5)
    centers = random.integers(0, 25, (4, 25), np.uint8)
    classes = [f"t{row % 4}" for row in range(80)]
    pages = np.array([centers[row % 4] for row in range(80)])
    odd = np.arange(0, 80, 9)
    pages[odd] = random.integers(0, 25, (len(odd), 25), np.uint8)
    result = cross_validate(InstanceClassifier, pages, classes)
    assert [fold.micro.precision for fold in result.folds] == [1.0] * 10
    assert result.rates.recall == pytest.approx(1 - len(odd) / 80, abs=0.1)


def test_two_classifiers_are_compared_on_the_same_folds() -> None:
    class Coward(Oracle):
        def predict(self, pages: list[str]) -> list[str]:
            return [answer if row else "none" for row, answer in enumerate(super().predict(pages))]

    classes = ["a"] * 25 + ["b"] * 35
    good, poor = (cross_validate(make, classes, classes) for make in (Oracle, Coward))
    assert good.compare_recall(poor).significant
    assert good.compare_f1(poor).mean_difference > 0
    assert not good.compare_f1(good).significant


def test_one_template_a_page() -> None:
    with pytest.raises(UsageError, match="1 templates for 2 pages"):
        cross_validate(lambda: InstanceClassifier(IndexSettings()), ["x", "y"], ["a"])
