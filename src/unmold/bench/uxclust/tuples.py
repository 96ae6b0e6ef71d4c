"""A million tuples shaped like the paper's crawls: numbers enter, sites without pages leave.

Every site has as many pages, inbound XPaths and XPaths above the cut-off as in the paper. The paths
of a page are made up when somebody asks for them, so that only sampled pages cost anything, as only
sampled pages are read from a crawl's archive.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from unmold.bench.uxclust.paper import SITES, PaperSite
from unmold.features import Ragged

CUTOFF = 100
TEMPLATES = 12
"""Templates of a made-up site; XPaths lead to them in turn."""

SHARED_PATHS, OWN_PATHS, NOISE_PATHS = 20, 60, 6
"""Leaf paths of a page: of the whole site, of its template, and its own choice of content."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class MadeUpSite:
    """Some pages of a site that exists only as tuples; the face of a table of features."""

    number: int
    codes: Numbers
    """The inbound XPath of every page, as a number."""
    pages: Numbers

    def __len__(self) -> int:
        return len(self.pages)

    def select(self, rows: Numbers) -> MadeUpSite:
        return MadeUpSite(self.number, self.codes[rows], self.pages[rows])

    @property
    def templates(self) -> Numbers:
        """The template that made each page."""
        return self.codes % TEMPLATES

    @property
    def leaf_paths(self) -> Ragged:
        """The leaf paths of these pages, made up here and now."""
        width = SHARED_PATHS + OWN_PATHS + NOISE_PATHS
        paths = np.empty((len(self), width), np.uint64)
        paths[:, :SHARED_PATHS] = np.arange(SHARED_PATHS)
        own = 1000 * (1 + self.templates[:, None]) + np.arange(OWN_PATHS)
        paths[:, SHARED_PATHS : SHARED_PATHS + OWN_PATHS] = own
        random = np.random.default_rng([self.number, *self.pages[:1].tolist()])
        noise = random.integers(1 << 40, 1 << 41, (len(self), NOISE_PATHS))
        paths[:, -NOISE_PATHS:] = noise
        offsets = np.arange(0, width * len(self) + 1, width, dtype=np.uint64)
        return Ragged(paths.reshape(-1), offsets)


def make_site(number: int, site: PaperSite) -> MadeUpSite:
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
    return MadeUpSite(number, codes, np.arange(len(codes)))


def xpath_of(code: int) -> str:
    """An XPath for a number."""
    return f"/html[1]/body[1]/div[{1 + code % 7}]/ul[{1 + code // 7 % 9}]/li[{1 + code // 63}]/a[1]"


def write_tuples(path: Path) -> list[MadeUpSite]:
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
