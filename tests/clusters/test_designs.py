"""Several designs and languages of one site: neither mixed up, nor split by language alone."""

import codecs
import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from unmold import cluster_pages, run
from unmold.demo import build_site

Pages = list[tuple[str, str, str]]
"""Address, HTML and kind of pages."""

_MARKUP = re.compile(r"(<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>|&[^;\s]+;)", re.S)
LARGE = {"product", "article", "product-light", "article-light"}
"""Kinds of enough pages to be judged; a page alone in its language may stay alone."""


def shop(folder: Path, seed: int) -> Pages:
    site = build_site(folder, seed=seed)
    with site.manifest.open() as file:
        return [
            (row["url"], (folder / row["path"]).read_text(), row["template"])
            for row in csv.DictReader(file)
        ]


def translate(html: str) -> str:
    """The same page with every text in letters that no other page has in its place."""
    parts = _MARKUP.split(html)
    return "".join(
        part if part.startswith(("<", "&")) else codecs.encode(part, "rot13") for part in parts
    )


def under(pages: Pages, folder: str, site: str) -> Pages:
    return [(f"https://{site}/{folder}/{url.split('/', 3)[3]}", html, k) for url, html, k in pages]


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    return under(shop(tmp_path_factory.mktemp("one"), 0), "en", "x.example")


def test_a_language_alone_splits_no_kind(english: Pages) -> None:
    other = [(url.replace("/en/", "/xx/"), translate(html), kind) for url, html, kind in english]
    pages = [*english, *other]
    labels = cluster_pages([(url, html) for url, html, _ in pages]).labels.tolist()
    half = len(english)
    for kind in LARGE:
        here = {labels[n] for n in range(half) if pages[n][2] == kind}
        there = {labels[n] for n in range(half, len(pages)) if pages[n][2] == kind}
        assert here == there
        assert len(here) == 1
    kinds = {kind: labels[n] for n, (_, _, kind) in enumerate(pages) if kind in LARGE}
    assert len(set(kinds.values())) == len(LARGE)


def test_designs_of_a_kind_become_templates_of_their_own(english: Pages, tmp_path: Path) -> None:
    """Clustering may put a kind's two designs together; the columns of its template part them."""
    chosen = [page for page in english if page[2] in ("article", "product")]
    new = under(shop(tmp_path / "two", 1), "new", "x.example")
    pages = [*chosen, *(page for page in new if page[2] in ("article", "product"))]
    workspace = run([(url, html) for url, html, _ in pages], tmp_path / "ws", jobs=1)
    found: dict[str, Counter[str]] = {}
    for row, (url, _, kind) in zip(workspace.pages.to_pylist(), pages, strict=True):
        found.setdefault(row["template"], Counter())[f"{url.split('/')[3]} {kind}"] += 1
    mixed = [counts for counts in found.values() if len(counts) > 1]
    assert mixed == []
    assert len(found) == 4
