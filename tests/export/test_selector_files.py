"""Exported selectors give unmold's values, on pages they were made from and on others."""

import csv
import json

import pytest
from parsel import Selector
from support.exported_wrappers import share_of_values

import unmold
from unmold import Workspace
from unmold.export import export_workspace
from unmold.export.read_page import read_wrapper
from unmold.export.wrap import columns_of
from unmold.pages import read_pages

LANGUAGES = ("xpath", "css")
GOOD_SHARE = 0.98
# Of each vertical the first site by name, so that none is chosen for being easy.
SITES = (
    "auto-aol",
    "book-abebooks",
    "camera-jr",
    "job-dice",
    "movie-allmovie",
    "nbaplayer-espn",
    "restaurant-opentable",
    "university-collegeboard",
)
PAGES = 50


def _read_wrappers(folder):
    found = [json.loads(path.read_bytes()) for path in sorted(folder.glob("*.json"))]
    return {wrapper["template"]: wrapper for wrapper in found}


def _compare(workspace, wrappers, pages):
    """Unmold's values and those of the wrappers, both by column."""
    records = list(workspace.extract(pages, tier=2))
    by_path = {page.path: page for page in pages}
    pairs = []
    for record in records:
        page = by_path[record.path]
        selector = Selector(text=unmold._core.decode(page.data, page.charset)[0])
        read = read_wrapper(wrappers[record.template], selector)
        pairs.append((columns_of(record.values), columns_of(read)))
    return pairs


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("site", ["demo", "hostile"])
def test_selectors_give_the_values_of_unmold(site, language, tmp_path, request):
    workspace = request.getfixturevalue(site).workspace
    export_workspace(workspace, language, tmp_path)
    wrappers = _read_wrappers(tmp_path)
    pages = [page for one in workspace.templates for page in workspace.read_pages(one)]
    assert share_of_values(_compare(workspace, wrappers, pages)) >= GOOD_SHARE


@pytest.mark.parametrize("site", SITES)
def test_selectors_give_the_values_of_unmold_on_other_pages(site, tmp_path, corpora):
    learned, others = _split(corpora / "swde", site, tmp_path)
    unmold.run(learned, tmp_path / "workspace")
    workspace = Workspace(tmp_path / "workspace")
    shares = {}
    for language in LANGUAGES:
        export_workspace(workspace, language, tmp_path / language)
        pairs = _compare(workspace, _read_wrappers(tmp_path / language), list(read_pages(others)))
        assert len(pairs) >= PAGES - 5
        shares[language] = share_of_values(pairs)
    assert min(shares.values()) >= GOOD_SHARE, shares


def test_the_sites_are_the_first_of_their_verticals(corpora):
    with (corpora / "swde" / "manifest.csv").open(encoding="utf-8", newline="") as file:
        sites = sorted({row["site"] for row in csv.DictReader(file)})
    firsts = {site.partition("-")[0]: site for site in reversed(sites)}
    assert set(SITES) == set(firsts.values())


def _split(corpus, site, folder):
    """Two manifests with every second page of a site each."""
    with (corpus / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["site"] == site]
    made = []
    for number, name in enumerate(("learned.csv", "others.csv")):
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("path", "url", "site"))
            for row in rows[number : 2 * PAGES : 2]:
                writer.writerow((corpus / row["path"], row["url"], site))
        made.append(folder / name)
    return made
