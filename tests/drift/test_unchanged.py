"""Pages that did not change are not reported, whatever a site looks like."""

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.drifting_sites import (
    KNOWN,
    book,
    books,
    event,
    events,
    write_corpus_sites,
    write_pages,
)

import unmold
from unmold.cli import run
from unmold.drift import Drift, DriftSettings, find_drift
from unmold.pages import read_pages

QUICK = DriftSettings(sample_size=20)


def with_comment(page: unmold.Page) -> unmold.Page:
    """A page with other bytes that says the same."""
    return replace(page, data=page.data + b"<!-- 12:00 -->")


def as_it_is(page: unmold.Page) -> unmold.Page:
    return page


def check_nothing_changed(drift: Drift) -> None:
    assert list(drift.findings) == []
    for fit in drift.templates:
        assert (fit.pages, fit.fitting) == (fit.pages_before, fit.pages_before)


changes = pytest.mark.parametrize("change", [as_it_is, with_comment])
Change = Callable[[unmold.Page], unmold.Page]


@changes
def test_page_without_a_template_that_fits_one(tmp_path: Path, change: Change) -> None:
    """It is alone in its cluster, so the run gave it no template: nor does a comparison."""
    odd = book(99).replace("h1", "h2")
    manifest = write_pages(tmp_path / "site", KNOWN | {"books/99.html": odd})
    workspace = unmold.run(manifest, tmp_path / "workspace")
    assert None in workspace.pages.column("template").to_pylist()
    check_nothing_changed(find_drift(workspace, map(change, read_pages(manifest))))


def test_page_without_a_template_that_becomes_like_others(tmp_path: Path) -> None:
    odd = "<html><body><form><label>Find <input></label></form><p>Nothing here</p></body></html>"
    manifest = write_pages(tmp_path / "site", KNOWN | {"books/99.html": odd})
    workspace = unmold.run(manifest, tmp_path / "workspace")
    assert None in workspace.pages.column("template").to_pylist()
    changed = write_pages(tmp_path / "new", KNOWN | {"books/99.html": book(99)})
    drift = find_drift(workspace, changed)
    assert sorted((fit.pages_before, fit.pages) for fit in drift.templates) == [(8, 8), (20, 21)]


def write_two_sites(folder: Path) -> Path:
    """Two sites whose pages have the same URLs, without a host."""
    rows = []
    for site, make, numbers in [("a", book, range(1, 21)), ("b", event, range(1, 21))]:
        for number in numbers:
            path = folder / site / f"{number}.html"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(make(number), encoding="utf-8")
            rows.append((f"{site}/{number}.html", f"/{number}.html", site))
    manifest = folder / "manifest.csv"
    with manifest.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("path", "url", "site"), *rows])
    return manifest


@changes
def test_sites_whose_pages_have_the_same_urls(tmp_path: Path, change: Change) -> None:
    manifest = write_two_sites(tmp_path / "sites")
    workspace = unmold.run(manifest, tmp_path / "workspace")
    check_nothing_changed(find_drift(workspace, map(change, read_pages(manifest)), QUICK))


@changes
def test_two_pages_of_one_address(tmp_path: Path, change: Change) -> None:
    """A folder and its index may be pages of two templates."""
    site = books(range(1, 21)) | events(range(1, 9))
    site |= {"x/": event(50), "x/index.html": book(50)}
    pages = [
        unmold.Page(path, path, f"https://shop.example/{path}", "shop.example", html.encode())
        for path, html in site.items()
    ]
    workspace = unmold.run(pages, tmp_path / "workspace")
    check_nothing_changed(find_drift(workspace, map(change, pages)))


@pytest.mark.parametrize(
    ("corpus", "sites"),
    [
        ("swde", ["restaurant-zagat"]),
        ("wild", ["acmekeywholesale", "semifluid.com"]),
        ("various", ["uniwa.gr"]),
    ],
)
def test_real_sites(corpus: str, sites: list[str], corpora: Path, tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.csv"
    write_corpus_sites(corpora / corpus, sites, manifest)
    workspace = unmold.run(manifest, tmp_path / "workspace")
    check_nothing_changed(find_drift(workspace, manifest, QUICK))
    assert run(["drift", str(workspace.path), str(manifest)]) == 0
