"""Tables 4 and 5: how right and how fast classifiers are on the pages of one corpus.

Pages are prepared once for all classifiers: fingerprints for FP, everything that measures need for
the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.fingerprints.folds import CrossValidation, cross_validate, draw_training
from benchmarks.papers.fingerprints.instance_classifier import InstanceClassifier
from benchmarks.papers.fingerprints.selection import LabelledPages
from benchmarks.papers.fingerprints.threshold_classifier import make_baseline
from unmold.evaluation import Rates, evaluate_classes
from unmold.features import compute_fingerprints, prepare_pages
from unmold.settings import Comparison, Limits

FINGERPRINTS = "FP"
QUICK = (FINGERPRINTS, "TV", "CP", "CPS", "CTSS", "MD5", "MDH5")
SLOW = ("LCTS", "RTDM")
"""Those that take milliseconds for a pair of pages."""

TESTS = ((FINGERPRINTS, "CTSS"), (FINGERPRINTS, "MDH5"), ("CTSS", "MDH5"))
"""The pairs of classifiers that the paper tests for a difference."""


@dataclass(frozen=True, slots=True)
class Classified:
    """One classifier, trained on few pages or by cross validation."""

    corpus: str
    classifier: str
    pages: int
    """Pages that it was asked about."""
    rates: dict[str, float]
    seconds: float
    """Without preparing pages."""
    preparing: float
    """Seconds that preparing all these pages takes."""

    @property
    def pages_per_second(self) -> float:
        return self.pages / (self.seconds + self.preparing)


@dataclass(frozen=True, slots=True)
class Difference:
    """Whether two classifiers differ on the same folds."""

    corpus: str
    first: str
    second: str
    rate: str
    mean: float
    p_value: float
    significant: bool


@dataclass(frozen=True, slots=True)
class Prepared:
    """Pages as classifiers take them, and what preparing one takes."""

    labelled: LabelledPages
    fingerprints: NDArray[np.uint8]
    comparands: list[Any]
    fingerprint_seconds: float
    comparand_seconds: float

    def inputs(self, classifier: str) -> Any:
        return self.fingerprints if classifier == FINGERPRINTS else self.comparands

    def preparing(self, classifier: str, pages: int) -> float:
        all_pages = (
            self.fingerprint_seconds if classifier == FINGERPRINTS else self.comparand_seconds
        )
        return all_pages * pages / len(self.labelled.pages)


def prepare(labelled: LabelledPages) -> Prepared:
    """Prepare pages once for all classifiers."""
    start = perf_counter()
    fingerprints = compute_fingerprints(labelled.pages)
    between = perf_counter()
    comparands = prepare_pages(labelled.pages, Comparison(), Limits())
    return Prepared(labelled, fingerprints, comparands, between - start, perf_counter() - between)


def share_shared(fingerprints: NDArray[np.uint8], templates: Sequence[str]) -> float:
    """The share of pages whose fingerprint does not decide, since several templates have it.

    >>> share_shared(np.array([[1], [1], [2], [2]], np.uint8), ["a", "b", "c", "c"])
    0.5
    """
    keys = [fingerprint.tobytes() for fingerprint in fingerprints]
    owners: dict[bytes, set[str]] = {}
    for key, template in zip(keys, templates, strict=True):
        owners.setdefault(key, set()).add(template)
    return sum(len(owners[key]) > 1 for key in keys) / len(keys)


def run_few(prepared: Prepared, training: int, slow_pages: int, seed: int) -> list[Classified]:
    """Table 4: `training` pages of each template are known, all others are asked about.

    The slow classifiers are asked about `slow_pages` random ones of these only.
    """
    classes = prepared.labelled.templates
    known = draw_training(classes, training, seed)
    asked = np.setdiff1d(np.arange(len(classes)), known)
    drawn = np.random.default_rng(seed).permutation(asked)[:slow_pages]
    few = np.sort(drawn)
    return [_run_one(prepared, name, known, asked) for name in QUICK] + [
        _run_one(prepared, name, known, few) for name in SLOW
    ]


def _run_one(
    prepared: Prepared, name: str, known: NDArray[np.int64], asked: NDArray[np.int64]
) -> Classified:
    inputs, classes = prepared.inputs(name), prepared.labelled.templates
    classifier = _maker(name)().fit(_pick(inputs, known), [classes[row] for row in known])
    start = perf_counter()
    answers = classifier.predict(_pick(inputs, asked))
    seconds = perf_counter() - start
    rates = evaluate_classes(list(answers), [classes[row] for row in asked]).macro
    return _result(prepared, name, rates, len(asked), seconds)


def run_folds(
    prepared: Prepared, folds: int, seed: int
) -> tuple[list[Classified], list[Difference]]:
    """Table 5: cross validation of the quick classifiers, and which of them differ."""
    results, validations = [], {}
    for name in QUICK:
        start = perf_counter()
        validation = cross_validate(
            _maker(name),
            prepared.inputs(name),
            prepared.labelled.templates,
            folds=folds,
            seed=seed,
        )
        seconds = perf_counter() - start
        validations[name] = validation
        pages = len(prepared.labelled.pages)
        results.append(_result(prepared, name, validation.rates, pages, seconds))
    return results, _compare(prepared.labelled.corpus, validations)


def _compare(corpus: str, validations: dict[str, CrossValidation]) -> list[Difference]:
    found = []
    for first, second in TESTS:
        one, other = validations[first], validations[second]
        for rate, test in (
            ("recall", one.compare_recall(other)),
            ("F1", one.compare_f1(other)),
        ):
            found.append(
                Difference(
                    corpus,
                    first,
                    second,
                    rate,
                    test.mean_difference,
                    test.p_value,
                    test.significant,
                )
            )
    return found


def _maker(name: str) -> Callable[[], Any]:
    return InstanceClassifier if name == FINGERPRINTS else lambda: make_baseline(name)


def _pick(inputs: Any, rows: NDArray[np.int64]) -> Any:
    return inputs[rows] if isinstance(inputs, np.ndarray) else [inputs[row] for row in rows]


def _result(prepared: Prepared, name: str, rates: Rates, pages: int, seconds: float) -> Classified:
    return Classified(
        corpus=prepared.labelled.corpus,
        classifier=name,
        pages=pages,
        rates=rates.to_dict(),
        seconds=seconds,
        preparing=prepared.preparing(name, pages),
    )
