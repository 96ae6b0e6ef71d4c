"""Cross validation of classifiers: k folds, each template against all others.

Rates are means over templates, then over folds. Two classifiers that saw the same folds are
compared by a paired t-test (`compare_recall`, `compare_f1`). The paper (Hachenberg and Gottron,
CIKM 2013) has ten folds; for its test of speed it trains on ten pages of each template, as
`draw_training` draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.fingerprints.significance import TTest, compare_paired
from unmold.errors import UsageError
from unmold.evaluation import (
    Classification,
    Rates,
    average_rates,
    evaluate_classes,
)

DEFAULT_FOLDS = 10


class Classifier(Protocol):
    """What the protocol asks of a classifier."""

    def fit(self, pages: Any, classes: Sequence[str], /) -> Any: ...

    def predict(self, pages: Any, /) -> Sequence[Any]: ...


@dataclass(frozen=True, slots=True)
class CrossValidation:
    """What a classifier is worth, fold by fold."""

    folds: list[Classification]

    @property
    def rates(self) -> Rates:
        """The mean over templates, then over folds."""
        return average_rates([fold.macro for fold in self.folds])

    def compare_recall(self, other: CrossValidation) -> TTest:
        """Whether the mean recall differs from another classifier's on the same folds."""
        return self._compare(other, lambda rates: rates.recall)

    def compare_f1(self, other: CrossValidation) -> TTest:
        """Whether the mean F1 differs from another classifier's on the same folds."""
        return self._compare(other, lambda rates: rates.f1)

    def _compare(self, other: CrossValidation, rate: Callable[[Rates], float]) -> TTest:
        ours = [rate(fold.macro) for fold in self.folds]
        theirs = [rate(fold.macro) for fold in other.folds]
        return compare_paired(ours, theirs)


def cross_validate(
    make: Callable[[], Classifier],
    pages: Sequence[Any] | NDArray[Any],
    classes: Sequence[str],
    *,
    folds: int = DEFAULT_FOLDS,
    seed: int = 0,
) -> CrossValidation:
    """Train on all folds but one and ask about that one, for every fold.

    `make` gives a fresh classifier. The same seed gives the same folds to every classifier.
    """
    if len(pages) != len(classes):
        raise UsageError(f"{len(classes)} templates for {len(pages)} pages")
    fold_of = deal_folds(classes, folds, seed)
    results = []
    for fold in range(folds):
        training, asked = np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)
        classifier = make()
        known = _pick(classes, training)
        classifier.fit(_pick(pages, training), known)
        answers = classifier.predict(_pick(pages, asked))
        results.append(evaluate_classes(list(answers), _pick(classes, asked), known=set(known)))
    return CrossValidation(results)


def deal_folds(classes: Sequence[str], folds: int = DEFAULT_FOLDS, seed: int = 0) -> NDArray[Any]:
    """The fold of every page: each template's pages are shuffled, then dealt out in turn.

    >>> deal_folds(["a", "a", "b", "b"], 2).tolist()
    [1, 0, 1, 0]
    """
    if not 2 <= folds <= max(2, len(classes)):
        raise UsageError(f"{len(classes)} pages cannot be dealt into {folds} folds")
    fold_of = np.empty(len(classes), np.int64)
    # Dealing goes on where the last template ended, so that folds are equally large.
    shuffled = [row for rows in _shuffle(classes, seed) for row in rows]
    fold_of[shuffled] = np.arange(len(classes)) % folds
    return fold_of


def draw_training(classes: Sequence[str], pages: int = 10, seed: int = 0) -> NDArray[Any]:
    """Rows to train on: `pages` random pages of each template, all where it has fewer."""
    drawn = [row for rows in _shuffle(classes, seed) for row in rows[:pages]]
    return np.sort(np.array(drawn, np.int64))


def _shuffle(classes: Sequence[str], seed: int) -> list[list[int]]:
    """The rows of every template in random order, templates by name."""
    rows: dict[str, list[int]] = {}
    for row, name in enumerate(classes):
        rows.setdefault(name, []).append(row)
    random = Random(seed)
    return [sorted(rows[name], key=lambda _: random.random()) for name in sorted(rows)]


def _pick(items: Any, rows: NDArray[Any]) -> Any:
    """The items at some rows: an array stays an array, anything else becomes a list."""
    return items[rows] if isinstance(items, np.ndarray) else [items[row] for row in rows.tolist()]
