"""`auto` on many pages: memory and work grow with pages, not with their square."""

import tracemalloc

import numpy as np
import pytest

from unmold.clusters import auto
from unmold.clusters.auto import AutoClusterer, merge_rows
from unmold.clusters.split_evidence import merge_one_sided
from unmold.features import Features
from unmold.features.table import Ragged

OWN = {"leaf_paths": 30, "class_tokens": 30, "main_paths": 15, "labels": 10, "element_paths": 40}


def unlike_pages(pages: int) -> Features:
    """Pages that share a frame, and of everything else little."""
    chance = np.random.default_rng(1)
    columns: dict[str, object] = {
        name: [str(page) for page in range(pages)] for name in ("keys", "paths", "urls")
    }
    columns["sites"] = ["x"] * pages
    for name, count in OWN.items():
        own = chance.integers(100, 1100, (pages, count))
        rows = np.concatenate([own, np.tile(np.arange(1, 6), (pages, 1))], axis=1)
        values = np.sort(rows, axis=1).astype(np.uint64)
        offsets = np.arange(pages + 1, dtype=np.int64) * values.shape[1]
        columns[name] = Ragged(values.reshape(-1), offsets)
    paths = columns["element_paths"]
    assert isinstance(paths, Ragged)
    columns["element_path_parents"] = Ragged(np.ones_like(paths.values), paths.offsets)
    return Features.of(columns)


def peak_bytes(pages: int) -> int:
    features = unlike_pages(pages)
    tracemalloc.start()
    try:
        labels = AutoClusterer(sample=100).fit_predict(features)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(np.unique(labels)) > pages // 2
    return peak


def test_memory_grows_with_pages_not_with_their_square() -> None:
    assert peak_bytes(4000) < 5 * peak_bytes(1000)


def test_pages_that_are_all_unlike_are_not_sampled_over_and_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    merged = []

    def count(*given: object) -> object:
        merged.append(given)
        return merge_rows(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(auto, "merge_rows", count)
    AutoClusterer(sample=50, kinds=False, texts=False).fit(unlike_pages(1000))
    assert len(merged) == auto.MAX_FRUITLESS


def test_of_very_many_clusters_the_largest_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    from unmold.clusters import split_evidence

    features = unlike_pages(40)
    labels = np.repeat(np.arange(20), 2)
    monkeypatch.setattr(split_evidence, "MAX_CLUSTERS", 3)
    forward = merge_one_sided(features, labels)
    order = np.arange(40)[::-1]
    backward = merge_one_sided(features.select(order), labels[order])
    assert forward.tolist() == backward[::-1].tolist()
    assert len(set(forward.tolist())) >= 18
