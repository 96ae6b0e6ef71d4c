"""Clustering by fingerprints: conflicts between clusters, growing, and an index that is kept."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unmold.clusters.fingerprint_index import FingerprintIndex, IndexSettings
from unmold.clusters.published.fingerprint import FingerprintClusterer
from unmold.features import Features
from unmold.features.table import FINGERPRINT_LENGTH


def table(*rows: str) -> Features:
    """Pages with fingerprints that begin like this and end with zeros."""
    prints = [bytes(map(int, row.ljust(FINGERPRINT_LENGTH, "0"))) for row in rows]
    return Features.of({"fingerprints": prints})


def labels_of(*rows: str) -> NDArray[np.int64]:
    return FingerprintClusterer().fit_predict(table(*rows))


def test_pages_one_entry_apart_are_together() -> None:
    assert labels_of("0000", "1111", "0001", "1110").tolist() == [0, 1, 0, 1]


def test_two_entries_apart_are_two_clusters_until_a_page_lies_between() -> None:
    assert labels_of("0000", "0011").tolist() == [0, 1]
    assert labels_of("0000", "0011", "0001").tolist() == [0, 0, 0]


def test_a_new_page_can_merge_the_clusters_of_old_ones() -> None:
    estimator = FingerprintClusterer().fit(table("0000", "0011", "9999"))
    assert estimator.labels_.tolist() == [0, 1, 2]
    estimator.partial_fit(table("0001"))
    assert estimator.labels_.tolist() == [0, 0, 1, 0]


def test_an_unknown_page_joins_the_nearest_cluster() -> None:
    estimator = FingerprintClusterer().fit(table("0000", "7777"))
    assert estimator.predict(table("7778", "0000", "5555")).tolist() == [1, 0, -1]


def test_between_clusters_the_one_with_more_near_pages_wins() -> None:
    # 0011 lies between 0010 and 0111, which are two apart.
    estimator = FingerprintClusterer().fit(table("0010", "0111", "0111", "9999"))
    assert estimator.predict(table("0011")).tolist() == [1]


def test_equal_claims_go_to_the_first_cluster() -> None:
    estimator = FingerprintClusterer().fit(table("9999", "0111", "0010"))
    assert estimator.predict(table("0011")).tolist() == [1]


def test_pages_of_one_cluster_add_up() -> None:
    # 0001 and 0002 are near each other and near the page, 3000 is near it alone but frequent.
    estimator = FingerprintClusterer().fit(table("3000", "3000", "0001", "0002", "0002"))
    assert estimator.labels_.tolist() == [0, 0, 1, 1, 1]
    assert estimator.predict(table("0000")).tolist() == [1]


def test_both_variants_give_the_same_labels() -> None:
    random = np.random.default_rng(3)
    prints = random.integers(0, 2, (300, 25), np.uint8) * (random.random((300, 25)) < 0.3)
    pages = Features.of({"fingerprints": prints.astype(np.uint8)})
    masked = FingerprintClusterer().fit_predict(pages)
    for split in (1, 12, 24):
        by_split = FingerprintClusterer(variant="split", split=split).fit_predict(pages)
        assert np.array_equal(masked, by_split)


def test_an_index_is_kept_and_goes_on(tmp_path: Path) -> None:
    first = FingerprintClusterer().fit(table("0000", "0011"))
    first.index_.save(tmp_path / "index")
    index = FingerprintIndex.load(tmp_path / "index", IndexSettings())
    second = FingerprintClusterer().fit_index(index)
    assert second.labels_.tolist() == first.labels_.tolist()
    assert second.partial_fit(table("0001")).labels_.tolist() == [0, 0, 0]
