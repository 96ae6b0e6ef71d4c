"""The features of many pages, column by column.

`compute_features` makes them, clusterers read them. A row is a page; what identifies it stands in
`keys`, `paths`, `urls` and `sites`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from unmold.features.ragged import Ragged, Strings

FINGERPRINT_LENGTH = 25
DIGEST_LENGTH = 16

Column = TypeVar("Column", list[str], Ragged, NDArray[Any], None)


@dataclass(frozen=True, slots=True)
class Links:
    """The links of many pages: `offsets` says where each page's begin."""

    offsets: NDArray[np.uint64]
    urls: Strings
    xpaths: Strings
    short_xpaths: Strings
    texts: Strings

    def __len__(self) -> int:
        return len(self.urls)


@dataclass(frozen=True, slots=True)
class Texts:
    """The visible texts of many pages, each with the hash of the path it stands at."""

    paths: Ragged
    texts: Strings


@dataclass(frozen=True, slots=True)
class Features:
    """What methods compare of pages. Hashes are stable across versions and machines."""

    keys: list[str]
    paths: list[str]
    urls: list[str]
    sites: list[str]

    fingerprints: NDArray[np.uint8]
    """Template fingerprints, 25 bytes a page."""
    sequence_digests: NDArray[np.uint8]
    """MD5 of the tag sequence, 16 bytes a page; zeros where `has_tags` is false."""
    has_tags: NDArray[np.bool_]
    header_digests: NDArray[np.uint8]
    """MD5 of the head's tag sequence; zeros where `has_header` is false."""
    has_header: NDArray[np.bool_]
    sequence_hashes: NDArray[np.uint64]
    """Hash of the tag sequence."""
    leaf_path_hashes: NDArray[np.uint64]
    """Hash of the set of leaf paths."""
    class_token_hashes: NDArray[np.uint64]
    """Hash of the set of `tag.class` tokens."""
    elements: NDArray[np.uint32]
    nodes: NDArray[np.uint32]
    max_depth: NDArray[np.uint32]

    tag_sequence: Ragged
    """Source mode: one token for every start and end tag that the page writes."""
    dom_sequence: Ragged
    """DOM mode: entering and leaving every element."""
    head_sequence: Ragged
    tags: Ragged
    """The different tags of the tag sequence; how often each stands there is in `tag_counts`."""
    tag_counts: Ragged
    leaf_paths: Ragged
    """The set of leaf paths; how many leaves each has is in `leaf_path_counts`."""
    leaf_path_counts: Ragged
    indexed_leaf_paths: Ragged
    element_paths: Ragged
    """The set of paths of all elements; the path above each is in `element_path_parents`."""
    element_path_parents: Ragged
    main_paths: Ragged
    """Leaf paths of the main region."""
    class_tokens: Ragged
    classes: Ragged
    labels: Ragged

    content_paths: Ragged | None = None
    """The set of paths of texts and images together with what they say; only where asked for."""
    content_path_parents: Ragged | None = None
    """For each content path the path of its element."""
    links: Links | None = None
    """Only where `compute_features` was asked for them."""
    texts: Texts | None = None
    """Only where `compute_features` was asked for them."""

    def __len__(self) -> int:
        return len(self.keys)

    def select(self, rows: NDArray[np.int64]) -> Features:
        """Some pages, in the order given, without links and texts.

        >>> from unmold.features import compute_features
        >>> compute_features([b"<p>one", b"<p>two"]).select(np.array([1])).keys
        ['iterable#2']
        """
        columns = {
            field.name: _take(getattr(self, field.name), rows)
            for field in fields(self)
            if field.name not in ("links", "texts")
        }
        return Features(**columns)

    def by_site(self) -> dict[str, NDArray[np.int64]]:
        """For each site, in the order in which they come, the positions of its pages."""
        pages: dict[str, list[int]] = {}
        for position, site in enumerate(self.sites):
            pages.setdefault(site, []).append(position)
        return {site: np.array(found, dtype=np.int64) for site, found in pages.items()}


def _take(column: Column, pages: NDArray[np.int64]) -> Column:
    if column is None:
        return column
    if isinstance(column, list):
        return [column[int(page)] for page in pages]
    if isinstance(column, Ragged):
        return column.take(pages)
    taken: Column = column[pages]
    return taken
