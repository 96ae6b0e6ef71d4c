"""Writes the link tables of a crawl from its frontier and archives.

`inbound.parquet` has one row for every page, in frontier order, with the link through which it was
found first: the tuples of the UXClust paper. `links.parquet` has one row for every link on every
page. Both are written anew from what the crawl keeps, so nothing is lost with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from unmold.crawl.crawl_settings import CRAWL_FOLDER, PAGES_FOLDER
from unmold.crawl.frontier import Frontier
from unmold.crawl.probe import Probe
from unmold.features.page import page_features
from unmold.model import Page
from unmold.pages import read_pages
from unmold.pages.sites import host_of
from unmold.pages.urls import clean_url
from unmold.settings import Limits
from unmold.store.table_files import LINKS, writing_table

INBOUND = pa.schema(
    [
        ("document", pa.int64()),
        ("page", pa.string()),
        ("url", pa.string()),
        ("final_url", pa.string()),
        ("site", pa.string()),
        ("depth", pa.int32()),
        ("source", pa.int64()),
        ("source_url", pa.string()),
        ("xpath", pa.string()),
        ("text", pa.string()),
        ("soft_404", pa.bool_()),
    ]
)
_BATCH = 50_000
"""Rows held at once."""


def write_link_tables(workspace: Path, frontier: Frontier) -> None:
    """Write both tables of a workspace's crawl."""
    folder, missing = workspace / CRAWL_FOLDER, set[int]()
    write_rows(folder / "links.parquet", LINKS, _links(workspace, frontier, missing))
    write_rows(folder / "inbound.parquet", INBOUND, _inbound(frontier, missing))


def write_rows(path: Path, schema: pa.Schema, rows: Iterator[tuple[Any, ...]]) -> None:
    """Write rows to a Parquet file in batches, at once or not at all."""
    with writing_table(path, schema) as writer:
        while batch := list(islice(rows, _BATCH)):
            columns = [
                pa.array(column, field.type)
                for column, field in zip(zip(*batch, strict=True), schema, strict=True)
            ]
            writer.write(pa.Table.from_arrays(columns, schema=schema))


def _inbound(frontier: Frontier, missing: set[int]) -> Iterator[tuple[Any, ...]]:
    urls = {row[0]: row[1] for row in frontier.rows("number, final_url", "state = 'stored'")}
    columns = "number, url, final_url, depth, source, xpath, text"
    records = stored_keys(frontier)
    for number, url, final, depth, source, xpath, text in frontier.rows(
        columns, "state = 'stored'"
    ):
        key, site = records[int(str(number))], host_of(str(final))
        link = (source, urls.get(source), xpath, text)
        yield number, key, url, final, site, depth, *link, number in missing


def stored_keys(frontier: Frontier) -> dict[int, str]:
    """The key that each stored page has in its archive: the file and the record's place in it."""
    keys: dict[int, str] = {}
    places: dict[str, int] = {}
    for number, file in frontier.rows("number, file", "state = 'stored'"):
        name = str(file)
        places[name] = places.get(name, 1) + 1
        keys[int(str(number))] = f"{PAGES_FOLDER}/{name}#{places[name]}"
    return keys


def _links(workspace: Path, frontier: Frontier, missing: set[int]) -> Iterator[tuple[Any, ...]]:
    """All links; the numbers of pages that are soft 404s go to `missing` on the way."""
    answer = frontier.fact("probe")
    probe = Probe.from_json(answer) if answer else None
    columns = "number, url, final_url"
    stored = list(frontier.rows(columns, "state = 'stored'"))
    targets = {url: number for number, *urls in stored for url in urls}
    numbers = (number for (number,) in frontier.rows("number", "state = 'stored'"))
    for number, page in zip(numbers, _pages(workspace, frontier), strict=False):
        features = page_features(page, Limits())
        if page.is_soft_404 or (probe is not None and probe.is_like(features)):
            missing.add(int(str(number)))
        for position, link in enumerate(features.links, start=1):
            url = clean_url(link.url)
            target = targets.get(url) if url else None
            yield number, position, link.url, target, link.xpath, link.text


def _pages(workspace: Path, frontier: Frontier) -> Iterator[Page]:
    """The stored pages in frontier order, which is the order of the archives."""
    files = [str(workspace / PAGES_FOLDER / name) for name in frontier.archives()]
    return read_pages(files, problems=lambda problem: None) if files else iter(())
