"""Pair counting: of all pairs of pages, which are joined, and which should be.

The gold speaks on up to three levels, each finer one inside the coarser:

- `template` is the headline. `count_strict_pairs` uses it alone: same template must be joined,
  different template must not.
- `template_coarse`: pages of different coarse labels must not be joined. The same coarse label but
  a different template is a pair nobody is blamed for, a *don't-care pair*.
- `template_fine`: pages of the same fine label must be joined. Since fine labels divide a template,
  saying so only has a meaning if the same template under different fine labels need *not* be
  joined: that is a don't-care pair too.

`count_care_pairs` reads all three: same fine label is a pair to join, different coarse label a pair
to keep apart, and every pair between the two is left out of all four counts, so it can neither earn
nor cost. Where a level is not given the template is used; without both, the two countings are the
same.
"""

from __future__ import annotations

from dataclasses import dataclass

from unmold.evaluation.contingency import Codes, count_pairs_within, tabulate
from unmold.evaluation.counts import BinaryCounts


@dataclass(frozen=True)
class PairCounts(BinaryCounts):
    """Pairs of pages: positive is joined, negative is apart, true is as the gold has it."""

    dont_care: int = 0
    """Pairs left out, because the gold has no opinion."""

    @property
    def rand_index(self) -> float:
        """The share of pairs treated as the gold has it: accuracy under its name for pairs."""
        return self.accuracy

    @property
    def adjusted_rand_index(self) -> float:
        """The Rand index corrected for chance: 1 for a perfect grouping, about 0 for a random one.

        This is (S - E) / ((A + B) / 2 - E) of Hubert and Arabie, written in the four counts, so
        that it is also defined where don't-care pairs are left out. Exact up to the one division.
        """
        tp, fp = self.true_positives, self.false_positives
        fn, tn = self.false_negatives, self.true_negatives
        if fp == 0 and fn == 0:
            return 1.0
        return 2 * (tp * tn - fn * fp) / ((tp + fn) * (fn + tn) + (tp + fp) * (fp + tn))

    def to_dict(self) -> dict[str, int | float]:
        report = super().to_dict()
        report["rand_index"] = report.pop("accuracy")
        return report | {"adjusted_rand_index": self.adjusted_rand_index}


def count_strict_pairs(clusters: Codes, template: Codes) -> PairCounts:
    """Count every pair, by template alone."""
    return count_care_pairs(clusters, template, template)


def count_care_pairs(clusters: Codes, fine: Codes, coarse: Codes) -> PairCounts:
    """Count the pairs the gold has an opinion on; every fine label lies inside one coarse label."""
    by_fine = tabulate(clusters, fine)
    by_coarse = by_fine if coarse is fine else tabulate(clusters, coarse)
    to_join = count_pairs_within(by_fine.gold_sizes)
    not_forbidden = count_pairs_within(by_coarse.gold_sizes)
    joined = count_pairs_within(by_fine.cluster_sizes)
    joined_rightly = count_pairs_within(by_fine.count)
    joined_wrongly = joined - count_pairs_within(by_coarse.count)
    all_pairs = len(clusters) * (len(clusters) - 1) // 2
    return PairCounts(
        true_positives=joined_rightly,
        false_positives=joined_wrongly,
        false_negatives=to_join - joined_rightly,
        true_negatives=all_pairs - not_forbidden - joined_wrongly,
        dont_care=not_forbidden - to_join,
    )
