"""The paired t-test: SciPy's own, and what it leaves undefined."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from unmold.errors import UsageError
from unmold.evaluation import compare_paired

scores = st.integers(0, 1000).map(lambda thousandths: thousandths / 1000)


@given(st.lists(st.tuples(scores, scores), min_size=2, max_size=20))
def test_agrees_with_scipy(pairs: list[tuple[float, float]]) -> None:
    first, second = zip(*pairs, strict=True)
    assume(len({round(one - other, 6) for one, other in pairs}) > 1)
    expected = stats.ttest_rel(first, second)
    result = compare_paired(first, second)
    assert result.statistic == pytest.approx(expected.statistic)
    assert result.p_value == pytest.approx(expected.pvalue)
    assert result.degrees_of_freedom == len(pairs) - 1
    assert result.significant == (expected.pvalue < 0.05)


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
