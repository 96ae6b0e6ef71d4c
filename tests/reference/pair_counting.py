"""Pair counting as it is defined: look at every pair of pages. Quadratic, for comparison only."""

from collections.abc import Sequence
from itertools import combinations

UNCLUSTERED = -1


def count_pairs_slowly(
    clusters: Sequence[int],
    template: Sequence[str],
    coarse: Sequence[str] | None = None,
    fine: Sequence[str] | None = None,
) -> dict[str, int]:
    """Counts by name; `coarse` and `fine` make don't-care pairs, an unclustered page joins none."""
    counts = dict.fromkeys(
        ["true_positives", "false_positives", "false_negatives", "true_negatives", "dont_care"], 0
    )
    for one, other in combinations(range(len(clusters)), 2):
        joined = clusters[one] == clusters[other] != UNCLUSTERED
        must_join = (fine or template)[one] == (fine or template)[other]
        must_not_join = (coarse or template)[one] != (coarse or template)[other]
        counts[_name(joined, must_join, must_not_join)] += 1
    return counts


def count_class_pairs_slowly(clusters: Sequence[int], members: Sequence[bool]) -> dict[str, int]:
    """The same where only the members of one class are known: pairs without one have no truth."""
    counts = dict.fromkeys(
        ["true_positives", "false_positives", "false_negatives", "true_negatives", "dont_care"], 0
    )
    for one, other in combinations(range(len(clusters)), 2):
        joined = clusters[one] == clusters[other] != UNCLUSTERED
        both, either = members[one] and members[other], members[one] or members[other]
        counts[_name(joined, both, either and not both)] += 1
    return counts


def _name(joined: bool, must_join: bool, must_not_join: bool) -> str:
    if must_join:
        return "true_positives" if joined else "false_negatives"
    if must_not_join:
        return "false_positives" if joined else "true_negatives"
    return "dont_care"
