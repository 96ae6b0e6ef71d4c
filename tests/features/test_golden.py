"""Stored numbers: the features of one page, which may never change.

Hashes are kept in workspaces and compared with those of later versions. If one of these tests
fails, the code must be put back, not the numbers.
"""

import hashlib

import numpy as np
import pytest

from unmold.features import Features, compute_features
from unmold.pages import read_pages

PAGE = b"""<!doctype html><html lang=en class=js><head><meta charset=utf-8><title>Shoes 12</title>
<link rel=stylesheet href=/s.css></head><body class="page-7 product"><nav class="menu top"><ul>
<li class=item-1><a href=/>Home</a><li class=item-2><a href=/shoes>Shoes</a></ul></nav>
<main id=main><h1 class=name>Red shoe</h1><dl class="facts facts-3"><dt>Size:</dt><dd>42</dd>
<dt>Price:</dt><dd><b>99</b></dd></dl><x-stars></x-stars><svg><g><path d=""/></g></svg>
<input type=submit value="Buy 1"></main></body></html>"""


@pytest.fixture(scope="module")
def features() -> Features:
    return compute_features(read_pages([PAGE]))


def test_bytes_never_change(features: Features) -> None:
    assert features.fingerprints[0].tobytes().hex() == GOLDEN_BYTES["fingerprints"]
    assert (features.sequence_digests[0] or b"").hex() == GOLDEN_BYTES["sequence_digests"]
    assert (features.header_digests[0] or b"").hex() == GOLDEN_BYTES["header_digests"]


def test_hashes_of_whole_features_never_change(features: Features) -> None:
    for name, expected in GOLDEN_HASHES.items():
        assert int(getattr(features, name)[0]) == expected, name


@pytest.mark.parametrize("name", ["first", "length", "digest"])
def test_arrays_never_change(features: Features, name: str) -> None:
    found = {feature: summarise(getattr(features, feature)[0])[name] for feature in GOLDEN_ARRAYS}
    assert found == {feature: golden[name] for feature, golden in GOLDEN_ARRAYS.items()}


def summarise(array: np.ndarray) -> dict[str, object]:
    """An array as few numbers: its length, its first value, and a digest of all."""
    wide = array.astype("<u8")
    digest = hashlib.sha256(wide.tobytes()).hexdigest()[:16]
    return {"length": len(wide), "first": int(wide[0]), "digest": digest}


GOLDEN_BYTES = {
    "fingerprints": "000000000402000000000a0a0800000f001100111300130018",
    "sequence_digests": "9cb530cda2ed8db5c929f3df69f7281a",
    "header_digests": "1cf1d7da2a14b05148e64e316a359d55",
}

GOLDEN_HASHES = {
    "sequence_hashes": 0x516FEFA93A58FE45,
    "leaf_path_hashes": 0x80EFAD980FA4204E,
    "class_token_hashes": 0x4064B3A8005B135B,
}

GOLDEN_ARRAYS = {
    "tag_sequence": {"length": 44, "first": 0x000000002620C53C, "digest": "84aa0ac3025875ea"},
    "dom_sequence": {"length": 50, "first": 0x000000002620C53C, "digest": "7bae6081f1c075fa"},
    "head_sequence": {"length": 6, "first": 0x0000000042AADC65, "digest": "3011b60b76970212"},
    "tags": {"length": 21, "first": 0x0000000002B13EDD, "digest": "d3d518d63a24970e"},
    "tag_counts": {"length": 21, "first": 0x0000000000000002, "digest": "1e69b03c2fb26450"},
    "leaf_paths": {"length": 11, "first": 0x2B72C93A80EE94A5, "digest": "cc71de2b60ef40a0"},
    "leaf_path_counts": {"length": 11, "first": 0x0000000000000001, "digest": "ee1dc26e8006fd8a"},
    "indexed_leaf_paths": {"length": 13, "first": 0xC9C43CCC1932003C, "digest": "c6650505c590e3e1"},
    "element_paths": {"length": 21, "first": 0x2B72C93A80EE94A5, "digest": "40b0e7275794e564"},
    "main_paths": {"length": 7, "first": 0x2B72C93A80EE94A5, "digest": "43807fc70a98423d"},
    "class_tokens": {"length": 27, "first": 0x039EA5DFAFDC0A1D, "digest": "03ccd2efa2bde572"},
    "classes": {"length": 10, "first": 0x00F04CEB4A32D65A, "digest": "f329b12f256c81dd"},
    "labels": {"length": 5, "first": 0x04554C4F36EAB171, "digest": "dcf0f374984ce413"},
    "content_paths": {"length": 8, "first": 0x0E4303FE6AB834C4, "digest": "e7912599aad15d91"},
    "content_path_parents": {
        "length": 8,
        "first": 0xED7CBCF8E8493496,
        "digest": "9089eb181437980c",
    },
}
