"""Predicted templates: one against the rest, the class none, and scikit-learn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from unmold.errors import UsageError
from unmold.evaluation import Rates, average_rates, evaluate_classes


def test_none_is_a_miss_for_a_known_template() -> None:
    result = evaluate_classes(["none", "a"], ["a", "a"])
    counts = result.templates["a"]
    assert (counts.true_positives, counts.false_negatives, counts.false_positives) == (1, 1, 0)
    assert result.accuracy == 0.5


def test_none_is_right_for_a_foreign_page() -> None:
    result = evaluate_classes(["none", None, "a"], ["none", None, "a"])
    assert result.foreign == 2
    assert result.accuracy == 1.0
    assert list(result.templates) == ["a"]
    assert result.templates["a"].true_negatives == 2


def test_claiming_a_foreign_page_costs_precision() -> None:
    result = evaluate_classes(["a", "a"], ["a", "none"])
    assert (result.templates["a"].precision, result.templates["a"].recall) == (0.5, 1.0)


def test_templates_without_training_are_foreign() -> None:
    result = evaluate_classes(["none", "a"], ["b", "a"], known={"a"})
    assert (result.foreign, result.accuracy, list(result.templates)) == (1, 1.0, ["a"])


def test_several_classifiers_may_claim_a_page() -> None:
    result = evaluate_classes([{"a", "b"}, {"b"}, set()], ["a", "b", "none"])
    assert (result.templates["a"].precision, result.templates["b"].precision) == (1.0, 0.5)
    assert result.macro == Rates(0.75, 1.0, pytest.approx((1 + 2 / 3) / 2), pytest.approx(5 / 6))
    assert result.micro.precision == pytest.approx(2 / 3)
    assert result.accuracy == pytest.approx(2 / 3)


def test_a_template_that_is_only_claimed_counts_in_the_mean() -> None:
    result = evaluate_classes(["ghost", "a"], ["a", "a"])
    assert result.templates["ghost"].f1 == 0.0
    assert result.macro.f1 == pytest.approx((0.0 + 2 / 3) / 2)


def test_no_pages() -> None:
    result = evaluate_classes([], [])
    assert result.macro == result.micro == Rates(1.0, 1.0, 1.0, 1.0)
    assert result.accuracy == 1.0


def test_mean_f1_is_not_the_f1_of_the_means() -> None:
    folds = [Rates(1.0, 0.5, 2 / 3, 0.9), Rates(0.5, 1.0, 2 / 3, 0.7)]
    assert average_rates(folds) == Rates(0.75, 0.75, pytest.approx(2 / 3), pytest.approx(0.8))


def test_one_prediction_a_page() -> None:
    with pytest.raises(UsageError, match="1 predictions for 2 gold labels"):
        evaluate_classes(["a"], ["a", "b"])


def test_the_report_is_made_of_plain_types() -> None:
    report = evaluate_classes(["a", "none"], ["a", "a"]).to_dict()
    assert report["templates"]["a"]["recall"] == 0.5
    assert report["micro"] == {"precision": 1.0, "recall": 0.5, "f1": 2 / 3, "accuracy": 0.5}


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), min_size=1))
def test_agrees_with_scikit_learn(pages: list[tuple[str, str]]) -> None:
    predicted, gold = ([page[side] for page in pages] for side in (0, 1))
    result = evaluate_classes(predicted, gold)
    templates = sorted(set(gold))
    precision, recall, f1, _ = metrics.precision_recall_fscore_support(
        gold, predicted, labels=templates, zero_division=0
    )
    for position, name in enumerate(templates):
        counts = result.templates[name]
        assert counts.precision == pytest.approx(precision[position])
        assert counts.recall == pytest.approx(recall[position])
        assert counts.f1 == pytest.approx(f1[position])
    assert result.accuracy == pytest.approx(metrics.accuracy_score(gold, predicted))
    assert result.micro.f1 == pytest.approx(metrics.f1_score(gold, predicted, average="micro"))
    assert result.macro.f1 == pytest.approx(
        metrics.f1_score(gold, predicted, average="macro", zero_division=0)
    )
