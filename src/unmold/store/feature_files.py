"""Features kept on disk, so that clustering never parses a page again and memory stays small.

The features of pages enter in batches, some of which are one Arrow file; clustering asks for some
columns of some pages, and only these are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from itertools import accumulate
from pathlib import Path
from types import TracebackType

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from unmold.arrow_arrays import make_array
from unmold.disk import replacing
from unmold.errors import UnmoldError
from unmold.features import Features
from unmold.features.packing import PackWriter, read_packed, write_packed
from unmold.features.table import COMPUTED, to_arrow_names
from unmold.pages.arrow_files import open_arrow_file
from unmold.store.explained_errors import explained_damage
from unmold.store.rows import PageRow
from unmold.store.verified import verify_file

FORMAT = 2
"""Of the files. A workspace with files of another one computes its features again."""

LARGE = (
    "tag_sequence",
    "dom_sequence",
    "head_sequence",
    "indexed_leaf_paths",
    "content_paths",
    "content_path_parents",
    "links",
    "texts",
    "text_paths",
)
"""Read by few methods: for these, pages are read again."""


KEPT_WHOLE = 0.5
"""Neighbours of which more pages than this share are wanted are not copied before all are put in
order."""


PAGES_OF_FILE = 1024
"""Pages after which another file begins. That a file reaches the disk takes about a millisecond of
a processor (measured on openjdk17 with a file for every 256 pages), for which the features of 20
pages can be computed."""


PAGES_TOGETHER = 8_192
"""Pages of small groups whose features are read at once: at 10 KB each, 80 MB. Read for each of
swde's 24 sites by itself, features took a fifth of the time of clustering."""


def columns_to_keep(wanted: Iterable[str]) -> list[str]:
    """Those of the columns that a method reads that are worth keeping on disk."""
    names = set(wanted) - set(LARGE)
    return [name for name in COMPUTED if name in names]


def write_features(path: Path, features: Features) -> None:
    """Keep the features of a batch of pages; what identifies these is in the table of pages."""
    with replacing(path) as stream:
        write_packed(features, stream)


class FeatureFiles:
    """The files of a generation under way, each of several batches."""

    def __init__(self, folder: Path, generation: int) -> None:
        self._folder, self._generation = folder, generation
        self._files = 0
        self._name = ""
        self._opened = ExitStack()
        self._writer: PackWriter | None = None

    def add(self, features: Features) -> tuple[str, int]:
        """Keep the features of a batch of pages; the file that has them, and their first row."""
        if self._writer is None or self._writer.rows >= PAGES_OF_FILE:
            self._writer = self._begin()
        first = self._writer.rows
        self._writer.add(features)
        return self._name, first

    def _begin(self) -> PackWriter:
        self._opened.close()
        self._files += 1
        self._name = f"{self._generation:04}-{self._files:05}.arrow"
        stream = self._opened.enter_context(replacing(self._folder / self._name))
        return self._opened.enter_context(PackWriter(stream))

    def __enter__(self) -> FeatureFiles:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._opened.__exit__(kind, error, traceback)


def read_features(folder: Path, rows: Sequence[PageRow], columns: Iterable[str]) -> Features | None:
    """Some columns of the features of pages, by the pages' rows and in their order.

    None if a file lacks one of them, because a run by another method wrote it.
    """
    names = list(dict.fromkeys(columns))
    by_file: dict[str, list[int]] = {}
    for position, row in enumerate(rows):
        assert row.features_file is not None
        by_file.setdefault(row.features_file, []).append(position)
    parts: list[pa.Table] = []
    places = np.empty(len(rows), np.int64)
    before = 0
    for file, positions in by_file.items():
        table = _read_columns(folder / file, names)
        if table is None:
            return None
        wanted = np.array([rows[position].features_row for position in positions], np.int64)
        first = int(wanted.min())
        neighbours = table.slice(first, int(wanted.max()) - first + 1)
        if len(wanted) < neighbours.num_rows * KEPT_WHOLE:
            table = table.take(make_array(wanted, pa.int64()))
            wanted = np.arange(len(wanted))
        else:
            table, wanted = neighbours, wanted - first
        places[positions] = before + wanted
        parts.append(table)
        before += table.num_rows
    table = pa.concat_tables(parts)
    # The pages of a site mostly lie in their order already, and to copy them takes as long again.
    if not np.array_equal(places, np.arange(table.num_rows)):
        table = table.take(make_array(places, pa.int64()))
    table = table.append_column("keys", to_arrow_names(row.key for row in rows))
    table = table.append_column("sites", to_arrow_names(row.site for row in rows))
    return Features.from_arrow(table)


class GroupedFeatures:
    """The features of groups of pages, as of sites, that are read one after the other.

    Files hold pages in the order in which they were read: a group may be in many files, and a file
    have pages of many groups. So small groups that follow each other are read together.
    """

    def __init__(self, folder: Path, groups: Sequence[Sequence[PageRow]]) -> None:
        self._folder, self._groups = folder, groups
        self._portions = _join_small(groups)
        self._starts = [0, *accumulate(map(len, groups))]
        self._portion = range(0)
        self._columns: list[str] = []
        self._held: pa.Table | None = None
        """These columns of these groups; None if not all were kept."""

    def read(
        self, group: int, columns: Iterable[str], pages: NDArray[np.int64] | None = None
    ) -> Features | None:
        """Some columns of a group as `read_features` gives them: of all its pages, or of some."""
        own, wanted = self._groups[group], list(columns)
        portion = self._portions[group]
        if len(portion) < 2 or not self._hold(portion, wanted):
            rows = own if pages is None else [own[page] for page in pages.tolist()]
            return read_features(self._folder, rows, wanted)
        if self._held is None:
            return None
        first = self._starts[group] - self._starts[portion.start]
        found = Features.from_arrow(self._held.slice(first, len(own)))
        return found if pages is None else found.select(pages)

    def _hold(self, portion: range, columns: list[str]) -> bool:
        """Read some columns of some groups, if they are not at hand.

        Where that fails, as with a damaged file, each group is read by itself from then on.
        """
        if (portion, columns) != (self._portion, self._columns):
            self._portion, self._held = range(0), None
            rows = [row for group in portion for row in self._groups[group]]
            try:
                found = read_features(self._folder, rows, columns)
            except UnmoldError:
                for group in portion:
                    self._portions[group] = range(group, group + 1)
                return False
            self._held = None if found is None else found.to_arrow()
            self._portion, self._columns = portion, columns
        return True


def _join_small(groups: Sequence[Sequence[PageRow]]) -> list[range]:
    """For each group those that it is read with: small ones that follow each other."""
    portions: list[range] = []
    start = pages = 0
    for group, own in enumerate(groups):
        pages += len(own)
        if pages > PAGES_TOGETHER:
            portions += [range(start, group)] * (group - start)
            start, pages = group, len(own)
    return [*portions, *[range(start, len(groups))] * (len(groups) - start)]


def _read_columns(path: Path, names: list[str]) -> pa.Table | None:
    with explained_damage(path), open_arrow_file(path) as stream:
        verify_file(path)
        return read_packed(stream, names)
