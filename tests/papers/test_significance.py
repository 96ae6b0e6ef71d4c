"""The paired t-test against the textbook, and the cases that SciPy leaves undefined."""

import math
from statistics import mean, stdev

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from benchmarks.papers.fingerprints.significance import compare_paired
from unmold.errors import UsageError

scores = st.integers(0, 1000).map(lambda thousandths: thousandths / 1000)


@given(st.lists(st.tuples(scores, scores), min_size=2, max_size=20))
def test_the_statistic_is_that_of_the_textbook(pairs: list[tuple[float, float]]) -> None:
    first, second = zip(*pairs, strict=True)
    differences = [one - other for one, other in pairs]
    assume(len({round(difference, 6) for difference in differences}) > 1)
    result = compare_paired(first, second)
    expected = mean(differences) / (stdev(differences) / math.sqrt(len(pairs)))
    assert result.statistic == pytest.approx(expected)
    assert result.mean_difference == pytest.approx(mean(differences))
    assert result.degrees_of_freedom == len(pairs) - 1


@pytest.mark.parametrize(("pairs", "critical"), [(2, 12.706), (4, 3.182), (10, 2.262)])
def test_significance_begins_at_the_critical_value(pairs: int, critical: float) -> None:
    # Critical values of Student's distribution, two-tailed at 0.05, as printed in any table.
    shape = [(-1) ** row for row in range(pairs)]
    error = stdev(shape) / math.sqrt(pairs)
    for factor, significant in ((1.001, True), (0.999, False)):
        scores = [one + factor * critical * error for one in shape]
        result = compare_paired(scores, [0.0] * pairs)
        assert result.p_value == pytest.approx(0.05, rel=0.01)
        assert result.significant is significant


def test_equal_scores_differ_by_nothing() -> None:
    result = compare_paired([0.1, 0.2, 0.3], [0.1, 0.2, 0.3])
    assert (result.statistic, result.p_value, result.significant) == (None, 1.0, False)


def test_a_constant_difference_is_certain_even_in_decimals() -> None:
    result = compare_paired([0.3, 0.4, 0.8], [0.2, 0.3, 0.7])
    assert (result.statistic, result.p_value, result.significant) == (None, 0.0, True)
    assert result.mean_difference == pytest.approx(0.1)


@pytest.mark.parametrize("scores", [[], [0.5]])
def test_too_few_pairs_prove_nothing(scores: list[float]) -> None:
    result = compare_paired(scores, [0.0] * len(scores))
    assert (result.statistic, result.p_value, result.degrees_of_freedom) == (None, 1.0, 0)


def test_scores_come_in_pairs_and_are_finite() -> None:
    with pytest.raises(UsageError, match="2 scores against 1"):
        compare_paired([1.0, 2.0], [1.0])
    with pytest.raises(UsageError, match="finite"):
        compare_paired([1.0, math.nan], [1.0, 0.0])
