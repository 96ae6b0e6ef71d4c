"""The pages of one site in a task: their rows, and their features as they were packed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from unmold.clusters.large_sites import Positions
from unmold.features import Features
from unmold.features.packing import unpack_features
from unmold.pages.reopen import order_of
from unmold.pipeline.cluster_step import ReadFeatures, compute_rows
from unmold.settings import Limits
from unmold.spark.arrow_types import to_rows
from unmold.spark.grouping import Row
from unmold.store.rows import PageRow

UNSENT = -1
"""In place of a block's number, where its features were not sent."""


def share_values(row: Row, known: dict[Any, Any]) -> Row:
    """The row with values of `known` where these are equal: pages of a site have many in common."""
    shared = {name: known.setdefault(row[name], row[name]) for name in ("site", "file", "charset")}
    # A page of an archive has its key for a path.
    return row | shared | {"path": row["key"] if row["path"] == row["key"] else row["path"]}


@dataclass(slots=True)
class SitePages:
    """The pages of a site as they came: a row for each, and the features of blocks, packed."""

    rows: list[PageRow] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)
    """Of each page its source, and its number there."""
    packed: list[bytes] = field(default_factory=list)
    """The features of each block, which one of its pages carries; empty if they were not sent."""
    blocks: list[int] = field(default_factory=list)
    """Of each page its block."""
    rows_in_block: list[int] = field(default_factory=list)
    """Of each page its row among the features of its block: others may have been filtered out."""

    @classmethod
    def of(cls, found: Iterable[Row]) -> SitePages:
        site, block = cls(), None
        known: dict[Any, Any] = {}
        for row in found:
            if row["block"] != block:
                block = row["block"]
                site.packed.append(b"")
            site.packed[-1] = row["features"] or site.packed[-1]
            site.blocks.append(len(site.packed) - 1)
            site.rows_in_block.append(row["features_row"])
            if isinstance(row["sha256"], bytes):
                row |= {"sha256": row["sha256"].hex()}
            site.places.append((row["source"], row["number"]))
            # In a block the pages of a site have one file of features.
            site.rows += to_rows([share_values(row | {"features_file": block}, known)])
        return site

    def sort(self) -> list[int]:
        """The positions of pages, each once, in the order in which they are clustered."""
        first = {row.key: place for place, row in reversed(list(enumerate(self.rows)))}
        return sorted(first.values(), key=self._order_of)

    def _order_of(self, place: int) -> tuple[tuple[str, str], tuple[int, int]]:
        row = self.rows[place]
        return order_of(row.url, row.path, row.sha256), self.places[place]

    def unpack(self, columns: Iterable[str], places: Positions, limits: Limits) -> Features:
        """The features of some pages, of which one block after the other is in memory whole.

        Pages whose features were not sent are read again.
        """
        names, parts = sorted(columns), []
        rows = np.array(self.rows_in_block, np.int64)[places]
        blocks = np.array([at if one else UNSENT for at, one in enumerate(self.packed)], np.int64)
        wanted = blocks[np.array(self.blocks, np.int64)[places]]
        order = np.argsort(wanted, kind="stable")
        needed, firsts = np.unique(wanted[order], return_index=True)
        for block, own in zip(needed.tolist(), np.split(order, firsts[1:]), strict=True):
            if block == UNSENT:
                features = self._compute(names, places[own], limits)
            else:
                features = unpack_features([self.packed[block]], names).select(rows[own])
            parts.append(features.to_arrow().select(names))
        found = Features.from_arrow(pa.concat_tables(parts))
        return found.select(np.argsort(order, kind="stable"))

    def _compute(self, columns: Iterable[str], places: Positions, limits: Limits) -> Features:
        """The features of pages that are read again, archive by archive, as they lie there."""
        rows = [self.rows[place] for place in places.tolist()]
        order = sorted(range(len(rows)), key=lambda at: (rows[at].file, rows[at].offset or 0))
        found = compute_rows([rows[at] for at in order], columns, limits, 1)
        return found.select(np.argsort(order))

    def read_in_order(self, order: list[int], limits: Limits) -> ReadFeatures:
        """Reads features of pages by their positions in an order."""
        chosen = np.array(order, np.int64)

        def read(columns: Iterable[str], positions: Positions) -> Features | None:
            # What identifies pages is in their rows.
            own = [self.rows[place] for place in chosen[positions].tolist()]
            return (
                self.unpack(columns, chosen[positions], limits)
                .with_column("keys", [row.key for row in own])
                .with_column("sites", [row.site for row in own])
            )

        return read
