"""What clusterers read of pages: a table of features, one row a page.

The features layer makes such tables of real pages; a test can make a small one by hand. A clusterer
names in `reads` the columns that it needs, so a table may lack the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]


class RaggedColumn(Protocol):
    """Any number of values a page: those of page i are `values[offsets[i]:offsets[i + 1]]`."""

    @property
    def values(self) -> NDArray[Any]: ...

    @property
    def offsets(self) -> NDArray[Any]: ...


class TextColumn(Protocol):
    """Texts by position."""

    def __getitem__(self, position: int, /) -> str: ...

    def __iter__(self) -> Iterator[str]: ...


class LinkColumn(Protocol):
    """The links of pages: those of page i are at `offsets[i]` to `offsets[i + 1]`."""

    @property
    def offsets(self) -> NDArray[Any]: ...

    @property
    def urls(self) -> TextColumn: ...

    @property
    def xpaths(self) -> TextColumn: ...


class PathTable(Protocol):
    """The leaf paths of some pages."""

    def select(self, rows: Rows) -> PathTable:
        """The same for some pages only, in the given order."""

    @property
    def leaf_paths(self) -> RaggedColumn:
        """The set of leaf paths of every page."""


class FeatureTable(Protocol):
    """The features of some pages."""

    def __len__(self) -> int:
        """The number of pages."""

    def select(self, rows: Rows) -> FeatureTable:
        """The same for some pages only, in the given order."""

    @property
    def sites(self) -> Sequence[str]:
        """The site of every page."""

    @property
    def urls(self) -> Sequence[str]:
        """The URL of every page."""

    @property
    def inbound_xpaths(self) -> Sequence[str | None]:
        """Where the link was through which a crawl found each page, if that is known."""

    @property
    def links(self) -> LinkColumn | None:
        """The links of every page, if they were asked for."""

    @property
    def fingerprints(self) -> NDArray[np.uint8]:
        """The template fingerprint of every page, one in each row."""

    @property
    def sequence_digests(self) -> NDArray[np.uint8]:
        """The MD5 of every page's tag sequence, 16 bytes in each row."""

    @property
    def has_tags(self) -> NDArray[np.bool_]:
        """Whether a page has a tag sequence; the digest of one without says nothing."""

    @property
    def header_digests(self) -> NDArray[np.uint8]:
        """The MD5 of every page's header, 16 bytes in each row."""

    @property
    def has_header(self) -> NDArray[np.bool_]:
        """Whether a page has a header; the digest of one without says nothing."""

    @property
    def leaf_paths(self) -> RaggedColumn:
        """The set of leaf tag paths of every page, as ascending hashes."""

    @property
    def class_tokens(self) -> RaggedColumn:
        """The set of `tag` and `tag.class` tokens of every page, as ascending hashes."""

    @property
    def main_paths(self) -> RaggedColumn:
        """The set of leaf tag paths of every page's main region, as ascending hashes."""

    @property
    def labels(self) -> RaggedColumn:
        """The set of label keys of every page, as ascending hashes."""

    @property
    def element_paths(self) -> RaggedColumn:
        """The set of paths of all elements of every page, as ascending hashes."""

    @property
    def content_paths(self) -> RaggedColumn | None:
        """The set of paths of every page's texts and images, each with what it says."""

    @property
    def content_path_parents(self) -> RaggedColumn | None:
        """For each content path the path of its element."""

    @property
    def element_path_parents(self) -> RaggedColumn:
        """For each element path the path above it."""
