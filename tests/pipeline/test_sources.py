"""Runs on sources of every kind: pages are read again where they lie, whatever holds them."""

import gzip
import json
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.run_sites import write_site
from support.warc_files import archive, http_response, record

from unmold import Page, Workspace, read_pages, run
from unmold.demo import build_site

SITE = "shop.example"


@pytest.fixture
def pages(tmp_path: Path) -> list[Page]:
    return list(read_pages(write_site(tmp_path / "site", 24)))


def address(page: Page) -> str:
    return f"https://{SITE}/{Path(page.key).name}"


def write_warc(folder: Path, pages: list[Page]) -> Path:
    records = [record(http_response(page.data), url=address(page)) for page in pages]
    (folder / "pages.warc.gz").write_bytes(archive(*records))
    return folder / "pages.warc.gz"


def write_jsonl(folder: Path, pages: list[Page]) -> Path:
    rows = [{"url": address(page), "html": page.data.decode()} for page in pages]
    with gzip.open(folder / "pages.jsonl.gz", "wt") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in rows)
    return folder / "pages.jsonl.gz"


def write_parquet(folder: Path, pages: list[Page]) -> Path:
    columns = {"url": [address(page) for page in pages], "html": [page.data for page in pages]}
    pq.write_table(pa.table(columns), folder / "pages.parquet")
    return folder / "pages.parquet"


def write_manifest(folder: Path, pages: list[Page]) -> Path:
    for page in pages:
        (folder / f"{Path(page.key).stem}.html.gz").write_bytes(gzip.compress(page.data))
    rows = [f"{Path(page.key).stem}.html.gz,{address(page)}" for page in pages]
    (folder / "manifest.csv").write_text("\n".join(["path,url", *rows]), encoding="utf-8")
    return folder / "manifest.csv"


def rows_of(workspace: Workspace) -> dict[str, list[str]]:
    """The records by URL, without what differs from source to source."""
    found = {}
    for template in workspace.templates:
        for row in workspace.records(template).to_pylist():
            values = [repr(item) for item in row.items() if not item[0].startswith("_")]
            found[row["_url"]] = [template, *values]
    return found


@pytest.mark.parametrize("write", [write_warc, write_jsonl, write_parquet, write_manifest])
def test_every_kind_of_source_gives_the_same_records(
    write: object, pages: list[Page], tmp_path: Path
) -> None:
    assert callable(write)
    (tmp_path / "source").mkdir()
    from_source = run(write(tmp_path / "source", pages), tmp_path / "ws")
    from_memory = run(((address(page), page.data) for page in pages), tmp_path / "memory")
    assert len(from_source.problems) == 0
    assert rows_of(from_source) == rows_of(from_memory)
    assert len(rows_of(from_source)) == 24


@pytest.mark.parametrize("write", [write_warc, write_jsonl, write_parquet])
def test_archives_and_tables_are_known_again(
    write: object, pages: list[Page], tmp_path: Path
) -> None:
    assert callable(write)
    source = write(tmp_path, pages[:20])
    run(source, tmp_path / "ws")
    assert run(source, tmp_path / "ws").generation.number == 1
    write(tmp_path, pages)
    again = run(source, tmp_path / "ws")
    assert again.summary["changes"]["known"] == 20
    assert again.summary["changes"]["new"] == 4


def test_names_of_files_need_not_be_unicode(pages: list[Page], tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    for number, page in enumerate(pages):
        (folder / os.fsdecode(b"p\xe4ge-%02d.html" % number)).write_bytes(page.data)
    workspace = run(folder, tmp_path / "ws")
    assert len(workspace.problems) == 0
    assert workspace.summary["records"] == 24
    assert all("\\xe4" in key for key in workspace.pages.column("key").to_pylist())
    assert run(folder, tmp_path / "ws").generation.number == 1


def test_a_hostile_site_is_a_site_like_any_other(tmp_path: Path) -> None:
    site = build_site(tmp_path / "demo", pages=60, hostile=True)
    workspace = run(site.manifest, tmp_path / "ws")
    assert workspace.summary["records"] > 40
    for name in workspace.sql_tables():
        quoted = name.replace('"', '""')
        assert len(workspace.sql(f'SELECT * FROM "{quoted}" LIMIT 1')) <= 1
    names = [path.name for path in workspace.generation.records.iterdir()]
    assert all(name.replace("_", "").replace("-", "").replace(".", "").isalnum() for name in names)
