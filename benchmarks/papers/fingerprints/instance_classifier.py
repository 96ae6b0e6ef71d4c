"""The instance-based classifier: a page gets the template of the training pages near it.

One lookup by fingerprint gives a page its template or `none`, so the time for a page does not
depend on how many pages were learned.

Where near training pages have several templates, which the paper leaves open, an equal fingerprint
goes before one at distance one, then the template with the most such pages, then the smallest name.
Every such conflict is logged and reported.

Paper: Hachenberg and Gottron, CIKM 2013, section 4.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.fingerprint_index import FingerprintIndex, IndexSettings, Lookups
from unmold.errors import UsageError
from unmold.evaluation import NONE

Fingerprints = NDArray[np.uint8]

_log = logging.getLogger("unmold")


@dataclass(frozen=True, slots=True)
class Conflict:
    """A page that training pages of several templates claim."""

    row: int
    distance: int
    """Of the pages that decided: 0 if some have the same fingerprint, else 1."""
    claims: dict[str, int]
    """How many near training pages each template has."""
    chosen: str


@dataclass(frozen=True, slots=True)
class Answers:
    """What a classifier says about pages."""

    classes: list[str]
    """The template of each page, or `none`."""
    distances: list[int | None]
    """How far the nearest training page is: 0, 1, or None where none is near."""
    conflicts: list[Conflict]


class InstanceClassifier:
    """Gives a page the template of the training pages with a near fingerprint.

    >>> training = np.array([[0, 0, 1], [0, 0, 2], [7, 8, 9]], np.uint8)
    >>> classifier = InstanceClassifier(IndexSettings(entries=3)).fit(training, ["a", "a", "b"])
    >>> classifier.predict(np.array([[0, 0, 3], [7, 8, 9], [1, 2, 3]], np.uint8))
    ['a', 'b', 'none']
    """

    index_: FingerprintIndex
    claims_: list[Counter[str]]
    """For every distinct fingerprint, how many training pages of each template have it."""

    def __init__(self, settings: IndexSettings | None = None) -> None:
        self.settings = settings

    def fit(self, fingerprints: Fingerprints, classes: Sequence[str]) -> Self:
        """Learn pages with their templates, and forget all others."""
        self.index_ = FingerprintIndex(self.settings)
        self.claims_ = []
        return self.partial_fit(fingerprints, classes)

    def partial_fit(self, fingerprints: Fingerprints, classes: Sequence[str]) -> Self:
        """Learn more pages with their templates."""
        if not hasattr(self, "index_"):
            return self.fit(fingerprints, classes)
        check_classes(len(fingerprints), classes)
        numbers = self.index_.add(fingerprints)
        self.claims_ += [Counter() for _ in range(len(self.index_) - len(self.claims_))]
        for number, name in zip(numbers.tolist(), classes, strict=True):
            self.claims_[number][name] += 1
        return self

    def predict(self, fingerprints: Fingerprints) -> list[str]:
        """The template of every page, or `none`."""
        return self.classify(fingerprints).classes

    def classify(self, fingerprints: Fingerprints) -> Answers:
        """The template of every page with what speaks for it, and all conflicts."""
        if not hasattr(self, "index_"):
            raise UsageError("the classifier has learned nothing yet", hint="call `fit` first")
        found = self.index_.find(fingerprints)
        answers = Answers([], [], [])
        for row in range(len(found)):
            self._answer(row, found, answers)
        if answers.conflicts:
            _log.info("%d of %d pages have conflicts", len(answers.conflicts), len(found))
        return answers

    def _answer(self, row: int, found: Lookups, answers: Answers) -> None:
        equal, near = int(found.equal[row]), found[row].tolist()
        if not near:
            answers.classes.append(NONE)
            answers.distances.append(None)
            return
        distance = 0 if equal >= 0 else 1
        chosen = _choose(self._count([equal] if distance == 0 else near))
        answers.classes.append(chosen)
        answers.distances.append(distance)
        claims = self._count(near)
        if len(claims) > 1:
            conflict = Conflict(row, distance, dict(claims), chosen)
            answers.conflicts.append(conflict)
            _log.debug("page %d: %s, chosen %s", row, conflict.claims, chosen)

    def _count(self, numbers: Iterable[int]) -> Counter[str]:
        claims: Counter[str] = Counter()
        for number in numbers:
            claims.update(self.claims_[number])
        return claims


def check_classes(pages: int, classes: Sequence[str]) -> None:
    """Refuse templates that do not fit the pages, or that mean `none`."""
    if len(classes) != pages:
        raise UsageError(f"{len(classes)} templates for {pages} training pages")
    if NONE in classes:
        raise UsageError(
            f"no template may be called {NONE!r}", hint="it says that no template fits a page"
        )


def _choose(claims: Counter[str]) -> str:
    """The most frequent template; of several, the first by name."""
    return min(claims, key=lambda name: (-claims[name], name))
