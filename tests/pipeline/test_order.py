"""What is learned depends on the pages alone, not on the order in which they come."""

import csv
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.warc_files import archive, http_response, record

from unmold import Workspace, cluster_pages, induce_template, read_pages, run
from unmold.demo import build_site
from unmold.settings import Induction

SETTINGS = Induction(sample_size=6)
"""Fewer pages than most templates have, so that which ones are drawn matters."""


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(build_site(tmp_path_factory.mktemp("demo"), pages=90).manifest)


def shuffled(manifest: Path, seed: int) -> Path:
    """The same manifest with its rows in another order."""
    with manifest.open(encoding="utf-8", newline="") as stream:
        head, *rows = csv.reader(stream)
    Random(seed).shuffle(rows)
    other = manifest.with_name(f"shuffled-{seed}.csv")
    with other.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([head, *rows])
    return other


def archived(manifest: Path, seed: int) -> Path:
    """The same pages as an archive, in another order."""
    pages = list(read_pages(manifest, problems=lambda problem: None))
    Random(seed).shuffle(pages)
    records = [record(http_response(page.data), url=page.url) for page in pages]
    other = manifest.with_name("shuffled.warc.gz")
    other.write_bytes(archive(*records))
    return other


def learned(workspace: Workspace) -> dict[str, Any]:
    """All that a run finds, without what says where a page lay."""
    found: dict[str, Any] = {
        "fields": workspace.fields.to_pylist(),
        "clusters": workspace.clusters.to_pylist(),
        "pages": sorted(
            (page["url"], page["cluster"], page["template"], page["score"])
            for page in workspace.pages.to_pylist()
        ),
    }
    for name in workspace.templates:
        rows = workspace.records(name).to_pylist()
        urls = {row["_record"]: row["_url"] for row in rows}
        found[name] = sorted(repr(_said(row, urls)) for row in rows)
        for part in workspace.parts(name):
            inner = workspace.records(name, part).to_pylist()
            found[f"{name}.{part}"] = sorted(repr(_said(row, urls)) for row in inner)
    return found


def _said(row: dict[str, Any], urls: dict[int, str]) -> dict[str, Any]:
    said = {name: value for name, value in row.items() if name not in ("_record", "_key", "_path")}
    return {"page": urls[row["_record"]], **said}


def test_a_run_learns_the_same_in_any_order(manifest: Path, tmp_path: Path) -> None:
    sources = [manifest, shuffled(manifest, 1), shuffled(manifest, 2), archived(manifest, 3)]
    first, *others = [
        run(source, tmp_path / f"ws{number}", induction=SETTINGS)
        for number, source in enumerate(sources)
    ]
    expected = learned(first)
    assert len(first.templates) > 4
    for other in others:
        found = learned(other)
        assert list(other.templates) == list(first.templates)
        for name, rows in expected.items():
            assert found[name] == rows, name
        assert found.keys() == expected.keys()
        for name, template in first.templates.items():
            assert other.templates[name] == template


def test_pages_without_urls_are_learned_from_in_any_order(tmp_path: Path) -> None:
    pages = [
        f"<h1>Book {n}</h1><p class=p>Price: <b>${n}.50</b></p><i>{n * 7919 % 97} left</i>".encode()
        for n in range(40)
    ]
    expected = induce_template(pages, SETTINGS)
    workspaces = []
    for seed in range(3):
        Random(seed).shuffle(pages)
        found = induce_template(pages, SETTINGS)
        assert found == expected
        workspaces.append(run(iter(pages), tmp_path / f"ws{seed}", induction=SETTINGS))
    fields = [one.fields.to_pylist() for one in workspaces]
    assert fields[0] == fields[1] == fields[2]


def test_clusters_have_the_same_numbers_in_any_order(manifest: Path) -> None:
    expected = {page.url: page.cluster for page in cluster_pages(manifest)}
    for seed in (1, 2):
        found = cluster_pages(shuffled(manifest, seed))
        assert {page.url: page.cluster for page in found} == expected
        assert [page.url for page in found] != list(expected), "rows stay in the order given"
