"""Features as bytes come back as they were, and pages packed together are small."""

import numpy as np
import pyarrow as pa
from support.small_sites import build_site, pages_of

from unmold.features import compute_features
from unmold.features.packing import pack_features, read_packed, unpack_features

COLUMNS = ("fingerprints", "leaf_paths", "class_tokens", "labels")


def test_what_was_packed_comes_back() -> None:
    features = compute_features(pages_of(build_site(20)), columns=COLUMNS, jobs=1)
    halves = [features.select(np.arange(0, 8)), features.select(np.arange(8, 20))]
    again = unpack_features([pack_features(half, "zstd") for half in halves])
    for name in COLUMNS:
        assert again.to_arrow().column(name).equals(features.to_arrow().column(name))
    assert again.leaf_paths.values.dtype == np.uint64


def test_some_columns_are_read_and_others_are_missed() -> None:
    packed = pack_features(compute_features(pages_of(build_site(3)), columns=COLUMNS, jobs=1))
    table = read_packed(pa.BufferReader(packed), ["labels"])
    assert table is not None
    assert table.column_names == ["labels"]
    assert read_packed(pa.BufferReader(packed), ["texts"]) is None


def test_pages_of_a_site_share_their_hashes() -> None:
    pages = pages_of(build_site(60))
    together = pack_features(compute_features(pages, columns=COLUMNS, jobs=1), "zstd")
    alone = [
        pack_features(compute_features([page], columns=COLUMNS, jobs=1), "zstd") for page in pages
    ]
    assert 5 * len(together) < sum(map(len, alone))
