"""The threshold classifiers: how theta is found, and several templates that claim a page."""

import pytest
from support.comparands import comparand

from benchmarks.papers.fingerprints.threshold_classifier import (
    BASELINES,
    ThresholdClassifier,
    make_baseline,
)
from unmold.errors import UsageError

SHORT = comparand("html(head(title) body(p p))")
LONGER = comparand("html(head(title) body(p p ul(li)))")
LONGEST = comparand("html(head(title) body(p p ul(li) table(tr(td))))")
OTHER = comparand("html(head(meta meta) body(form(input select(option))))")


def test_theta_is_the_smallest_similarity_of_two_training_pages() -> None:
    # Leaf paths: 2 of SHORT in 3 of LONGER, in 4 of LONGEST; 3 of LONGER in 4 of LONGEST.
    classifier = ThresholdClassifier("common-paths").fit([SHORT, LONGER, LONGEST], ["a"] * 3)
    assert classifier.thresholds_ == {"a": 0.5}


def test_one_training_page_has_theta_of_four_fifths() -> None:
    classifier = ThresholdClassifier("common-paths").fit([LONGEST, OTHER], ["a", "b"])
    assert classifier.thresholds_ == {"a": 0.8, "b": 0.8}
    assert classifier.predict([LONGER]) == [frozenset()]


def test_a_page_as_alike_as_theta_is_claimed() -> None:
    classifier = ThresholdClassifier("common-paths", 0.75).fit([LONGEST], ["a"])
    assert classifier.predict([LONGER, SHORT]) == [{"a"}, frozenset()]


def test_one_alike_training_page_is_enough() -> None:
    classifier = ThresholdClassifier("common-paths", 0.75).fit([OTHER, LONGEST], ["a", "a"])
    assert classifier.predict([LONGER]) == [{"a"}]


def test_several_templates_may_claim_a_page() -> None:
    pages, names = [SHORT, OTHER, LONGER, LONGEST, OTHER], ["z", "b", "z", "y", "b"]
    classifier = ThresholdClassifier("common-paths", 0.5).fit(pages, names)
    assert classifier.predict([LONGER, OTHER]) == [{"y", "z"}, {"b"}]


@pytest.mark.parametrize("name", BASELINES)
def test_every_baseline_knows_its_own_pages(name: str) -> None:
    classifier = make_baseline(name).fit([SHORT, SHORT, OTHER, OTHER], ["a", "a", "b", "b"])
    assert classifier.predict([SHORT, OTHER]) == [{"a"}, {"b"}]


def test_digests_ask_for_equality() -> None:
    training = ([SHORT, LONGER], ["a", "a"])
    assert make_baseline("MD5").fit(*training).predict([LONGEST]) == [frozenset()]
    assert make_baseline("MDH5").fit(*training).predict([LONGEST]) == [{"a"}]


def test_shingles_have_a_fixed_theta() -> None:
    assert make_baseline("CTSS").fit([SHORT, OTHER], ["a", "a"]).thresholds_ == {"a": 0.8}


def test_answers_do_not_depend_on_how_pairs_are_batched(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [SHORT, LONGER, LONGEST, OTHER]
    classifier = make_baseline("CP").fit(pages, ["a", "a", "b", "b"])
    at_once = classifier.predict(pages)
    monkeypatch.setattr("benchmarks.papers.fingerprints.threshold_classifier._PAIRS_AT_ONCE", 1)
    assert classifier.predict(pages) == at_once


def test_no_training_claims_nothing() -> None:
    assert make_baseline("CP").fit([], []).predict([SHORT]) == [frozenset()]


def test_the_callers_mistakes() -> None:
    with pytest.raises(UsageError, match="no baseline 'XY'"):
        make_baseline("XY")
    with pytest.raises(UsageError, match="learned nothing"):
        make_baseline("CP").predict([SHORT])
    with pytest.raises(UsageError, match="2 templates for 1 training pages"):
        make_baseline("CP").fit([SHORT], ["a", "b"])
