"""The table of pages as it is published: what a run found out about each page, column by column.

What reading said of pages goes from its table into the published one batch by batch. Only what was
found later is in memory for all pages, as columns: a page takes some 100 bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from unmold.arrow_arrays import make_array
from unmold.evaluation.labels import UNCLUSTERED
from unmold.pipeline.job import Job
from unmold.store.rows import PageRow
from unmold.store.table_files import PAGES, iterate_batches, safe_text, writing_table

Numbers = NDArray[np.int64]


@dataclass
class PublishedPages:
    """All pages of a run, in the order of their rows."""

    rows: list[PageRow]
    templates: list[str | None]
    """None for a page that does not fit the template of its cluster."""
    clusters: Numbers
    scores: list[float | None] = field(init=False)
    """How well each page fits its template."""
    cluster_scores: list[float | None] = field(init=False)
    """How near each page is to the other pages of its cluster."""
    second_clusters: list[int | None] = field(init=False)
    second_scores: list[float | None] = field(init=False)
    doubts: list[str | None] = field(init=False)
    """Why the cluster of a page is in doubt, if it is."""
    codes: dict[int, str] = field(default_factory=dict)
    """By the number of a page a problem that was found after reading."""

    def __post_init__(self) -> None:
        pages = len(self.rows)
        self.scores, self.cluster_scores = [None] * pages, [None] * pages
        self.second_clusters, self.second_scores = [None] * pages, [None] * pages
        self.doubts = [None] * pages

    def __len__(self) -> int:
        return len(self.rows)

    def by_site(self) -> dict[str, list[int]]:
        """The numbers of the pages of each site."""
        found: dict[str, list[int]] = {}
        for number, row in enumerate(self.rows):
            found.setdefault(row.site, []).append(number)
        return found

    def by_cluster(self, numbers: list[int]) -> dict[int, list[int]]:
        """Of some pages the numbers of those of each cluster."""
        found: dict[int, list[int]] = {}
        clusters = self.clusters[np.array(numbers, np.int64)].tolist()
        for number, cluster in zip(numbers, clusters, strict=True):
            if cluster != UNCLUSTERED:
                found.setdefault(cluster, []).append(number)
        return found

    def leave_template(self, number: int, code: str) -> None:
        """Note that a page does not fit, and why: it has no template."""
        self.templates[number] = None
        self.codes[number] = code

    def write(self, job: Job) -> None:
        """Write the table of pages."""
        first = 0
        with writing_table(job.generation.table("pages"), PAGES) as table:
            for batch in iterate_batches(job.generation.work("pages")):
                some = slice(first, first + batch.num_rows)
                found = self._columns(some)
                columns = [
                    make_array(found[name], kind)
                    if name in found
                    else self._read(batch, name, some)
                    for name, kind in zip(PAGES.names, PAGES.types, strict=True)
                ]
                table.write(pa.Table.from_arrays(columns, schema=PAGES))
                first += batch.num_rows

    def _columns(self, some: slice) -> Mapping[str, Any]:
        """What was found of some pages after they were read."""
        return {
            "cluster": self.clusters[some],
            "template": self.templates[some],
            "score": self.scores[some],
            "cluster_score": self.cluster_scores[some],
            "second_cluster": self.second_clusters[some],
            "second_score": self.second_scores[some],
            "doubt": self.doubts[some],
        }

    def _read(self, batch: pa.RecordBatch, name: str, some: slice) -> pa.Array:
        """What reading said of some pages."""
        column = batch.column(name)
        if name == "file":
            return _to_texts(column)
        if name != "problems":
            return column
        late = {at: self.codes[at] for at in range(some.start, some.stop) if at in self.codes}
        if not late:
            return column
        problems = column.to_pylist()
        for number, code in late.items():
            problems[number - some.start] = [*problems[number - some.start], code]
        return make_array(problems, column.type)


def _to_texts(files: pa.BinaryArray) -> pa.StringArray:
    """Names of files as texts; one need not be Unicode."""
    try:
        return files.cast(pa.string())
    except pa.ArrowInvalid:
        names = [safe_text(name.decode("utf-8", "surrogateescape")) for name in files.to_pylist()]
        return make_array(names, pa.string())
