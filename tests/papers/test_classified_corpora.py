"""Fingerprints on real pages: what the paper reports, where templates come from different sites."""

import csv
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.papers.fingerprints.folds import cross_validate
from benchmarks.papers.fingerprints.instance_classifier import InstanceClassifier
from benchmarks.papers.fingerprints.splits import measure_splits
from unmold.features import compute_fingerprints
from unmold.pages import read_pages


@pytest.fixture(scope="module")
def pages(corpora: Path) -> tuple[NDArray[np.uint8], list[str]]:
    """Fingerprints and sites of pages; each of these sites has one template."""
    manifest = corpora / "swde" / "manifest.csv"
    with manifest.open(encoding="utf-8", newline="") as file:
        sites = {row["path"]: row["site"] for row in csv.DictReader(file)}
    read = list(read_pages(manifest))
    return compute_fingerprints(read), [sites[page.path] for page in read]


def test_precision_is_perfect_and_recall_high(pages: tuple[NDArray[np.uint8], list[str]]) -> None:
    rates = cross_validate(InstanceClassifier, *pages).rates
    assert rates.precision == 1.0
    assert rates.recall > 0.98


def test_early_entries_tell_less_than_late_ones(
    pages: tuple[NDArray[np.uint8], list[str]],
) -> None:
    measured = measure_splits(pages[0])
    assert (np.diff(measured.prefix) >= -1e-9).all()
    assert (np.diff(measured.suffix) <= 1e-9).all()
    assert measured.break_even > 12
