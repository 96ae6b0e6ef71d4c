"""A million inbound tuples shaped like the paper's crawls, in a Parquet file.

Every site has as many pages, inbound XPaths and XPaths above the cut-off as in the paper. The paths
of a page are generated when somebody asks for them, so that only sampled pages cost anything, as
only sampled pages are read from a crawl's archive.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from benchmarks.papers.uxclust.published_crawls import SITES, PaperSite
from unmold.features import Ragged

CUTOFF = 100
TEMPLATES = 12
"""Templates of a generated site; XPaths lead to them in turn."""

SHARED_PATHS, OWN_PATHS, NOISE_PATHS = 20, 60, 6
"""Leaf paths of a page: of the whole site, of its template, and its own choice of content."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class GeneratedSite:
    """Some pages of a site that exists only as tuples, with the interface of a feature table."""

    number: int
    codes: Numbers
    """The inbound XPath of every page, as a number."""
    pages: Numbers

    def __len__(self) -> int:
        return len(self.pages)

    def select(self, rows: Numbers) -> GeneratedSite:
        return GeneratedSite(self.number, self.codes[rows], self.pages[rows])

    @property
    def templates(self) -> Numbers:
        """The template that made each page."""
        return self.codes % TEMPLATES

    @property
    def leaf_paths(self) -> Ragged:
        """The leaf paths of these pages, generated now."""
        width = SHARED_PATHS + OWN_PATHS + NOISE_PATHS
        paths = np.empty((len(self), width), np.uint64)
        paths[:, :SHARED_PATHS] = np.arange(SHARED_PATHS)
        own = 1000 * (1 + self.templates[:, None]) + np.arange(OWN_PATHS)
        paths[:, SHARED_PATHS : SHARED_PATHS + OWN_PATHS] = own
        random = np.random.default_rng([self.number, *self.pages[:1].tolist()])
        noise = random.integers(1 << 40, 1 << 41, (len(self), NOISE_PATHS))
        paths[:, -NOISE_PATHS:] = noise
        offsets = np.arange(0, width * len(self) + 1, width, dtype=np.int64)
        return Ragged(paths.reshape(-1), offsets)


def make_site(number: int, site: PaperSite) -> GeneratedSite:
    """A site with the paper's numbers of pages, XPaths and XPaths above the cut-off."""
    random = np.random.default_rng(number)
    small = random.integers(1, CUTOFF, site.xpaths - site.kept)
    left = site.pages - site.kept * CUTOFF - len(small)
    small = 1 + (small - 1) * min(1.0, max(0, left) / max(1, (small - 1).sum()) / 2)
    small = small.astype(np.int64)
    weights = 1 / np.arange(1, site.kept + 1)
    spare = site.pages - int(small.sum()) - site.kept * CUTOFF
    large = CUTOFF + np.floor(spare * weights / weights.sum()).astype(np.int64)
    large[0] += site.pages - int(small.sum()) - int(large.sum())
    codes = np.repeat(np.arange(site.xpaths), np.concatenate([large, small]))
    random.shuffle(codes)
    return GeneratedSite(number, codes, np.arange(len(codes)))


def xpath_of(code: int) -> str:
    """An XPath for a number."""
    return f"/html[1]/body[1]/div[{1 + code % 7}]/ul[{1 + code // 7 % 9}]/li[{1 + code // 63}]/a[1]"


def write_tuples(path: Path) -> list[GeneratedSite]:
    """All sites of the paper as one Parquet file of tuples; the sites themselves."""
    sites = [make_site(number, site) for number, site in enumerate(SITES)]
    columns: dict[str, list[Any]] = {"document": [], "site": [], "xpath": []}
    for paper, site in zip(SITES, sites, strict=True):
        names = np.array([xpath_of(code) for code in range(paper.xpaths)], object)
        columns["document"].append(pa.array(site.pages))
        columns["site"].append(pa.array([paper.name] * len(site)))
        columns["xpath"].append(pa.array(names[site.codes]))
    arrays = {name: pa.concat_arrays(parts) for name, parts in columns.items()}
    pq.write_table(pa.table(arrays), path, compression="zstd")
    return sites


_CODES = """
    WITH rows AS (SELECT document, xpath FROM read_parquet($path) WHERE site = $site),
    names AS (
        SELECT xpath, row_number() OVER (ORDER BY min(document)) - 1 AS code
        FROM rows WHERE xpath IS NOT NULL GROUP BY xpath
    )
    SELECT coalesce(names.code, -1) AS code FROM rows LEFT JOIN names USING (xpath)
    ORDER BY rows.document
"""
_NAMES = """
    SELECT xpath FROM read_parquet($path) WHERE site = $site AND xpath IS NOT NULL
    GROUP BY xpath ORDER BY min(document)
"""


@dataclass(frozen=True, slots=True)
class SiteTuples:
    """The inbound XPath of every page of a site, in the order of the crawl."""

    codes: NDArray[np.int64]
    """Positions in `xpaths`; -1 for a page that no link led to."""
    xpaths: list[str]


def read_site_tuples(path: Path, site: str) -> SiteTuples:
    """The inbound XPaths of one site, grouped by DuckDB.

    So the texts of a million XPaths never become Python objects.
    """
    wanted = {"path": str(path), "site": site}
    with closing(duckdb.connect(":memory:")) as connection:
        codes = connection.execute(_CODES, wanted).fetchnumpy()["code"]
        names = connection.execute(_NAMES, wanted).fetchall()
    return SiteTuples(np.asarray(codes, np.int64), [row[0] for row in names])
