"""Right and wrong answers to a yes-or-no question, and the rates that follow from them.

`pairs` asks the question of pairs of pages, `classification` of single pages. An empty denominator
yields 1 if there was nothing to find, else 0, so no rate is ever NaN.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class BinaryCounts:
    """How often the answer was yes or no, and should have been."""

    true_positives: int
    false_positives: int
    false_negatives: int
    true_negatives: int

    @property
    def precision(self) -> float:
        """The share of yeses that are right; without any, 1 if none were due, else 0."""
        claimed = self.true_positives + self.false_positives
        if claimed == 0:
            return 1.0 if self.false_negatives == 0 else 0.0
        return self.true_positives / claimed

    @property
    def recall(self) -> float:
        """The share of the yeses due that were given; 1 if none were due."""
        due = self.true_positives + self.false_negatives
        return self.true_positives / due if due else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return harmonic_mean(self.precision, self.recall)

    @property
    def accuracy(self) -> float:
        """The share of right answers; 1 if nothing was asked."""
        right = self.true_positives + self.true_negatives
        asked = right + self.false_positives + self.false_negatives
        return right / asked if asked else 1.0

    def to_dict(self) -> dict[str, int | float]:
        return asdict(self) | {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "accuracy": self.accuracy,
        }


def harmonic_mean(first: float, second: float) -> float:
    """The harmonic mean of two rates; 0 if both are 0."""
    return 2 * first * second / (first + second) if first + second else 0.0
