"""Features kept on disk, so that clustering never parses a page again and memory stays small.

The features of one batch of pages enter and are one Arrow file; clustering asks for some columns of
some pages, and only these are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from unmold.disk import replacing
from unmold.features import Features, Ragged
from unmold.pages.arrow_files import open_arrow_file
from unmold.store.explained_errors import explained_damage
from unmold.store.verified import verify_file

NAMES = ("keys", "paths", "urls", "sites", "inbound_xpaths")
LEFT_OUT = ("tag_sequence", "dom_sequence", "head_sequence", "indexed_leaf_paths")
"""Large, and read by few methods: for these, pages are read again."""

KEPT = tuple(
    field.name
    for field in fields(Features)
    if field.default is MISSING and field.name not in (*NAMES, *LEFT_OUT)
)
"""The columns of features that are kept. Those with a default are there only when asked for."""


class StoredFeatures:
    """Some columns of the features of some pages; the face of `FeatureTable`."""

    def __init__(self, sites: list[str], columns: dict[str, Any]) -> None:
        self.sites = sites
        self._columns = columns

    def __len__(self) -> int:
        return len(self.sites)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_columns"][name]
        except KeyError:
            raise AttributeError(f"features without the column {name}") from None

    def by_site(self) -> dict[str, NDArray[np.int64]]:
        """For each site, in the order in which they come, the positions of its pages."""
        pages: dict[str, list[int]] = {}
        for position, site in enumerate(self.sites):
            pages.setdefault(site, []).append(position)
        return {site: np.array(found, np.int64) for site, found in pages.items()}

    def select(self, rows: NDArray[np.int64]) -> StoredFeatures:
        """Some pages, in the order given."""
        columns = {
            name: column.take(rows) if isinstance(column, Ragged) else column[rows]
            for name, column in self._columns.items()
        }
        return StoredFeatures([self.sites[int(row)] for row in rows], columns)


def write_features(path: Path, features: Features) -> None:
    """Keep the features of a batch of pages."""
    arrays = {name: _to_arrow(getattr(features, name)) for name in KEPT}
    table = pa.table(arrays)
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with (
        replacing(path) as stream,
        pa.ipc.new_file(stream, table.schema, options=options) as writer,
    ):
        writer.write_table(table)


def read_features(
    folder: Path, rows: Sequence[Mapping[str, Any]], columns: Iterable[str]
) -> StoredFeatures:
    """Some columns of the features of pages, by the pages' rows and in their order."""
    places = [(row["features_file"], row["features_row"]) for row in rows]
    names = list(dict.fromkeys(columns))
    by_file: dict[str, list[int]] = {}
    for position, (file, _) in enumerate(places):
        by_file.setdefault(file, []).append(position)
    parts: dict[str, list[Any]] = {name: [] for name in names}
    order: list[int] = []
    for file, positions in by_file.items():
        wanted = np.array([places[position][1] for position in positions], np.int64)
        table = _read_columns(folder / file, names)
        for name in names:
            parts[name].append(_from_arrow(table.column(name), wanted))
        order += positions
    joined = {name: _join(found) for name, found in parts.items()}
    found = StoredFeatures([rows[position]["site"] for position in order], joined)
    return found if order == sorted(order) else found.select(np.argsort(order))


def _read_columns(path: Path, names: list[str]) -> pa.Table:
    with explained_damage(path), open_arrow_file(path) as stream:
        verify_file(path)
        schema = pa.ipc.open_file(stream).schema
        wanted = sorted(schema.get_field_index(name) for name in names)
        options = pa.ipc.IpcReadOptions(included_fields=wanted)
        return pa.ipc.open_file(stream, options=options).read_all()


def _to_arrow(column: Any) -> pa.Array:
    if isinstance(column, Ragged):
        offsets = pa.array(column.offsets.astype(np.int64))
        return pa.LargeListArray.from_arrays(offsets, pa.array(column.values))
    if column.ndim == 2:
        return pa.FixedSizeListArray.from_arrays(pa.array(column.reshape(-1)), column.shape[1])
    return pa.array(column)


def _from_arrow(column: pa.ChunkedArray, rows: NDArray[np.int64]) -> Any:
    array = column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0)
    if pa.types.is_large_list(array.type):
        offsets = array.offsets.to_numpy().astype(np.uint64)
        return Ragged(array.values.to_numpy(), offsets).take(rows)
    if pa.types.is_fixed_size_list(array.type):
        width = array.type.list_size
        return array.values.to_numpy().reshape(-1, width)[rows]
    return array.to_numpy(zero_copy_only=False)[rows]


def _join(parts: list[Any]) -> Any:
    if len(parts) == 1:
        return parts[0]
    return Ragged.join(parts) if isinstance(parts[0], Ragged) else np.concatenate(parts)
