"""Inbound tuples in a Parquet file: a file and a site enter, codes of XPaths leave.

DuckDB groups the rows, so that the texts of a million XPaths never become Python objects.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unmold.store.disk import explained_damage

NO_LINK = -1

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
    """The tuples of one site."""
    import duckdb

    wanted = {"path": str(path), "site": site}
    with closing(duckdb.connect(":memory:")) as connection, explained_damage(path):
        codes = connection.execute(_CODES, wanted).fetchnumpy()["code"]
        names = connection.execute(_NAMES, wanted).fetchall()
    return SiteTuples(np.asarray(codes, np.int64), [row[0] for row in names])
