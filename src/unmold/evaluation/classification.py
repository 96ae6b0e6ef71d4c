"""Scores pages given to known templates, one template against the rest.

The protocol is that of the paper on template fingerprints (Hachenberg and Gottron, CIKM 2013):
every template is a yes-or-no problem of its own, and what is printed is the mean over templates,
then over folds. So the mean F1 is not the F1 of the mean precision and recall, and accuracy is high
even where recall is poor.

The class `none` says that no template fits. For a page of a known template it is a miss; for a
foreign page, one of no known template, it is the right answer. It is no template, so it has no row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from unmold.errors import UsageError
from unmold.evaluation.counts import BinaryCounts
from unmold.evaluation.labels import Labels, is_blank, to_list

NONE = "none"
"""The class of a page that no template fits."""


@dataclass(frozen=True)
class Rates:
    """Precision, recall, F1 and accuracy of something."""

    precision: float
    recall: float
    f1: float
    accuracy: float

    def to_dict(self) -> dict[str, float]:
        return {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "accuracy": self.accuracy,
        }


@dataclass(frozen=True)
class Classification:
    """What a classifier is worth on some pages."""

    pages: int
    foreign: int
    """Pages of no known template."""
    templates: dict[Hashable, BinaryCounts]
    """Every template that is either true of a page or claimed for one."""
    macro: Rates
    """The mean over templates."""
    micro: Rates
    """From the sums over templates; its accuracy is that of all yes-or-no answers."""
    accuracy: float
    """The share of pages whose answer is exactly right, `none` for a foreign page included."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "pages": self.pages,
            "foreign": self.foreign,
            "accuracy": self.accuracy,
            "macro": self.macro.to_dict(),
            "micro": self.micro.to_dict(),
            "templates": {str(name): counts.to_dict() for name, counts in self.templates.items()},
        }


def evaluate_classes(
    predicted: Labels, gold: Labels, known: Collection[Hashable] | None = None
) -> Classification:
    """Score predicted templates against the true ones.

    A prediction is a template, `none` (or None), or a set of templates where several yes-or-no
    classifiers each claim the page. A true template outside of `known`, those the classifier was
    trained on, makes a page foreign, as do `none` and None.

    >>> result = evaluate_classes(["a", "none", "none", "a"], ["a", "a", "none", "b"])
    >>> result.templates["a"].precision, result.templates["a"].recall, result.accuracy
    (0.5, 0.5, 0.5)
    """
    claims = [_read_claims(answer) for answer in to_list(predicted)]
    truths = [_read_truth(label, known) for label in to_list(gold)]
    if len(claims) != len(truths):
        raise UsageError(f"{len(claims)} predictions for {len(truths)} gold labels")
    templates = _count_templates(claims, truths)
    return Classification(
        pages=len(truths),
        foreign=sum(not truth for truth in truths),
        templates=templates,
        macro=average_rates([_rates_of(counts) for counts in templates.values()]),
        micro=_rates_of(_sum_counts(list(templates.values()))),
        accuracy=_exact_share(claims, truths),
    )


def average_rates(rates: Sequence[Rates]) -> Rates:
    """The mean of each rate, over templates or over folds; 1 where there are none to fail at."""
    if not rates:
        return Rates(1.0, 1.0, 1.0, 1.0)
    count = len(rates)
    return Rates(
        precision=sum(rate.precision for rate in rates) / count,
        recall=sum(rate.recall for rate in rates) / count,
        f1=sum(rate.f1 for rate in rates) / count,
        accuracy=sum(rate.accuracy for rate in rates) / count,
    )


def _rates_of(counts: BinaryCounts) -> Rates:
    return Rates(counts.precision, counts.recall, counts.f1, counts.accuracy)


def _read_claims(answer: Any) -> frozenset[Hashable]:
    claims = answer if isinstance(answer, AbstractSet) else {answer}
    return frozenset(claim for claim in claims if not (is_blank(claim) or claim == NONE))


def _read_truth(label: Any, known: Collection[Hashable] | None) -> frozenset[Hashable]:
    """The one true template of a page, or nothing for a foreign page."""
    if is_blank(label) or label == NONE or (known is not None and label not in known):
        return frozenset()
    return frozenset({label})


def _count_templates(
    claims: list[frozenset[Hashable]], truths: list[frozenset[Hashable]]
) -> dict[Hashable, BinaryCounts]:
    claimed = Counter(name for answer in claims for name in answer)
    true = Counter(name for truth in truths for name in truth)
    both = Counter(
        name for answer, truth in zip(claims, truths, strict=True) for name in answer & truth
    )
    return {
        name: BinaryCounts(
            true_positives=both[name],
            false_positives=claimed[name] - both[name],
            false_negatives=true[name] - both[name],
            true_negatives=len(truths) - claimed[name] - true[name] + both[name],
        )
        for name in sorted(claimed | true, key=str)
    }


def _sum_counts(counts: list[BinaryCounts]) -> BinaryCounts:
    return BinaryCounts(
        true_positives=sum(one.true_positives for one in counts),
        false_positives=sum(one.false_positives for one in counts),
        false_negatives=sum(one.false_negatives for one in counts),
        true_negatives=sum(one.true_negatives for one in counts),
    )


def _exact_share(claims: list[frozenset[Hashable]], truths: list[frozenset[Hashable]]) -> float:
    right = sum(answer == truth for answer, truth in zip(claims, truths, strict=True))
    return right / len(truths) if truths else 1.0
