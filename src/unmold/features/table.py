"""The features of many pages, column by column.

`compute_features` makes them, clusterers read them. A row is a page; what identifies it stands in
`keys`, `paths`, `urls` and `sites`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unmold.features.ragged import Ragged
from unmold.features.strings import Strings

FINGERPRINT_LENGTH = 25
DIGEST_LENGTH = 16


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

    def take(self, pages: NDArray[np.int64]) -> Links:
        """The links of some pages, in the order given."""
        positions, offsets = Ragged(self.urls.codes, self.offsets).positions(pages)
        columns = (self.urls, self.xpaths, self.short_xpaths, self.texts)
        return Links(offsets, *(column.take(positions) for column in columns))


@dataclass(frozen=True, slots=True)
class Texts:
    """The visible texts of many pages, each with the hash of the path it stands at."""

    paths: Ragged
    texts: Strings

    def take(self, pages: NDArray[np.int64]) -> Texts:
        """The texts of some pages, in the order given."""
        positions, offsets = self.paths.positions(pages)
        return Texts(Ragged(self.paths.values[positions], offsets), self.texts.take(positions))


@dataclass(frozen=True, slots=True)
class Features:
    """What methods compare of pages. Hashes are stable across versions and machines."""

    keys: list[str]
    paths: list[str]
    urls: list[str]
    sites: list[str]
    inbound_xpaths: list[str | None]
    """Where the link stood through which a crawl found each page, if that is known."""

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
        """Some pages, in the order given.

        >>> from unmold.features import compute_features
        >>> compute_features([b"<p>one", b"<p>two"]).select(np.array([1])).keys
        ['iterable#2']
        """
        return Features(**{one.name: _take(getattr(self, one.name), rows) for one in fields(self)})

    def by_site(self) -> dict[str, NDArray[np.int64]]:
        """For each site, in the order in which they come, the positions of its pages."""
        pages: dict[str, list[int]] = {}
        for position, site in enumerate(self.sites):
            pages.setdefault(site, []).append(position)
        return {site: np.array(found, dtype=np.int64) for site, found in pages.items()}


def _take(column: Any, pages: NDArray[np.int64]) -> Any:
    if column is None:
        return None
    if isinstance(column, list):
        return [column[int(page)] for page in pages]
    if isinstance(column, (Ragged, Links, Texts)):
        return column.take(pages)
    return column[pages]
