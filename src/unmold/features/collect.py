"""The arrays of batches, gathered until they become `Features`.

What the native core says of a batch enters; a table of all batches leaves, for `compute_features`.
Columns grow with every batch, so that memory never holds all of them twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from mmap import ACCESS_COPY, mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unmold.features.ragged import Ragged
from unmold.features.strings import StringCollector, Strings, StringTable
from unmold.features.table import DIGEST_LENGTH, FINGERPRINT_LENGTH, Features, Links, Texts
from unmold.model import Page

_RAGGED: dict[str, type[np.generic]] = {
    "tag_sequence": np.uint32,
    "dom_sequence": np.uint32,
    "head_sequence": np.uint32,
    "tags": np.uint32,
    "tag_counts": np.uint32,
    "leaf_paths": np.uint64,
    "leaf_path_counts": np.uint32,
    "indexed_leaf_paths": np.uint64,
    "element_paths": np.uint64,
    "element_path_parents": np.uint64,
    "main_paths": np.uint64,
    "class_tokens": np.uint64,
    "classes": np.uint64,
    "labels": np.uint64,
}
_CONTENTS: dict[str, type[np.generic]] = {
    "content_paths": np.uint64,
    "content_path_parents": np.uint64,
}
_SCALARS = {
    "has_tags": np.bool_,
    "has_header": np.bool_,
    "sequence_hashes": np.uint64,
    "leaf_path_hashes": np.uint64,
    "class_token_hashes": np.uint64,
    "elements": np.uint32,
    "nodes": np.uint32,
    "max_depth": np.uint32,
}
_ROWS = {
    "fingerprints": FINGERPRINT_LENGTH,
    "sequence_digests": DIGEST_LENGTH,
    "header_digests": DIGEST_LENGTH,
}
_PAGE = ("key", "path", "url", "site")
_LINKS = ("link_urls", "link_xpaths", "link_short_xpaths", "link_texts")


class GrowingColumn:
    """An array that gets longer. Room that is not filled yet costs addresses, not memory.

    The room comes straight from the system, which gets it back when a larger one takes its place;
    an allocator would keep the holes.
    """

    def __init__(self, first: NDArray[Any]) -> None:
        self._values, self._length = first, len(first)

    def append(self, values: NDArray[Any]) -> None:
        """Put values behind those that are there."""
        if not len(values):
            return  # an empty column may still be the first batch's own memory, which is read-only
        end = self._length + len(values)
        if end > len(self._values):
            room = mmap(-1, max(2 * end * values[:1].nbytes, 1), access=ACCESS_COPY)
            larger = np.frombuffer(room, values.dtype).reshape(-1, *values.shape[1:])
            larger[: self._length] = self._values[: self._length]
            self._values = larger
        self._values[self._length : end] = values
        self._length = end

    def finish(self) -> NDArray[Any]:
        """All values."""
        return self._values[: self._length]


class FeatureCollector:
    """Takes the arrays of one batch after the other."""

    def __init__(self, *, links: bool, texts: bool, contents: bool = False) -> None:
        self._pages: list[tuple[str, ...]] = []
        self._inbound: list[str | None] = []
        self._columns: dict[str, GrowingColumn] = {}
        self._strings = StringCollector()
        self.has_contents = contents
        self._ragged = _RAGGED | ({"text_paths": np.uint64} if texts else {})
        self._ragged |= _CONTENTS if contents else {}
        self._coded = (_LINKS if links else ()) + (("texts",) if texts else ())
        self._has = {"links": links, "texts": texts}

    def __len__(self) -> int:
        return len(self._pages)

    @property
    def has_strings(self) -> bool:
        """Whether links or texts are kept."""
        return bool(self._coded)

    def add(self, batch: Sequence[Page], arrays: dict[str, Any]) -> None:
        """Keep what the native core says of a batch."""
        self._pages.extend(tuple(getattr(page, name) for name in _PAGE) for page in batch)
        self._inbound.extend(page.inbound.xpath if page.inbound else None for page in batch)
        for name, dtype in (_SCALARS | self._ragged).items():
            self._append(name, np.frombuffer(arrays[name], dtype))
        for name, length in _ROWS.items():
            self._append(name, np.frombuffer(arrays[name], np.uint8).reshape(-1, length))
        for name in (*self._ragged, *(["links"] if self._has["links"] else [])):
            self._add_lengths(name, arrays)
        for name in self._coded:
            ends = np.frombuffer(arrays[f"{name}_ends"], np.uint64)
            self._append(name, self._strings.add(arrays[name], ends))

    def _add_lengths(self, name: str, arrays: dict[str, Any]) -> None:
        offsets = np.frombuffer(arrays[f"{name}_offsets"], np.uint64)
        self._append(f"{name}_lengths", offsets[1:] - offsets[:-1])

    def finish(self) -> Features:
        """The features of all batches; the collector is empty afterwards."""
        table = self._strings.finish()
        columns: dict[str, Any] = {name: self._finish(name) for name in (*_SCALARS, *_ROWS)}
        ragged: dict[str, Any] = {
            name: Ragged(self._finish(name), self._offsets(name)) for name in self._ragged
        }
        links = self._links(table) if self._has["links"] else None
        texts = self._texts(ragged.pop("text_paths"), table) if self._has["texts"] else None
        pages: dict[str, Any] = {
            f"{name}s": [page[at] for page in self._pages] for at, name in enumerate(_PAGE)
        }
        pages["inbound_xpaths"] = self._inbound
        return Features(**pages, **columns, **ragged, links=links, texts=texts)

    def _links(self, table: StringTable) -> Links:
        columns = [Strings(self._finish(name), table) for name in _LINKS]
        return Links(self._offsets("links"), *columns)

    def _texts(self, paths: Ragged, table: StringTable) -> Texts:
        return Texts(paths, Strings(self._finish("texts"), table))

    def _offsets(self, name: str) -> NDArray[np.uint64]:
        lengths = self._finish(f"{name}_lengths")
        return np.concatenate([np.zeros(1, np.uint64), np.cumsum(lengths, dtype=np.uint64)])

    def _append(self, name: str, values: NDArray[Any]) -> None:
        if name in self._columns:
            self._columns[name].append(values)
        else:
            self._columns[name] = GrowingColumn(values)

    def _finish(self, name: str) -> NDArray[Any]:
        return self._columns.pop(name).finish()
