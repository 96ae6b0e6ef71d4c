"""A hostile demo site is a site like any other: it parses, its links resolve, its gold is right."""

import csv
import json
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from support.page_text import read_page

from unmold import read_pages
from unmold.demo import DemoSite, build_site
from unmold.demo.hostile import CLASS_ENDS, LABEL_ENDS, URL_ENDS


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> DemoSite:
    return build_site(tmp_path_factory.mktemp("hostile"), seed=5, pages=90, hostile=True)


def test_every_hostile_name_occurs(site: DemoSite) -> None:
    root = site.manifest.parent
    pages = [read_page(path) for path in root.rglob("*.html")]
    texts = " ".join(text for page in pages for text in page.texts)
    classes = {name for page in pages for name in page.classes}
    paths = " ".join(path.as_posix() for path in root.rglob("*.html"))
    assert all(" ".join(ending.split()) in texts for ending in LABEL_ENDS)
    assert classes.issuperset(CLASS_ENDS)
    assert all(ending in paths for ending in URL_ENDS)


def test_links_resolve(site: DemoSite) -> None:
    root = site.manifest.parent
    with site.manifest.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    files = {row["path"] for row in rows}
    for row in rows:
        for link in read_page(root / row["path"]).links:
            target = urlsplit(urljoin(row["url"], link))
            if target.netloc == urlsplit(row["url"]).netloc:
                path = "site" + unquote(target.path)
                assert (path + "index.html" if path.endswith("/") else path) in files, link


def test_gold_is_in_the_pages(site: DemoSite) -> None:
    for line in site.gold_records.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["template"] == "product":
            texts = read_page(site.manifest.parent / record["path"]).texts
            for row in record["values"]["specifications"]:
                assert row["label"] in texts
                assert row["value"] in texts


def test_it_is_read_without_a_problem(site: DemoSite, tmp_path: Path) -> None:
    problems: list[object] = []
    pages = list(read_pages(site.manifest, problems=problems.append))
    assert len(pages) == site.pages
    assert not problems
