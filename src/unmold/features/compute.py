"""`compute_features`: computes the table of features of pages, on all cores.

Pages are taken in batches and let go again, so that memory holds features and not pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from unmold import _core
from unmold._core import Comparand
from unmold.features.arrow import read_buffers
from unmold.features.compare import prepare_pages
from unmold.features.table import (
    COMPARANDS,
    COMPUTED,
    IDENTITY,
    Features,
    schema_of,
    to_arrow_names,
)
from unmold.model import Page, Problem
from unmold.pages.reopen import Place, read_again
from unmold.pages.trees import cut_problems
from unmold.settings import Comparison, Limits

BATCH_PAGES = 256
"""Enough pages to keep all cores busy."""
BATCH_BYTES = 16 << 20
"""Bounds the memory of a batch of large pages."""

Report = Callable[[Problem], object]


def compute_features(
    pages: Iterable[Page],
    *,
    columns: Iterable[str] = COMPUTED,
    jobs: int = 0,
    limits: Limits | None = None,
    problems: Report | None = None,
) -> Features:
    """Compute features of pages, on that many threads (0: all cores).

    `columns` names those that are wanted, all by default. They are computed in groups: links cost
    nothing where no column of links is wanted. `comparands` among the names asks for pages that are
    ready to be compared with each other. A page over a cap is cut, and `problems` is called with
    what is missing.

    >>> from unmold.pages import read_pages
    >>> features = compute_features(read_pages([b"<p><b>x</b></p>", b"<p>y"]))
    >>> len(features), features.tag_sequence.lengths.tolist()
    (2, [4, 1])
    """
    return _compute(pages, {*IDENTITY, *columns}, jobs, limits, problems)


def compute_columns(
    pages: Iterable[Page],
    columns: Iterable[str],
    *,
    jobs: int = 0,
    limits: Limits | None = None,
    problems: Report | None = None,
) -> Features:
    """The same without what says which page a row is, for callers who know."""
    return _compute(pages, set(columns), jobs, limits, problems)


def _compute(
    pages: Iterable[Page],
    wanted: set[str],
    jobs: int,
    limits: Limits | None,
    problems: Report | None,
) -> Features:
    computer = _Computer(wanted, jobs, limits or Limits(), problems or (lambda problem: None))
    for batch in batches(pages):
        computer.add(batch)
    return computer.finish()


def compute_fingerprints(pages: Iterable[Page], *, jobs: int = 0) -> NDArray[np.uint8]:
    """The fingerprints of pages alone; reads of each page only its beginning."""
    return compute_features(pages, columns=["fingerprints"], jobs=jobs).fingerprints


def batches(
    pages: Iterable[Page], most: int = BATCH_PAGES, most_bytes: int = BATCH_BYTES
) -> Iterator[list[Page]]:
    """Pages in portions that keep all cores busy and memory small."""
    batch: list[Page] = []
    size = 0
    for page in pages:
        batch.append(page)
        size += len(page.data)
        if len(batch) >= most or size >= most_bytes:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


_IDENTIFIED: dict[str, Callable[[Page], str | None]] = {
    "keys": lambda page: page.key,
    "paths": lambda page: page.path,
    "urls": lambda page: page.url,
    "sites": lambda page: page.site,
    "inbound_xpaths": lambda page: page.inbound.xpath if page.inbound else None,
}
"""What says which page a row is."""


class _Computer:
    """The table under way: for each column what every batch gave."""

    def __init__(self, wanted: set[str], jobs: int, limits: Limits, report: Report) -> None:
        self.jobs, self.limits, self.report = jobs, limits, report
        self.schema = schema_of(wanted - {COMPARANDS})
        self.names = [name for name in COMPUTED if name in wanted]
        self.comparands: list[Comparand] | None = [] if COMPARANDS in wanted else None
        self.parts: dict[str, list[pa.Array]] = {name: [] for name in self.schema.names}

    def add(self, batch: list[Page]) -> None:
        """Compute the features of a batch."""
        for name in IDENTITY:
            if name in self.parts:
                self.parts[name].append(to_arrow_names([_IDENTIFIED[name](page) for page in batch]))
        for name, buffers in self._compute(batch).items():
            field = self.schema.field(name)
            array = read_buffers(field.type, len(batch), buffers, field.nullable)
            self.parts[name].append(array)

    def _compute(self, batch: list[Page]) -> dict[str, list[bytes]]:
        """By name the buffers of each native column; trees are kept, what was cut is reported."""
        if self.comparands is not None:
            made = prepare_pages(batch, Comparison(), self.limits, self.jobs)
            self.comparands += made
            if not self.names:
                self._report(batch, [one.problems for one in made])
                return {}
        data, charsets = [page.data for page in batch], [page.charset for page in batch]
        if self.names == ["fingerprints"]:
            return {"fingerprints": [_core.fingerprint_pages(data, charsets, self.jobs)]}
        # Nothing else is relative to them.
        addresses = [page.address if "links" in self.names else "" for page in batch]
        columns, problems = _core.extract_features(
            data, addresses, charsets, self.names, self.jobs, limits=self.limits
        )
        if any(problems):
            self._report(batch, [_core.problem_codes(cuts) if cuts else [] for cuts in problems])
        return columns

    def _report(self, batch: list[Page], problems: list[list[str]]) -> None:
        cut = ((page, codes) for page, codes in zip(batch, problems, strict=True) if codes)
        for page, codes in cut:
            for found in cut_problems(page.key, codes, self.limits):
                self.report(found)

    def finish(self) -> Features:
        """The table of all batches. Column by column, so that memory never holds all twice."""
        columns = []
        for field in self.schema:
            parts = self.parts.pop(field.name)
            columns.append(_join(parts, field.type))
            parts.clear()
        return Features(pa.Table.from_arrays(columns, schema=self.schema), self.comparands)


def _join(parts: list[pa.Array], type: pa.DataType) -> pa.Array:
    if len(parts) == 1:
        return parts[0]  # which would be copied
    return pa.concat_arrays(parts) if parts else pa.array([], type)


def compute_again(
    places: Sequence[Place | Page],
    columns: Iterable[str],
    *,
    jobs: int = 0,
    limits: Limits | None = None,
    change: Callable[[Page], Page] = lambda page: page,
) -> Features:
    """Features of pages that are read a second time, in the order of their places.

    A page that is gone or changed meanwhile counts as an empty one; one of no file is given itself.
    `change` is called with every page.
    """
    limits = limits or Limits()
    known = {place.key: place for place in places if isinstance(place, Place)}
    kept = {page.key: page for page in places if isinstance(page, Page)}
    again = chain(read_again(known.values(), limits=limits, jobs=max(jobs, 1)), kept.values())
    pages = (change(one) if isinstance(one, Page) else _empty(known[one.where]) for one in again)
    found = compute_features(pages, columns=columns, jobs=jobs, limits=limits)
    # The pages of a table come in its own order.
    rows = {key: row for row, key in enumerate(found.keys)}
    return found.select(np.array([rows[place.key] for place in places], np.int64))


def _empty(place: Place) -> Page:
    return Page(place.key, place.path, place.url, place.site, b"")
