"""The classifiers that fingerprints are compared with: a page similar to one training page matches.

Every template gives a yes-or-no answer of its own, so several templates may claim a page. Template
i claims a page if its similarity to any of i's training pages is at least theta_i. How theta_i is
found depends on the measure: it is the smallest similarity of two training pages of i, or fixed.
Each page is compared with every training page.

Paper: Hachenberg and Gottron, CIKM 2013, section 4.2, which has the measures from several others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Self

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.fingerprints.instance_classifier import check_classes
from unmold._core import Comparand, compare_pairs
from unmold.errors import UsageError

LONE_PAGE_THRESHOLD = 0.8
"""For a template with one training page, which has no pair to learn from."""

_PAIRS_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True)
class Baseline:
    """A classifier of the paper, by the short name it has there."""

    measure: str
    threshold: float | None
    """None where it is learned: the smallest similarity of two training pages of a template."""


BASELINES: dict[str, Baseline] = {
    "RTDM": Baseline("rtdm", None),
    "LCTS": Baseline("lcts", None),
    "TV": Baseline("tag-vector", None),
    "CP": Baseline("common-paths", None),
    "CPS": Baseline("path-shingles", None),
    "CTSS": Baseline("ctss", 0.8),
    "MD5": Baseline("md5", 1.0),
    "MDH5": Baseline("mdh5", 1.0),
}


def make_baseline(name: str) -> ThresholdClassifier:
    """A new classifier of the paper: RTDM, LCTS, TV, CP, CPS, CTSS, MD5 or MDH5."""
    if name not in BASELINES:
        raise UsageError(f"there is no baseline {name!r}", hint=f"there are {', '.join(BASELINES)}")
    baseline = BASELINES[name]
    return ThresholdClassifier(baseline.measure, baseline.threshold)


class ThresholdClassifier:
    """Claims a page for every template that has a similar enough training page."""

    thresholds_: dict[str, float]
    """The similarity from which on each template claims a page."""

    def __init__(self, measure: str, threshold: float | None = None, jobs: int = 0) -> None:
        self.measure = measure
        self.threshold = threshold
        self.jobs = jobs

    def fit(self, pages: Sequence[Comparand], classes: Sequence[str]) -> Self:
        """Learn pages with their templates."""
        check_classes(len(pages), classes)
        rows: dict[str, list[int]] = {}
        for row, name in enumerate(classes):
            rows.setdefault(name, []).append(row)
        self._templates = sorted(rows)
        # Pages of one template stand together, so that each is one slice of the similarities.
        self._pages = [pages[row] for name in self._templates for row in rows[name]]
        sizes = [len(rows[name]) for name in self._templates]
        self._starts = np.cumsum([0, *sizes[:-1]]) if sizes else np.empty(0, np.int64)
        self.thresholds_ = {
            name: self._find_threshold([pages[row] for row in rows[name]])
            for name in self._templates
        }
        return self

    def predict(self, pages: Sequence[Comparand]) -> list[frozenset[str]]:
        """All templates that claim each page; none where the set is empty."""
        if not hasattr(self, "thresholds_"):
            raise UsageError("the classifier has learned nothing yet", hint="call `fit` first")
        if not self._templates:
            return [frozenset() for _ in pages]
        step = max(1, _PAIRS_AT_ONCE // len(self._pages))
        answers: list[frozenset[str]] = []
        for start in range(0, len(pages), step):
            answers += self._claims(pages[start : start + step])
        return answers

    def _claims(self, pages: Sequence[Comparand]) -> list[frozenset[str]]:
        firsts, seconds = np.indices((len(pages), len(self._pages)), np.uint32)
        seconds += np.uint32(len(pages))
        similarities = self._compare([*pages, *self._pages], firsts, seconds)
        best = np.maximum.reduceat(similarities, self._starts, axis=1)
        claims = best >= np.array([self.thresholds_[name] for name in self._templates])
        names = np.array(self._templates, object)
        return [frozenset(names[claimed]) for claimed in claims]

    def _find_threshold(self, pages: list[Comparand]) -> float:
        if self.threshold is not None:
            return self.threshold
        if len(pages) < 2:
            return LONE_PAGE_THRESHOLD
        pairs = np.array(list(combinations(range(len(pages)), 2)), np.uint32)
        return float(self._compare(pages, pairs[:, 0], pairs[:, 1]).min())

    def _compare(
        self, pages: list[Comparand], firsts: NDArray[np.uint32], seconds: NDArray[np.uint32]
    ) -> NDArray[np.float64]:
        """The similarities of pairs; 0 for a pair that is too expensive to compare."""
        scores = compare_pairs(
            pages,
            np.ascontiguousarray(firsts.reshape(-1)).data,
            np.ascontiguousarray(seconds.reshape(-1)).data,
            [self.measure],
            jobs=self.jobs,
        )
        return np.frombuffer(scores.buffer(self.measure), np.float64).reshape(firsts.shape)
